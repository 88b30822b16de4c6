"""Decisions and the rows of the journal that hold them, with the changes they made as JSON.

A row that was changed is kept whole as it was; of what it became only the columns that differ are kept.
Codes that were typed for a P0 stand before the changes, as entries of a table `approval` that there is not:
whoever reads the journal sees whose code let a change through.
"""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from palace.domain.journal import Actor, Decision, Row, RowChange, Subject, Verb
from palace.storage.database import Fields
from palace.storage.instants import instant_of
from palace.storage.rows import words_of

if TYPE_CHECKING:
    from palace.domain.core_memory import CodedItem

APPROVAL = "approval"
"""What stands in the place of a table's name where a code was typed."""

BEGINS_APPROVED = f'[{{"table":"{APPROVAL}"'
"""How the changes of a decision begin for which a code was typed."""

LIGHT_COLUMNS = (
    "id, decision_group, at, actor, verb, subject, subject_id, summary, override, undoes, undone_by, approved"
)
"""The columns of a decision without its changes: nothing of those is read, be they millions of characters."""

_ACTORS, _VERBS, _SUBJECTS = words_of(Actor), words_of(Verb), words_of(Subject)


class _Change(TypedDict):
    table: str
    key: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


NO_CHANGES = "[]"
"""What the journal holds of a decision without changes; a decision that is read without them has it too."""


def decision_of(fields: Fields, changes: str = NO_CHANGES) -> Decision:
    """Return the decision whose `LIGHT_COLUMNS` are `fields`, with the changes that a text holds."""
    return Decision(
        id=fields[0],
        group=fields[1],
        at=instant_of(fields[2]),
        actor=_ACTORS[fields[3]],
        verb=_VERBS[fields[4]],
        subject=_SUBJECTS[fields[5]],
        subject_id=fields[6],
        summary=fields[7],
        override=bool(fields[8]),
        changes=changes_in(changes),
        undoes=fields[9],
        undone_by=fields[10],
        approved=bool(fields[11]),
    )


def changes_text(changes: Sequence[RowChange], approvals: "Sequence[CodedItem]" = ()) -> str:
    """Return changes as the journal holds them, behind the codes that were typed for them."""
    listed = [_approval(item) for item in approvals] + [
        _Change(
            table=change.table,
            key=change.key,
            before=None if change.before is None else dict(change.before),
            after=_what_differs(change.before, change.after),
        )
        for change in changes
    ]
    text = json.dumps(listed, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(listed, separators=(",", ":"))
    return text


def _approval(item: "CodedItem") -> _Change:
    from palace.domain.core_memory import code_of

    typed = {"uid": item.uid, "version": item.version, "code": code_of([item])}
    return _Change(table=APPROVAL, key=item.memory_uid, before=None, after=typed)


def _what_differs(before: Row | None, after: Row | None) -> dict[str, Any] | None:
    if after is None:
        return None
    if before is None:
        return dict(after)
    return {column: value for column, value in after.items() if before.get(column) != value}


def changes_in(text: str) -> tuple[RowChange, ...]:
    """Return the changes that a text of the journal holds."""
    if text == NO_CHANGES:
        return ()
    listed: list[_Change] = json.loads(text)
    return tuple(
        RowChange(
            table=change["table"],
            key=change["key"],
            before=change["before"],
            after=None if change["after"] is None else {**(change["before"] or {}), **change["after"]},
        )
        for change in listed
        if change["table"] != APPROVAL
    )
