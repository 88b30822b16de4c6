"""What comparing two texts says: what they are to each other, and why, in rules and places."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from palace.domain.conflict import Relation
from palace.domain.vocabulary import Axis
from palace.text.comparison.words import Span


class Side(StrEnum):
    """One of the two texts, in the order in which they were given."""

    A = "a"
    B = "b"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a rule found: the rule by its name, and where in a and in b (None: in neither part).

    `axis` is in what the two differ by this rule; None where the rule finds no difference.
    """

    rule: str
    axis: Axis | None = None
    a: Span | None = None
    b: Span | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two texts are to each other.

    `axis` is in what they differ, for a conflict. `newer` is the side whose own text says that it is the
    later one. `larger` is the side that contains the other. `similarity` is the calibrated one that was
    given, 0 to 1. `merge_without_asking` only holds for texts that are equal after normalisation. `features`
    are the numbers by which it was judged, by name; `findings` all that the rules found, and
    `chance_of_conflict` how probable a conflict is by them, 0 to 1.
    """

    relation: Relation
    axis: Axis | None
    newer: Side | None
    larger: Side | None
    similarity: float
    merge_without_asking: bool
    reasons: tuple[Finding, ...]
    features: Mapping[str, float] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    chance_of_conflict: float = 0.0
