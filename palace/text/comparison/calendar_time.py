"""A point, stretch or rhythm of time that a text names."""

from dataclasses import dataclass

Field = tuple[int, int] | None
"""The least and the greatest value of a year, month, day …; None where the text leaves it open."""

Reading = tuple[Field, ...]
"""One way to understand a time."""

DATE_GRAINS = frozenset({"year", "quarter", "month", "day"})
"""Grains whose readings are (year, month, day)."""


@dataclass(frozen=True, slots=True)
class CalendarTime:
    """One time in a text.

    `span` is where it stands in the text as it was written, `words` what stands there. What a reading
    holds depends on `grain`:

    - `year`, `quarter`, `month`, `day`: (year, month, day), months and days as ranges where the text is vague
    - `week`: (year, ISO week)
    - `weekday`: the days named, Monday 1 to Sunday 7, each as a range of its own
    - `clock`: minutes since midnight
    - `daypart`: minutes from and to, beyond 1440 where it reaches past midnight
    - `season`: spring 1 to winter 4
    - `relative_day`: the offset from the day of writing, in the unit that `name` tells
    - `recurrence`: the interval in seconds
    - `holiday`: (year, month, day) where its date is fixed; `name` tells which

    There is more than one reading where the words leave it open (`10/3`, three o'clock). `relation` is
    `at`, `before`, `after`, `until`, `from` or `every`. `calendar` is `lunar`, `solar` where the text
    says so, `fiscal`, or empty. `former` tells that the text itself calls it a past value.
    """

    span: tuple[int, int]
    grain: str
    readings: tuple[Reading, ...]
    relation: str = "at"
    calendar: str = ""
    name: str = ""
    words: str = ""
    former: bool = False


@dataclass(frozen=True, slots=True)
class FoundTime:
    """A time in a folded text, before its relation and its place in the original are known."""

    start: int
    end: int
    grain: str
    readings: tuple[Reading, ...]
    relation: str = ""
    calendar: str = ""
    name: str = ""


def exactly(value: int) -> Field:
    """Return the range that holds one value."""
    return value, value
