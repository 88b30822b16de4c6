"""The review queue narrowed to what is asked for, and in another order than that of review."""

from collections.abc import Iterable
from enum import StrEnum

from palace.domain.pipeline import Stage
from palace.domain.vocabulary import Wing
from palace.services.candidate_queue import QueueEntry


class Sort(StrEnum):
    """In what order a queue is given: of review (due first), most evidence first, oldest first, by wing."""

    DUE = "due"
    EVIDENCE = "evidence"
    OLDEST = "oldest"
    WING = "wing"


def narrowed(
    entries: Iterable[QueueEntry], stages: frozenset[Stage], wings: frozenset[Wing]
) -> list[QueueEntry]:
    """Return the entries of these stages and wings, as they come; an empty set lets all through."""
    return [
        entry
        for entry in entries
        if (not stages or entry.stage in stages) and (not wings or entry.candidate.wing in wings)
    ]


def ordered(entries: Iterable[QueueEntry], order: Sort) -> list[QueueEntry]:
    """Return the entries of a queue in another order; what is equal in it keeps the order of review."""
    entries = list(entries)
    match order:
        case Sort.DUE:
            pass
        case Sort.EVIDENCE:
            entries.sort(key=lambda entry: -entry.evidences)
        case Sort.OLDEST:
            entries.sort(key=lambda entry: entry.candidate.first_seen_at)
        case Sort.WING:
            wings = list(Wing)
            entries.sort(key=lambda entry: wings.index(entry.candidate.wing))
    return entries
