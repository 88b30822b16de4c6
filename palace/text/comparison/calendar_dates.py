"""Days, months, quarters, weeks and years: 3月5日, March 5th, 2026-03-05, mid-May, 月底, Q2, 90年代, FY25."""

import re
from collections.abc import Callable, Iterator

from palace.text.comparison.calendar_time import Field, FoundTime, Reading, exactly
from palace.text.comparison.calendar_words import HOLIDAYS, LUNAR_MONTHS, MONTHS, SEASONS
from palace.text.comparison.small_numbers import NUMBER, small_number

EARLY, MIDDLE, LATE = (1, 10), (11, 20), (21, 31)
"""Days of a month that 上旬 or `early`, 中旬 or `mid`, 下旬 or `late` may mean."""

_PARTS_OF_MONTH = {
    "初": EARLY,
    "上旬": EARLY,
    "中": MIDDLE,
    "中旬": MIDDLE,
    "下旬": LATE,
    "底": LATE,
    "末": LATE,
    "early": EARLY,
    "beginning of": EARLY,
    "start of": EARLY,
    "mid": MIDDLE,
    "middle of": MIDDLE,
    "late": LATE,
    "end of": LATE,
}
_PARTS_OF_YEAR = {
    "初": (1, 2),
    "年初": (1, 2),
    "中": (6, 7),
    "年中": (6, 7),
    "底": (12, 12),
    "末": (11, 12),
    "年底": (12, 12),
    "年末": (11, 12),
}

_YEAR = r"(?:(?P<year>(?:19|20)\d{2}|[一二]?[零一二三四五六七八九]{3,4}|\d{2})\s?年\s?)"
_CALENDAR = r"(?P<calendar>农历|阴历|旧历|夏历|公历|阳历|新历|西历)?\s?"
_TODAY_YEAR = r"(?:今年|明年|去年|后年|前年)?"
_LUNAR_DAY = (
    r"初[一二三四五六七八九十]|廿[一二三四五六七八九]|二十[一二三四五六七八九]?|三十|十[一二三四五六七八九]"
)
_HAN_DATE = re.compile(
    rf"{_CALENDAR}(?:{_YEAR})?(?:的)?(?P<month>{NUMBER}|正|腊|冬)\s?(?:月份?)(?!薪)\s?(?:"
    r"(?P<part>[上中下]旬|初(?![一二三四五六七八九十])|[底末]|中(?![国心午学文小])))?"
    rf"(?:(?P<day>{NUMBER}|初[一二三四五六七八九十])\s?(?P<sign>[日号])?)?"
)
_HAN_DAY_TO = re.compile(rf"\s?(?:-|~|到|至)\s?(?P<day>{NUMBER})\s?[日号]")
_HAN_YEAR = re.compile(
    r"(?P<year>(?:19|20)\d{2}|[一二][零一二三四五六七八九]{3})\s?年(?!代)(?:度)?"
    r"(?P<part>年?[初中底末](?!的?[学级])|上半年|下半年)?"
)
_YEAR_RANGE = re.compile(
    r"(?<![\d.])(?P<year>(?:19|20)\d{2})\s?(?:-|~|至|到)\s?(?P<to>(?:19|20)?\d{2})(?:\s?年)(?!代)"
)
_HAN_DAY = re.compile(
    rf"(?<![\d.:年月第])(?P<day>{NUMBER})\s?(?:号(?!楼|线|门|房|机|店|桌|库|院|馆|厅|车|位"
    r"|服务|节点|口|码|会议|座|柜|床|仓|窗|站|航|教|厂|电|公|员|选|球|称|令|召|角|字|文|段"
    r"|家|房|故|错|报|柱|油)"
    r"|日(?!内|以内|之内|志|报|程|期|元|本|常|均|游|后|间|子|语|久|历|薪))"
)
_ALONE = (
    (re.compile(r"(?<![一二三四五六七八九十\d])月(底|初|中旬|上旬|下旬|末)|月中(?!旬)"), "month"),
    (re.compile(r"(?<![今明去前后\d])年(底|初|中|末)(?!奖|纪|间)"), "year"),
)
_LUNAR = re.compile(r"(?:农历|阴历|旧历)")
_LUNAR_ONLY = re.compile(
    r"(?:农历|阴历|旧历)?(?:每月)?(?<![一-鿿])(初[一二三四五六七八九十])(?!中|级|步)|(?:农历|阴历|旧历)(?!年)"
)

_ISO = re.compile(
    r"(?<![\d.])(?P<year>(?:19|20)\d{2})(?P<sep>[-/.])(?P<month>0?[1-9]|1[0-2])(?P=sep)"
    r"(?P<day>[12]\d|3[01]|0?[1-9])(?!\d|[-/.]\d)(?=T|\D|$)"
)
_PACKED = re.compile(
    r"(?<![\w.-])(?P<year>(?:19|20)\d{2})(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?![\w-])"
)
_YEAR_MONTH = re.compile(r"(?<![\d./-])(?P<year>(?:19|20)\d{2})[-/](?P<month>0[1-9]|1[0-2])(?![\d/-])")
_DAY_LAST = re.compile(
    r"(?<![\d./-])(?P<one>\d{1,2})(?P<sep>[/.])(?P<two>\d{1,2})(?P=sep)(?P<year>(?:19|20)?\d{2})(?![\d./-])"
)
_SLASH = re.compile(
    r"(?<![\d./\w-])(?P<one>\d{1,2})/(?P<two>\d{1,2})(?![\d/%\w]|\.\d)(?!\s?(?:的|of\b"
    r"|cups?\b|页|人|inch|英寸|分))"
)
_ISO_WEEK = re.compile(
    r"(?<![\w])(?:(?P<year>20\d{2})-?)?(?:W|CW|KW|wk\.?\s?)(?P<week>[0-5]?\d)(?![\w.])"
    r"|第\s?(?P<han>\d{1,2}|[一二三四五六七八九十]{1,3})\s?周(?!年|岁|次)|\bweek "
    r"(?P<word>\d{1,2})\b",
    re.I,
)

_MONTH_NAME = "(?P<name>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_YEAR_BEHIND = r"(?:,?\s(?:of\s)?(?P<year>(?:19|20)\d{2}|'\d{2})(?![\d:.]))?"
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
_EVERY_DAY_OF_MONTH = re.compile(r"(?:每月|每个月|本月|当月|下月|下个月|上月|上个月)(?:的)?\s?$")
_ENGLISH_END = re.compile(
    r"\b(?P<part>end|beginning|start|middle) of (?:the|this|next|last|each|every) "
    r"(?P<unit>month|year)\b|\b(?P<unit2>month|year)[- ]end\b|\bmid[- ](?P<unit3>month"
    r"|year)\b",
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
    r"(?P<first>上半年|\bfirst half of (?:the year|(?P<year>20\d{2}))|(?<![\w])H1(?!\w))|"
    r"(?P<second>下半年|\bsecond half of (?:the year|(?P<year2>20\d{2}))|(?<![\w])H2"
    r"(?!\w))",
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
_PLAIN_YEAR = re.compile(
    r"(?:\b(?:in|since|of|by|until|till|from|to|through|during|before|after|around|late"
    r"|early|mid|summer|spring|autumn|fall|winter|class of|year|and|for|as of)[\s-]|^"
    r"|[,(]\s?)(?P<year>(?:19[3-9]|20[0-6])\d)(?![\d.,:%/-]\d|\s?(?:%"
    r"|[个台次条名位元块天米年月]|[A-Z]{3}\b))(?=\s|[,.;:!?)]|$|-\w)",
    re.I,
)
_SHORT_YEAR = re.compile(
    r"(?<![\d.])(?P<year>\d{2})\s?年(?=\s?(?:[1-9]|1[0-2])\s?月|[初底末]|毕业|出生|春|夏"
    r"|秋|冬|入职|买的|开始)"
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
_CALENDARS = {"农历": "lunar", "阴历": "lunar", "旧历": "lunar", "夏历": "lunar"}


def _date(year: Field = None, month: Field = None, day: Field = None) -> tuple[Reading, ...]:
    return ((year, month, day),)


def _year(written: str | None) -> Field:
    """Return the year written in two or four digits, Chinese or not; two digits mean 1970 to 2069."""
    if not written:
        return None
    value = small_number(written.strip("'"))
    if value is None:
        return None
    if value < 100:
        value += 2000 if value < 70 else 1900
    return exactly(value) if 1000 <= value <= 2999 else None


def _valid(month: int | None, day: int | None) -> bool:
    return (month is None or 1 <= month <= 12) and (day is None or 1 <= day <= 31)


def _span(match: re.Match[str], name: str) -> int:
    """Return where a match starts that may be led in by a word which is not part of the time."""
    return match.start(name)


def _iso(match: re.Match[str]) -> FoundTime | None:
    year, month, day = _year(match["year"]), int(match["month"]), int(match["day"])
    return FoundTime(*match.span(), "day", _date(year, exactly(month), exactly(day)))


def _year_month(match: re.Match[str]) -> FoundTime | None:
    return FoundTime(*match.span(), "month", _date(_year(match["year"]), exactly(int(match["month"]))))


def _day_last(match: re.Match[str]) -> FoundTime | None:
    return _either_order(match, _year(match["year"]), match["sep"] == ".")


def _slash(match: re.Match[str]) -> FoundTime | None:
    one, two = int(match["one"]), int(match["two"])
    if one < two <= 10 and not _dated(match):
        return None
    return _either_order(match, None, False)


def _dated(match: re.Match[str]) -> bool:
    """Whether what stands around 3/5 says that it is a date and not a share."""
    before, behind = (
        match.string[max(0, match.start() - 10) : match.start()],
        match.string[match.end() : match.end() + 8],
    )
    return bool(_DATED_BEFORE.search(before) or _DATED_BEHIND.match(behind))


_DATED_BEFORE = re.compile(
    r"(?:\b(?:on|by|until|from|to|since|before|after|due|through|date|deadline)\s"
    r"|[在于到至从定改是为日期止约:]\s?|^)$",
    re.I,
)
_DATED_BEHIND = re.compile(
    r"\s?(?:[上下中]午|早|晚|凌晨|周|星期|\(|（|起|前|后|之|以|\d{1,2}[:点]|at\b|from\b|-\s?\d{1,2}/)", re.I
)


def _either_order(match: re.Match[str], year: Field, day_first: bool) -> FoundTime | None:
    one, two = int(match["one"]), int(match["two"])
    readings = [
        (year, exactly(month), exactly(day))
        for month, day in (((two, one), (one, two)) if day_first else ((one, two), (two, one)))
        if 1 <= month <= 12 and 1 <= day <= 31
    ]
    if not readings:
        return None
    return FoundTime(*match.span(), "day", tuple(dict.fromkeys(readings[: 1 if day_first else 2])))


def _han_date(match: re.Match[str]) -> FoundTime | None:
    written = match["month"]
    month = LUNAR_MONTHS.get(written + "月") or small_number(written)
    day_word, part, end = match["day"], match["part"], match.end()
    lunar = written in {"正", "腊", "冬"} or bool(day_word and day_word.startswith(("初", "廿")))
    day: Field = None
    if day_word:
        value = small_number(day_word.removeprefix("初"))
        glued = match["sign"] or lunar or _CALENDARS.get(match["calendar"] or "")
        if value and 1 <= value <= 31 and (glued or _closes(match.string, match.end("day"))):
            day = exactly(value)
        else:
            end = match.start("day")
    if part and day is None:
        day = _PARTS_OF_MONTH[part]
    if month is None or not 1 <= month <= 12 or _is_span_of_months(match):
        return None
    calendar = (
        "lunar" if lunar else _CALENDARS.get(match["calendar"] or "", "solar" if match["calendar"] else "")
    )
    grain = "day" if day and day[0] == day[1] else "month"
    return FoundTime(
        match.start(), end, grain, _date(_year(match["year"]), exactly(month), day), calendar=calendar
    )


def _closes(text: str, place: int) -> bool:
    return re.compile(r"\s*(?:$|[^\d.:：点个年%A-Za-z一-鿿\s])").match(text, place) is not None


def _is_span_of_months(match: re.Match[str]) -> bool:
    """Whether what looks like a month is a number of months (三月有余) or follows a measure."""
    return match.string[max(0, match.start("month") - 1) : match.start("month")] in {"个", "."}


def _han_year(match: re.Match[str]) -> FoundTime | None:
    part = match["part"] or ""
    months: Field = {"上半年": (1, 6), "下半年": (7, 12)}.get(part) or _PARTS_OF_YEAR.get(
        part.removeprefix("年")
    )
    return FoundTime(*match.span(), "month" if months else "year", _date(_year(match["year"]), months))


def _year_range(match: re.Match[str]) -> FoundTime | None:
    first, last = _year(match["year"]), _year(match["to"])
    if not first or not last or last[0] < first[0]:
        return None
    return FoundTime(*match.span(), "year", _date((first[0], last[0])))


def _han_day(match: re.Match[str]) -> FoundTime | None:
    day = small_number(match["day"])
    if day is None or not 1 <= day <= 31:
        return None
    relation = (
        "every"
        if match.string[max(0, match.start() - 4) : match.start()].rstrip().endswith(("每月", "每个月"))
        else ""
    )
    return FoundTime(*match.span(), "day", _date(None, None, exactly(day)), relation)


def _month_part(match: re.Match[str]) -> FoundTime | None:
    return FoundTime(*match.span(), "month", _date(None, None, _PARTS_OF_MONTH[match[0].removeprefix("月")]))


def _year_part(match: re.Match[str]) -> FoundTime | None:
    return FoundTime(*match.span(), "month", _date(None, _PARTS_OF_YEAR[match[1]]))


def _lunar_only(match: re.Match[str]) -> FoundTime | None:
    if match[1]:
        return FoundTime(
            *match.span(),
            "day",
            _date(None, None, exactly(small_number(match[1][1:]) or 1)),
            calendar="lunar",
        )
    return FoundTime(*match.span(), "year", _date(), calendar="lunar")


def _english_date(match: re.Match[str]) -> FoundTime | None:
    groups = match.groupdict()
    month, day = MONTHS[groups["name"].lower()], small_number(groups["day"])
    if not _valid(month, day) or day is None or _is_verb(match, day_follows=True):
        return None
    first = small_number(groups.get("from")) or day
    last = small_number(groups.get("to")) or day
    if first > last:
        return None
    year = _year(groups["year"] or groups.get("year2"))
    if first < last:
        return None
    return FoundTime(*match.span(), "day", _date(year, exactly(month), exactly(day)))


def _english_stretch(match: re.Match[str]) -> Iterator[FoundTime]:
    """Yield the two ends of `March 5 to 8` or `5-8 March`, a day each."""
    groups = match.groupdict()
    month = MONTHS[groups["name"].lower()]
    first = small_number(groups.get("from") or groups["day"])
    last = small_number(groups.get("to") or groups["day"])
    if first is None or last is None or not 1 <= first < last <= 31:
        return
    year = _year(groups["year"] or groups.get("year2"))
    middle = match.start("day") if groups.get("from") else match.start("to")
    yield FoundTime(match.start(), middle, "day", _date(year, exactly(month), exactly(first)), "from")
    yield FoundTime(middle, match.end(), "day", _date(year, exactly(month), exactly(last)), "until")


def _part_month(match: re.Match[str]) -> FoundTime | None:
    part = match["part"].lower().removeprefix("the ")
    return FoundTime(
        *match.span(),
        "month",
        _date(_year(match["year"]), exactly(MONTHS[match["name"].lower()]), _PARTS_OF_MONTH[part]),
    )


def _english_month(match: re.Match[str]) -> FoundTime | None:
    if _is_verb(match, day_follows=False):
        return None
    year = _year(match.groupdict().get("year"))
    return FoundTime(
        _span(match, "name"), match.end(), "month", _date(year, exactly(MONTHS[match["name"].lower()]))
    )


def _is_verb(match: re.Match[str], day_follows: bool) -> bool:
    """Whether `may`, `march` and short names are words: names of months have a capital, and no pronoun follows."""
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
    return FoundTime(_span(match, "day"), match.end(), "day", _date(None, None, exactly(day)), every)


def _english_end(match: re.Match[str]) -> FoundTime | None:
    unit = (match["unit"] or match["unit2"] or match["unit3"]).lower()
    part = "mid" if match["unit3"] else "end" if match["unit2"] else match["part"].lower()
    if unit == "year":
        months = {"end": (12, 12), "beginning": (1, 2), "start": (1, 2), "middle": (6, 7), "mid": (6, 7)}[
            part
        ]
        return FoundTime(*match.span(), "month", _date(None, months))
    days = {"end": LATE, "beginning": EARLY, "start": EARLY, "middle": MIDDLE, "mid": MIDDLE}[part]
    return FoundTime(*match.span(), "month", _date(None, None, days))


def _quarter(match: re.Match[str]) -> FoundTime | None:
    word = match["word"]
    number = _QUARTER_WORDS[word.lower()] if word else small_number(match["q"] or match["han"])
    if not number or not 1 <= number <= 4:
        return None
    year = _year(match["year"] or match["year2"] or match["year3"])
    return FoundTime(*match.span(), "quarter", _date(year, (3 * number - 2, 3 * number)))


def _half_year(match: re.Match[str]) -> FoundTime | None:
    months = (1, 6) if match["first"] else (7, 12)
    return FoundTime(*match.span(), "quarter", _date(_year(match["year"] or match["year2"]), months))


def _fiscal(match: re.Match[str]) -> FoundTime | None:
    return FoundTime(*match.span(), "year", _date(_year(match["year"] or match["year2"])), calendar="fiscal")


def _decade(match: re.Match[str]) -> FoundTime | None:
    if match["year"]:
        first = int(match["year"])
    else:
        tens = _TENS.get((match["words"] or "").lower()) or small_number(match["tens"] or match["short"]) or 0
        this_century = (match["century"] or "").startswith(("本", "21")) or (
            not match["century"] and tens < 30
        )
        first = (2000 if this_century else 1900) + tens
    return FoundTime(*match.span(), "year", _date((first, first + 9)))


def _century(match: re.Match[str]) -> FoundTime | None:
    number = small_number(match["number"] or match["word"])
    if not number or not 10 <= number <= 30:
        return None
    return FoundTime(*match.span(), "year", _date((100 * number - 99, 100 * number)))


def _plain_year(match: re.Match[str]) -> FoundTime | None:
    return FoundTime(*match.span("year"), "year", _date(_year(match["year"])))


def _week(match: re.Match[str]) -> FoundTime | None:
    number = small_number(match["week"] or match["han"] or match["word"])
    if not number or number > 53:
        return None
    return FoundTime(*match.span(), "week", ((_year(match["year"]), exactly(number)),))


def _season(match: re.Match[str]) -> FoundTime | None:
    word = (match["han"] or match["han2"] or match["english"] or match["fall"]).lower()
    start = match.start("fall") if match["fall"] else match.start()
    return FoundTime(start, match.end(), "season", ((exactly(SEASONS[word]),),))


def _holiday(match: re.Match[str]) -> FoundTime | None:
    name, date = HOLIDAYS[match[0].lower()]
    if _HOLIDAY_TRAPS.match(match.string, match.end()):
        return None
    readings = _date(None, exactly(date[0]), exactly(date[1])) if date else _date()
    return FoundTime(*match.span(), "holiday", readings, name=name)


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], FoundTime | None]], ...] = (
    (_ISO, _iso),
    (_PACKED, _iso),
    (_DAY_LAST, _day_last),
    (_ISO_WEEK, _week),
    (_MONTH_DAY, _english_date),
    (_DAY_MONTH, _english_date),
    (_PART_MONTH, _part_month),
    (_MONTH_YEAR, _english_month),
    (_YEAR_MONTH, _year_month),
    (_FISCAL, _fiscal),
    (_QUARTER, _quarter),
    (_HALF_YEAR, _half_year),
    (_DECADE, _decade),
    (_CENTURY, _century),
    (_YEAR_RANGE, _year_range),
    (_HAN_DATE, _han_date),
    (_HOLIDAY, _holiday),
    (_HAN_YEAR, _han_year),
    (_SHORT_YEAR, _plain_year),
    (_HAN_DAY, _han_day),
    (_SLASH, _slash),
    (_ALONE[0][0], _month_part),
    (_ALONE[1][0], _year_part),
    (_LUNAR_ONLY, _lunar_only),
    (_ENGLISH_END, _english_end),
    (_THE_DAY, _the_day),
    (_MONTH_ALONE, _english_month),
    (_PLAIN_YEAR, _plain_year),
    (_SEASON, _season),
)


def calendar_dates(text: str) -> Iterator[FoundTime]:
    """Yield the dates of a folded text, surer forms first; they may overlap."""
    for pattern, reader in _READERS:
        for match in pattern.finditer(text):
            if reader is _english_date:
                yield from _english_stretch(match)
            found = reader(match)
            if found:
                yield found
            if found and found.grain == "day" and pattern is _HAN_DATE:
                yield from _until_day(match, found)


def _until_day(match: re.Match[str], found: FoundTime) -> Iterator[FoundTime]:
    """Yield the second day of 3月5日到8日, which lies in the same month."""
    following = _HAN_DAY_TO.match(match.string, found.end)
    day = small_number(following["day"]) if following else None
    if following and day and 1 <= day <= 31:
        year, month, _ = found.readings[0]
        yield FoundTime(
            following.start("day"),
            following.end(),
            "day",
            _date(year, month, exactly(day)),
            "until",
            found.calendar,
        )
