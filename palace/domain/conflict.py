"""Two statements that cannot both hold."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from palace.domain.vocabulary import Axis, Priority


class Resolution(StrEnum):
    """How a conflict was decided; `open` while it waits."""

    OPEN = "open"
    KEPT_LEFT = "kept_left"
    KEPT_RIGHT = "kept_right"
    KEPT_BOTH = "kept_both"
    MERGED = "merged"
    NO_CONFLICT = "no_conflict"


@dataclass(frozen=True, slots=True)
class Conflict:
    """The older side is `left`, always a memory; the newer is a memory or a candidate.

    `left_hash` and `right_hash` are the texts that were judged: a verdict holds until one changes.
    """

    id: int
    left_memory_id: int
    right_memory_id: int | None
    right_candidate_id: int | None
    found_at: datetime
    axis: Axis
    reason: str = ""
    similarity: float = 0.0
    resolution: Resolution = Resolution.OPEN
    decided_at: datetime | None = None
    left_hash: str = ""
    right_hash: str = ""
    version: int = 1


def is_contradiction(left_priority: Priority) -> bool:
    """Whether only a person may decide it: the older side is P0."""
    return left_priority is Priority.P0
