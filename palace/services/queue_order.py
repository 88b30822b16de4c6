"""The review queue narrowed to what is asked for, and in another order than that of review."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from palace.domain.pipeline import Stage
from palace.domain.vocabulary import Wing
from palace.services.candidate_queue import QueueEntry
from palace.services.candidate_rows import CandidateRow


class Sort(StrEnum):
    """In what order a queue is given: of review (due first), most evidence first, oldest first, by wing."""

    DUE = "due"
    EVIDENCE = "evidence"
    OLDEST = "oldest"
    WING = "wing"


Fits = Callable[[QueueEntry], bool]

STATES: Mapping[str, Fits] = MappingProxyType(
    {
        "due": lambda entry: entry.stage in {Stage.VERIFIED, Stage.CHECK_DUE},
        "express": lambda entry: entry.candidate.express,
        "evidenced": lambda entry: entry.stage in {Stage.CHECKING, Stage.CHECK_DUE, Stage.VERIFIED},
        "cooled": lambda entry: entry.stage is not Stage.COOLING,
        "flagged": lambda entry: bool(entry.candidate.flags),
    }
)
"""What an entry can be asked to be, each by its name."""

_WING_PREFIX = "wing:"


def wing_name(wing: Wing) -> str:
    """Return the name by which a filter asks for a wing."""
    return _WING_PREFIX + wing.value


FILTER_NAMES: tuple[str, ...] = (*STATES, *(wing_name(wing) for wing in Wing))
"""All that a queue can be narrowed to, in the order in which it is offered."""


def fitting(names: Iterable[str]) -> Fits | None:
    """Return the test of several names of `FILTER_NAMES` together, None where there is none.

    What is asked for must hold all at once; of several wings an entry stands in one.
    """
    asked = frozenset(names)
    tests = [test for name, test in STATES.items() if name in asked]
    wings = frozenset(wing for wing in Wing if wing_name(wing) in asked)
    if not tests and not wings:
        return None

    def fits(entry: QueueEntry) -> bool:
        return all(test(entry) for test in tests) and (not wings or entry.candidate.wing in wings)

    return fits


def narrowed(
    entries: Iterable[QueueEntry], stages: frozenset[Stage], wings: frozenset[Wing]
) -> list[QueueEntry]:
    """Return the entries of these stages and wings, as they come; an empty set lets all through."""
    return [
        entry
        for entry in entries
        if (not stages or entry.stage in stages) and (not wings or entry.candidate.wing in wings)
    ]


_WING_PLACES = {wing: place for place, wing in enumerate(Wing)}


def _sort_key(order: Sort) -> Callable[[QueueEntry], float]:
    match order:
        case Sort.DUE:
            return lambda entry: 0
        case Sort.EVIDENCE:
            return lambda entry: -entry.evidences
        case Sort.OLDEST:
            return lambda entry: entry.candidate.first_seen_at.timestamp()
        case Sort.WING:
            return lambda entry: _WING_PLACES[entry.candidate.wing]


def ordered(entries: Iterable[QueueEntry], order: Sort) -> list[QueueEntry]:
    """Return the entries of a queue in another order; what is equal in it keeps the order of review."""
    key = _sort_key(order)
    return sorted(entries, key=key)


def ids_in_order(
    rows: Iterable[CandidateRow], order: Sort, order_of_review: Mapping[int, int]
) -> Sequence[int]:
    """Return the ids of rows of a queue in an order: what is settled first, then what can be decided.

    `order_of_review` tells the place of what waits in the order of review.
    """
    key = _sort_key(order)
    in_review = sorted(rows, key=lambda row: order_of_review.get(row.id, -1))
    in_review.sort(key=lambda row: key(row.item))
    in_review.sort(key=lambda row: row.decidable)
    return [row.id for row in in_review]
