"""An amount in a folded text before the words around it are read."""

from dataclasses import dataclass, field
from fractions import Fraction

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount in a folded text before the words around it are read.

    `ends` are the places at which it may be taken to end: behind the unit, behind the things counted.
    """

    start: int
    end: int
    dimension: str
    low: Fraction
    high: Fraction
    names: frozenset[str] = field(default_factory=frozenset)
    unit: str = ""
    unit_value: Fraction = Fraction(1)
    calendar: bool = False
    ends: tuple[int, ...] = ()
    rough: bool = False
    former: bool = False
