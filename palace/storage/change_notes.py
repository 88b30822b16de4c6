"""What a unit of work changed, told from the rows that it changed."""

from collections.abc import Iterable

from palace.domain.changes import Changed
from palace.domain.journal import RowChange
from palace.storage import tables

_MEMORY_COLUMNS = {
    tables.MEMORY.name: ("id",),
    tables.MEMORY_VERSION.name: ("memory_id",),
    tables.LINK.name: ("from_id", "to_id"),
}
"""Which columns of a changed row name memories that have to be shown anew."""

_SORTS = {
    tables.MEMORY.name: Changed.MEMORY,
    tables.MEMORY_VERSION.name: Changed.MEMORY,
    tables.CANDIDATE.name: Changed.CANDIDATE,
    tables.CONFLICT.name: Changed.CONFLICT,
    tables.LINK.name: Changed.LINK,
    tables.EVIDENCE.name: Changed.EVIDENCE,
    tables.TOMBSTONE.name: Changed.TOMBSTONE,
    tables.SAVED_SEARCH.name: Changed.SAVED_SEARCH,
    tables.META.name: Changed.SETTING,
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
        if change.table == tables.CANDIDATE.name:
            candidate_ids.add(int(change.key))
