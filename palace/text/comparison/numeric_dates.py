"""Dates in digits alone: 2026-03-05, 2026/3/5, 20260305, 05.03.2026, 10/3."""

import re
from collections.abc import Iterator

from palace.text.comparison.calendar_time import Field, FoundTime, exactly
from palace.text.comparison.date_parts import Reader, date_reading, times_read, year_field

ROUND_THE_CLOCK = (24, 7)
"""Not a date: all hours of all days."""

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


def _iso(match: re.Match[str]) -> FoundTime | None:
    year, month, day = year_field(match["year"]), int(match["month"]), int(match["day"])
    return FoundTime(*match.span(), "day", date_reading(year, exactly(month), exactly(day)))


def _year_month(match: re.Match[str]) -> FoundTime | None:
    return FoundTime(
        *match.span(), "month", date_reading(year_field(match["year"]), exactly(int(match["month"])))
    )


def _day_last(match: re.Match[str]) -> FoundTime | None:
    return _either_order(match, year_field(match["year"]), match["sep"] == ".")


def _slash(match: re.Match[str]) -> FoundTime | None:
    one, two = int(match["one"]), int(match["two"])
    if (one, two) == ROUND_THE_CLOCK:
        return None
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


_FULL: tuple[Reader, ...] = (
    (_ISO, _iso),
    (_PACKED, _iso),
    (_DAY_LAST, _day_last),
    (_YEAR_MONTH, _year_month),
)


def full_dates(text: str) -> Iterator[FoundTime]:
    """Yield the dates in digits that name their year."""
    return times_read(text, _FULL)


def short_dates(text: str) -> Iterator[FoundTime]:
    """Yield the dates such as 10/3, which may be read in two ways."""
    return times_read(text, ((_SLASH, _slash),))
