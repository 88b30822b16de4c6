"""Undo and redo of every decision, from the journal: across restarts, and for other sessions' decisions.

What an undo or a redo would do to a P0 needs its code, as any other change of it does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import NotFound, Refused
from palace.domain.journal import Actor, Decision, Subject, Verb, check_undoable, inverse, undo_verb
from palace.services.core_approval import require_code
from palace.services.ports import Palace, UnitOfWork

MOST_ABOUT_ONE = 1000
"""So many decisions about one conflict are looked at."""

_UNDOING = frozenset({Verb.UNDO, Verb.REDO})

_SIDES = {"memory": Subject.MEMORY, "candidate": Subject.CANDIDATE}
"""The tables whose rows can be sides of a conflict."""


def undo(
    palace: Palace,
    actor: Actor,
    decision_id: int | None = None,
    *,
    typed_code: str = "",
    leaving_core: bool = False,
) -> list[Decision]:
    """Take a decision back, with all others of its group, in one transaction; returns what was undone.

    Without an id the newest decision of the actor is meant. Raises NotFound when there is none, Refused
    with the reason when it is undone already or when what it was about has moved on since, NeedsApproval
    when a P0 would change and `typed_code` is not its code. With `leaving_core` the decisions that would
    change a P0 are left as they are and the others undone; NeedsApproval when there is no other.
    """
    if decision_id is None:
        newest = palace.last_undoable(actor)
        if newest is None:
            raise NotFound("there is nothing to undo")
        decision_id = newest.id
    group = palace.group_of(decision_id)
    if not group:
        raise NotFound("there is no decision {id}", next_step="palace journal lists them", id=decision_id)
    if any(decision.verb is Verb.REDO for decision in group):
        raise Refused(
            "decision {id} brought another one back",
            next_step="undo that one: palace undo {first}",
            id=decision_id,
            first=palace.group_of(group[-1].undoes or 0)[-1].undoes,
        )
    if all(decision.undone_by is not None for decision in group):
        check_undoable(next(decision for decision in group if decision.id == decision_id))
    return _take_back(palace, actor, group, typed_code, leaving_core=leaving_core)


def redo(palace: Palace, actor: Actor, *, typed_code: str = "", leaving_core: bool = False) -> list[Decision]:
    """Bring back what was undone last, unless something new was decided since; returns what was redone.

    Raises NotFound when nothing can be brought back, Refused when its subject has moved on, NeedsApproval
    as `undo` does.
    """
    newest = palace.last_redoable(actor)
    if newest is None:
        raise NotFound("there is nothing to redo")
    return _take_back(palace, actor, palace.group_of(newest.id), typed_code, leaving_core=leaving_core)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The decisions that were taken back, and what of the same act still waits for a code (or None)."""

    decisions: tuple[Decision, ...]
    held_back: NeedsApproval | None = None


def take_back(how: Callable[[bool], list[Decision]]) -> TakenBack:
    """Undo or redo all that needs no code, and say what is held back for one.

    `how` is told whether to leave P0 as it is. Raises NeedsApproval when nothing is left without the code.
    """
    try:
        return TakenBack(tuple(how(False)))
    except NeedsApproval as needed:
        if needed.mistyped:
            raise
        return TakenBack(tuple(how(True)), needed)


def _take_back(
    palace: Palace, actor: Actor, group: list[Decision], typed_code: str, *, leaving_core: bool
) -> list[Decision]:
    standing = [decision for decision in group if decision.undone_by is None]
    # What was purged is gone for good; the rest of its act can be taken back all the same.
    standing = [decision for decision in standing if decision.verb is not Verb.PURGE] or standing
    for decision in standing:
        check_undoable(decision)
    with palace.unit_of_work(actor) as work:
        decisions = [work.decision(light.id) for light in reversed(standing)]
        for decision in decisions:
            check_undoable(decision)
        back = {decision.id: inverse(decision) for decision in decisions}
        changes = work.core_changes(change for changes in back.values() for change in changes)
        try:
            require_code(work, changes, typed_code)
        except NeedsApproval:
            decisions = _without_core(work, decisions) if leaving_core else []
            if not decisions:
                raise
        for decision in (*_found_about(palace, work, decisions), *decisions):
            work.apply(back.get(decision.id) or inverse(decision))
            work.record(
                undo_verb(decision),
                decision.subject,
                decision.subject_id,
                summary=decision.summary,
                undoes=decision.id,
            )
    done = {decision.id for decision in decisions}
    return [decision for decision in standing if decision.id in done]


def _found_about(palace: Palace, work: UnitOfWork, decisions: Sequence[Decision]) -> list[Decision]:
    """Return what the palace found by itself, newest first, about what goes away with these decisions.

    A conflict that nobody has decided since would otherwise keep its sides from being taken back.
    """
    found: dict[int, Decision] = {}
    for change in (change for decision in decisions for change in inverse(decision)):
        if change.after is not None or change.table not in _SIDES:
            continue
        for conflict in palace.conflicts_about(_SIDES[change.table], int(change.key)):
            told = palace.decisions_about(Subject.CONFLICT, conflict.id, MOST_ABOUT_ONE)
            standing = [each for each in told if each.undone_by is None and each.verb not in _UNDOING]
            if all(each.verb is Verb.FIND_CONFLICT for each in standing):
                found |= {each.id: each for each in standing}
    taken = {decision.id for decision in decisions}
    return [work.decision(number) for number in sorted(found.keys() - taken, reverse=True)]


def _without_core(work: UnitOfWork, decisions: Sequence[Decision]) -> list[Decision]:
    """Return the decisions, newest first, that neither touch a P0 nor rest on one that does."""
    kept: list[Decision] = []
    held: set[tuple[str, str]] = set()
    for decision in decisions:
        rows = {(change.table, change.key) for change in decision.changes}
        if rows & held or work.core_changes(inverse(decision)):
            held |= rows
        else:
            kept.append(decision)
    return kept
