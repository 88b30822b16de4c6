"""The reads and writes of the screens of pairs: the queue, one pair with all that belongs to it, verdicts."""

from collections.abc import Sequence
from dataclasses import dataclass

from palace.services.conflict_queue import (
    ConflictEntry,
    ConflictView,
    Dependents,
    SeenPair,
    conflict_view,
    dependents,
)
from palace.services.conflict_rows import ConflictRow, conflict_rows, row_of
from palace.services.ports import Palace
from palace.services.settling import Settle, SettledBatch, settle, settle_all
from palace.services.surroundings import Surroundings
from palace.tui.deciding import QueueReading
from palace.tui.gateway import Gateway
from palace.tui.presenters.queue_words import Outcome


@dataclass(frozen=True, slots=True)
class PairReading:
    """One pair with its row in the queue, and what depends on its older side."""

    row: ConflictRow
    view: ConflictView
    depends: Dependents


def read_pairs(
    palace: Palace, surroundings: Surroundings, *, contradictions: bool
) -> QueueReading[ConflictEntry]:
    """Return the pairs that wait and the counts of all queues."""
    rows = conflict_rows(palace, surroundings, contradictions=contradictions)
    return QueueReading(tuple(rows), palace.waiting())


def read_pair(palace: Palace, conflict_id: int, surroundings: Surroundings) -> PairReading:
    """Return one pair that waits; raises NotFound, also for one that waits no longer."""
    view = conflict_view(palace, conflict_id, surroundings)
    return PairReading(row_of(view.entry, surroundings.now), view, dependents(palace, view.entry.left))


async def settle_seen(gateway: Gateway, seen: Sequence[SeenPair], how: Settle, typed_code: str) -> Outcome:
    """Decide one pair, or several as one act.

    A single one that fails raises its PalaceError (StaleItem when it changed since it was seen, NeedsApproval
    when a P0 would change); of several, those that fail are named and the others are done.
    """
    if len(seen) == 1:

        def one(palace: Palace, surroundings: Surroundings) -> SettledBatch:
            return SettledBatch((settle(palace, gateway.actor, seen[0], how, typed_code),), ())

        return _outcome_of(await gateway.write(one))

    def all_of_them(palace: Palace, surroundings: Surroundings) -> SettledBatch:
        return settle_all(palace, gateway.actor, seen, how)

    return _outcome_of(await gateway.write(all_of_them))


def _outcome_of(batch: SettledBatch) -> Outcome:
    return Outcome(
        decisions={settled.conflict_id: settled.decision_id for settled in batch.done},
        memory_ids=tuple(settled.memory_id for settled in batch.done if settled.memory_id is not None),
        failed=batch.failed,
    )
