"""Comparing what has just come in, so that a contradiction is seen on the day it is said and not at night."""

from collections.abc import Sequence
from dataclasses import dataclass

from palace.domain.candidate import Candidate
from palace.services.conflict_queue import ConflictEntry, conflict_entries, contradictions_first
from palace.services.finding_pairs import compare_candidates, compare_memories
from palace.services.meaning_ports import PairFinder
from palace.services.pairs_to_judge import Judge, PairsFound, PairToJudge, Progress
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings

MOST_AT_ONCE = 100
"""So many arrivals are compared on their way in (the newest); the rest waits for a full run."""


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What has just come to be, or changed its text: candidates and memories by their ids."""

    candidate_ids: tuple[int, ...] = ()
    memory_ids: tuple[int, ...] = ()

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.candidate_ids) + len(self.memory_ids)

    def __add__(self, others: "Arrivals") -> "Arrivals":
        """Return these and others, each once."""
        return Arrivals(
            tuple(dict.fromkeys((*self.candidate_ids, *others.candidate_ids))),
            tuple(dict.fromkeys((*self.memory_ids, *others.memory_ids))),
        )

    def without(self, others: "Arrivals") -> "Arrivals":
        """Return these without others."""
        return Arrivals(
            tuple(each for each in self.candidate_ids if each not in others.candidate_ids),
            tuple(each for each in self.memory_ids if each not in others.memory_ids),
        )

    def newest(self, most: int) -> "Arrivals":
        """Return at most so many of them: memories first, since they count already, then what came last."""
        memories = sorted(self.memory_ids)[-most:] if most else []
        left = most - len(memories)
        return Arrivals(tuple(sorted(self.candidate_ids)[-left:] if left else ()), tuple(memories))


@dataclass(frozen=True, slots=True)
class ComparedArrivals:
    """The pairs that wait because of what came in, how much of it was not compared, and what failed.

    `changed` counts the pairs that wait since now, or wait no longer.
    """

    waiting: tuple[ConflictEntry, ...] = ()
    left: int = 0
    failed: tuple[tuple[PairToJudge, Exception], ...] = ()
    changed: int = 0


def compare_arrivals(
    palace: Palace,
    surroundings: Surroundings,
    finder: PairFinder,
    judge: Judge,
    arrivals: Arrivals,
    progress: Progress | None = None,
) -> ComparedArrivals:
    """Compare what has just come in with what is there, at most MOST_AT_ONCE of it.

    Memories need their vectors first. Raises PalaceError when what was found cannot be written.
    """
    now = arrivals.newest(MOST_AT_ONCE)
    found = PairsFound()
    compare_memories(palace, surroundings, finder, judge, progress, found=found, only=now.memory_ids)
    if not found.stopped:
        compare_candidates(palace, surroundings, finder, judge, progress, found=found, only=now.candidate_ids)
    return ComparedArrivals(
        waiting=pairs_of(palace, arrivals),
        left=len(arrivals) - len(now),
        failed=tuple(found.failed),
        changed=len(found.found) + len(found.voided),
    )


def pairs_of(palace: Palace, arrivals: Arrivals) -> tuple[ConflictEntry, ...]:
    """Return the waiting pairs that something stands in, contradictions first."""
    memory_ids, candidate_ids = set(arrivals.memory_ids), set(arrivals.candidate_ids)

    def concerned(entry: ConflictEntry) -> bool:
        ids = candidate_ids if isinstance(entry.right, Candidate) else memory_ids
        return entry.right.id in ids or entry.left.id in memory_ids

    return contradictions_first(entry for entry in conflict_entries(palace) if concerned(entry))


def anything_to_compare_with(palace: Palace, arrivals: Sequence[int]) -> bool:
    """Whether there is any memory beside those that have just come in."""
    return sum(room.count for room in palace.room_counts()) > len(arrivals)
