"""What a person decided last, act by act, in the order in which undo would take them back."""

from dataclasses import dataclass

from palace.domain.journal import Actor, Decision, Verb
from palace.services.ports import Palace

ROWS_READ = 50
MOST_READINGS = 6
"""So often is the journal read on where others wrote much meanwhile; what lies further back is not told."""

_TAKING_BACK = frozenset({Verb.UNDO, Verb.REDO})


@dataclass(frozen=True, slots=True)
class Act:
    """One act: its newest decision, and how many decisions it was (a batch is one act)."""

    decision: Decision
    count: int


def recent_acts(palace: Palace, actor: Actor, most: int) -> list[Act]:
    """Return the newest acts of an actor that are not taken back, the one that undo means first."""
    newest = palace.last_undoable(actor)
    if newest is None:
        return []
    acts: list[Act] = []
    before = newest.id + 1
    for _ in range(MOST_READINGS):
        rows = palace.decisions(before_id=before, limit=ROWS_READ)
        for decision in rows:
            if decision.id >= before or decision.actor is not actor or not _stands(decision):
                continue
            group = palace.group_of(decision.id)
            acts.append(Act(decision, sum(map(_stands, group))))
            before = group[0].id
            if len(acts) == most:
                return acts
        if len(rows) < ROWS_READ:
            break
        before = min(before, rows[-1].id)
    return acts


def _stands(decision: Decision) -> bool:
    return decision.undone_by is None and decision.verb not in _TAKING_BACK
