"""`palace review`: the queue in the app, line by line with --plain, or as JSON."""

from enum import StrEnum

from palace.cli.invocation import Invocation
from palace.domain.candidate import Candidate
from palace.domain.errors import InvalidInput
from palace.domain.filters import word_of
from palace.domain.pipeline import Stage
from palace.domain.vocabulary import Wing
from palace.services.candidate_queue import QueueEntry, candidate_queue
from palace.services.conflict_queue import ConflictEntry, conflict_entries, contradictions_first
from palace.services.ports import Palace
from palace.services.queue_order import Sort, narrowed, ordered
from palace.services.rendering import candidate_json


class WaitingQueue(StrEnum):
    """The three queues that wait for a person."""

    CANDIDATES = "candidates"
    CONFLICTS = "conflicts"
    CONTRADICTIONS = "contradictions"


def run(invocation: Invocation) -> int:
    """Review the pending candidates."""
    queue = word_of(WaitingQueue, invocation.arguments.queue)
    if queue is not WaitingQueue.CANDIDATES:
        return _review_pairs(invocation, contradictions=queue is WaitingQueue.CONTRADICTIONS)
    if invocation.wants_json:
        return _list(invocation)
    if invocation.arguments.plain:
        from palace.cli.plain_review import review_line_by_line

        return review_line_by_line(invocation)
    from palace.cli.opening import open_app

    arguments = invocation.arguments
    if arguments.stage or arguments.wing or arguments.sort != Sort.DUE:
        raise InvalidInput(
            "--stage, --wing and --sort need --plain or --json",
            next_step="in the app, f filters the queue and o orders it",
        )
    return open_app(invocation, invocation.palace_path, make_if_missing=False, mode="review")


def _review_pairs(invocation: Invocation, *, contradictions: bool) -> int:
    if invocation.wants_json:
        from palace.cli.verbs.conflicts import list_pairs

        with invocation.palace() as palace:
            list_pairs(invocation, palace, contradictions=contradictions)
        return 0
    if not invocation.arguments.plain:
        raise InvalidInput(
            "--queue needs --plain or --json", next_step="in the app, Tab leads to the next queue"
        )
    from palace.cli.plain_pairs import review_pairs_line_by_line

    return review_pairs_line_by_line(invocation, contradictions=contradictions)


def asked_queue(invocation: Invocation, palace: Palace) -> list[QueueEntry]:
    """Return the queue as --stage, --wing and --sort ask for it; raises InvalidInput for unknown words."""
    arguments = invocation.arguments
    stages = frozenset(word_of(Stage, word) for word in arguments.stage)
    wings = frozenset(word_of(Wing, word) for word in arguments.wing)
    order = word_of(Sort, arguments.sort)
    return ordered(narrowed(candidate_queue(palace, invocation.surroundings), stages, wings), order)


def _list(invocation: Invocation) -> int:
    with invocation.palace() as palace:
        queue = asked_queue(invocation, palace)
        whole = {each.id: each for each in palace.candidates([entry.candidate.id for entry in queue])}
        waiting = palace.waiting()
        clashes: dict[int, list[ConflictEntry]] = {}
        for pair in contradictions_first(conflict_entries(palace)):
            if isinstance(pair.right, Candidate):
                clashes.setdefault(pair.right.id, []).append(pair)
    invocation.output.json(
        {
            "candidates": [
                candidate_json(entry, whole[entry.candidate.id], clashes.get(entry.candidate.id, ()))
                for entry in queue
                if entry.candidate.id in whole
            ],
            "conflicts": waiting.conflicts,
            "contradictions": waiting.contradictions,
        }
    )
    return 0
