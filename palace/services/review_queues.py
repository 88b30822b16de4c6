"""The three queues in which a person decides, and how they lead from one to the next."""

from enum import StrEnum

from palace.services.ports import Waiting


class QueueKind(StrEnum):
    """What a queue holds: new candidates, pairs that do not go together, pairs whose older side is P0."""

    CANDIDATES = "candidates"
    CONFLICTS = "conflicts"
    CONTRADICTIONS = "contradictions"


def waiting_in(waiting: Waiting, kind: QueueKind) -> int:
    """Return how much waits in a queue."""
    counts = {
        QueueKind.CANDIDATES: waiting.candidates,
        QueueKind.CONFLICTS: waiting.conflicts,
        QueueKind.CONTRADICTIONS: waiting.contradictions,
    }
    return counts[kind]


def next_queue(kind: QueueKind, step: int = 1) -> QueueKind:
    """Return the queue after one (or before it), going round."""
    kinds = tuple(QueueKind)
    return kinds[(kinds.index(kind) + step) % len(kinds)]


def queue_to_open(waiting: Waiting | None, last: QueueKind) -> QueueKind:
    """Return the queue to go to: the one last stood in if something waits there, else the first that has
    something; the last one where nothing waits anywhere or nothing is known.
    """
    if waiting is None or waiting_in(waiting, last):
        return last
    return next((kind for kind in QueueKind if waiting_in(waiting, kind)), last)
