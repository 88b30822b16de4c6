"""What health takes for new, used, bound, due and gone, as SQL on the table `memory`."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from palace.domain.conflict import Relation
from palace.domain.vocabulary import KINDS_WANTING_BINDING, Band, Kind, LinkKind, Priority, Status, Wing
from palace.services.health_ports import Behind, Moments
from palace.storage.conflict_reading import WAITING_CONFLICTS
from palace.storage.database import Database, Value
from palace.storage.filter_sql import SEARCHABLE
from palace.storage.instants import instant_text

ACTIVE = f"memory.status = '{Status.ACTIVE.value}'"
KEPT = f"(memory.status <> '{Status.ARCHIVED.value}' OR memory.retired_at IS NULL)"
"""What nothing newer took the place of: only archived rows have to be looked into."""


def words_of(words: Iterable[StrEnum]) -> str:
    """Return words of the vocabulary as SQL writes a list of them."""
    return ", ".join(f"'{word.value}'" for word in words)


IN_THE_ROOMS = f"memory.wing IN ({words_of(Wing)}) AND memory.band IN ({words_of(Band)})"
"""True of every memory; said so that the index of the rooms is entered by what follows these columns."""

INSTRUCTS = f"memory.kind IN ({words_of(sorted(KINDS_WANTING_BINDING))})"
HAS_BINDING = "(memory.binding_when <> '' OR memory.binding_do <> '')"
IS_RULE = f"({INSTRUCTS} OR {HAS_BINDING})"
COMPLETE = "(memory.binding_when <> '' AND memory.binding_do <> '')"
FULL = f"({COMPLETE} AND memory.binding_unless <> '')"
LOADED_UNUSED = "(memory.loads > 0 AND memory.hits = 0)"
SETTLED = "memory.recorded_at <= :use_expected_until"

_CONFLICT = f" AND conflict.relation = '{Relation.CONFLICT.value}'"
IN_CONFLICT = (
    f"memory.id IN (SELECT conflict.left_memory_id FROM {WAITING_CONFLICTS}{_CONFLICT}"
    f" UNION SELECT conflict.right_memory_id FROM {WAITING_CONFLICTS}{_CONFLICT}"
    " AND conflict.right_memory_id IS NOT NULL)"
)


_LAST_DUE = f"CASE memory.priority WHEN '{Priority.P2.value}' THEN :p2_due ELSE :p1_due END"
"""Before which the last use makes a memory due."""


def due(protected: frozenset[Kind]) -> str:
    """Return what is past its time: of no protected kind, not pinned, not P0, and in no open conflict.

    It is told by the first columns of the index of the rooms, so that only what can be due is looked at.
    """
    return (
        f"(memory.status = '{Status.ACTIVE.value}'"
        f" AND memory.kind IN ({words_of(kind for kind in Kind if kind not in protected)})"
        f" AND memory.priority IN ({words_of((Priority.P1, Priority.P2))}) AND memory.pinned = 0"
        f" AND memory.recorded_at < {_LAST_DUE}"
        f" AND (memory.last_hit_at IS NULL OR memory.last_hit_at < {_LAST_DUE}) AND NOT {IN_CONFLICT})"
    )


IN_STEP = (
    "EXISTS (SELECT 1 FROM memory_text_docsize AS words WHERE words.id = memory.id)"
    " AND (:model_id IS NULL OR EXISTS (SELECT 1 FROM embedding WHERE embedding.memory_id = memory.id"
    " AND embedding.model_id = :model_id AND embedding.text_hash = memory.content_hash))"
)

LEAVING = "('archive', 'trash', 'purge')"
"""The verbs by which a memory leaves by itself; what was replaced or merged carries `retired_at`."""

LEFT = (
    f"(memory.status IN ('{Status.ARCHIVED.value}', '{Status.TRASHED.value}')"
    " AND (memory.retired_at >= :window_from OR memory.id IN ("
    "SELECT subject_id FROM decision WHERE decision.id >= :first_decision AND decision.at >= :window_from"
    f" AND decision.subject = 'memory' AND decision.verb IN {LEAVING} AND decision.undone_by IS NULL)))"
)

CORRECTED = (
    f"EXISTS (SELECT 1 FROM link WHERE link.to_id = memory.id AND link.kind = '{LinkKind.SUPERSEDES.value}')"
)

NEW = "memory.recorded_at >= :window_from"

_LISTS: Mapping[Behind, str] = {
    Behind.NEW: f"{KEPT} AND {NEW} AND memory.status <> '{Status.TRASHED.value}'",
    Behind.CLEARED: LEFT,
    Behind.YOUNG: f"{ACTIVE} AND memory.recorded_at >= :young_from",
    Behind.MIDDLE: f"{ACTIVE} AND memory.recorded_at < :young_from AND memory.recorded_at >= :middle_from",
    Behind.OLD: f"{ACTIVE} AND memory.recorded_at < :middle_from",
    Behind.NEVER_USED: f"{ACTIVE} AND {SETTLED} AND memory.hits = 0",
    Behind.LOADED_UNUSED: f"{ACTIVE} AND {LOADED_UNUSED}",
    Behind.UNBOUND: f"{ACTIVE} AND {IS_RULE} AND NOT {FULL}",
    Behind.PRINCIPLES: f"{ACTIVE} AND {INSTRUCTS} AND NOT {COMPLETE}",
    Behind.OUT_OF_STEP: f"memory.band = '{Band.WARM.value}' AND {SEARCHABLE} AND NOT ({IN_STEP})",
    Behind.WARM_WITHOUT_SCENE: f"{ACTIVE} AND memory.band = '{Band.WARM.value}' AND memory.scenes = '[]'",
    Behind.NOT_EMBEDDED: f"{SEARCHABLE} AND NOT ({IN_STEP})",
    Behind.CORRECTED: CORRECTED,
    Behind.CONFLICTING: IN_CONFLICT,
    Behind.IMPORTANCE_1: f"{ACTIVE} AND memory.importance < 0.2",
    Behind.IMPORTANCE_2: f"{ACTIVE} AND memory.importance >= 0.2 AND memory.importance < 0.4",
    Behind.IMPORTANCE_3: f"{ACTIVE} AND memory.importance >= 0.4 AND memory.importance < 0.6",
    Behind.IMPORTANCE_4: f"{ACTIVE} AND memory.importance >= 0.6 AND memory.importance < 0.8",
    Behind.IMPORTANCE_5: f"{ACTIVE} AND memory.importance >= 0.8",
}


def listed(
    database: Database,
    behind: Behind,
    moments: Moments,
    model_id: str | None,
    kind: Kind | None,
    protected: frozenset[Kind],
) -> list[int]:
    """Return the ids of the memories behind a figure, oldest first; `protected` kinds are never overdue."""
    condition = due(protected) if behind is Behind.OVERDUE else _LISTS[behind]
    bound = parameters(database, moments)
    bound["model_id"] = model_id
    if kind is not None:
        condition += " AND memory.kind = :kind"
        bound["kind"] = kind.value
    wanted = f"SELECT memory.id FROM memory WHERE {condition} ORDER BY memory.recorded_at, memory.id"
    return [row[0] for row in database.rows(*positional(wanted, bound))]


def parameters(database: Database, moments: Moments) -> dict[str, Value]:
    """Return the instants as the conditions name them, and the first decision that can lie in the window."""
    window_from = instant_text(moments.window_from)
    return {
        "now": instant_text(moments.now),
        "window_from": window_from,
        "young_from": instant_text(moments.young_from),
        "middle_from": instant_text(moments.middle_from),
        "use_expected_until": instant_text(moments.use_expected_until),
        "p1_due": instant_text(moments.p1_due),
        "p2_due": instant_text(moments.p2_due),
        "recent_from": instant_text(
            min(moments.window_from, moments.young_from, moments.middle_from, moments.use_expected_until)
        ),
        "first_decision": first_decision_since(database, window_from),
    }


def first_decision_since(database: Database, instant: str) -> int:
    """Return the number of the first decision since an instant, found by halves: they follow each other.

    Where a clock was set back meanwhile it may be a later one of those that share the time.
    """
    low, high = 1, database.number("SELECT max(id) FROM decision") + 1
    while low < high:
        middle = (low + high) // 2
        found = database.row("SELECT id, at FROM decision WHERE id >= ? ORDER BY id LIMIT 1", (middle,))
        if found is None or found[1] >= instant:
            high = middle
        else:
            low = int(found[0]) + 1
    return low


def positional(sql: str, values: Mapping[str, Value]) -> tuple[str, list[Value]]:
    """Return a query with numbered in place of named parameters, and their values in order."""
    names = sorted((name for name in values if f":{name}" in sql), key=len, reverse=True)
    for place, name in enumerate(names, 1):
        sql = sql.replace(f":{name}", f"?{place:03}")
    return sql, [values[name] for name in names]
