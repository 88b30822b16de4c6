"""What settling pairs needs of a palace, as a protocol that the storage fulfils."""

from collections.abc import Collection
from typing import Protocol

from palace.domain.candidate import Evidence
from palace.domain.conflict import Conflict
from palace.domain.journal import Subject


class ConflictReading(Protocol):
    """Gives the pairs that wait, what was found before, and what was not compared yet."""

    def open_conflicts(self) -> list[Conflict]:
        """Return the conflicts of which both sides still are in the palace, oldest first."""
        ...

    def conflict_with_id(self, conflict_id: int) -> Conflict | None:
        """Return a conflict, decided or not; None where there never was one."""
        ...

    def conflicts_about(self, subject: Subject, subject_id: int) -> list[Conflict]:
        """Return every conflict, decided or not, that names a memory or a candidate as one of its sides."""
        ...

    def conflicts_between(
        self, left_memory_id: int, right_memory_id: int | None, right_candidate_id: int | None
    ) -> list[Conflict]:
        """Return what was ever found between two sides, in either order, newest first."""
        ...

    def conflicting_memories(self) -> int:
        """Return how many memories stand in a waiting conflict."""
        ...

    def merged_from_deleted(self) -> list[int]:
        """Return the live memories that were merged from one that was deleted since, by id."""
        ...

    def reconciled_texts(self) -> set[tuple[str, str]]:
        """Return the pairs of texts (by hash, older first) that a verdict left both in the palace."""
        ...

    def evidence_behind(self, memory_id: int) -> tuple[Evidence, ...]:
        """Return the sightings of the candidates that became a memory, oldest first."""
        ...

    def not_compared(
        self, subject: Subject, model_id: str, after: int, limit: int, among: Collection[int] | None = None
    ) -> list[int]:
        """Return the live memories or open candidates above an id whose text was not compared yet, by id.

        With `among` only some of those.
        """
        ...

    def count_not_compared(self, model_id: str) -> int:
        """Return how many live memories and open candidates were not compared yet."""
        ...

    def forget_compared(self) -> None:
        """Forget what was compared, so that every pair is looked at again."""
        ...

    def conflicts_of(self, memory_id: int) -> list[Conflict]:
        """Return the open conflicts that a memory stands in."""
        ...
