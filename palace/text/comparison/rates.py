"""Amounts that hold for each of a period: 每 8 小时一次 is three times a day, 一小时 60 公里 is 60 km/h."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from palace.text.comparison.calendar_time import CalendarTime
from palace.text.comparison.periods import SECONDS
from palace.text.comparison.quantity import Quantity

_EACH = "各"
_RATES_BY_THE_SECOND = frozenset({"event_rate", "frequency"})


def as_rate(quantity: Quantity, rhythms: Sequence[CalendarTime]) -> Quantity | None:
    """Return an amount with the period for which it holds, as its unit or the rhythm around it tells.

    None for the `once` of 每 8 小时一次, which says nothing that the rhythm does not.
    """
    if quantity.dimension in _RATES_BY_THE_SECOND:
        return replace(quantity, per="second")
    if quantity.dimension == "length" and quantity.per in SECONDS:
        return _as_speed(quantity)
    if "time" in quantity.names:
        around = next((rhythm for rhythm in rhythms if _lies_in(quantity, rhythm)), None)
        if around is not None and (not quantity.per or _EACH in around.words):
            once = quantity.low == quantity.high == 1 and _EACH not in around.words
            return None if once else _by_rhythm(quantity, around)
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
    return replace(quantity, low=times, high=times, per=per)
