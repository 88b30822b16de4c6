"""The timeline as rows: a heading for each day with its counts, under it what happened."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo
from itertools import accumulate

from palace.services.timeline import Days
from palace.services.timeline_ports import Entry, Happening
from palace.text.display import one_line
from palace.text.width import pad
from palace.tui.presenters.lines import Line, Piece, Say, Tone, cut_line

TONES: Mapping[Happening, Tone] = {
    Happening.LOG: Tone.DIM,
    Happening.BORN: Tone.GOOD,
    Happening.BEGINS: Tone.GOOD,
    Happening.DECIDED: Tone.ACCENT,
    Happening.RETIRED: Tone.WARNING,
    Happening.ENDS: Tone.WARNING,
}
_WIDE = 60


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """A row: the heading of a day, or one thing that happened on it."""

    day: date
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """Rows of one day that stand one behind the other: from the `first` row on, entries from `offset` on.

    `offset` is -1 where the heading is among them.
    """

    day: date
    first: int
    offset: int
    count: int


class DayRows:
    """Where the days lie among the rows; every day has a heading, then its entries."""

    def __init__(self, counts: Mapping[date, Mapping[Happening, int]]) -> None:
        self.counts = counts
        self.days = sorted(counts)
        lengths = [1 + sum(counts[day].values()) for day in self.days]
        self._starts = [0, *accumulate(lengths)]

    @property
    def total(self) -> int:
        """How many rows there are."""
        return self._starts[-1]

    def row_of(self, day: date) -> int | None:
        """Return the heading of a day, or of the nearest day there is; None where there is no day."""
        if not self.days:
            return None
        place = bisect_right(self.days, day) - 1
        around = [self.days[at] for at in (place, place + 1) if 0 <= at < len(self.days)]
        nearest = min(around, key=lambda each: abs(each - day))
        return self._starts[self.days.index(nearest)]

    def day_among(self, days: Days, today: date) -> date | None:
        """Return the first of some days that has rows; of those without an end, the nearest to today.

        Where none of them has any, the day nearest to them; None where there is no day at all.
        """
        among = [day for day in self.days if days.hold(day)]
        if among:
            return min(among, key=lambda each: abs(each - today)) if days.endless else among[0]
        if days.endless:
            return min(self.days, key=lambda each: abs(each - today), default=None)
        return min(
            self.days, key=lambda each: max(days.first - each, each - days.last, timedelta()), default=None
        )

    def day_at(self, row: int) -> date:
        """Return the day to which a row belongs."""
        return self.days[self._place(row)]

    def offset_at(self, row: int) -> int:
        """Return the place of a row within its day: -1 for the heading, then 0, 1, …"""
        return row - self._starts[self._place(row)] - 1

    def row_at(self, day: date, offset: int) -> int | None:
        """Return the row at a place within a day, or the heading of the nearest day."""
        if day not in self.counts:
            return self.row_of(day)
        place = self.days.index(day)
        return min(self._starts[place] + 1 + offset, self._starts[place + 1] - 1)

    def spans(self, rows: Iterable[int]) -> Iterator[Span]:
        """Yield the rows of each day as one span; the rows are taken from the first to the last of them."""
        wanted = sorted(rows)
        if not wanted:
            return
        row, last = max(0, wanted[0]), min(wanted[-1], self.total - 1)
        while row <= last:
            place = self._place(row)
            end = min(last + 1, self._starts[place + 1])
            yield Span(self.days[place], row, row - self._starts[place] - 1, end - row)
            row = end

    def _place(self, row: int) -> int:
        return bisect_right(self._starts, row) - 1


def rows_of_span(span: Span, entries: Sequence[Entry]) -> dict[int, TimelineRow]:
    """Return the rows of a span by their numbers; `entries` are those that stand in it."""
    rows: dict[int, TimelineRow] = {}
    at = span.first
    if span.offset < 0:
        rows[at] = TimelineRow(span.day)
        at += 1
    for entry in entries:
        rows[at] = TimelineRow(span.day, entry)
        at += 1
    return rows


def day_line(day: date, counts: Mapping[Happening, int], today: date, cells: int, say: Say) -> Line:
    """Return the heading of a day."""
    words = [
        say(f"timeline.count.{happening.value}", count=f"{counts[happening]:,}")
        for happening in Happening
        if counts.get(happening)
    ]
    name = f" {day.isoformat()} {say(f'timeline.weekday.{day.isoweekday()}')}"
    tone = Tone.TITLE if day <= today else Tone.ACCENT
    pieces: list[Piece] = [(name, tone)]
    if day == today:
        pieces.append((f"  {say('timeline.today')}", Tone.GOOD))
    pieces.append(("  " + " · ".join(words), Tone.DIM))
    return cut_line(pieces, cells)


def entry_line(entry: Entry, cells: int, zone: tzinfo, say: Say) -> Line:
    """Return one thing that happened."""
    time = "     " if entry.at is None else f"{entry.at.astimezone(zone):%H:%M}"
    key = f"vocabulary.done.{entry.verb}" if entry.verb else f"timeline.happened.{entry.happening.value}"
    number = ""
    if entry.happening not in {Happening.LOG, Happening.DECIDED}:
        number = f"#{entry.subject_id} "
    wide = cells >= _WIDE
    done = one_line(say(key), 12)
    pieces: list[Piece] = [
        ("   " if wide else " ", Tone.PLAIN),
        (time + "  ", Tone.DIM),
        (pad(done, 12) + " " if wide else done + " ", TONES[entry.happening]),
        (number, Tone.DIM),
        (one_line(entry.text, max(8, cells)), Tone.PLAIN),
    ]
    return cut_line(pieces, cells)
