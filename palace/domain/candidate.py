"""A candidate: something seen that is not yet a memory, and the sightings that speak for it."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from palace.domain.memory import Binding, Source
from palace.domain.vocabulary import Band, Kind, Priority, Wing


class Verdict(StrEnum):
    """How a candidate was decided; `open` while it waits."""

    OPEN = "open"
    APPROVED = "approved"
    REJECTED = "rejected"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One sighting of a candidate. Two from one source on one local day count once."""

    candidate_id: int
    source: str
    day: date
    seen_at: datetime
    origin: str = ""
    session: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement on its way to being a memory, with what approving it would fill in.

    `checks_passed` counts the checks done (0 to 3), `checked_at` is when the last one was; `failed_at`
    is when one sent it back. `skipped_hash` is the text that the person skipped: it comes back when
    the text changes. `cited_memories` and `cited_candidates` are the ids of the cases that it was drawn
    from. All instants are UTC.
    """

    id: int
    uid: str
    text: str
    first_seen_at: datetime
    wing: Wing = Wing.KNOWLEDGE
    band: Band = Band.WARM
    priority: Priority = Priority.P1
    kind: Kind = Kind.FACT
    scenes: tuple[str, ...] = ()
    binding: Binding = field(default_factory=Binding)
    importance: float = 0.5
    source: Source = field(default_factory=Source)
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    express: bool = False
    flags: tuple[str, ...] = ()
    heading: tuple[str, ...] = ()
    note: str = ""
    checks_passed: int = 0
    checked_at: datetime | None = None
    last_hit_at: datetime | None = None
    failed_at: datetime | None = None
    verdict: Verdict = Verdict.OPEN
    decided_at: datetime | None = None
    memory_id: int | None = None
    skipped_hash: str = ""
    snoozed_until: datetime | None = None
    content_hash: str = ""
    version: int = 1
    cited_memories: tuple[int, ...] = ()
    cited_candidates: tuple[int, ...] = ()

    @property
    def cites(self) -> bool:
        """Whether it was drawn from cases that stand in the palace already."""
        return bool(self.cited_memories or self.cited_candidates)


@dataclass(frozen=True, slots=True)
class ListedCandidate:
    """What of a candidate places it in the queue and names it in a list; `text` is the beginning of it.

    The fields are those of `Candidate`.
    """

    id: int
    version: int
    text: str
    first_seen_at: datetime
    wing: Wing
    express: bool
    flags: tuple[str, ...]
    checks_passed: int
    last_hit_at: datetime | None
    failed_at: datetime | None
    verdict: Verdict
    skipped_hash: str
    snoozed_until: datetime | None
    content_hash: str


Listed = Candidate | ListedCandidate
"""A candidate, whole or as a list needs it."""


def count_evidence(evidence: tuple[Evidence, ...], since: datetime | None = None) -> int:
    """Return the number of distinct (source, local day) pairs: the same cron line thirty times is one.

    With `since` only sightings after that instant count: a failed check leaves none of the earlier ones.
    """
    return len({(seen.source, seen.day) for seen in evidence if since is None or seen.seen_at > since})
