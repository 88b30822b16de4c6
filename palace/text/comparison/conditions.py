"""Whether a rule that is bound to times or amounts speaks of what another text tells.

`after 23:00` speaks of 23:30 and not of 22:00; `Friday afternoon` of Friday 16:00; `above 100` of 500.
"""

from collections.abc import Sequence

from palace.text.comparison.calendar_time import CalendarTime
from palace.text.comparison.quantity import AT_LEAST, AT_MOST, Quantity

MINUTES_A_DAY = 1440
LATE, NIGHT_ENDS = 1080, 360
"""A rule from a late hour (18:00) on holds through the night: until 06:00, in minutes since midnight."""

_OF_DAY = frozenset({"clock", "daypart"})


def speaks_of_times(rule: Sequence[CalendarTime], told: Sequence[CalendarTime]) -> bool | None:
    """Return whether what is told falls under the times of a rule; None where they cannot be compared."""
    answers = [
        answer
        for grains in (_OF_DAY, frozenset({"weekday"}))
        if (answer := _speaks_of_grain(rule, told, grains)) is not None
    ]
    return all(answers) if answers else None


def _speaks_of_grain(
    rule: Sequence[CalendarTime], told: Sequence[CalendarTime], grains: frozenset[str]
) -> bool | None:
    bound = [time for time in rule if time.grain in grains]
    named = [time for time in told if time.grain in grains]
    if not bound or not named:
        return None
    if grains is _OF_DAY:
        stretches = _stretches(bound)
        return any(_within(_minutes(one)[0], stretches) for one in named)
    return any(_days(one) & _days(other) for one in named for other in bound)


def _days(time: CalendarTime) -> set[int]:
    fields = [field for reading in time.readings for field in reading if field]
    return {day for low, high in fields for day in range(low, high + 1)}


def _stretches(rule: Sequence[CalendarTime]) -> list[tuple[int, int]]:
    """Return the stretches of a day that a rule names, in minutes of the day; an end may be past 24:00."""
    found: list[tuple[int, int]] = []
    place = 0
    while place < len(rule):
        time = rule[place]
        low, high = _minutes(time)
        following = rule[place + 1] if place + 1 < len(rule) else None
        if time.relation == "from" and following is not None and following.relation == "until":
            end = _minutes(following)[1]
            found.append((low, end if end > low else end + MINUTES_A_DAY))
            place += 2
            continue
        if time.relation in {"after", "from"}:
            late = low >= LATE
            found.append((low, MINUTES_A_DAY + NIGHT_ENDS - 1 if late else MINUTES_A_DAY))
        elif time.relation in {"before", "until"}:
            found.append((0, high))
        else:
            found.append((low, high))
        place += 1
    return found


def _within(minute: int, stretches: Sequence[tuple[int, int]]) -> bool:
    return any(low <= minute <= high or low <= minute + MINUTES_A_DAY <= high for low, high in stretches)


def _minutes(time: CalendarTime) -> tuple[int, int]:
    """Return the first and the last minute of a time of day, as it is read first: 7:30 in the morning."""
    fields = [field for field in time.readings[0] if field] if time.readings else []
    return (min(low for low, _ in fields), max(high for _, high in fields)) if fields else (0, MINUTES_A_DAY)


def speaks_of_amounts(rule: Sequence[Quantity], told: Sequence[Quantity]) -> bool | None:
    """Return whether amounts that are told reach what a rule speaks of; None where none can be compared."""
    for bound in rule:
        if bound.bound not in {AT_LEAST, AT_MOST}:
            continue
        same = [one for one in told if one.dimension == bound.dimension]
        if not same:
            continue
        if bound.bound == AT_LEAST:
            return any(one.high > bound.low for one in same)
        return any(one.low < bound.high for one in same)
    return None
