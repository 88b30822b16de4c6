"""Days of numbers that count from 1970: seconds, milliseconds or microseconds, UTC."""

import datetime
import math

_MILLISECONDS_FROM = 1e11
"""A stamp of this many seconds would lie in the year 5138: from here on it counts milliseconds."""
_MICROSECONDS_FROM = 1e14


def day_of_number(number: float) -> datetime.date | None:
    """Return the UTC day of seconds, milliseconds or microseconds since 1970; None where there is none."""
    try:
        seconds = float(number)
    except OverflowError:
        return None
    if not math.isfinite(seconds):
        return None
    if abs(seconds) >= _MICROSECONDS_FROM:
        seconds /= 1e6
    elif abs(seconds) >= _MILLISECONDS_FROM:
        seconds /= 1e3
    try:
        return (
            datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(seconds=seconds)
        ).date()
    except OverflowError:
        return None
