"""What a unit of work changed, so that only what shows it is drawn again."""

from dataclasses import dataclass
from enum import StrEnum


class Changed(StrEnum):
    """The sorts of things that can change; each is a table that people see."""

    MEMORY = "memory"
    CANDIDATE = "candidate"
    CONFLICT = "conflict"
    LINK = "link"
    EVIDENCE = "evidence"
    TOMBSTONE = "tombstone"
    SAVED_SEARCH = "saved_search"
    USAGE = "usage"
    EMBEDDING = "embedding"
    JOURNAL = "decision"
    SETTING = "meta"
    HEALTH = "health_day"


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """The sorts of things that changed, and which memories and candidates, by their ids.

    `decision_ids` are the journal's new rows.
    """

    kinds: frozenset[Changed] = frozenset()
    memory_ids: frozenset[int] = frozenset()
    decision_ids: tuple[int, ...] = ()
    candidate_ids: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        """Whether anything changed at all."""
        return bool(self.kinds)
