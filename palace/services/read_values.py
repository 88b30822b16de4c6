"""What reading a palace gives besides its entities: values without a number of their own.

They stand apart from the ports so that a palace is opened and read without loading what it can do besides.
"""

from dataclasses import dataclass
from datetime import datetime

from palace.domain.vocabulary import Band, Kind, Priority, Status, Wing


@dataclass(frozen=True, slots=True)
class Weighing:
    """The columns of a memory that its weight and its place in a list depend on."""

    id: int
    kind: Kind
    priority: Priority
    pinned: bool
    importance: float
    hits: int
    recorded_at: datetime
    last_hit_at: datetime | None
    citations: int


@dataclass(frozen=True, slots=True)
class RoomCount:
    """How many memories of a status stand in one band of one wing."""

    wing: Wing
    band: Band
    status: Status
    count: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """How much waits for the person: open candidates, conflicts, and contradictions of a P0."""

    candidates: int
    conflicts: int
    contradictions: int
    oldest_candidate_at: datetime | None


@dataclass(frozen=True, slots=True)
class LexicalHit:
    """A memory that holds words of the question.

    `score` is higher for better matches (no fixed scale), `coverage` the idf-weighted share of the
    question's words that stand in it (0 to 1), `words` those words, `exact` whether the whole phrase does.
    `reach` is the share that stands in it or for which something else stands in it: a synonym in either
    language, what sounds alike, a near spelling; `alike` are those other words.
    """

    memory_id: int
    score: float
    coverage: float
    words: tuple[str, ...]
    exact: bool
    reach: float = 0.0
    alike: tuple[str, ...] = ()
