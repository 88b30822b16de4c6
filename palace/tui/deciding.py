"""The writes of the review screen: decisions on what was seen, undo and redo, each with its outcome."""

from collections.abc import Sequence
from dataclasses import dataclass

from palace.domain.journal import Decision, Subject
from palace.services.candidate_queue import CandidateView, candidate_view
from palace.services.candidate_rows import CandidateRow, open_rows, rows_of
from palace.services.ports import Palace, Waiting
from palace.services.recent_acts import Act, recent_acts
from palace.services.review import BatchReport, Decide, Decided, decide, decide_all
from palace.services.surroundings import Surroundings
from palace.services.undo import redo, undo
from palace.tui.gateway import Gateway
from palace.tui.presenters.review_words import Outcome

Seen = tuple[int, int]
"""A candidate's id and the version of it that stood on the screen."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was undone or redone, and the candidates that it was about as they stand now."""

    decisions: tuple[Decision, ...]
    rows: tuple[CandidateRow, ...]


@dataclass(frozen=True, slots=True)
class QueueReading:
    """The queue as the palace has it, and how much waits in all queues."""

    rows: tuple[CandidateRow, ...]
    waiting: Waiting


@dataclass(frozen=True, slots=True)
class CandidateReading:
    """One candidate with its row in the queue, both as the palace has them now."""

    row: CandidateRow
    view: CandidateView


def read_candidate(palace: Palace, candidate_id: int, surroundings: Surroundings) -> CandidateReading:
    """Return one candidate, without what it could replace; raises NotFound."""
    view = candidate_view(palace, candidate_id, surroundings, None)
    return CandidateReading(rows_of(palace, [candidate_id], surroundings)[0], view)


def read_queue(palace: Palace, surroundings: Surroundings) -> QueueReading:
    """Return the queue and the counts of all queues."""
    return QueueReading(tuple(open_rows(palace, surroundings)), palace.waiting())


async def read_recent(gateway: Gateway, most: int) -> list[Act]:
    """Return what the person decided last, the act that undo would take back first; raises PalaceError."""

    def read(palace: Palace, surroundings: Surroundings) -> list[Act]:
        return recent_acts(palace, gateway.actor, most)

    return await gateway.read(read, caller="recent acts")


async def decide_seen(gateway: Gateway, seen: Sequence[Seen], how: Decide) -> Outcome:
    """Decide one candidate, or several as one act.

    A single one that fails raises its PalaceError (StaleItem when it changed since it was seen); of several,
    those that fail are named and the others are done.
    """
    if len(seen) == 1:

        def one(palace: Palace, surroundings: Surroundings) -> Decided:
            return decide(palace, gateway.actor, *seen[0], how)

        return _outcome_of(BatchReport((await gateway.write(one),), ()))

    def all_of_them(palace: Palace, surroundings: Surroundings) -> BatchReport:
        return decide_all(palace, gateway.actor, seen, how)

    return _outcome_of(await gateway.write(all_of_them))


async def take_back(gateway: Gateway, *, again: bool = False) -> TakenBack:
    """Undo the newest act of the person, or bring back what was undone last (`again`).

    Raises NotFound when there is nothing, Refused with the reason when its subject has moved on.
    """

    def act(palace: Palace, surroundings: Surroundings) -> TakenBack:
        decisions = (redo if again else undo)(palace, gateway.actor)
        ids = [decision.subject_id for decision in decisions if decision.subject is Subject.CANDIDATE]
        return TakenBack(tuple(decisions), tuple(rows_of(palace, ids, surroundings)))

    return await gateway.write(act)


def _outcome_of(report: BatchReport) -> Outcome:
    return Outcome(
        decisions={decided.candidate_id: decided.decision_id for decided in report.done},
        memory_ids=tuple(decided.memory_id for decided in report.done if decided.memory_id is not None),
        failed=report.failed,
    )
