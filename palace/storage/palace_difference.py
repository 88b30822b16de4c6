"""Compares a palace with a copy of it, row by row in the order of their uids; neither is held whole."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from palace.domain.core_memory import CoreChange, change_of, core_effect
from palace.domain.errors import PalaceError
from palace.domain.memory import Memory, Tombstone
from palace.domain.vocabulary import Priority, Status
from palace.services.restore_difference import BRINGS_NOTHING_BACK, Counted, RestoreDifference
from palace.storage.database import Database, Fields, text_of_bytes
from palace.storage.faults import explaining, is_damage
from palace.storage.purged_in_copies import ids_in, purged_from
from palace.storage.reading import tombstones
from palace.storage.rows import memory_of
from palace.storage.tables import MEMORY, USE_COLUMNS

SAMPLES = 5

_UID = MEMORY.columns.index("uid")
_STATUS = MEMORY.columns.index("status")
_PRIORITY = MEMORY.columns.index("priority")
_HASH = MEMORY.columns.index("content_hash")
_RETIRED = MEMORY.columns.index("retired_at")
_COMPARED = tuple(
    place for place, column in enumerate(MEMORY.columns) if column not in {"version", *USE_COLUMNS}
)


@dataclass(frozen=True, slots=True)
class KeptAway:
    """What of a copy stays away: memories and open candidates by id, and the tombstones to carry over.

    Of what was purged since, not even the text comes back.
    """

    memory_ids: tuple[int, ...] = ()
    candidate_ids: tuple[int, ...] = ()
    tombstones: tuple[Tombstone, ...] = ()
    purged_memory_ids: tuple[int, ...] = ()
    purged_candidate_ids: tuple[int, ...] = ()


@dataclass
class _Tally:
    added: int = 0
    changed: int = 0
    gone: int = 0
    added_samples: list[Memory] = field(default_factory=list)
    changed_samples: list[tuple[Memory, Memory]] = field(default_factory=list)
    gone_samples: list[Memory] = field(default_factory=list)
    core: list[CoreChange] = field(default_factory=list)
    kept_away: list[Memory] = field(default_factory=list)


def kept_away(palace: Database, copy: Database, *, with_deleted: bool) -> KeptAway:
    """Return what of a copy was deleted or rejected in the palace since, and so stays away.

    A P0 does not: it comes back by its code. `with_deleted` lets everything come back.
    """
    purged = _purged_since(palace, copy, with_deleted=with_deleted)
    known = {tombstone.content_hash for tombstone in tombstones(copy)}
    newer = {
        tombstone.content_hash: tombstone
        for tombstone in tombstones(palace)
        if tombstone.content_hash not in known and tombstone.reason not in BRINGS_NOTHING_BACK
    }
    live = copy.rows(
        "SELECT id, content_hash, priority FROM memory WHERE status <> ? AND retired_at IS NULL",
        (Status.TRASHED.value,),
    )
    waiting = copy.rows("SELECT id, content_hash, priority FROM candidate WHERE verdict = 'open'")
    core = {row[1] for row in live if row[2] == Priority.P0.value}
    standing = {row[1] for row in (*live, *waiting)} & newer.keys()
    spared = standing if with_deleted else core
    barred = newer.keys() - spared
    return KeptAway(
        tuple(row[0] for row in live if row[1] in barred and row[0] not in purged[0]),
        tuple(row[0] for row in waiting if row[1] in barred and row[0] not in purged[1]),
        tuple(_fitting(palace, copy, newer[content_hash]) for content_hash in sorted(barred)),
        *purged,
    )


def _purged_since(
    palace: Database, copy: Database, *, with_deleted: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the memories and candidates of a copy that were purged in the palace since, P0 left out.

    A palace whose journal is damaged does not tell: its tombstones still keep them away.
    """
    if with_deleted:
        return (), ()
    try:
        purged = purged_from(palace)
    except PalaceError as error:
        if not is_damage(error):
            raise
        return (), ()
    memories, candidates = ids_in(copy, purged)
    core = {row[0] for row in copy.rows("SELECT id FROM memory WHERE priority = ?", (Priority.P0.value,))}
    return tuple(each for each in memories if each not in core), candidates


def _fitting(palace: Database, copy: Database, tombstone: Tombstone) -> Tombstone:
    """Return a tombstone that names only what the copy knows under the same number."""

    def known(table: str, number: int | None) -> int | None:
        sql = f"SELECT uid FROM {table} WHERE id = ?"
        here = palace.row(sql, (number,)) if number is not None else None
        return number if here is not None and copy.row(sql, (number,)) == here else None

    return replace(
        tombstone,
        memory_id=known("memory", tombstone.memory_id),
        candidate_id=known("candidate", tombstone.candidate_id),
    )


def difference(palace: Database | None, copy: Database, away: KeptAway) -> RestoreDifference:
    """Return what the palace would be changed in by becoming the copy; None stands for no palace at all."""
    tally = _Tally()
    ids, purged = frozenset(away.memory_ids), frozenset(away.purged_memory_ids)
    for before, after in _side_by_side(palace, copy):
        if after is not None and after[0] in purged:
            tally.kept_away.append(memory_of(after))
            after = None
        elif after is not None and after[0] in ids:
            tally.kept_away.append(memory_of(after))
            after = (*after[:_STATUS], Status.TRASHED.value, *after[_STATUS + 1 :])
        _count(tally, before, after)
    return RestoreDifference(
        added=tally.added,
        changed=tally.changed,
        gone=tally.gone,
        added_samples=tuple(tally.added_samples),
        changed_samples=tuple(tally.changed_samples),
        gone_samples=tuple(tally.gone_samples),
        core=tuple(tally.core),
        kept_away=len(tally.kept_away) + len(away.candidate_ids) + _waiting_among(copy, away),
        kept_away_samples=tuple(tally.kept_away[:SAMPLES]),
        candidates=_counted("candidate", palace, copy),
        decisions=_counted("decision", palace, copy),
        unreadable=palace is None,
    )


def _waiting_among(copy: Database, away: KeptAway) -> int:
    """Return how many of the candidates that were purged since waited when the copy was made."""
    if not away.purged_candidate_ids:
        return 0
    waiting = copy.rows("SELECT id FROM candidate WHERE verdict = 'open'")
    return len({row[0] for row in waiting} & set(away.purged_candidate_ids))


def _counted(table: str, palace: Database | None, copy: Database) -> Counted:
    now, then = (
        0 if database is None else database.number(f"SELECT count(*) FROM {table}")
        for database in (palace, copy)
    )
    return Counted(now, then)


def _count(tally: _Tally, before: Fields | None, after: Fields | None) -> None:
    if before is not None and after is not None:
        if all(before[place] == after[place] for place in _COMPARED):
            return
        tally.changed += 1
        if len(tally.changed_samples) < SAMPLES:
            tally.changed_samples.append((memory_of(before), memory_of(after)))
    elif after is not None:
        tally.added += 1
        if len(tally.added_samples) < SAMPLES:
            tally.added_samples.append(memory_of(after))
    elif before is not None:
        tally.gone += 1
        if len(tally.gone_samples) < SAMPLES:
            tally.gone_samples.append(memory_of(before))
    if any(row is not None and row[_PRIORITY] == Priority.P0.value for row in (before, after)):
        was, will_be = (None if row is None else memory_of(row) for row in (before, after))
        effect = core_effect(was, will_be)
        if effect is not None:
            tally.core.append(_told_of_copy(change_of(was, will_be, effect)))


def _told_of_copy(change: CoreChange) -> CoreChange:
    """Return a change whose code is of both sides: what was typed for one copy is no code for another."""
    after = change.after
    then = (
        "gone" if after is None else f"{after.version} {after.content_hash} {after.status} {after.priority}"
    )
    return replace(change, item=replace(change.item, uid=f"{change.item.uid} {then}"))


def _side_by_side(palace: Database | None, copy: Database) -> Iterator[tuple[Fields | None, Fields | None]]:
    """Yield the rows of both files that have the same uid, in the order of the uids."""
    left, right = (iter(()) if palace is None else _rows(palace)), _rows(copy)
    before, after = next(left, None), next(right, None)
    while before is not None or after is not None:
        if after is None or (before is not None and before[_UID] < after[_UID]):
            yield before, None
            before = next(left, None)
        elif before is None or after[_UID] < before[_UID]:
            yield None, after
            after = next(right, None)
        else:
            yield before, after
            before, after = next(left, None), next(right, None)


def _rows(database: Database) -> Iterator[Fields]:
    # Bytes of UTF-8 and code points sort alike, so SQLite's order is that of the comparison above.
    database.connection.text_factory = text_of_bytes
    try:
        with explaining(database.path):
            yield from database.connection.execute(f"SELECT {MEMORY.listed} FROM memory ORDER BY uid")
    finally:
        database.connection.text_factory = str
