"""Whether a rule that is bound to times or amounts speaks of what another text tells.

`after 23:00` speaks of 23:30 and not of 22:00; `Friday afternoon` of Friday 16:00; `above 100` of 500.
"""

from collections.abc import Sequence

from palace.text.comparison.calendar_time import CalendarTime
from palace.text.comparison.quantity import AT_LEAST, AT_MOST, Quantity

MINUTES_A_DAY = 1440
NIGHT_ENDS = 360
"""A rule from a late hour on holds through the night: until 06:00, in minutes since midnight."""

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
    return any(_falls_under(one, other) for one in named for other in bound)


def _falls_under(told: CalendarTime, rule: CalendarTime) -> bool:
    if rule.grain == "weekday":
        days = {
            day
            for reading in rule.readings
            for field in reading
            if field
            for day in range(field[0], field[1] + 1)
        }
        own = {
            day
            for reading in told.readings
            for field in reading
            if field
            for day in range(field[0], field[1] + 1)
        }
        return bool(days & own)
    low, high = _minutes(rule)
    first, _ = _minutes(told)
    if rule.relation in {"after", "from"}:
        return first >= low or (low >= 1080 and first < NIGHT_ENDS)
    if rule.relation in {"before", "until"}:
        return first <= high
    return low <= first <= high or low <= first + MINUTES_A_DAY <= high


def _minutes(time: CalendarTime) -> tuple[int, int]:
    fields = [field for reading in time.readings for field in reading if field]
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
