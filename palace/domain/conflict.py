"""Two statements that cannot both hold, or that say the same, and how that was settled."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from palace.domain.vocabulary import Axis, Priority


class Relation(StrEnum):
    """What two texts are to each other."""

    DUPLICATE = "duplicate"
    CONTAINS = "contains"
    CONFLICT = "conflict"
    COMPATIBLE = "compatible"
    UNRELATED = "unrelated"


ASKING_RELATIONS = frozenset({Relation.DUPLICATE, Relation.CONTAINS, Relation.CONFLICT})
"""The relations that are put before a person; the others leave both sides as they are."""


class ConflictSide(StrEnum):
    """One side of a pair: `left` is the older one, `right` the newer."""

    LEFT = "left"
    RIGHT = "right"


class Resolution(StrEnum):
    """How it was decided: `open` while it waits, `void` where a side changed and nothing is left of it."""

    OPEN = "open"
    KEPT_LEFT = "kept_left"
    KEPT_RIGHT = "kept_right"
    KEPT_BOTH = "kept_both"
    MERGED = "merged"
    AMENDED = "amended"
    NOTED = "noted"
    NO_CONFLICT = "no_conflict"
    VOID = "void"


STANDING_VERDICTS = frozenset({Resolution.KEPT_BOTH, Resolution.NOTED, Resolution.NO_CONFLICT})
"""Verdicts that leave both sides in the palace: nobody is asked again until one of the texts changes."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """The older side is `left`, always a memory; the newer is a memory or a candidate.

    `relation` is duplicate, contains or conflict; `axis` says in what two conflicting sides differ and is
    None for the others. `newer` is the side whose own text says that it is the later one. `left_hash` and
    `right_hash` are the texts that were judged: a verdict holds until one changes. `skipped_hash` is the
    pair of texts that the person skipped.
    """

    id: int
    left_memory_id: int
    right_memory_id: int | None
    right_candidate_id: int | None
    found_at: datetime
    axis: Axis | None
    reason: str = ""
    similarity: float = 0.0
    resolution: Resolution = Resolution.OPEN
    decided_at: datetime | None = None
    left_hash: str = ""
    right_hash: str = ""
    version: int = 1
    relation: Relation = Relation.CONFLICT
    newer: ConflictSide | None = None
    skipped_hash: str = ""
    snoozed_until: datetime | None = None

    @property
    def texts_hash(self) -> str:
        """Return what names the pair of texts as it was judged."""
        return f"{self.left_hash} {self.right_hash}"

    @property
    def skipped(self) -> bool:
        """Whether the person skipped these very texts; it comes back when one of them changes."""
        return bool(self.skipped_hash) and self.skipped_hash == self.texts_hash


def is_contradiction(left_priority: Priority) -> bool:
    """Whether only a person may decide it: the older side is P0."""
    return left_priority is Priority.P0


def is_alarming(conflicting_memories: int, active_memories: int, alarming_density: float) -> bool:
    """Whether so many of the active memories stand in open conflicts that all should be gone over."""
    return active_memories > 0 and conflicting_memories / active_memories > alarming_density
