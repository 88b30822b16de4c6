"""The journal: every change is a decision, and every decision knows its inverse.

A decision holds the rows it changed as they were and as they became. Its inverse exchanges the two,
so undoing needs no second rule for any verb, and redoing is undoing the undo.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from palace.domain.errors import Refused

RowValue = str | int | float | None
Row = Mapping[str, RowValue]


class Verb(StrEnum):
    """What was done. Each has its words in the catalogue and, in the app, its key."""

    ADD = "add"
    EDIT = "edit"
    APPROVE = "approve"
    REJECT = "reject"
    SKIP = "skip"
    SNOOZE = "snooze"
    SEE = "see"
    CHECK = "check"
    FAIL_CHECK = "fail_check"
    REPLACE = "replace"
    MERGE = "merge"
    KEEP_LEFT = "keep_left"
    KEEP_RIGHT = "keep_right"
    KEEP_BOTH = "keep_both"
    AMEND = "amend"
    NOTE = "note"
    NO_CONFLICT = "no_conflict"
    FIND_CONFLICT = "find_conflict"
    PIN = "pin"
    MOVE = "move"
    ARCHIVE = "archive"
    TRASH = "trash"
    PURGE = "purge"
    RESTORE = "restore"
    REVIVE = "revive"
    IMPORT = "import"
    SAVE_SEARCH = "save_search"
    DELETE_SEARCH = "delete_search"
    TIE = "tie"
    UNDO = "undo"
    REDO = "redo"


class Actor(StrEnum):
    """Who decided."""

    PERSON = "person"
    AGENT = "agent"
    JOB = "job"


class Subject(StrEnum):
    """What a decision was about."""

    MEMORY = "memory"
    CANDIDATE = "candidate"
    CONFLICT = "conflict"
    PALACE = "palace"
    SAVED_SEARCH = "saved_search"


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row before and after; `before` is None where it was made, `after` where it was removed.

    `key` is the row's primary key as text, parts joined by a space.
    """

    table: str
    key: str
    before: Row | None
    after: Row | None


@dataclass(frozen=True, slots=True)
class Decision:
    """One row of the journal. Decisions of one act (a batch, an import, a job) share a `group`.

    `override` says that a person went ahead of a rule, `approved` that the code of every P0 it changed was
    typed; `undoes` names the decision that it takes back.
    """

    id: int
    group: str
    at: datetime
    actor: Actor
    verb: Verb
    subject: Subject
    subject_id: int
    summary: str = ""
    override: bool = False
    approved: bool = False
    changes: tuple[RowChange, ...] = ()
    undoes: int | None = None
    undone_by: int | None = None


def invert(change: RowChange) -> RowChange:
    """Return the change that takes `change` back."""
    return replace(change, before=change.after, after=change.before)


def inverse(decision: Decision) -> tuple[RowChange, ...]:
    """Return the changes that take a decision back, last change first."""
    return tuple(invert(change) for change in reversed(decision.changes))


def undo_verb(decision: Decision) -> Verb:
    """Return what taking `decision` back is called: undoing an undo is a redo."""
    return Verb.REDO if decision.verb is Verb.UNDO else Verb.UNDO


def check_undoable(decision: Decision) -> None:
    """Raise Refused when a decision cannot be taken back any more."""
    if decision.undone_by is not None:
        raise Refused(
            "decision {id} ({verb}) is undone already, by decision {undone_by}",
            next_step="to bring it back, undo decision {undone_by}",
            id=decision.id,
            verb=decision.verb,
            undone_by=decision.undone_by,
        )
    if decision.verb is Verb.RESTORE and decision.subject is Subject.PALACE:
        raise Refused(
            "decision {id} put a copy in the place of the palace",
            next_step="to go back, restore the copy that was made before it: palace backup list",
            id=decision.id,
        )
    if decision.verb is Verb.PURGE:
        raise Refused(
            "decision {id} purged a text; only its hash was kept",
            next_step="look for it in an earlier copy, in the folder backups beside the palace",
            id=decision.id,
        )


def has_moved_on(expected: Row | None, found: Row | None, ignoring: frozenset[str]) -> bool:
    """Whether a row differs from what a decision left behind, apart from the columns in `ignoring`."""
    if expected is None or found is None:
        return expected is not found
    # Two rows are mostly equal as they stand; where they are not, what counts is looked at one by one.
    if expected == found:
        return False
    return any(found.get(column) != value for column, value in expected.items() if column not in ignoring)
