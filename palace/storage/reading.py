"""Reading memories: pages by id, whole lists as ids only, counts, links and earlier texts."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, tzinfo

from palace.domain.filters import Filters
from palace.domain.memory import Link, Memory, MemoryVersion, Tombstone
from palace.domain.vocabulary import Band, LinkKind, Priority, Status
from palace.services.read_values import RoomCount, Weighing
from palace.storage.database import Database, Value, bindable, mark
from palace.storage.filter_sql import CURRENT, SEARCHABLE, conditions
from palace.storage.instants import instant_of, instant_or_none, instant_text
from palace.storage.rows import (
    BANDS,
    KINDS,
    PRIORITIES,
    STATUSES,
    WINGS,
    link_of,
    memory_of,
    tombstone_of,
    version_of,
)
from palace.storage.tables import LINK, MEMORY, MEMORY_VERSION, TOMBSTONE

_FEW = 500
"""How many values one statement binds at most."""


def in_parts(numbers: Sequence[int]) -> Iterable[tuple[str, Sequence[int]]]:
    """Yield the numbers in parts that one statement can bind, each with its placeholders."""
    for start in range(0, len(numbers), _FEW):
        few = numbers[start : start + _FEW]
        yield ", ".join("?" * len(few)), few


def memory(database: Database, memory_id: int) -> Memory | None:
    """Return a memory, whatever its status."""
    found = database.row(f"SELECT {MEMORY.listed} FROM memory WHERE id = ?", (memory_id,))
    return None if found is None else memory_of(found)


def memories(database: Database, memory_ids: Sequence[int]) -> list[Memory]:
    """Return memories in the order of the ids; ids that are gone are left out."""
    found: dict[int, Memory] = {}
    for marks, few in in_parts(memory_ids):
        rows = database.rows(f"SELECT {MEMORY.listed} FROM memory WHERE id IN ({marks})", few)
        found.update((row[0], memory_of(row)) for row in rows)
    return [found[memory_id] for memory_id in memory_ids if memory_id in found]


def memory_ids(database: Database, filters: Filters, zone: tzinfo) -> list[int]:
    """Return the ids of all memories that fit, oldest first."""
    fits, parameters = conditions(filters, zone)
    rows = database.rows(f"SELECT id FROM memory WHERE {fits} ORDER BY recorded_at, id", parameters)
    return [row[0] for row in rows]


def weighings(database: Database, filters: Filters, zone: tzinfo) -> list[Weighing]:
    """Return what the weights of all fitting memories depend on, in no certain order."""
    fits, parameters = conditions(filters, zone)
    cited = citations(database, None)
    rows = database.rows(
        "SELECT id, kind, priority, pinned, importance, hits, recorded_at, last_hit_at"
        f" FROM memory WHERE {fits}",
        parameters,
    )
    return [
        Weighing(
            row[0],
            KINDS[row[1]],
            PRIORITIES[row[2]],
            bool(row[3]),
            row[4],
            row[5],
            instant_of(row[6]),
            instant_or_none(row[7]),
            cited.get(row[0], 0),
        )
        for row in rows
    ]


def hot_memories(database: Database, limit: int) -> list[Memory]:
    """Return active memories of the hot band: least important first, then those that are always hot."""
    wings = ", ".join(f"'{wing}'" for wing in WINGS)
    rows = database.rows(
        # The wings are named so that the index of the rooms serves.
        f"SELECT {MEMORY.listed} FROM memory WHERE wing IN ({wings}) AND band = '{Band.HOT.value}'"
        f" AND status = '{Status.ACTIVE.value}' AND retired_at IS NULL"
        f" ORDER BY (pinned OR priority = '{Priority.P0.value}'), importance, id LIMIT ?",
        (limit,),
    )
    return [memory_of(row) for row in rows]


def citations(database: Database, memory_ids: Sequence[int] | None) -> Mapping[int, int]:
    """Return how many others cite each memory (None: of all memories); uncited ones are left out."""
    counted = f"SELECT to_id, count(*) FROM link WHERE kind = '{LinkKind.CITES.value}'"
    if memory_ids is None:
        return dict(database.rows(f"{counted} GROUP BY to_id"))
    found: dict[int, int] = {}
    for marks, few in in_parts(memory_ids):
        found.update(database.rows(f"{counted} AND to_id IN ({marks}) GROUP BY to_id", few))
    return found


def room_counts(database: Database) -> list[RoomCount]:
    """Return how many memories of each status stand in each band of each wing.

    What something newer took the place of stands in none.
    """
    rows = database.rows(
        f"SELECT wing, band, status, count(*) FROM memory WHERE {CURRENT} GROUP BY wing, band, status"
    )
    return [RoomCount(WINGS[row[0]], BANDS[row[1]], STATUSES[row[2]], row[3]) for row in rows]


def recorded_since(database: Database, instant: datetime) -> int:
    """Return how many searchable memories were recorded since an instant."""
    return database.number(
        f"SELECT count(*) FROM memory WHERE recorded_at >= ? AND {SEARCHABLE}", (instant_text(instant),)
    )


def memory_with_hash(database: Database, content_hash: str) -> Memory | None:
    """Return the oldest searchable memory of a hash."""
    found = database.row(
        f"SELECT {MEMORY.listed} FROM memory WHERE content_hash = ? AND {SEARCHABLE} ORDER BY id LIMIT 1",
        (content_hash,),
    )
    return None if found is None else memory_of(found)


def memory_with_uid(database: Database, uid: str) -> Memory | None:
    """Return the memory of a uid, whatever its status."""
    value: Value = bindable(uid)
    found = database.row(f"SELECT {MEMORY.listed} FROM memory WHERE uid = {mark(value)}", (value,))
    return None if found is None else memory_of(found)


def tombstone(database: Database, content_hash: str) -> Tombstone | None:
    """Return the tombstone of a hash."""
    found = database.row(f"SELECT {TOMBSTONE.listed} FROM tombstone WHERE content_hash = ?", (content_hash,))
    return None if found is None else tombstone_of(found)


def tombstones(database: Database) -> list[Tombstone]:
    """Return every tombstone, newest first."""
    rows = database.rows(f"SELECT {TOMBSTONE.listed} FROM tombstone ORDER BY made_at DESC, content_hash")
    return [tombstone_of(row) for row in rows]


def links_of(database: Database, memory_id: int) -> list[Link]:
    """Return the links from and to a memory, oldest first."""
    rows = database.rows(
        f"SELECT {LINK.listed} FROM link WHERE from_id = ?1 UNION SELECT {LINK.listed} FROM link"
        " WHERE to_id = ?1 ORDER BY made_at, from_id, to_id, kind",
        (memory_id,),
    )
    return [link_of(row) for row in rows]


def links_among(database: Database, memory_ids: Sequence[int]) -> list[Link]:
    """Return the links that lead from one of these memories to another of them."""
    within = frozenset(memory_ids)
    found: list[Link] = []
    for marks, few in in_parts(memory_ids):
        rows = database.rows(f"SELECT {LINK.listed} FROM link WHERE from_id IN ({marks})", few)
        found.extend(link_of(row) for row in rows if row[1] in within)
    return found


def versions_of(database: Database, memory_id: int) -> list[MemoryVersion]:
    """Return the earlier texts of a memory, newest first."""
    rows = database.rows(
        f"SELECT {MEMORY_VERSION.listed} FROM memory_version WHERE memory_id = ? ORDER BY version DESC",
        (memory_id,),
    )
    return [version_of(row) for row in rows]


def without_vector(database: Database, model_id: str, limit: int, after: int = 0) -> list[Memory]:
    """Return searchable memories above id `after` that have no vector of their present text, lowest first."""
    rows = database.rows(
        f"SELECT {', '.join(f'memory.{column}' for column in MEMORY.columns)}"
        " FROM memory LEFT JOIN embedding"
        " ON embedding.model_id = ? AND embedding.memory_id = memory.id"
        f" WHERE memory.id > ? AND {SEARCHABLE} AND embedding.text_hash IS NOT memory.content_hash"
        " ORDER BY memory.id LIMIT ?",
        (model_id, after, limit),
    )
    return [memory_of(row) for row in rows]


def vector_coverage(database: Database, model_id: str) -> tuple[int, int]:
    """Return how many searchable memories have a vector of their present text, and how many there are."""
    current = database.number(
        "SELECT count(*) FROM memory JOIN embedding"
        " ON embedding.model_id = ? AND embedding.memory_id = memory.id"
        f" AND embedding.text_hash = memory.content_hash WHERE {SEARCHABLE}",
        (model_id,),
    )
    return current, database.number(f"SELECT count(*) FROM memory WHERE {SEARCHABLE}")


def other_models(database: Database, model_id: str) -> list[str]:
    """Return the ids of further models whose vectors are stored, in order."""
    rows = database.rows(
        "SELECT DISTINCT model_id FROM vector_chunk AS chunk WHERE model_id <> ? AND EXISTS"
        " (SELECT 1 FROM embedding WHERE embedding.model_id = chunk.model_id) ORDER BY model_id",
        (model_id,),
    )
    return [row[0] for row in rows]
