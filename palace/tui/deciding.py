"""The reads and writes of a queue's screen: what was seen is decided, undone and redone, with its outcome."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from palace.domain.errors import PalaceError
from palace.domain.journal import Decision, Subject
from palace.services.candidate_queue import CandidateView, QueueEntry, candidate_view
from palace.services.candidate_rows import CandidateRow, open_rows, rows_of
from palace.services.ports import Palace, Waiting
from palace.services.queue import Row
from palace.services.recent_acts import Act, recent_acts
from palace.services.review import BatchReport, Decide, decide, decide_all
from palace.services.surroundings import Surroundings
from palace.services.undo import redo, undo
from palace.tui.gateway import Gateway
from palace.tui.presenters.queue_words import Outcome

Item = TypeVar("Item")

Seen = tuple[int, int]
"""An item's id and the version of it that stood on the screen."""

RowsAgain = Callable[[Palace, Sequence[int], Surroundings], Sequence[Row[Item]]]
"""Returns some items as they stand now."""


@dataclass(frozen=True, slots=True)
class TakenBack(Generic[Item]):
    """What was undone or redone, and the items of the queue that it was about as they stand now."""

    decisions: tuple[Decision, ...]
    rows: tuple[Row[Item], ...]


@dataclass(frozen=True, slots=True)
class QueueReading(Generic[Item]):
    """A queue as the palace has it, and how much waits in all queues."""

    rows: tuple[Row[Item], ...]
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


def read_queue(palace: Palace, surroundings: Surroundings) -> QueueReading[QueueEntry]:
    """Return the candidates and the counts of all queues."""
    return QueueReading(tuple(open_rows(palace, surroundings)), palace.waiting())


async def read_recent(gateway: Gateway, most: int) -> tuple[list[Act], Waiting]:
    """Return what the person decided last, the act that undo would take back first, and what waits now.

    Raises PalaceError.
    """

    def read(palace: Palace, surroundings: Surroundings) -> tuple[list[Act], Waiting]:
        return recent_acts(palace, gateway.actor, most), palace.waiting()

    return await gateway.read(read, caller="recent acts")


async def decide_seen(
    gateway: Gateway, seen: Sequence[Seen], how: Decide, then: int | None = None
) -> tuple[Outcome, CandidateReading | None]:
    """Decide one candidate, or several as one act, and read the candidate `then` as it stands after that.

    A single one that fails raises its PalaceError (StaleItem when it changed since it was seen); of several,
    those that fail are named and the others are done. What is to be shown next is read in the same turn, so
    that no other work comes between; None where it is gone.
    """

    def act(palace: Palace, surroundings: Surroundings) -> tuple[Outcome, CandidateReading | None]:
        if len(seen) == 1:
            report = BatchReport((decide(palace, gateway.actor, *seen[0], how),), ())
        else:
            report = decide_all(palace, gateway.actor, seen, how)
        reading = None
        if then is not None:
            # Whatever is wrong with it is said when the person stands there: this is decided.
            with suppress(PalaceError):
                reading = read_candidate(palace, then, surroundings)
        return _outcome_of(report), reading

    return await gateway.write(act)


async def take_back(
    gateway: Gateway,
    subject: Subject,
    rows_again: RowsAgain[Item],
    *,
    again: bool = False,
    typed_code: str = "",
    leaving_core: bool = False,
) -> TakenBack[Item]:
    """Undo the newest act of the person, or bring back what was undone last (`again`).

    Of what it was about, the items of one subject are read again.
    Raises NotFound when there is nothing, Refused with the reason when its subject has moved on,
    NeedsApproval as `services.undo` does.
    """

    def act(palace: Palace, surroundings: Surroundings) -> TakenBack[Item]:
        how = redo if again else undo
        decisions = how(palace, gateway.actor, typed_code=typed_code, leaving_core=leaving_core)
        ids = [decision.subject_id for decision in decisions if decision.subject is subject]
        return TakenBack(tuple(decisions), tuple(rows_again(palace, ids, surroundings)))

    return await gateway.write(act)


def _outcome_of(report: BatchReport) -> Outcome:
    return Outcome(
        decisions={decided.candidate_id: decided.decision_id for decided in report.done},
        memory_ids=tuple(decided.memory_id for decided in report.done if decided.memory_id is not None),
        failed=report.failed,
    )
