"""Two statements that might not go together, what the comparer says of them, and how far a run is."""

from collections.abc import Callable
from dataclasses import dataclass, field

from palace.domain.candidate import Candidate
from palace.domain.conflict import ConflictSide, Relation
from palace.domain.journal import Subject
from palace.domain.memory import Memory
from palace.domain.vocabulary import Axis


@dataclass(frozen=True, slots=True)
class Judged:
    """What the comparer says of two texts, older side first: the relation, the axis of a conflict, which
    side is newer by its own words, and the reason in one line."""

    relation: Relation
    axis: Axis | None = None
    newer: ConflictSide | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PairToJudge:
    """Two statements that might not go together, the older first, and how similar they are (0 to 1)."""

    left: Memory
    right: Memory | Candidate
    similarity: float


@dataclass(frozen=True, slots=True)
class Near:
    """Some texts, all memories or all candidates, and the pairs near to them that are worth judging."""

    pairs: tuple[PairToJudge, ...]
    compared: tuple[Memory | Candidate, ...]

    @property
    def subject(self) -> Subject:
        """What the texts are."""
        candidates = bool(self.compared) and isinstance(self.compared[0], Candidate)
        return Subject.CANDIDATE if candidates else Subject.MEMORY


Judge = Callable[[PairToJudge], Judged]
"""Compares the texts of a pair."""


@dataclass(slots=True)
class PairsFound:
    """What a run did: how many texts were compared, the conflicts it put before the person or closed, and
    the pairs whose comparison failed (they are tried again). `stopped` where it was told to end early."""

    compared: int = 0
    judged: int = 0
    found: list[int] = field(default_factory=list)
    voided: list[int] = field(default_factory=list)
    failed: list[tuple[PairToJudge, Exception]] = field(default_factory=list)
    stopped: bool = False


Progress = Callable[[PairsFound], bool]
"""Told after every block how far a run is; returns False to stop it there."""
