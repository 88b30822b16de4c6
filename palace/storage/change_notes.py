"""What a unit of work changed, told from the rows that it changed."""

from collections.abc import Iterable

from palace.domain.changes import Changed
from palace.domain.journal import RowChange
from palace.storage.tables import (
    CANDIDATE,
    CONFLICT,
    EVIDENCE,
    LINK,
    MEMORY,
    MEMORY_VERSION,
    META,
    SAVED_SEARCH,
    TOMBSTONE,
)

_MEMORY_COLUMNS = {MEMORY.name: ("id",), MEMORY_VERSION.name: ("memory_id",), LINK.name: ("from_id", "to_id")}
"""Which columns of a changed row name memories that have to be shown anew."""

_SORTS = {
    MEMORY.name: Changed.MEMORY,
    MEMORY_VERSION.name: Changed.MEMORY,
    CANDIDATE.name: Changed.CANDIDATE,
    CONFLICT.name: Changed.CONFLICT,
    LINK.name: Changed.LINK,
    EVIDENCE.name: Changed.EVIDENCE,
    TOMBSTONE.name: Changed.TOMBSTONE,
    SAVED_SEARCH.name: Changed.SAVED_SEARCH,
    META.name: Changed.SETTING,
}


def note(
    changes: Iterable[RowChange], sorts: set[Changed], memory_ids: set[int], candidate_ids: set[int]
) -> None:
    """Add to the sets what these changes were about."""
    for change in changes:
        sorts.add(_SORTS[change.table])
        image = change.after if change.after is not None else change.before or {}
        numbers = (image[column] for column in _MEMORY_COLUMNS.get(change.table, ()))
        memory_ids.update(number for number in numbers if isinstance(number, int))
        if change.table == CANDIDATE.name:
            candidate_ids.add(int(change.key))
