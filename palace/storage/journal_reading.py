"""Reading the journal: what was decided, by whom, and what can be taken back or brought back."""

from palace.domain.errors import NotFound
from palace.domain.journal import Actor, Decision, Subject, Verb
from palace.domain.vocabulary import LinkKind
from palace.storage.database import Database
from palace.storage.journal_rows import LIGHT_COLUMNS, decision_of

_TAKING_BACK = f"('{Verb.UNDO.value}', '{Verb.REDO.value}')"
_LIGHT = f"SELECT {LIGHT_COLUMNS} FROM decision"

_NOT_SETTLING = f"('{Verb.FIND_CONFLICT.value}', '{Verb.SKIP.value}', '{Verb.SNOOZE.value}')"
_OF_A_MEMORY = f"""
    UNION {_LIGHT} WHERE subject = 'candidate' AND subject_id IN (
        SELECT id FROM candidate WHERE memory_id = ?2)
    UNION {_LIGHT} WHERE subject = 'candidate' AND verb = '{Verb.REPLACE.value}' AND subject_id IN (
        SELECT candidate.id FROM link JOIN candidate ON candidate.memory_id = link.from_id
        WHERE link.to_id = ?2 AND link.kind = '{LinkKind.SUPERSEDES.value}')
    UNION {_LIGHT} WHERE subject = 'conflict' AND verb NOT IN {_NOT_SETTLING} AND subject_id IN (
        SELECT id FROM conflict WHERE left_memory_id = ?2 UNION
        SELECT id FROM conflict WHERE right_memory_id = ?2 UNION
        SELECT conflict.id FROM candidate JOIN conflict ON conflict.right_candidate_id = candidate.id
        WHERE candidate.memory_id = ?2)
    UNION {_LIGHT} WHERE subject = 'conflict' AND verb = '{Verb.MERGE.value}' AND subject_id IN (
        SELECT conflict.id FROM link JOIN conflict ON conflict.left_memory_id = link.to_id
        WHERE link.from_id = ?2 AND link.kind = '{LinkKind.MERGED_FROM.value}')"""
"""The decisions that belong to the history of memory ?2 beside those about itself."""


def decision(database: Database, decision_id: int) -> Decision:
    """Return a journal row with its changes; raises NotFound."""
    found = database.row(f"SELECT {LIGHT_COLUMNS}, changes FROM decision WHERE id = ?", (decision_id,))
    if found is None:
        raise _unknown(decision_id)
    return decision_of(found, found[-1])


def _unknown(decision_id: int) -> NotFound:
    return NotFound("there is no decision {id}", next_step="palace journal lists them", id=decision_id)


def light_decision(database: Database, decision_id: int) -> Decision:
    """Return a journal row without its changes; raises NotFound."""
    found = database.row(f"{_LIGHT} WHERE id = ?", (decision_id,))
    if found is None:
        raise _unknown(decision_id)
    return decision_of(found)


def decisions(database: Database, before_id: int | None, limit: int) -> list[Decision]:
    """Return journal rows without their changes, newest first; with `before_id` those that came earlier."""
    rows = database.rows(
        f"{_LIGHT} WHERE ?1 IS NULL OR id < ?1 ORDER BY id DESC LIMIT ?2", (before_id, limit)
    )
    return [decision_of(row) for row in rows]


def decisions_about(database: Database, subject: Subject, subject_id: int, limit: int) -> list[Decision]:
    """Return the decisions about one thing without their changes, newest first.

    A memory's own are those about the candidate that it was made from (its approval is where it began), those
    that let another memory take its place, and those that settled a conflict in which it stands or of which
    the two sides were merged into it.
    """
    further = _OF_A_MEMORY if subject is Subject.MEMORY else ""
    rows = database.rows(
        f"{_LIGHT} WHERE subject = ?1 AND subject_id = ?2{further} ORDER BY id DESC LIMIT ?3",
        (subject.value, subject_id, limit),
    )
    return [decision_of(row) for row in rows]


_REDONE_OF_ANOTHER = f"""
    SELECT decided.id FROM decision AS redone
    JOIN decision AS undone ON undone.id = redone.undoes
    JOIN decision AS decided ON decided.id = undone.undoes
    WHERE redone.undoes > 0 AND redone.actor = ?1 AND redone.id > ?2 AND redone.verb = '{Verb.REDO.value}'
    AND decided.actor <> ?1 AND decided.undone_by IS NULL AND NOT EXISTS (
        SELECT 1 FROM decision AS beside
        JOIN decision AS taken_back ON taken_back.id = beside.undoes
        JOIN decision AS own ON own.id = taken_back.undoes
        WHERE beside.decision_group = redone.decision_group AND own.actor = ?1
    )
    ORDER BY redone.id DESC LIMIT 1
"""
"""Finds what another actor decided and this one brought back last, after a decision of their own.

What came back only beside a decision of their own, such as a pair that was found about it, is none.
"""


def last_undoable(database: Database, actor: Actor) -> Decision | None:
    """Return the newest decision of an actor that is neither undone nor itself an undo or redo.

    Where the actor brought back later what another one had decided, such as the run of a job, that is it.
    """
    found = database.row(
        f"{_LIGHT} WHERE actor = ? AND undone_by IS NULL AND verb NOT IN {_TAKING_BACK}"
        " ORDER BY id DESC LIMIT 1",
        (actor.value,),
    )
    redone = database.row(_REDONE_OF_ANOTHER, (actor.value, 0 if found is None else found[0]))
    if redone is not None:
        found = database.row(f"{_LIGHT} WHERE id = ?", redone)
    return None if found is None else decision_of(found)


def last_redoable(database: Database, actor: Actor) -> Decision | None:
    """Return the newest undo of an actor that is not taken back and that nothing new of theirs followed."""
    newest = (
        f"SELECT id FROM decision WHERE actor = ?1 AND verb NOT IN {_TAKING_BACK} ORDER BY id DESC LIMIT 1"
    )
    found = database.row(
        f"{_LIGHT} WHERE actor = ?1 AND verb = '{Verb.UNDO.value}' AND undone_by IS NULL"
        f" AND id > coalesce(({newest}), 0) ORDER BY id DESC LIMIT 1",
        (actor.value,),
    )
    return None if found is None else decision_of(found)


def group_of(database: Database, decision_id: int) -> list[Decision]:
    """Return all decisions of the same act without their changes, oldest first; empty for an unknown id."""
    rows = database.rows(
        f"{_LIGHT} WHERE decision_group = (SELECT decision_group FROM decision WHERE id = ?) ORDER BY id",
        (decision_id,),
    )
    return [decision_of(row) for row in rows]
