"""What happened day by day, by either clock, and the days that people name: last week, 下周, 2026-03."""

import calendar
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta

from palace.domain.clock import local_day
from palace.domain.errors import InvalidInput
from palace.domain.filters import LONGEST_NAMED, day_of
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.services.timeline_ports import By, Entry, Happening
from palace.text.masking import summary_of
from palace.text.question_dates import asked_time, is_in

AROUND_TODAY = timedelta(days=7)
"""So many days back, and by the clock of the world as many ahead, are told when nobody names any."""


@dataclass(frozen=True, slots=True)
class Days:
    """Which days are asked for: from one to another, both included, of those that `fits` lets pass."""

    first: date
    last: date
    fits: Callable[[date], bool] = lambda day: True

    @property
    def endless(self) -> bool:
        """Whether they have neither beginning nor end, such as every May."""
        return self.first == date.min and self.last == date.max

    def hold(self, day: date) -> bool:
        """Return whether a day is one of them."""
        return self.first <= day <= self.last and self.fits(day)


@dataclass(frozen=True, slots=True)
class Day:
    """One day: how often what happened, and the entries that were asked for."""

    day: date
    counts: Mapping[Happening, int]
    entries: tuple[Entry, ...] = ()

    @property
    def count(self) -> int:
        """How much happened in all."""
        return sum(self.counts.values())


def today_of(surroundings: Surroundings) -> date:
    """Return the local day of now."""
    return local_day(surroundings.now, surroundings.zone)


def named_days(words: str, today: date) -> Days:
    """Return the days that words name, such as `last week`, `下周`, `2026-03` or `May 2026`.

    Raises InvalidInput when they name none.
    """
    try:
        asked = asked_time(words, today)
    except (ValueError, OverflowError):
        asked = None
    if asked:
        if asked.days is not None:
            return Days(*asked.days)
        return Days(date.min, date.max, lambda day: is_in(asked, day))
    day = _day_of(words, today)
    return Days(day, day)


def named_span(words: str, today: date) -> Days:
    """Return the days that words name where a date such as `2026-03` is a whole month, `2026` a whole year.

    Raises InvalidInput when they name none.
    """
    try:
        day = _day_of(words, today)
    except InvalidInput:
        return named_days(words, today)
    return Days(day, _end_of(words, day))


def named_day(words: str, today: date, *, last: bool = False) -> date:
    """Return the first, or the last, day that words name; raises InvalidInput when they name none."""
    try:
        day = _day_of(words, today)
        return _end_of(words, day) if last else day
    except InvalidInput:
        found = named_days(words, today)
        if found.first == date.min:
            year = [day for day in _around(today) if found.fits(day)]
            if not year:
                raise
            return year[-1] if last else year[0]
        return found.last if last else found.first


def _day_of(words: str, today: date) -> date:
    with suppress(InvalidInput):
        return day_of(words, key="timeline", today=today)
    raise InvalidInput(
        "“{words}” names no day",
        next_step="write it like 2026-01-15, 2026-01, today, 7d, last week or 下周",
        words=words[:LONGEST_NAMED],
    )


_WHOLE_YEAR = re.compile(r"\s*[0-9]{4}年?\s*")
_WHOLE_MONTH = re.compile(r"\s*[0-9]{4}[-/.年][0-9]{1,2}月?\s*")


def _end_of(words: str, first: date) -> date:
    """Return the last day of the year or month that words name, else the day itself."""
    plain = unicodedata.normalize("NFKC", words)
    if _WHOLE_YEAR.fullmatch(plain):
        return first.replace(month=12, day=31)
    if _WHOLE_MONTH.fullmatch(plain):
        return first.replace(day=calendar.monthrange(first.year, first.month)[1])
    return first


def _around(today: date) -> Iterable[date]:
    """Yield the days of the years around today, in order."""
    first = date(max(1, today.year - 30), 1, 1)
    for place in range((date(min(9999, today.year + 5), 12, 31) - first).days + 1):
        yield first + timedelta(days=place)


def asked_days(words: str, first: str | None, last: str | None, by: By, surroundings: Surroundings) -> Days:
    """Return the days that a call asks for.

    Raises InvalidInput for what is no date, and for an end before the beginning.
    """
    today = today_of(surroundings)
    if words and (first or last):
        raise InvalidInput(
            "“{words}” and --from or --to exclude each other",
            next_step="leave out one of them",
            words=words[:LONGEST_NAMED],
        )
    if words:
        return named_days(words, today)
    begins = None if first is None else named_day(first, today)
    ends = None if last is None else named_day(last, today, last=True)
    if begins is None:
        begins = date.min if ends is not None else today - AROUND_TODAY
    if ends is None:
        ahead = by is By.VALID or begins > today
        ends = (today + AROUND_TODAY if ahead else today) if first is None else date.max
    if begins > ends:
        raise InvalidInput(
            "{first} is after {last}: there is no day between them",
            next_step="exchange the two days",
            first=begins.isoformat(),
            last=ends.isoformat(),
        )
    return Days(begins, ends)


def timeline(palace: Palace, by: By, days: Days, most_a_day: int | None) -> list[Day]:
    """Return the days on which something happened, oldest first, each with at most so many entries."""
    counts = palace.timeline.counts(by)
    return [
        Day(day, counts[day], tuple(entries_of(palace, by, day, 0, most_a_day)))
        for day in sorted(counts)
        if days.hold(day)
    ]


def entries_of(palace: Palace, by: By, day: date, offset: int, limit: int | None) -> list[Entry]:
    """Return entries of a day with their texts cut to what a list shows, what is secret in them masked."""
    return [
        Entry(entry.happening, entry.at, entry.subject_id, summary_of(entry.text), entry.verb)
        for entry in palace.timeline.entries(by, day, offset, limit)
    ]


def memories_of(palace: Palace, by: By, day: date) -> list[int]:
    """Return the memories of which something happened on a day by one of the clocks, in its order."""
    told = {Happening.LOG, Happening.DECIDED}
    entries = palace.timeline.entries(by, day)
    return list(dict.fromkeys(entry.subject_id for entry in entries if entry.happening not in told))
