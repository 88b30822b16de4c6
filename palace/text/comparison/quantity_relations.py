"""When two amounts say the same, when they cannot both hold, and when one only says it more exactly."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from palace.text.comparison.numbered_names import version_bounds
from palace.text.comparison.periods import CALENDAR_PERIODS, SECONDS
from palace.text.comparison.quantity import ABOUT, AT_LEAST, AT_MOST, IDENTIFIER, LIMIT, Quantity
from palace.text.comparison.rates import RHYTHM

ABOUT_TOLERANCE = Fraction(1, 12)
"""How far an estimate may lie from an exact value and still say the same, as a share of the larger one."""

CALENDAR_TOLERANCE = Fraction(1, 40)
"""How far months or years may lie from days or weeks and still be meant for the same length."""

ROUNDING_TOLERANCE = Fraction(1, 200)
"""How far converted units (miles, pounds, Fahrenheit) may lie apart by rounding alone."""

_CONVERTED_DIMENSIONS = frozenset({"length", "mass", "temperature", "area", "volume", "speed"})
_OPEN = "bare"
_PLAIN_VERSION = re.compile(r"\d{1,5}(?:\.\d{1,6}){0,3}")
_Bounds = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class QuantityClash:
    """Two amounts that cannot both hold. `sure` tells that both name what they measure, and name the same."""

    first: Quantity
    second: Quantity
    sure: bool


def comparable(first: Quantity, second: Quantity) -> bool:
    """Whether two amounts may measure the same thing."""
    return _kinship(first, second) is not None


def same_quantity(first: Quantity, second: Quantity) -> bool:
    """Whether two amounts state the same value of what may be the same thing, after conversion."""
    if _kinship(first, second) is None or _opposite_bounds(first, second):
        return False
    return _same_values(first, second)


def narrower_quantity(first: Quantity, second: Quantity) -> bool:
    """Whether `first` only says more exactly what `second` leaves open: 20 days within `at most 30 days`."""
    if _kinship(first, second) is None or _same_values(first, second) or LIMIT in (first.bound, second.bound):
        return False
    (low, high), (other_low, other_high) = _limits(first, second), _limits(second, first)
    wider = (other_low is None or (low is not None and other_low <= low)) and (
        other_high is None or (high is not None and high <= other_high)
    )
    return wider and (low, high) != (other_low, other_high)


def clashing_quantities(first: Sequence[Quantity], second: Sequence[Quantity]) -> tuple[QuantityClash, ...]:
    """Return the pairs of amounts of two texts that cannot both hold, the surer ones first.

    Amounts that both texts state are put aside first, each once, so that 3 and 5 against 5 and 4 clash in
    3 and 4. Numbers in names and values that a text itself calls past ones never clash. Whether two
    amounts speak of the same matter is for the caller to see from what stands around them.
    """
    left, right = _current(first), _current(second)
    for quantity in tuple(left):
        twin = next((other for other in right if same_quantity(quantity, other)), None)
        if twin is not None:
            left.remove(quantity)
            right.remove(twin)
    clashes = [clash for one in left for clash in _clashes_of(one, right)]
    return tuple(sorted(clashes, key=lambda clash: not clash.sure))


def _current(quantities: Sequence[Quantity]) -> list[Quantity]:
    """Return the amounts that are no names and no past values; a past one, too, where it is the only one."""
    amounts = [quantity for quantity in quantities if quantity.dimension != IDENTIFIER]
    kinds = {quantity.dimension for quantity in amounts if not quantity.former}
    return [quantity for quantity in amounts if not quantity.former or quantity.dimension not in kinds]


def _clashes_of(quantity: Quantity, others: Sequence[Quantity]) -> Iterator[QuantityClash]:
    for other in others:
        kinship = _kinship(quantity, other)
        if kinship is not None and not _agree(quantity, other):
            yield QuantityClash(quantity, other, kinship)


def _agree(first: Quantity, second: Quantity) -> bool:
    """Whether both amounts can hold of one thing."""
    if _opposite_bounds(first, second):
        return False
    if _same_values(first, second):
        return True
    if {first.bound, second.bound} == {AT_LEAST, AT_MOST}:
        return _leave_room(first, second)
    if {first.bound, second.bound} <= {AT_LEAST} or {first.bound, second.bound} <= {AT_MOST}:
        return False
    return narrower_quantity(first, second) or narrower_quantity(second, first)


def _leave_room(first: Quantity, second: Quantity) -> bool:
    """Whether something lies between a lower and an upper bound."""
    (low, high), (other_low, other_high) = _limits(first, second), _limits(second, first)
    least, most = (low, other_high) if high is None else (other_low, high)
    return least is not None and most is not None and least < most


def _opposite_bounds(first: Quantity, second: Quantity) -> bool:
    return {first.bound, second.bound} == {AT_LEAST, AT_MOST} and _same_values(first, second)


def _kinship(first: Quantity, second: Quantity) -> bool | None:
    """Return True where both surely measure the same kind of thing, False where they may, None where not."""
    one, other = first.dimension, second.dimension
    if IDENTIFIER in (one, other):
        return None
    if one == other and not one.startswith(("count:", "ordinal:")):
        return _same_names(first, second) if one == "version" else True
    kinds = {one.partition(":")[0], other.partition(":")[0]}
    if RHYTHM in (first.unit, second.unit) and not (first.per and second.per):
        return None
    if kinds == {"count"} or kinds == {"ordinal"}:
        return _same_names(first, second)
    if kinds == {"money"}:
        return True
    if (
        kinds == {"percent", _OPEN}
        and max(quantity.high for quantity in (first, second) if quantity.dimension == _OPEN) <= 1
    ):
        return True
    if "interval" in kinds and kinds <= {"interval", "duration", "frequency"}:
        return True
    if "count" in kinds and kinds & {"event_rate", "frequency"}:
        return False if first.per and second.per else None
    if kinds in _RELATED:
        return False
    if _OPEN in kinds:
        return None if kinds & {"zone_offset", "ratio", "ordinal"} else False
    return None


_RELATED = (
    {"percent", "multiple"},
    {"data", "data_rate"},
    {"age", "duration"},
    {"ratio", "percent"},
    {"working_days", "duration"},
)

WORKING_DAY_SECONDS = Fraction(7, 5) * SECONDS["day"]
"""What a working day counts for in a length of time: five of them are a week."""


def _same_names(first: Quantity, second: Quantity) -> bool | None:
    """Compare what is counted: True for the same, False where a name is missing or unknown, None for
    another.
    """
    one, other = first.names, second.names
    if not one or not other:
        return None if first.dimension.startswith("ordinal:") else False
    if one & other or (first.unit == second.unit and (_unsure(one) or _unsure(other))):
        return True
    possible = {name.rstrip("?") for name in one} & {name.rstrip("?") for name in other}
    if possible:
        return False
    if _unsure(one) or _unsure(other):
        return False
    mixed = any(name.isascii() for name in one) != any(name.isascii() for name in other)
    return False if mixed else None


def _unsure(names: frozenset[str]) -> bool:
    return all(name.endswith("?") for name in names)


def _same_values(first: Quantity, second: Quantity) -> bool:
    """Whether the values agree, converted, per period, and within what rounding and estimates allow."""
    if (
        first.dimension.startswith("money:")
        and second.dimension.startswith("money:")
        and first.dimension != second.dimension
    ):
        return False
    one, other = _scaled(first, second)
    tolerance = _tolerance(first, second)
    if all(_near(a, b, tolerance) for a, b in zip(one, other, strict=True)):
        return True
    if first.bound == second.bound == ABOUT and one[0] <= other[1] and other[0] <= one[1]:
        return True
    if first.dimension == second.dimension == "data":
        return all(_near(a, b, Fraction(0)) for a, b in zip(_binary(first), _binary(second), strict=True))
    return False


def _near(one: Fraction, other: Fraction, tolerance: Fraction) -> bool:
    return abs(one - other) <= tolerance * max(abs(one), abs(other))


def _tolerance(first: Quantity, second: Quantity) -> Fraction:
    if ABOUT in (first.bound, second.bound):
        return ABOUT_TOLERANCE
    calendars = {
        first.calendar or first.per in CALENDAR_PERIODS,
        second.calendar or second.per in CALENDAR_PERIODS,
    }
    if len(calendars) == 2 and (first.calendar != second.calendar or (first.per and second.per)):
        return CALENDAR_TOLERANCE
    if first.dimension in _CONVERTED_DIMENSIONS and first.unit != second.unit:
        return ROUNDING_TOLERANCE
    return Fraction(0)


def _scaled(first: Quantity, second: Quantity) -> tuple[_Bounds, _Bounds]:
    """Return the bounds of both on one scale: rates per second, shares as hundredths."""
    one, other = _turned(first, second), _turned(second, first)
    if first.per != second.per and first.per in SECONDS and second.per in SECONDS:
        one, other = _divided(one, SECONDS[first.per]), _divided(other, SECONDS[second.per])
    return _as_share(one, first, second), _as_share(other, second, first)


def _turned(quantity: Quantity, other: Quantity) -> _Bounds:
    """Return the bounds of an amount in the unit of the one that it is held against."""
    if quantity.dimension == "interval" and other.dimension == "frequency" and quantity.low > 0:
        return 1 / quantity.high, 1 / quantity.low
    if quantity.dimension == "working_days" and other.dimension == "duration":
        return quantity.low * WORKING_DAY_SECONDS, quantity.high * WORKING_DAY_SECONDS
    if (
        quantity.dimension == _OPEN
        and other.dimension == "version"
        and _PLAIN_VERSION.fullmatch(quantity.words)
    ):
        return version_bounds(quantity.words)
    return quantity.low, quantity.high


def _divided(bounds: _Bounds, divisor: Fraction) -> _Bounds:
    return bounds[0] / divisor, bounds[1] / divisor


def _as_share(values: tuple[Fraction, Fraction], own: Quantity, other: Quantity) -> tuple[Fraction, Fraction]:
    if other.dimension == "percent" and own.dimension in {"multiple", "bare", "ratio"} and max(values) <= 10:
        return values[0] * 100, values[1] * 100
    return values


def _binary(quantity: Quantity) -> _Bounds:
    """Return the bounds of an amount of data with its decimal prefix read as the binary one (1 GB = 1024
    MB).
    """
    prefix = quantity.unit.strip("个字节").lower()[:1]
    power = "kmgt".find({"千": "k", "兆": "m", "吉": "g", "太": "t"}.get(prefix, prefix)) + 1
    factor = Fraction(1) if "i" in quantity.unit else Fraction(1024, 1000) ** power
    return quantity.low * factor, quantity.high * factor


def _limits(quantity: Quantity, other: Quantity) -> tuple[Fraction | None, Fraction | None]:
    """Return the least and the greatest value that the amount allows, on a scale with the other; None:
    open.
    """
    low, high = _scaled(quantity, other)[0]
    if quantity.bound == AT_LEAST:
        return low, None
    if quantity.bound == AT_MOST:
        return None, high
    return low, high
