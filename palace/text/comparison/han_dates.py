"""Dates in Chinese: 2026 年 3 月 5 日, 三月初, 农历八月初二, 15 号, 月底."""

import re
from collections.abc import Iterator

from palace.text.comparison.calendar_time import Field, FoundTime, exactly
from palace.text.comparison.calendar_words import LUNAR_MONTHS
from palace.text.comparison.date_parts import (
    PARTS_OF_MONTH,
    PARTS_OF_YEAR,
    Reader,
    date_reading,
    times_read,
    year_field,
)
from palace.text.comparison.small_numbers import NUMBER, small_number

_YEAR = r"(?:(?P<year>(?:19|20)\d{2}|[一二]?[零一二三四五六七八九]{3,4}|\d{2})\s?年\s?)"
_CALENDAR = r"(?P<calendar>农历|阴历|旧历|夏历|公历|阳历|新历|西历)?\s?"
_HAN_DATE = re.compile(
    rf"{_CALENDAR}(?:{_YEAR})?(?:的)?(?P<month>{NUMBER}|正|腊|冬)\s?(?:月份?)(?!薪)\s?(?:"
    r"(?P<part>中下旬|上中旬|[上中下]旬|初(?![一二三四五六七八九十])|[底末]|中(?![国心午学文小])))?"
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
_MONTH_PART = re.compile(
    r"(?<![一二三四五六七八九十\d])月(底|初|中旬|上旬|下旬|末)|月中(?!旬)|(?<![月中上])[上中下]旬"
)
_YEAR_PART = re.compile(r"(?<![今明去前后\d])年(底|初|中|末)(?!奖|纪|间)")
_LUNAR_ONLY = re.compile(
    r"(?:农历|阴历|旧历)?(?:每月)?(?<![一-鿿])(初[一二三四五六七八九十])(?!中|级|步)|(?:农历|阴历|旧历)(?!年)"
)
_SHORT_YEAR = re.compile(
    r"(?<![\d.])(?P<year>\d{2})\s?年(?=\s?(?:[1-9]|1[0-2])\s?月|[初底末]|毕业|出生|春|夏"
    r"|秋|冬|入职|买的|开始)"
)
_STREET_BEFORE = re.compile(r"(?:路|街|大道|道|巷|弄|村|区|园|胡同)\s?$")
_CALENDARS = {"农历": "lunar", "阴历": "lunar", "旧历": "lunar", "夏历": "lunar"}


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
        day = PARTS_OF_MONTH[part]
    if month is None or not 1 <= month <= 12 or _is_span_of_months(match):
        return None
    calendar = (
        "lunar" if lunar else _CALENDARS.get(match["calendar"] or "", "solar" if match["calendar"] else "")
    )
    grain = "day" if day and day[0] == day[1] else "month"
    return FoundTime(
        match.start(),
        end,
        grain,
        date_reading(year_field(match["year"]), exactly(month), day),
        calendar=calendar,
    )


def _closes(text: str, place: int) -> bool:
    return re.compile(r"\s*(?:$|[^\d.:：点个年%A-Za-z一-鿿\s])").match(text, place) is not None


def _is_span_of_months(match: re.Match[str]) -> bool:
    """Whether what looks like a month is a number of months (三月有余) or follows a measure."""
    return match.string[max(0, match.start("month") - 1) : match.start("month")] in {"个", "."}


def _han_year(match: re.Match[str]) -> FoundTime | None:
    part = match["part"] or ""
    months: Field = {"上半年": (1, 6), "下半年": (7, 12)}.get(part) or PARTS_OF_YEAR.get(
        part.removeprefix("年")
    )
    return FoundTime(
        *match.span(), "month" if months else "year", date_reading(year_field(match["year"]), months)
    )


def _year_range(match: re.Match[str]) -> FoundTime | None:
    first, last = year_field(match["year"]), year_field(match["to"])
    if not first or not last or last[0] < first[0]:
        return None
    return FoundTime(*match.span(), "year", date_reading((first[0], last[0])))


def _han_day(match: re.Match[str]) -> FoundTime | None:
    day = small_number(match["day"])
    if day is None or not 1 <= day <= 31:
        return None
    if _STREET_BEFORE.search(match.string[max(0, match.start() - 3) : match.start()]):
        return None
    relation = (
        "every"
        if match.string[max(0, match.start() - 4) : match.start()].rstrip().endswith(("每月", "每个月"))
        else ""
    )
    return FoundTime(*match.span(), "day", date_reading(None, None, exactly(day)), relation)


def _month_part(match: re.Match[str]) -> FoundTime | None:
    return FoundTime(
        *match.span(), "month", date_reading(None, None, PARTS_OF_MONTH[match[0].removeprefix("月")])
    )


def _year_part(match: re.Match[str]) -> FoundTime | None:
    return FoundTime(*match.span(), "month", date_reading(None, PARTS_OF_YEAR[match[1]]))


def _lunar_only(match: re.Match[str]) -> FoundTime | None:
    if match[1]:
        return FoundTime(
            *match.span(),
            "day",
            date_reading(None, None, exactly(small_number(match[1][1:]) or 1)),
            calendar="lunar",
        )
    return FoundTime(*match.span(), "year", date_reading(), calendar="lunar")


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
            date_reading(year, month, exactly(day)),
            "until",
            found.calendar,
        )


def _short_year(match: re.Match[str]) -> FoundTime | None:
    return FoundTime(*match.span("year"), "year", date_reading(year_field(match["year"])))


_AFTER_HOLIDAYS: tuple[Reader, ...] = (
    (_HAN_YEAR, _han_year),
    (_SHORT_YEAR, _short_year),
    (_HAN_DAY, _han_day),
    (_MONTH_PART, _month_part),
    (_YEAR_PART, _year_part),
    (_LUNAR_ONLY, _lunar_only),
)


def han_dates(text: str) -> Iterator[FoundTime]:
    """Yield the dates with a month in Chinese, and the second day of a stretch within the month."""
    yield from times_read(text, ((_YEAR_RANGE, _year_range),))
    for match in _HAN_DATE.finditer(text):
        found = _han_date(match)
        if found:
            yield found
            if found.grain == "day":
                yield from _until_day(match, found)


def loose_han_dates(text: str) -> Iterator[FoundTime]:
    """Yield the years, days of a month and ends of months that a Chinese text names by themselves."""
    return times_read(text, _AFTER_HOLIDAYS)
