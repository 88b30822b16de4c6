"""The gate before the memory table: no P0 changes past it without an approval. See `domain.core_memory`.

Every way of writing a memory's row leads through `RowStore`, and `RowStore` asks here first. Only counting
use goes by: it changes nothing that a P0 is guarded in.
"""

from collections.abc import Iterable, Sequence

from palace.domain.core_memory import (
    CodedItem,
    CoreChange,
    Effect,
    NeedsApproval,
    change_of,
    core_effect,
    is_code_of,
)
from palace.domain.errors import Refused, StaleItem
from palace.domain.journal import Actor, Row, RowChange
from palace.domain.memory import Memory
from palace.domain.vocabulary import LinkKind, Priority
from palace.storage.database import Database, bindable, mark
from palace.storage.rows import fields_of, memory_of
from palace.storage.tables import CANDIDATE, LINK, MEMORY, Table

_CORE = Priority.P0.value


class CoreGate:
    """What one unit of work may do to P0 memories: nothing, until a typed code lets it."""

    def __init__(self, database: Database, actor: Actor) -> None:
        self._database = database
        self._actor = actor
        self._approved: dict[str, CodedItem] = {}
        self._admitted: set[str] = set()
        self._mistyped: set[str] = set()

    def approve(self, items: Sequence[CodedItem], typed_code: str) -> bool:
        """Let the memories of these items change if a person typed their code; returns whether it is so.

        Raises StaleItem where an item is not stored in the version whose code was shown.
        """
        if not items or self._actor is not Actor.PERSON:
            return False
        for item in items:
            self._check_version(item)
        if not is_code_of(typed_code, items):
            if typed_code:
                self._mistyped |= {item.memory_uid for item in items}
            return False
        self._approved |= {item.memory_uid: item for item in items}
        return True

    def admit_new(self, uid: str) -> None:
        """Let a P0 of a new uid be made: a person typed it outright, or named the file that it stands in.

        A job makes no P0: for it this changes nothing.
        """
        if self._actor is not Actor.JOB:
            self._admitted.add(uid)

    def check(self, table: Table, before: Row | None, after: Row | None) -> None:
        """Raise NeedsApproval where writing this row would change a P0 that was not approved.

        Raises Refused for a new P0 that nobody said outright: there is nothing yet that has a code.
        """
        if table is MEMORY:
            change = self._change(before, after)
            if change is not None:
                self._check(change)
        elif table is LINK and before is None and after is not None:
            self._check_link(after)

    def core_changes(self, changes: Iterable[RowChange]) -> tuple[CoreChange, ...]:
        """Return what these changes would do to P0 memories, one for each, from how it stands to its end."""
        steps: dict[str, CoreChange] = {}
        ends: dict[str, Row | None] = {}
        for change in changes:
            if change.table != MEMORY.name:
                continue
            ends[change.key] = change.after
            step = self._change(change.before, change.after)
            if step is not None:
                steps.setdefault(change.key, step)
        return tuple(self._whole(step, key, ends[key]) for key, step in steps.items())

    def _whole(self, step: CoreChange, key: str, end: Row | None) -> CoreChange:
        before, after = _memory(self._stored(key)), _memory(end)
        if before is None and after is None:
            return step
        return change_of(before, after, core_effect(before, after) or step.effect)

    def approvals_of(self, changes: Iterable[RowChange]) -> tuple[CodedItem, ...]:
        """Return the approvals without which these changes would not have been made."""
        found: dict[str, CodedItem] = {}
        for change in changes:
            if change.table != MEMORY.name:
                continue
            core = self._change(change.before, change.after)
            item = None if core is None else self._approved.get(core.item.memory_uid)
            if item is not None:
                found[item.memory_uid] = item
        return tuple(found.values())

    def _change(self, before: Row | None, after: Row | None) -> CoreChange | None:
        # Most rows are no P0: they pay for nothing more than this look.
        if not any(row is not None and row["priority"] == _CORE for row in (before, after)):
            return None
        was, will_be = _memory(before), _memory(after)
        effect = core_effect(was, will_be)
        return None if effect is None else change_of(was, will_be, effect)

    def _check(self, change: CoreChange) -> None:
        uid = change.item.memory_uid
        if uid in self._approved or (change.effect is Effect.MADE and uid in self._admitted):
            return
        if change.effect is Effect.MADE and not change.id:
            raise Refused(
                "a P0 is not made in passing", next_step="keep it as P1, and raise it then by editing it"
            )
        raise NeedsApproval([change], self._actor, mistyped=uid in self._mistyped)

    def _check_link(self, link: Row) -> None:
        if link["kind"] != LinkKind.SUPERSEDES.value:
            return
        stored = self._stored(str(link["to_id"]))
        if stored is None or stored["priority"] != _CORE:
            return
        memory = _memory(stored)
        self._check(change_of(memory, memory, Effect.SUPERSEDED))

    def _stored(self, key: str) -> Row | None:
        found = self._database.row(f"SELECT {MEMORY.listed} FROM memory WHERE id = ?", (int(key),))
        return None if found is None else dict(zip(MEMORY.columns, found, strict=True))

    def _check_version(self, item: CodedItem) -> None:
        uid = bindable(item.uid)
        for table in (MEMORY, CANDIDATE):
            found = self._database.row(f"SELECT version FROM {table.name} WHERE uid = {mark(uid)}", (uid,))
            if found is not None and found[0] != item.version:
                raise StaleItem(
                    "what the code belongs to changed since it was shown", next_step="look at it again"
                )


def _memory(row: Row | None) -> Memory | None:
    return None if row is None else memory_of(fields_of(MEMORY, {**MEMORY.later, **row}))
