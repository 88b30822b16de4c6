"""Time as the rules see it: an instant that is passed in, and the local day it falls on."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, tzinfo

Clock = Callable[[], datetime]
"""Returns the present instant, aware, in UTC."""


def age(since: datetime, now: datetime) -> timedelta:
    """Return how long ago `since` was; a stamp in the future counts as age 0."""
    return max(timedelta(0), now - since)


def local_day(instant: datetime, zone: tzinfo) -> date:
    """Return the day on which `instant` falls in the configured zone."""
    return instant.astimezone(zone).date()


def day_start(day: date, zone: tzinfo) -> datetime:
    """Return the first instant of a local day, in UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
