"""Undo and redo of every decision, from the journal: across restarts, and for other sessions' decisions."""

from palace.domain.errors import NotFound, Refused
from palace.domain.journal import Actor, Decision, Verb, check_undoable, inverse, undo_verb
from palace.services.ports import Palace


def undo(palace: Palace, actor: Actor, decision_id: int | None = None) -> list[Decision]:
    """Take a decision back, with all others of its group, in one transaction; returns what was undone.

    Without an id the newest decision of the actor is meant. Raises NotFound when there is none, Refused
    with the reason when it is undone already or when what it was about has moved on since.
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
    return _take_back(palace, actor, group)


def redo(palace: Palace, actor: Actor) -> list[Decision]:
    """Bring back what was undone last, unless something new was decided since; returns what was redone.

    Raises NotFound when nothing can be brought back, Refused when its subject has moved on.
    """
    newest = palace.last_redoable(actor)
    if newest is None:
        raise NotFound("there is nothing to redo")
    return _take_back(palace, actor, palace.group_of(newest.id))


def _take_back(palace: Palace, actor: Actor, group: list[Decision]) -> list[Decision]:
    for decision in group:
        check_undoable(decision)
    with palace.unit_of_work(actor) as work:
        for light in reversed(group):
            decision = work.decision(light.id)
            check_undoable(decision)
            work.apply(inverse(decision))
            work.record(
                undo_verb(decision),
                decision.subject,
                decision.subject_id,
                summary=decision.summary,
                undoes=decision.id,
            )
    return group
