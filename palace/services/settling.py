"""Settling pairs: a verb decides one of them in a transaction of its own, or many with one undo."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from palace.domain.candidate import Candidate
from palace.domain.conflict import Conflict, Resolution
from palace.domain.errors import PalaceError, StaleItem
from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.services.conflict_queue import SeenPair, out_of_use, settled_already
from palace.services.ports import Palace, UnitOfWork


@dataclass(frozen=True, slots=True)
class Settled:
    """What a decision left behind: its journal row, and the memory that stands where the pair stood."""

    decision_id: int
    conflict_id: int
    resolution: Resolution
    memory_id: int | None = None


@dataclass(frozen=True, slots=True)
class SettledBatch:
    """What became of each pair of a batch; the whole batch is one undo."""

    done: tuple[Settled, ...]
    failed: tuple[tuple[int, PalaceError], ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A conflict with both of its sides, read within the transaction that decides it."""

    conflict: Conflict
    left: Memory
    right: Memory | Candidate


Settle = Callable[[UnitOfWork, Pair, str], Settled]
"""Decides one pair within a unit of work, given the code that a person typed for a P0 (may be empty)."""


def settle(palace: Palace, actor: Actor, seen: SeenPair, how: Settle, typed_code: str = "") -> Settled:
    """Decide one pair in a transaction of its own.

    Raises StaleItem when the pair or one of its sides changed since it was seen, NeedsApproval when a P0
    would change and `typed_code` is not its code, Refused when the verb does not fit, NotFound.
    """
    with palace.unit_of_work(actor) as work:
        return how(work, _pair(work, seen), typed_code)


def settle_all(palace: Palace, actor: Actor, seen: Sequence[SeenPair], how: Settle) -> SettledBatch:
    """Decide many pairs in one transaction: each failure is told, the rest is done. No P0 changes here."""
    done: list[Settled] = []
    failed: list[tuple[int, PalaceError]] = []
    with palace.unit_of_work(actor) as work:
        for pair in seen:
            try:
                with work.attempt():
                    done.append(how(work, _pair(work, pair), ""))
            except PalaceError as error:
                failed.append((pair.conflict_id, error))
    return SettledBatch(tuple(done), tuple(failed))


def _pair(work: UnitOfWork, seen: SeenPair) -> Pair:
    conflict = work.conflict(seen.conflict_id)
    if conflict.resolution is not Resolution.OPEN:
        raise settled_already(conflict.id)
    left = work.memory(conflict.left_memory_id)
    right: Memory | Candidate = (
        work.memory(conflict.right_memory_id)
        if conflict.right_memory_id is not None
        else work.candidate(conflict.right_candidate_id or 0)
    )
    if (conflict.version, left.version, right.version) != (
        seen.version,
        seen.left_version,
        seen.right_version,
    ):
        raise StaleItem(
            "conflict #{id} changed since you looked at it", next_step="look at it again", id=conflict.id
        )
    for side in (left, right):
        if isinstance(side, Memory) and not side.searchable:
            raise out_of_use(side)
    return Pair(conflict, left, right)
