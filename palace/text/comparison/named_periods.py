"""Weeks, quarters, halves of a year, fiscal years, decades, centuries, seasons and holidays."""

import re
from collections.abc import Iterator

from palace.text.comparison.calendar_time import FoundTime, exactly
from palace.text.comparison.calendar_words import HOLIDAYS, SEASONS
from palace.text.comparison.date_parts import Reader, date_reading, times_read, year_field
from palace.text.comparison.small_numbers import small_number

_ISO_WEEK = re.compile(
    r"(?<![\w])(?:(?P<year>20\d{2})-?)?(?:W|CW|KW|wk\.?\s?)(?P<week>[0-5]?\d)(?![\w.])"
    r"|第\s?(?P<han>\d{1,2}|[一二三四五六七八九十]{1,3})\s?周(?!年|岁|次)|\bweek "
    r"(?P<word>\d{1,2})\b",
    re.I,
)
_QUARTER = re.compile(
    r"(?:(?P<year>(?:19|20)\d{2})\s?(?:年|[-/.]|\s)?\s?)?(?<![A-Za-z0-9])(?:Q(?P<q>[1-4])"
    r"(?!\w|\.\d)|(?:第)?(?P<han>[一二三四1-4])\s?季度?(?![节候]))(?:\s?(?:of\s)?"
    r"(?P<year2>(?:19|20)\d{2}|'\d{2}))?"
    r"|\b(?:the )?(?P<word>first|second|third|fourth|last|1st|2nd|3rd|4th) quarter"
    r"(?! of an)\b(?: of (?P<year3>(?:19|20)\d{2}))?",
    re.I,
)
_HALF_YEAR = re.compile(
    r"(?:(?P<year>(?:19|20)\d{2})\s?年?\s?)?"
    r"(?:(?P<first>上半年|\bfirst half of (?:the year\b)?|(?<![A-Za-z0-9])H1(?!\w))"
    r"|(?P<second>下半年|\bsecond half of (?:the year\b)?|(?<![A-Za-z0-9])H2(?!\w)))"
    r"(?:\s?(?P<year2>(?:19|20)\d{2})(?!\d))?",
    re.I,
)
_FISCAL = re.compile(
    r"\b(?:FY|fiscal(?: year)?)\s?'?(?P<year>(?:20)?\d{2})(?!\d)|(?P<year2>20\d{2})\s?"
    r"(?:财年|财政年度|fiscal year)",
    re.I,
)
_DECADE = re.compile(
    r"(?<![\w.])(?:the\s)?(?P<year>(?:19|20)\d0)'?s\b|(?P<century>上世纪|二十世纪"
    r"|20\s?世纪|本世纪|21\s?世纪)?\s?(?P<tens>[一二三四五六七八九]十|\d0)\s?年代|\bthe "
    r"(?P<words>twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b|'"
    r"(?P<short>\d0)s\b",
    re.I,
)
_CENTURY = re.compile(
    r"(?P<number>\d{1,2}|[一二]?十[一二三四五六七八九]?)\s?世纪"
    r"(?!\s?[\d一二三四五六七八九]0?十?\s?年代)|\b(?P<word>\d{1,2})(?:st|nd|rd"
    r"|th) century\b",
    re.I,
)
_SEASON = re.compile(
    r"(?P<han>[春夏秋冬])(?:天|季|日(?!语)|秋学期)|(?:今|明|去|开|入|立|初|暮|深|寒)"
    r"(?P<han2>[春夏秋冬])|\b(?P<english>spring|summer|autumn|winter)s?\b(?! (?:boot|cloud"
    r"|framework|security|mvc|roll|onion|break|holiday|vacation|festival|solstice))"
    r"|\b(?:in|this|next|last|every|each|by|the|since|until) (?P<fall>fall)\b(?! (?:of|in|to|back|behind))",
    re.I,
)
_HOLIDAY = re.compile(
    "|".join(
        rf"(?:\b{re.escape(h)}\b)" if h.isascii() else h for h in sorted(HOLIDAYS, key=len, reverse=True)
    ),
    re.I,
)
_HOLIDAY_TRAPS = re.compile(r"[百村区路街号班]")
_TENS = {
    w: 10 * v
    for v, w in enumerate(
        ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"], 2
    )
}
_QUARTER_WORDS = {
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "last": 4,
    "4th": 4,
}


def _quarter(match: re.Match[str]) -> FoundTime | None:
    word = match["word"]
    number = _QUARTER_WORDS[word.lower()] if word else small_number(match["q"] or match["han"])
    if not number or not 1 <= number <= 4:
        return None
    year = year_field(match["year"] or match["year2"] or match["year3"])
    return FoundTime(*match.span(), "quarter", date_reading(year, (3 * number - 2, 3 * number)))


def _half_year(match: re.Match[str]) -> FoundTime | None:
    months = (1, 6) if match["first"] else (7, 12)
    return FoundTime(
        *match.span(), "quarter", date_reading(year_field(match["year"] or match["year2"]), months)
    )


def _fiscal(match: re.Match[str]) -> FoundTime | None:
    return FoundTime(
        *match.span(), "year", date_reading(year_field(match["year"] or match["year2"])), calendar="fiscal"
    )


def _decade(match: re.Match[str]) -> FoundTime | None:
    if match["year"]:
        first = int(match["year"])
    else:
        tens = _TENS.get((match["words"] or "").lower()) or small_number(match["tens"] or match["short"]) or 0
        this_century = (match["century"] or "").startswith(("本", "21")) or (
            not match["century"] and tens < 30
        )
        first = (2000 if this_century else 1900) + tens
    return FoundTime(*match.span(), "year", date_reading((first, first + 9)))


def _century(match: re.Match[str]) -> FoundTime | None:
    number = small_number(match["number"] or match["word"])
    if not number or not 10 <= number <= 30:
        return None
    return FoundTime(*match.span(), "year", date_reading((100 * number - 99, 100 * number)))


def _week(match: re.Match[str]) -> FoundTime | None:
    number = small_number(match["week"] or match["han"] or match["word"])
    if not number or number > 53:
        return None
    return FoundTime(*match.span(), "week", ((year_field(match["year"]), exactly(number)),))


def _season(match: re.Match[str]) -> FoundTime | None:
    word = (match["han"] or match["han2"] or match["english"] or match["fall"]).lower()
    start = match.start("fall") if match["fall"] else match.start()
    return FoundTime(start, match.end(), "season", ((exactly(SEASONS[word]),),))


def _holiday(match: re.Match[str]) -> FoundTime | None:
    name, date = HOLIDAYS[match[0].lower()]
    if _HOLIDAY_TRAPS.match(match.string, match.end()):
        return None
    readings = date_reading(None, exactly(date[0]), exactly(date[1])) if date else date_reading()
    return FoundTime(*match.span(), "holiday", readings, name=name)


_PERIODS: tuple[Reader, ...] = (
    (_ISO_WEEK, _week),
    (_FISCAL, _fiscal),
    (_QUARTER, _quarter),
    (_HALF_YEAR, _half_year),
    (_DECADE, _decade),
    (_CENTURY, _century),
)


def named_periods(text: str) -> Iterator[FoundTime]:
    """Yield the weeks, quarters, halves of a year, fiscal years, decades and centuries of a folded text."""
    return times_read(text, _PERIODS)


def holidays(text: str) -> Iterator[FoundTime]:
    """Yield the holidays of a folded text."""
    return times_read(text, ((_HOLIDAY, _holiday),))


def seasons(text: str) -> Iterator[FoundTime]:
    """Yield the seasons of a folded text."""
    return times_read(text, ((_SEASON, _season),))
