"""When two times are the same, when they cannot both be meant, and when one is only the more exact."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from palace.text.comparison.calendar_time import DATE_GRAINS, CalendarTime, Field, Reading

INTERVAL_TOLERANCE = Fraction(1, 40)
"""How far two rhythms may lie apart and be meant for the same one: every four weeks, every month do not."""

DAY_MINUTES = 1440

SAME_PART_OF_DAY = Fraction(1, 2)
"""The share of the time that two parts of the day cover between them which both must cover to be one."""

_EARLY, _LATE = frozenset({"before", "until"}), frozenset({"after", "from"})


@dataclass(frozen=True, slots=True)
class TimeClash:
    """Two times that cannot both be meant. `sure` tells that both are of one kind and plainly apart."""

    first: CalendarTime
    second: CalendarTime
    sure: bool


def same_time(first: CalendarTime, second: CalendarTime) -> bool:
    """Whether two times name the same point, stretch or rhythm as far as both say."""
    if not _same_kind(first, second) or _opposite(first, second) or not _same_frame(first, second):
        return False
    if first.grain == "holiday":
        return first.name == second.name
    if first.grain == "daypart":
        return _overlap_share(first.readings[0][0], second.readings[0][0]) >= SAME_PART_OF_DAY
    return any(_equal(one, other) for one, other in _pairs(first, second))


def narrower_time(first: CalendarTime, second: CalendarTime) -> bool:
    """Whether `first` only says more exactly what `second` says: 3月31日 within 3月底, 9:00 in the
    morning.
    """
    if {first.grain, second.grain} == {"clock", "daypart"}:
        return first.grain == "clock" and _agree(first, second)
    if not _same_kind(first, second):
        return False
    return any(_within(one, other) and one != other for one, other in _pairs(first, second))


def clashing_times(first: Sequence[CalendarTime], second: Sequence[CalendarTime]) -> tuple[TimeClash, ...]:
    """Return the pairs of times of two texts that cannot both be meant, the surer ones first.

    Times that both texts name are put aside first, each once; past values never clash. Whether two times
    belong to the same matter is for the caller to see from what stands around them.
    """
    left, right = _current(first), _current(second)
    for agreement in (same_time, _agree):
        for time in tuple(left):
            twin = next(
                (other for other in right if _same_kind(time, other) and agreement(time, other)), None
            )
            if twin is not None:
                left.remove(time)
                right.remove(twin)
    clashes = [clash for time in left for clash in _clashes_of(time, right)]
    return tuple(sorted(clashes, key=lambda clash: not clash.sure))


def _current(times: Sequence[CalendarTime]) -> list[CalendarTime]:
    """Return the times that are not past ones; those, too, of a kind for which the text gives no other."""
    kinds = {_kind(time) for time in times if not time.former}
    return [time for time in times if not time.former or _kind(time) not in kinds]


def _kind(time: CalendarTime) -> str:
    return "date" if time.grain in DATE_GRAINS or time.grain == "relative_day" else time.grain


def _clashes_of(time: CalendarTime, others: Sequence[CalendarTime]) -> Iterator[TimeClash]:
    for other in others:
        if _comparable(time, other) and not _two_ends(time, other) and not _agree(time, other):
            yield TimeClash(time, other, _is_sure(time, other))


def _two_ends(first: CalendarTime, second: CalendarTime) -> bool:
    """Whether one is where a stretch begins and the other where one ends, which says nothing of each
    other.
    """
    return {first.relation, second.relation} == {"from", "until"}


def _is_sure(first: CalendarTime, second: CalendarTime) -> bool:
    if first.grain == "recurrence" or not _same_kind(first, second):
        return False
    ends = (
        {first.relation in _EARLY, second.relation in _EARLY},
        {first.relation in _LATE, second.relation in _LATE},
    )
    return not all(len(side) == 2 for side in ends)


def _same_kind(first: CalendarTime, second: CalendarTime) -> bool:
    if first.grain in DATE_GRAINS and second.grain in DATE_GRAINS:
        return True
    if first.grain != second.grain:
        return False
    return first.grain != "relative_day" or first.name == second.name


def _comparable(first: CalendarTime, second: CalendarTime) -> bool:
    if _same_kind(first, second):
        return True
    grains = {first.grain, second.grain}
    if grains == {"clock", "daypart"}:
        return True
    return "holiday" in grains and len(grains) == 2 and grains - {"holiday"} <= {"day", "month"}


def _pairs(first: CalendarTime, second: CalendarTime) -> Iterator[tuple[Reading, Reading]]:
    for one in first.readings:
        for other in second.readings:
            yield one, other


def _opposite(first: CalendarTime, second: CalendarTime) -> bool:
    relations = {first.relation, second.relation}
    return bool(relations & _EARLY and relations & _LATE and relations & {"before", "after"})


def _agree(first: CalendarTime, second: CalendarTime) -> bool:
    """Whether both times can be meant for one matter."""
    if not _same_frame(first, second):
        return False
    if _opposite(first, second) and any(_equal(one, other) for one, other in _pairs(first, second)):
        return False
    if first.grain == "holiday" and second.grain == "holiday":
        return first.name == second.name
    if first.grain == "recurrence":
        return any(_near(one[0], other[0]) for one, other in _pairs(first, second))
    if first.grain == "weekday":
        return any(set(one) <= set(other) or set(other) <= set(one) for one, other in _pairs(first, second))
    if any(_overlap(one, other) for one, other in _pairs(first, second)):
        return True
    return _limit_holds(first, second) or _limit_holds(second, first)


def _same_frame(first: CalendarTime, second: CalendarTime) -> bool:
    """Whether both count by one calendar and, of weekdays, from one week; what is not said may be either."""
    if first.grain == "weekday" == second.grain:
        return not first.name or not second.name or first.name == second.name
    calendars = {first.calendar, second.calendar}
    return len(calendars) == 1 or "lunar" not in calendars or _is_open(first) or _is_open(second)


def _is_open(time: CalendarTime) -> bool:
    return all(field is None for reading in time.readings for field in reading)


def _limit_holds(limit: CalendarTime, point: CalendarTime) -> bool:
    """Whether `point`, which is exact, keeps to `limit`: nine o'clock to `before ten`."""
    if point.relation not in {"at", "every"} or limit.relation not in {"before", "after", "until", "from"}:
        return False
    one, other = limit.readings[0], point.readings[0]
    if len(one) != len(other):
        return False
    known = [(a, b) for a, b in zip(one, other, strict=True) if a and b]
    return bool(known) and ([b[0] for _, b in known] < [a[0] for a, _ in known]) == (limit.relation in _EARLY)


def _equal(one: Reading, other: Reading) -> bool:
    """Whether two readings agree in every field that both give; one field at least."""
    if len(one) != len(other):
        return False
    known = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    return (bool(known) or one == other) and all(a == b for a, b in known)


def _overlap(one: Reading, other: Reading) -> bool:
    if len(one) != len(other):
        return False
    return all(_meets(a, b) for a, b in zip(one, other, strict=True))


def _meets(one: Field, other: Field) -> bool:
    if one is None or other is None or (one[0] <= other[1] and other[0] <= one[1]):
        return True
    return any(
        low <= other[1] and other[0] <= high
        for low, high in (
            (one[0] - DAY_MINUTES, one[1] - DAY_MINUTES),
            (one[0] + DAY_MINUTES, one[1] + DAY_MINUTES),
        )
        if max(one[1], other[1]) > DAY_MINUTES and one[1] - one[0] < DAY_MINUTES
    )


def _overlap_share(one: Field, other: Field) -> Fraction:
    """Return the minutes in both stretches as a share of the minutes in either."""
    if one is None or other is None:
        return Fraction(1)
    both = min(one[1], other[1]) - max(one[0], other[0])
    return Fraction(max(both, 0), max(one[1], other[1]) - min(one[0], other[0]) or 1)


def _within(one: Reading, other: Reading) -> bool:
    if len(one) != len(other):
        return False
    return all(
        b is None or (a is not None and b[0] <= a[0] and a[1] <= b[1])
        for a, b in zip(one, other, strict=True)
    )


def _near(one: Field, other: Field) -> bool:
    if one is None or other is None:
        return True
    return abs(one[0] - other[0]) <= INTERVAL_TOLERANCE * max(one[0], other[0])
