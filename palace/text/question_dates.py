"""When a question asks about: the days that its words name, and whether a memory is of them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from palace.text.comparison.calendar_time import DATE_GRAINS, Reading
from palace.text.comparison.calendar_times import calendar_times

LONGEST_READ = 4000
"""Characters of a memory that are read for dates."""

MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)


@dataclass(frozen=True, slots=True)
class AskedTime:
    """The times that a question names: dates as (year, month, day) ranges, and one stretch of days."""

    readings: tuple[Reading, ...]
    days: tuple[date, date] | None

    def __bool__(self) -> bool:
        """Whether it names any."""
        return bool(self.readings) or self.days is not None


def asked_time(question: str, today: date) -> AskedTime:
    """Return the times that a question names, told from `today` where it says 去年 or last March."""
    text, days = question, None
    for pattern, told in _RELATIVE:
        if match := pattern.search(text):
            start, end, words = told(match, today)
            text = f"{text[: match.start()]} {words} {text[match.end() :]}"
            days = (start, end) if days is None else days
    return AskedTime(_readings(text), days)


def is_of(asked: AskedTime, text: str) -> bool:
    """Whether a text names a date that a question asks about."""
    readings = _readings(text[:LONGEST_READ])
    if any(_meet(wanted, found) for wanted in asked.readings for found in readings):
        return True
    return asked.days is not None and any(_within(found, *asked.days) for found in readings)


def is_in(asked: AskedTime, day: date) -> bool:
    """Whether a day is one that a question asks about."""
    if asked.days is not None and asked.days[0] <= day <= asked.days[1]:
        return True
    return any(_meet(wanted, _reading_of(day)) for wanted in asked.readings)


def _readings(text: str) -> tuple[Reading, ...]:
    return tuple(
        reading for time in calendar_times(text) if time.grain in DATE_GRAINS for reading in time.readings
    )


def _reading_of(day: date) -> Reading:
    return (day.year, day.year), (day.month, day.month), (day.day, day.day)


def _meet(wanted: Reading, found: Reading) -> bool:
    """Whether all that a question says of a date is said of another, and nothing else of it."""
    if len(wanted) != 3 or len(found) != 3:
        return False
    for asked, there in zip(wanted, found, strict=True):
        if asked is not None and (there is None or there[1] < asked[0] or asked[1] < there[0]):
            return False
    return True


def _within(found: Reading, start: date, end: date) -> bool:
    """Whether a whole date lies in a stretch of days."""
    if len(found) != 3 or any(field is None or field[0] != field[1] for field in found):
        return False
    year, month, day = (field[0] for field in found if field is not None)
    try:
        return start <= date(year, month, day) <= end
    except ValueError:
        return False


_Told = tuple[date, date, str]


def _day(offset: int) -> Callable[[re.Match[str], date], _Told]:
    def told(_: re.Match[str], today: date) -> _Told:
        day = today + timedelta(days=offset)
        return day, day, day.isoformat()

    return told


def _week(offset: int) -> Callable[[re.Match[str], date], _Told]:
    def told(_: re.Match[str], today: date) -> _Told:
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=offset)
        return monday, monday + timedelta(days=6), ""

    return told


def _month(offset: int) -> Callable[[re.Match[str], date], _Told]:
    def told(_: re.Match[str], today: date) -> _Told:
        count = today.year * 12 + today.month - 1 + offset
        return _of_month(count // 12, count % 12 + 1)

    return told


def _of_month(year: int, month: int) -> _Told:
    first = date(year, month, 1)
    after = date(year + month // 12, month % 12 + 1, 1)
    return first, after - timedelta(days=1), f"{year}-{month:02}"


def _year(offset: int) -> Callable[[re.Match[str], date], _Told]:
    def told(match: re.Match[str], today: date) -> _Told:
        year = today.year + offset
        month = _CHINESE_MONTHS.get(match["month"] or "", 0)
        if month:
            return _of_month(year, month)
        return date(year, 1, 1), date(year, 12, 31), f"{year}年"

    return told


def _named_month(match: re.Match[str], today: date) -> _Told:
    """Return the last month of a name that has begun, or with `this` and `next` that of the year meant."""
    month = MONTHS.index(match["month"].lower()) + 1
    past = match["which"].lower() == "last"
    year = today.year - (past and month >= today.month)
    if match["which"].lower() == "next" and month <= today.month:
        year += 1
    return _of_month(year, month)


_CHINESE_MONTHS = {name: number for number, name in enumerate("一二三四五六七八九十", 1)}
_CHINESE_MONTHS |= {"十一": 11, "十二": 12} | {str(number): number for number in range(1, 13)}
_OF_YEAR = r"(?:\s?(?P<month>十[一二]?|[一二三四五六七八九]|1[0-2]|[1-9])\s?月(?!前|后|内))?"

_RELATIVE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], _Told]], ...] = (
    (re.compile(rf"(?<!\w)(?P<which>last|this|next) (?P<month>{'|'.join(MONTHS)})\b", re.I), _named_month),
    (re.compile(rf"去年{_OF_YEAR}"), _year(-1)),
    (re.compile(rf"今年{_OF_YEAR}"), _year(0)),
    (re.compile(rf"前年{_OF_YEAR}"), _year(-2)),
    (re.compile(rf"明年{_OF_YEAR}"), _year(1)),
    (re.compile(r"\blast year\b(?P<month>)", re.I), _year(-1)),
    (re.compile(r"\bthis year\b(?P<month>)", re.I), _year(0)),
    (re.compile(r"\bnext year\b(?P<month>)", re.I), _year(1)),
    (re.compile(r"上个?月|\blast month\b", re.I), _month(-1)),
    (re.compile(r"这个月|本月|\bthis month\b", re.I), _month(0)),
    (re.compile(r"下个?月|\bnext month\b", re.I), _month(1)),
    (re.compile(r"上个?(?:周|星期|礼拜)(?![一二三四五六日天末])|\blast week\b", re.I), _week(-1)),
    (re.compile(r"(?:这个?|本)(?:周|星期|礼拜)(?![一二三四五六日天末])|\bthis week\b", re.I), _week(0)),
    (re.compile(r"下个?(?:周|星期|礼拜)(?![一二三四五六日天末])|\bnext week\b", re.I), _week(1)),
    (re.compile(r"前天|\bthe day before yesterday\b", re.I), _day(-2)),
    (re.compile(r"昨[天晚]|\byesterday\b", re.I), _day(-1)),
    (re.compile(r"今[天晚]|\btoday\b", re.I), _day(0)),
    (re.compile(r"明[天晚]|\btomorrow\b", re.I), _day(1)),
)
