"""What a unit of work reads while it holds the lock, so that it decides on what is there now."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from palace.domain.candidate import Candidate, Evidence
from palace.domain.conflict import Conflict
from palace.domain.errors import NotFound
from palace.domain.journal import Decision
from palace.domain.memory import Memory, Tombstone
from palace.storage import conflict_reading, journal_reading, reading, review_reading
from palace.storage.database import Database

Entity = TypeVar("Entity", Memory, Candidate, Conflict)


class WorkReading:
    """Asks the rows inside a transaction; a part of `Work`, which writes."""

    _database: Database

    def memory(self, memory_id: int) -> Memory:
        """Return a memory; raises NotFound."""
        return _present(reading.memory(self._database, memory_id), "memory", memory_id)

    def candidate(self, candidate_id: int) -> Candidate:
        """Return a candidate; raises NotFound."""
        return _present(review_reading.candidate(self._database, candidate_id), "candidate", candidate_id)

    def conflict(self, conflict_id: int) -> Conflict:
        """Return a conflict; raises NotFound."""
        return _present(conflict_reading.conflict(self._database, conflict_id), "conflict", conflict_id)

    def evidence(self, candidate_id: int) -> tuple[Evidence, ...]:
        """Return the sightings of a candidate, oldest first."""
        return review_reading.evidence(self._database, candidate_id)

    def tombstone(self, content_hash: str) -> Tombstone | None:
        """Return what stands against a text of this hash."""
        return reading.tombstone(self._database, content_hash)

    def memory_with_hash(self, content_hash: str) -> Memory | None:
        """Return a searchable memory whose normalised text has this hash."""
        return reading.memory_with_hash(self._database, content_hash)

    def memory_with_uid(self, uid: str) -> Memory | None:
        """Return the memory of this uid, whatever its status."""
        return reading.memory_with_uid(self._database, uid)

    def candidate_with_hash(self, content_hash: str) -> Candidate | None:
        """Return the newest candidate whose normalised text has this hash, open ones first."""
        return review_reading.candidate_with_hash(self._database, content_hash)

    def hot_memories(self, limit: int) -> list[Memory]:
        """Return at most so many active hot memories: least important first, then those always hot."""
        return reading.hot_memories(self._database, limit)

    def citations(self, memory_ids: Sequence[int]) -> Mapping[int, int]:
        """Return how many others cite each memory."""
        return reading.citations(self._database, memory_ids)

    def decision(self, decision_id: int) -> Decision:
        """Return a journal row with its changes; raises NotFound."""
        return journal_reading.decision(self._database, decision_id)


def _present(found: Entity | None, what: str, number: int) -> Entity:
    if found is None:
        raise NotFound("there is no {what} #{id}", what=what, id=number)
    return found
