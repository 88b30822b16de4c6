"""Dates in English: March 5th, 5-8 May 2026, mid-May, the 15th of each month, since 2024."""

import re
from collections.abc import Iterator

from palace.text.comparison.calendar_time import FoundTime, exactly
from palace.text.comparison.calendar_words import MONTHS
from palace.text.comparison.date_parts import (
    EARLY,
    LATE,
    MIDDLE,
    PARTS_OF_MONTH,
    Reader,
    date_reading,
    times_read,
    year_field,
)
from palace.text.comparison.small_numbers import small_number

_MONTH_NAME = "(?P<name>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_YEAR_BEHIND = r"(?:,?\s(?:of\s)?(?P<year>(?:19|20)\d{2}|'\d{2})(?!\d|[:.]\d))?"
_ORDINAL_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?(?![\d:]|\.\d|\s?(?:%|am\b|pm\b))"
_WORD_DAY = (
    "twenty[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)"
    "|thirty[- ]first|thirtieth|twentieth|nineteenth"
    "|eighteenth|seventeenth|sixteenth|fifteenth|fourteenth|thirteenth|twelfth|eleventh"
    "|tenth|ninth|eighth|seventh|sixth|fifth|fourth|third|second|first"
)
_MONTH_DAY = re.compile(
    rf"\b{_MONTH_NAME}\s(?:the\s)?(?P<day>{_ORDINAL_DAY}|{_WORD_DAY})(?:\s?(?:-|~|to"
    rf"|through|until)\s?(?P<to>{_ORDINAL_DAY})(?!\s?[A-Za-z]*day))?{_YEAR_BEHIND}",
    re.I,
)
_DAY_MONTH = re.compile(
    rf"(?:(?<![\d./:])(?P<from>{_ORDINAL_DAY})\s?(?:-|~|to|through|until)\s?)?(?<![\d./:-])"
    rf"(?P<day>{_ORDINAL_DAY}|\b(?:{_WORD_DAY}))[\s-](?:of\s)?{_MONTH_NAME}"
    rf"(?:{_YEAR_BEHIND}|-(?P<year2>(?:19|20)\d{{2}}))",
    re.I,
)
_PART_MONTH = re.compile(
    rf"\b(?P<part>early|mid|late|(?:the )?(?:end|beginning|start|middle) of)[\s-]{_MONTH_NAME}{_YEAR_BEHIND}",
    re.I,
)
_MONTH_YEAR = re.compile(rf"\b{_MONTH_NAME},?\s(?:of\s)?(?P<year>(?:19|20)\d{{2}})(?![\d:])", re.I)
_MONTH_ALONE = re.compile(
    r"(?:\b(?:in|by|since|until|till|from|to|through|of|for|last|next|this|each|every"
    r"|during|before|after|around|late|the|and|or|as of|on|is|was|planned|due|starts?"
    rf"|ends?|begins?|till)\s|^|[,:(–-]\s?|-){_MONTH_NAME}(?!\s\d)(?:'s)?",
    re.I,
)
_VERB_MONTHS = {"may", "march", "mar", "dec", "sec", "sun", "jan", "jun"}
_THE_DAY = re.compile(
    r"\b(?:on|by|until|before|after|from|since|till|to|of)?\s?the (?P<day>(?:[12]\d|3[01]"
    rf"|[1-9])(?:st|nd|rd|th)|{_WORD_DAY})(?=\s*(?:$|[,.;:!?)])|\s(?:of (?:each|every|the"
    r"|this|next|last) month|each month|every month|monthly|and|at|to|until|through|or"
    r"|from|in)\b)",
    re.I,
)
_ENGLISH_END = re.compile(
    r"\b(?P<part>end|beginning|start|middle) of (?:the|this|next|last|each|every) "
    r"(?P<unit>month|year)\b|\b(?P<unit2>month|year)[- ]end\b|\bmid[- ](?P<unit3>month"
    r"|year)\b",
    re.I,
)
_PLAIN_YEAR = re.compile(
    r"(?:\b(?:in|since|of|by|until|till|from|to|through|during|before|after|around|late"
    r"|early|mid|summer|spring|autumn|fall|winter|class of|year|and|for|as of)[\s-]|^"
    r"|[,(]\s?)(?P<year>(?:19[3-9]|20[0-6])\d)(?![\d.,:%/-]\d|\s?(?:%"
    r"|[个台次条名位元块天米年月]|[A-Z]{3}\b))(?=\s|[,.;:!?)]|$|-\w)",
    re.I,
)


def _valid(month: int | None, day: int | None) -> bool:
    return (month is None or 1 <= month <= 12) and (day is None or 1 <= day <= 31)


def _english_date(match: re.Match[str]) -> FoundTime | None:
    groups = match.groupdict()
    month, day = MONTHS[groups["name"].lower()], small_number(groups["day"])
    if not _valid(month, day) or day is None or _is_verb(match, day_follows=True):
        return None
    first = small_number(groups.get("from")) or day
    last = small_number(groups.get("to")) or day
    if first > last:
        return None
    year = year_field(groups["year"] or groups.get("year2"))
    if first < last:
        return None
    return FoundTime(*match.span(), "day", date_reading(year, exactly(month), exactly(day)))


def _english_stretch(match: re.Match[str]) -> Iterator[FoundTime]:
    """Yield the two ends of `March 5 to 8` or `5-8 March`, a day each."""
    groups = match.groupdict()
    month = MONTHS[groups["name"].lower()]
    first = small_number(groups.get("from") or groups["day"])
    last = small_number(groups.get("to") or groups["day"])
    if first is None or last is None or not 1 <= first < last <= 31:
        return
    year = year_field(groups["year"] or groups.get("year2"))
    middle = match.start("day") if groups.get("from") else match.start("to")
    yield FoundTime(match.start(), middle, "day", date_reading(year, exactly(month), exactly(first)), "from")
    yield FoundTime(middle, match.end(), "day", date_reading(year, exactly(month), exactly(last)), "until")


def _part_month(match: re.Match[str]) -> FoundTime | None:
    part = match["part"].lower().removeprefix("the ")
    return FoundTime(
        *match.span(),
        "month",
        date_reading(year_field(match["year"]), exactly(MONTHS[match["name"].lower()]), PARTS_OF_MONTH[part]),
    )


def _english_month(match: re.Match[str]) -> FoundTime | None:
    if _is_verb(match, day_follows=False):
        return None
    year = year_field(match.groupdict().get("year"))
    return FoundTime(
        match.start("name"), match.end(), "month", date_reading(year, exactly(MONTHS[match["name"].lower()]))
    )


def _is_verb(match: re.Match[str], day_follows: bool) -> bool:
    """Whether `may`, `march` and short names are words: names of months have a capital, and no pronoun
    follows.
    """
    written, behind = match["name"], match.string[match.end("name") : match.end("name") + 6]
    if (
        written.islower()
        and (not day_follows or written in {"may", "march", "mar", "sec"})
        and written in _VERB_MONTHS
    ):
        return True
    if (
        written.lower() == "may"
        and not day_follows
        and re.match(r"\s(?:I|we|you|he|she|they|it|not|be|only|the)\b", behind)
    ):
        return True
    return (
        not day_follows
        and len(written) <= 3
        and written.lower() != "may"
        and not match.string[: match.start("name")]
    )


def _the_day(match: re.Match[str]) -> FoundTime | None:
    day = small_number(match["day"])
    if (
        day is None
        or not 1 <= day <= 31
        or (match["day"].isalpha() and not re.search("month", match.string[match.end() :][:16]))
    ):
        return None
    behind = match.string[match.end() : match.end() + 16].lower()
    every = "every" if re.match(r"\s(?:of )?(?:each|every|the)? ?month", behind) else ""
    return FoundTime(match.start("day"), match.end(), "day", date_reading(None, None, exactly(day)), every)


def _english_end(match: re.Match[str]) -> FoundTime | None:
    unit = (match["unit"] or match["unit2"] or match["unit3"]).lower()
    part = "mid" if match["unit3"] else "end" if match["unit2"] else match["part"].lower()
    if unit == "year":
        months = {"end": (12, 12), "beginning": (1, 2), "start": (1, 2), "middle": (6, 7), "mid": (6, 7)}[
            part
        ]
        return FoundTime(*match.span(), "month", date_reading(None, months))
    days = {"end": LATE, "beginning": EARLY, "start": EARLY, "middle": MIDDLE, "mid": MIDDLE}[part]
    return FoundTime(*match.span(), "month", date_reading(None, None, days))


def _plain_year(match: re.Match[str]) -> FoundTime | None:
    return FoundTime(*match.span("year"), "year", date_reading(year_field(match["year"])))


_MONTHS_WITH_MORE: tuple[Reader, ...] = ((_PART_MONTH, _part_month), (_MONTH_YEAR, _english_month))
_LOOSE: tuple[Reader, ...] = (
    (_ENGLISH_END, _english_end),
    (_THE_DAY, _the_day),
    (_MONTH_ALONE, _english_month),
    (_PLAIN_YEAR, _plain_year),
)


def english_dates(text: str) -> Iterator[FoundTime]:
    """Yield the dates with a month in English and a day, a year or a part of the month."""
    for pattern in (_MONTH_DAY, _DAY_MONTH):
        for match in pattern.finditer(text):
            yield from _english_stretch(match)
            found = _english_date(match)
            if found:
                yield found
    yield from times_read(text, _MONTHS_WITH_MORE)


def loose_english_dates(text: str) -> Iterator[FoundTime]:
    """Yield the months, days of a month, years and ends of months that an English text names by
    themselves.
    """
    return times_read(text, _LOOSE)
