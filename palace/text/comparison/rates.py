"""Amounts that hold for each of a period: 每 8 小时一次 is three times a day, 一小时 60 公里 is 60 km/h."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from palace.text.comparison.calendar_time import CalendarTime
from palace.text.comparison.periods import SECONDS
from palace.text.comparison.quantity import Quantity

RHYTHM = "rhythm"
"""The unit of a number of times that was told from the interval between them."""

_EACH = "各"
_RATES_BY_THE_SECOND = frozenset({"event_rate", "frequency"})


def as_rate(quantity: Quantity, rhythms: Sequence[CalendarTime]) -> Quantity:
    """Return an amount with the period for which it holds, as its unit or the rhythm around it tells."""
    if quantity.dimension in _RATES_BY_THE_SECOND:
        return replace(quantity, per="second")
    if quantity.dimension == "length" and quantity.per in SECONDS:
        return _as_speed(quantity)
    if "time" in quantity.names:
        around = next((rhythm for rhythm in rhythms if _lies_in(quantity, rhythm)), None)
        if around is not None and (not quantity.per or _EACH in around.words):
            return _by_rhythm(quantity, around)
    return quantity


def _lies_in(quantity: Quantity, rhythm: CalendarTime) -> bool:
    return rhythm.span[0] <= quantity.span[0] and quantity.span[1] <= rhythm.span[1]


def _as_speed(quantity: Quantity) -> Quantity:
    if quantity.per not in {"second", "minute", "hour"}:
        return quantity
    seconds = SECONDS[quantity.per]
    return replace(
        quantity, dimension="speed", low=quantity.low / seconds, high=quantity.high / seconds, per=""
    )


def _by_rhythm(quantity: Quantity, rhythm: CalendarTime) -> Quantity:
    """Return how many times a day or a year a rhythm is, where the text names its interval."""
    interval = rhythm.readings[0][0]
    if interval is None or interval[0] <= 0:
        return quantity
    per = "day" if interval[0] < SECONDS["month"] else "year"
    times = SECONDS[per] / Fraction(interval[0])
    return replace(quantity, low=times, high=times, per=per, unit=RHYTHM)
