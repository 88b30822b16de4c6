"""An amount that a text gives, in the base unit of what it measures."""

from dataclasses import dataclass, field
from fractions import Fraction

EXACT, AT_LEAST, AT_MOST, ABOUT, LIMIT = "exact", "at_least", "at_most", "about", "limit"
"""How firmly an amount is given; `limit` is a threshold or a need without a side."""

IDENTIFIER = "identifier_number"
"""The dimension of a number that names something and counts nothing."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """One amount in a text.

    `span` is where it stands in the text as it was written, `words` what stands there. `dimension` is what is
    measured: a physical dimension of `units_of_measure`, `money:<ISO 4217 code>`, `count:<thing>`, `percent`,
    `multiple`, `ratio`, `discount`, `version`, `port`, `interval` (every 30 s), `zone_offset` (minutes),
    `ordinal:<thing>`, `bare` where the text names no unit, `identifier_number`. `low` and `high` are in
    its base unit and equal where the text gives one value; `bound` is `exact`, `at_least`, `at_most`,
    `about` or `limit`. `per` is the period or thing for each of which the amount holds (`day`, `month`,
    `time`, `person`; empty where the text names none). `names` are the things that a count may count, or
    the software whose version it is. `former` tells that the text itself calls the value a past one.
    `unit` is the unit as written; `calendar` tells that it is a month or a year, whose length varies.
    """

    span: tuple[int, int]
    dimension: str
    low: Fraction
    high: Fraction
    bound: str = EXACT
    words: str = ""
    per: str = ""
    names: frozenset[str] = field(default_factory=frozenset)
    former: bool = False
    unit: str = ""
    calendar: bool = False
