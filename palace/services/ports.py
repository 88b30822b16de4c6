"""What the use cases need from the world, as protocols that the outer layers fulfil."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime
from typing import Protocol

from palace.domain.candidate import Candidate, Evidence, ListedCandidate
from palace.domain.changes import ChangeSet
from palace.domain.conflict import Conflict
from palace.domain.core_memory import CodedItem, CoreChange
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Decision, RowChange, Subject, Verb
from palace.domain.memory import Link, Memory, MemoryVersion, Tombstone
from palace.domain.saved_search import SavedSearch
from palace.services.conflict_ports import ConflictReading
from palace.services.health_ports import DayFigures, HealthReading, KeepsHealth
from palace.services.job_ports import HoldsJobs, KeepsJobs
from palace.services.meaning_ports import Embedding, MemoryVectors
from palace.services.read_values import LexicalHit as LexicalHit
from palace.services.read_values import RoomCount as RoomCount
from palace.services.read_values import Waiting as Waiting
from palace.services.read_values import Weighing as Weighing
from palace.services.sync_ports import HoldsWorkspace, KeepsWorkspace
from palace.services.timeline_ports import TimelineReading


class Known(Protocol):
    """What the palace knows of a text already; consulted by every way in."""

    def tombstone(self, content_hash: str) -> Tombstone | None:
        """Return what stands against a text of this hash."""
        ...

    def memory_with_hash(self, content_hash: str) -> Memory | None:
        """Return a live memory whose normalised text has this hash."""
        ...

    def memory_with_uid(self, uid: str) -> Memory | None:
        """Return the memory of this uid, whatever its status."""
        ...

    def candidate_with_hash(self, content_hash: str) -> Candidate | None:
        """Return the newest candidate whose normalised text has this hash, open ones first."""
        ...


class UnitOfWork(Known, KeepsWorkspace, KeepsJobs, KeepsHealth, Protocol):
    """One transaction: read, change, record, and commit once. Leaving it by an error changes nothing.

    Rows that `save_…`, `add_…` or `remove_…` change belong to the next `record`; the journal keeps them
    before and after. Saving an entity with `id` 0 makes it; saving one whose `version` is not the stored
    one raises StaleItem. Every `save_…` returns the entity as it is stored now.

    Whatever would make or change a P0 (`domain.core_memory` says what that is) raises NeedsApproval unless
    its code was handed to `approve`, or its uid to `admit_new`, in this unit of work.
    """

    @property
    def actor(self) -> Actor:
        """Who decides here."""
        ...

    def approve(self, items: Sequence[CodedItem], typed_code: str) -> bool:
        """Let P0 memories change whose code a person typed; returns whether it is that code.

        Raises StaleItem where an item changed since its code was shown.
        """
        ...

    def admit_new(self, uid: str) -> None:
        """Let a P0 of a new uid be made without a code: a person said it outright or named its file."""
        ...

    def core_changes(self, changes: Iterable[RowChange]) -> tuple[CoreChange, ...]:
        """Return what applying these changes would do to P0 memories, one for each."""
        ...

    def memory(self, memory_id: int) -> Memory:
        """Return a memory; raises NotFound."""
        ...

    def candidate(self, candidate_id: int) -> Candidate:
        """Return a candidate; raises NotFound."""
        ...

    def conflict(self, conflict_id: int) -> Conflict:
        """Return a conflict; raises NotFound."""
        ...

    def evidence(self, candidate_id: int) -> tuple[Evidence, ...]:
        """Return the sightings of a candidate, oldest first."""
        ...

    def hot_memories(self, limit: int) -> list[Memory]:
        """Return at most so many active hot memories: least important first, then those always hot."""
        ...

    def citations(self, memory_ids: Sequence[int]) -> Mapping[int, int]:
        """Return how many others cite each memory."""
        ...

    def save_memory(self, memory: Memory) -> Memory: ...
    def save_candidate(self, candidate: Candidate) -> Candidate: ...
    def save_conflict(self, conflict: Conflict) -> Conflict: ...
    def save_search(self, search: SavedSearch) -> SavedSearch:
        """Name a search (`id` 0) or change it; raises StaleItem, NotFound."""
        ...

    def remove_search(self, search: SavedSearch) -> None:
        """Remove a saved search; raises StaleItem, NotFound."""
        ...

    def add_evidence(self, evidence: Evidence) -> bool:
        """Add a sighting; False when this source was seen on this day already."""
        ...

    def add_link(self, link: Link) -> None: ...
    def add_tombstone(self, tombstone: Tombstone) -> None: ...
    def remove_tombstone(self, content_hash: str) -> None: ...

    def record(
        self,
        verb: Verb,
        subject: Subject,
        subject_id: int,
        *,
        summary: str = "",
        override: bool = False,
        undoes: int | None = None,
    ) -> int:
        """Write the journal row for all changed since the last one; returns its id."""
        ...

    def decision(self, decision_id: int) -> Decision:
        """Return a journal row with its changes; raises NotFound."""
        ...

    def apply(self, changes: Iterable[RowChange]) -> None:
        """Put rows back as a decision had them; raises Refused naming the row that has moved on."""
        ...

    def attempt(self) -> AbstractContextManager[None]:
        """Return a block whose changes, and only those, are taken back if it is left by an error."""
        ...

    def save_embedding(self, memory_id: int, model_id: str, embedding: Embedding, text_hash: str) -> None:
        """Keep a vector beside its memory (not journalled: it can be made again)."""
        ...

    def mark_compared(self, subject: Subject, sides: Sequence[tuple[int, str]], model_id: str) -> None:
        """Remember that sides (id, hash of the text) were compared (not journalled: it can be done again)."""
        ...

    def count_use(self, memory_id: int, *, hit: bool, at: datetime) -> None:
        """Count a hit or a load of a memory (not journalled: use is not a decision)."""
        ...

    @property
    def group(self) -> str:
        """The name that all decisions of this unit of work share: one act, one undo."""
        ...

    @property
    def changes(self) -> ChangeSet:
        """What this unit of work has changed so far."""
        ...

    def count_search(self, question: str, mode: str, hits: int, took_ms: float, at: datetime) -> None:
        """Keep that a search was made (not journalled)."""
        ...


class SearchReading(Protocol):
    """What helps to search."""

    def scenes(self) -> Mapping[str, int]:
        """Return in how many memories each scene stands, the commonest first."""
        ...

    def saved(self) -> list[SavedSearch]:
        """Return every saved search, oldest first."""
        ...

    def counted(self, limit: int) -> list[str]:
        """Return what the palace itself counted as asked lately, newest first, none twice."""
        ...


class Palace(Known, MemoryVectors, ConflictReading, HoldsWorkspace, HoldsJobs, Protocol):
    """An open palace: reads at any time, writes through one unit of work."""

    def unit_of_work(self, actor: Actor, *, group: str = "") -> AbstractContextManager[UnitOfWork]:
        """Begin to write; `group` names an act that this goes on with.

        Raises PalaceBusy when another process keeps the lock, ReadOnlyPalace.
        """
        ...

    def tombstones(self) -> list[Tombstone]:
        """Return every tombstone, newest first."""
        ...

    @property
    def read_only_because(self) -> str:
        """Why nothing can be written, in words; empty when it can."""
        ...

    def memories(self, memory_ids: Sequence[int]) -> list[Memory]:
        """Return memories in the order of the ids; ids that are gone are left out."""
        ...

    def memory_ids(self, filters: Filters) -> list[int]:
        """Return the ids of all memories that fit, oldest first (trashed ones only if asked for)."""
        ...

    def memories_as_of(self, instant: datetime) -> list[Memory]:
        """Return the memories that the palace believed at an instant, as they were then, by id."""
        ...

    def weighings(self, filters: Filters) -> list[Weighing]:
        """Return what the weights of all fitting memories depend on."""
        ...

    def citations(self, memory_ids: Sequence[int]) -> Mapping[int, int]:
        """Return how many others cite each memory."""
        ...

    def room_counts(self) -> list[RoomCount]: ...
    def recorded_since(self, instant: datetime) -> int:
        """Return how many live memories were recorded since an instant."""
        ...

    def waiting(self) -> Waiting: ...
    def newest_health_day(self, until: date) -> DayFigures | None:
        """Return the figures of health that were kept last, of days up to one; None where none were."""
        ...

    def links_of(self, memory_id: int) -> list[Link]:
        """Return the links from and to a memory."""
        ...

    def links_among(self, memory_ids: Sequence[int]) -> list[Link]:
        """Return the links that lead from one of these memories to another of them."""
        ...

    def versions_of(self, memory_id: int) -> list[MemoryVersion]:
        """Return the earlier texts of a memory, newest first."""
        ...

    def open_candidates(self) -> list[Candidate]:
        """Return every open candidate, oldest first."""
        ...

    def listed_candidates(self) -> list[ListedCandidate]:
        """Return every open candidate as a list needs it, oldest first."""
        ...

    def citing_candidates(self) -> list[Candidate]:
        """Return every candidate, decided or not, that was drawn from cases, oldest first."""
        ...

    def candidates(self, candidate_ids: Sequence[int]) -> list[Candidate]: ...
    def evidence_counts(self) -> Mapping[int, int]:
        """Return the number of distinct (source, day) of each open candidate, since a check failed if any."""
        ...

    def evidence_of(self, candidate_id: int) -> tuple[Evidence, ...]: ...
    def decisions(self, *, before_id: int | None = None, limit: int = 50) -> list[Decision]:
        """Return journal rows without their changes, newest first."""
        ...

    def decisions_about(self, subject: Subject, subject_id: int, limit: int = 20) -> list[Decision]: ...
    def last_undoable(self, actor: Actor) -> Decision | None:
        """Return the newest decision of an actor that is neither undone nor itself an undo."""
        ...

    def last_redoable(self, actor: Actor) -> Decision | None:
        """Return the newest undo of an actor that nothing new has followed."""
        ...

    def group_of(self, decision_id: int) -> list[Decision]:
        """Return all decisions of the same act, oldest first."""
        ...

    def find_words(self, words: str, filters: Filters, limit: int) -> list[LexicalHit]:
        """Return the memories that hold words of a question; any text is a valid question."""
        ...

    def find_candidates(self, words: str, limit: int) -> list[int]:
        """Return the open candidates that hold the words."""
        ...

    def without_vector(self, model_id: str, limit: int, after: int = 0) -> list[Memory]:
        """Return searchable memories above `after` that have no current vector of a model, lowest first."""
        ...

    def vector_coverage(self, model_id: str) -> tuple[int, int]:
        """Return how many searchable memories have a current vector of a model, and how many there are."""
        ...

    def other_models(self, model_id: str) -> list[str]:
        """Return the ids of further models whose vectors are stored."""
        ...

    @property
    def searches(self) -> SearchReading:
        """What helps to search: scenes, saved searches, what was asked."""
        ...

    @property
    def health(self) -> HealthReading:
        """The counts behind the figures of health, and its daily snapshots."""
        ...

    @property
    def timeline(self) -> TimelineReading:
        """What happened day by day."""
        ...

    def data_version(self) -> int:
        """Return a number that changes whenever anyone commits a change to the file."""
        ...
