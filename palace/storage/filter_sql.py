"""Filters as SQL conditions on the table `memory`."""

from collections.abc import Iterable
from datetime import date, tzinfo

from palace.domain.clock import day_start
from palace.domain.filters import Filters
from palace.domain.vocabulary import Status
from palace.storage.conflict_reading import WAITING_CONFLICTS
from palace.storage.database import Value
from palace.storage.instants import instant_text

SEARCHABLE = "memory.status <> 'trashed' AND memory.retired_at IS NULL"
"""What search may show: neither trashed nor retired by something newer."""

CURRENT = f"(memory.status <> '{Status.ARCHIVED.value}' OR memory.retired_at IS NULL)"
"""What nothing newer took the place of. It is archived, so that only archived rows have to be looked into."""

_HOLDS_SINCE = "coalesce(memory.valid_from, memory.recorded_at)"


def conditions(filters: Filters, zone: tzinfo) -> tuple[str, list[Value]]:
    """Return the condition that a memory fits, and its parameters.

    Days are those of `zone`; they are compared with the instant since when a memory holds, or with that of
    its recording. Without statuses everything but the trashed fits.
    """
    parts: list[str] = []
    parameters: list[Value] = []
    for column, words in (
        ("wing", filters.wings),
        ("band", filters.bands),
        ("layer", filters.layers),
        ("priority", filters.priorities),
        ("kind", filters.kinds),
        ("status", filters.statuses),
    ):
        if words:
            parts.append(f"memory.{column} IN ({_marks(words)})")
            parameters.extend(sorted(words))
    if not filters.statuses:
        parts.append(f"memory.status <> '{Status.TRASHED.value}'")
    if filters.scenes:
        parts.append(
            "EXISTS (SELECT 1 FROM json_each(memory.scenes) AS scene"
            f" WHERE scene.value COLLATE NOCASE IN ({_marks(filters.scenes)}))"
        )
        parameters.extend(sorted(filters.scenes))
    if filters.since is not None:
        parts.append(f"{_HOLDS_SINCE} >= ?")
        parameters.append(_start_of(filters.since, zone))
    if filters.before is not None:
        parts.append(f"{_HOLDS_SINCE} < ?")
        parameters.append(_start_of(filters.before, zone))
    if filters.in_conflict:
        parts.append(
            f"EXISTS (SELECT 1 FROM {WAITING_CONFLICTS}"
            " AND memory.id IN (conflict.left_memory_id, coalesce(conflict.right_memory_id, 0)))"
        )
    if filters.pinned:
        parts.append("memory.pinned = 1")
    if filters.current:
        parts.append(CURRENT)
    return " AND ".join(parts), parameters


def _marks(words: Iterable[str]) -> str:
    return ", ".join("?" for _ in words)


def _start_of(day: date, zone: tzinfo) -> str:
    try:
        return instant_text(day_start(day, zone))
    except OverflowError:  # the first or the last day that a date can name, moved out of range by its zone
        return f"{day.isoformat()}T00:00:00.000000Z"
