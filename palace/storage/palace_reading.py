"""What an open palace answers: one way for each question, on its one connection. See `ports.Palace`."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, tzinfo
from typing import TYPE_CHECKING

from palace.domain.candidate import Candidate, Evidence, ListedCandidate
from palace.domain.conflict import Conflict
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Decision, Subject
from palace.domain.memory import Link, Memory, MemoryVersion, Tombstone
from palace.domain.rules import Rules
from palace.services.meaning_ports import ScanChunks, TakeChunk
from palace.services.read_values import LexicalHit, RoomCount, Waiting, Weighing
from palace.storage import (
    conflict_reading,
    history_reading,
    journal_reading,
    reading,
    review_reading,
    vectors,
)
from palace.storage.connection import Opened
from palace.storage.database import Database

if TYPE_CHECKING:
    from palace.services.health_ports import DayFigures


class PalaceReading:
    """Asks the rows of an open file; days in filters are those of `zone`. Reads never write."""

    def __init__(self, opened: Opened, *, rules: Rules, zone: tzinfo) -> None:
        self._opened = opened
        self._rules = rules
        self._zone = zone

    @property
    def _database(self) -> Database:
        return self._opened.database

    def tombstone(self, content_hash: str) -> Tombstone | None:
        """Return what stands against a text of this hash."""
        return reading.tombstone(self._database, content_hash)

    def tombstones(self) -> list[Tombstone]:
        """Return every tombstone, newest first."""
        return reading.tombstones(self._database)

    def memory_with_hash(self, content_hash: str) -> Memory | None:
        """Return a searchable memory whose normalised text has this hash."""
        return reading.memory_with_hash(self._database, content_hash)

    def memory_with_uid(self, uid: str) -> Memory | None:
        """Return the memory of this uid, whatever its status."""
        return reading.memory_with_uid(self._database, uid)

    def candidate_with_hash(self, content_hash: str) -> Candidate | None:
        """Return the newest candidate whose normalised text has this hash, open ones first."""
        return review_reading.candidate_with_hash(self._database, content_hash)

    def memories(self, memory_ids: Sequence[int]) -> list[Memory]:
        """Return memories in the order of the ids; ids that are gone are left out."""
        return reading.memories(self._database, memory_ids)

    def memory_ids(self, filters: Filters) -> list[int]:
        """Return the ids of all memories that fit, oldest first (trashed ones only if asked for)."""
        return reading.memory_ids(self._database, filters, self._zone)

    def memories_as_of(self, instant: datetime) -> list[Memory]:
        """Return the memories that the palace believed at an instant, as they were then, by id."""
        return history_reading.memories_as_of(self._database, instant)

    def weighings(self, filters: Filters) -> list[Weighing]:
        """Return what the weights of all fitting memories depend on."""
        return reading.weighings(self._database, filters, self._zone)

    def citations(self, memory_ids: Sequence[int]) -> Mapping[int, int]:
        """Return how many others cite each memory."""
        return reading.citations(self._database, memory_ids)

    def room_counts(self) -> list[RoomCount]:
        """Return how many memories of each status stand in each band of each wing."""
        return reading.room_counts(self._database)

    def recorded_since(self, instant: datetime) -> int:
        """Return how many live memories were recorded since an instant."""
        return reading.recorded_since(self._database, instant)

    def waiting(self) -> Waiting:
        """Return how much waits for the person."""
        return review_reading.waiting(self._database)

    def newest_health_day(self, until: date) -> "DayFigures | None":
        """Return the figures of health that were kept last, of days up to one; None where none were."""
        from palace.storage import health_days

        return health_days.newest_day(self._database, until)

    def links_of(self, memory_id: int) -> list[Link]:
        """Return the links from and to a memory."""
        return reading.links_of(self._database, memory_id)

    def links_among(self, memory_ids: Sequence[int]) -> list[Link]:
        """Return the links that lead from one of these memories to another of them."""
        return reading.links_among(self._database, memory_ids)

    def versions_of(self, memory_id: int) -> list[MemoryVersion]:
        """Return the earlier texts of a memory, newest first."""
        return reading.versions_of(self._database, memory_id)

    def conflicts_of(self, memory_id: int) -> list[Conflict]:
        """Return the open conflicts that a memory stands in."""
        return conflict_reading.conflicts_of(self._database, memory_id)

    def open_candidates(self) -> list[Candidate]:
        """Return every open candidate, oldest first."""
        return review_reading.open_candidates(self._database)

    def listed_candidates(self) -> list[ListedCandidate]:
        """Return every open candidate as a list needs it, oldest first."""
        return review_reading.listed_candidates(self._database)

    def citing_candidates(self) -> list[Candidate]:
        """Return every candidate, decided or not, that was drawn from cases, oldest first."""
        return review_reading.citing_candidates(self._database)

    def candidates(self, candidate_ids: Sequence[int]) -> list[Candidate]:
        """Return candidates in the order of the ids; ids that are gone are left out."""
        return review_reading.candidates(self._database, candidate_ids)

    def evidence_counts(self) -> Mapping[int, int]:
        """Return how many sightings each open candidate has, since its failed check if any."""
        return review_reading.evidence_counts(self._database)

    def evidence_of(self, candidate_id: int) -> tuple[Evidence, ...]:
        """Return the sightings of a candidate, oldest first."""
        return review_reading.evidence(self._database, candidate_id)

    def open_conflicts(self) -> list[Conflict]:
        """Return every open conflict, oldest first."""
        return conflict_reading.open_conflicts(self._database)

    def conflict_with_id(self, conflict_id: int) -> Conflict | None:
        """Return a conflict, decided or not."""
        return conflict_reading.conflict(self._database, conflict_id)

    def conflicts_about(self, subject: Subject, subject_id: int) -> list[Conflict]:
        """Return every conflict, decided or not, that names a memory or a candidate as one of its sides."""
        return conflict_reading.conflicts_about(self._database, subject, subject_id)

    def conflicts_between(
        self, left_memory_id: int, right_memory_id: int | None, right_candidate_id: int | None
    ) -> list[Conflict]:
        """Return what was ever found between two sides, in either order, newest first."""
        return conflict_reading.conflicts_between(
            self._database, left_memory_id, right_memory_id, right_candidate_id
        )

    def conflicting_memories(self) -> int:
        """Return how many memories stand in a waiting conflict."""
        return conflict_reading.count_conflicting_memories(self._database)

    def merged_from_deleted(self) -> list[int]:
        """Return the live memories that were merged from one that was deleted since, by id."""
        return conflict_reading.merged_from_deleted(self._database)

    def reconciled_texts(self) -> set[tuple[str, str]]:
        """Return the pairs of texts (by hash, older first) that a verdict left both in the palace."""
        return conflict_reading.reconciled_texts(self._database)

    def evidence_behind(self, memory_id: int) -> tuple[Evidence, ...]:
        """Return the sightings of the candidates that became a memory, oldest first."""
        return conflict_reading.evidence_behind(self._database, memory_id)

    def not_compared(
        self, subject: Subject, model_id: str, after: int, limit: int, among: Collection[int] | None = None
    ) -> list[int]:
        """Return the live memories or open candidates above an id whose text was not compared yet, by id."""
        return conflict_reading.not_compared(self._database, subject, model_id, after, limit, among)

    def count_not_compared(self, model_id: str) -> int:
        """Return how many live memories and open candidates were not compared yet."""
        return conflict_reading.count_not_compared(self._database, model_id)

    def decisions(self, *, before_id: int | None = None, limit: int = 50) -> list[Decision]:
        """Return journal rows without their changes, newest first."""
        return journal_reading.decisions(self._database, before_id, limit)

    def decisions_about(self, subject: Subject, subject_id: int, limit: int = 20) -> list[Decision]:
        """Return the decisions about one thing without their changes, newest first."""
        return journal_reading.decisions_about(self._database, subject, subject_id, limit)

    def last_undoable(self, actor: Actor) -> Decision | None:
        """Return the newest decision of an actor that is neither undone nor itself an undo."""
        return journal_reading.last_undoable(self._database, actor)

    def last_redoable(self, actor: Actor) -> Decision | None:
        """Return the newest undo of an actor that nothing new has followed."""
        return journal_reading.last_redoable(self._database, actor)

    def group_of(self, decision_id: int) -> list[Decision]:
        """Return all decisions of the same act, oldest first."""
        return journal_reading.group_of(self._database, decision_id)

    def find_words(self, words: str, filters: Filters, limit: int) -> list[LexicalHit]:
        """Return the memories that hold words of a question; any text is a valid question."""
        from palace.storage import full_text, word_search

        return word_search.find(
            self._database, full_text.MEMORY_TEXT, words, filters, self._zone, self._rules.search, limit
        )

    def find_candidates(self, words: str, limit: int) -> list[int]:
        """Return the open candidates that hold the words."""
        from palace.storage import full_text, word_search

        hits = word_search.find(
            self._database, full_text.CANDIDATE_TEXT, words, Filters(), self._zone, self._rules.search, limit
        )
        return [hit.memory_id for hit in hits]

    def without_vector(self, model_id: str, limit: int, after: int = 0) -> list[Memory]:
        """Return searchable memories above `after` that have no current vector of a model, lowest first."""
        return reading.without_vector(self._database, model_id, limit, after)

    def vector_coverage(self, model_id: str) -> tuple[int, int]:
        """Return how many searchable memories have a current vector of a model, and how many there are."""
        return reading.vector_coverage(self._database, model_id)

    def other_models(self, model_id: str) -> list[str]:
        """Return the ids of further models whose vectors are stored."""
        return reading.other_models(self._database, model_id)

    def meta(self, key: str) -> str | None:
        """Return what the palace says of itself under a key, such as `name`; None where it says nothing."""
        found = self._database.row("SELECT value FROM meta WHERE key = ?", (key,))
        return None if found is None else str(found[0])

    def scan_chunks(self, model_id: str, since: int = 0, take: TakeChunk | None = None) -> ScanChunks:
        """Return the vectors of a model in chunks for scanning: those that changed after a revision."""
        return vectors.scan_chunks(self._database, model_id, since, take)

    def raw_vectors(self, model_id: str, memory_ids: Sequence[int]) -> Mapping[int, bytes]:
        """Return the float32 vectors of those memories that have one of their present text."""
        return vectors.raw_vectors(self._database, model_id, memory_ids)
