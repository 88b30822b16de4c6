"""Pairs as a part of a job's plan: looked for and judged beforehand, settled within the job's transaction."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from palace.domain.candidate import Candidate
from palace.domain.conflict import Resolution
from palace.domain.journal import Subject, Verb
from palace.domain.memory import Memory
from palace.services.finding_pairs import judge_all
from palace.services.job_plans import Meaning, PlannedChange, PlannedSide
from palace.services.near_pairs import candidate_blocks, memory_blocks
from palace.services.pairs_to_judge import Judged, PairsFound, PairToJudge
from palace.services.ports import Palace, UnitOfWork
from palace.services.recording_pairs import may_change, settle_pair, told_of
from palace.services.surroundings import Surroundings
from palace.text.masking import summary_of

Progress = Callable[[int], bool]
"""Told how many texts are compared; returns False to stop there."""


@dataclass(slots=True)
class PlannedPairs:
    """The pairs that a person would have to look at or that need no look any more, and what was compared."""

    model_id: str = ""
    asking: list[tuple[PairToJudge, Judged]] = field(default_factory=list)
    closing: list[tuple[PairToJudge, Judged]] = field(default_factory=list)
    compared: dict[Subject, list[tuple[int, str]]] = field(default_factory=dict)
    found: PairsFound = field(default_factory=PairsFound)

    @property
    def memory_ids(self) -> frozenset[int]:
        """The memories that stand in a pair that would wait for a person."""
        sides = (side for pair, _ in self.asking for side in (pair.left, pair.right))
        return frozenset(side.id for side in sides if isinstance(side, Memory))

    def changes(self) -> Iterator[PlannedChange]:
        """Yield what would change."""
        for pairs, becomes in ((self.asking, Resolution.OPEN), (self.closing, Resolution.VOID)):
            for pair, verdict in pairs:
                sides = _side(pair.left), _side(pair.right)
                yield PlannedChange(
                    Verb.FIND_CONFLICT,
                    Subject.CONFLICT,
                    None,
                    " / ".join(_in_english(side) for side in sides),
                    becomes=becomes.value,
                    because=verdict.relation.value,
                    sides=sides,
                )


def _side(item: Memory | Candidate) -> PlannedSide:
    subject = Subject.MEMORY if isinstance(item, Memory) else Subject.CANDIDATE
    return PlannedSide(subject, item.id, summary_of(item.text))


def _in_english(side: PlannedSide) -> str:
    named = f"#{side.id}" if side.subject is Subject.MEMORY else f"candidate #{side.id}"
    return f"{named} {side.text}"


def plan_pairs(
    palace: Palace,
    surroundings: Surroundings,
    meaning: Meaning,
    progress: Progress | None = None,
    *,
    every: bool = False,
) -> PlannedPairs:
    """Return the pairs among what was not compared yet, or with `every` among all memories; changes nothing.

    Empty where nothing can be compared by meaning.
    """
    planned = PlannedPairs()
    finder, judge = meaning.finder, meaning.judge
    if finder is None or judge is None:
        return planned
    planned.model_id = finder.model_id
    reconciled = palace.reconciled_texts()
    seen: set[tuple[str, int, int]] = set()
    blocks = chain(
        candidate_blocks(palace, surroundings, finder),
        memory_blocks(palace, surroundings, finder, every=every),
    )
    for near in blocks:
        judged, failed = judge_all(near.pairs, judge, planned.found)
        for pair, verdict in judged:
            key = (type(pair.right).__name__, pair.left.id, pair.right.id)
            if key in seen or not may_change(palace, pair, verdict):
                continue
            told = told_of(palace, surroundings, pair, verdict, reconciled)
            if told is not None:
                seen.add(key)
                closes = told.resolution is Resolution.VOID
                (planned.closing if closes else planned.asking).append((pair, verdict))
        marks = [(each.id, each.content_hash) for each in near.compared if each not in failed]
        planned.compared.setdefault(near.subject, []).extend(marks)
        planned.found.compared += len(near.compared)
        if progress is not None and not progress(planned.found.compared):
            planned.found.stopped = True
            break
    return planned


def settle_planned(
    work: UnitOfWork, palace: Palace, surroundings: Surroundings, planned: PlannedPairs
) -> int:
    """Let the planned pairs wait, or close them, and mark what was compared; returns how many were left."""
    reconciled = palace.reconciled_texts()
    found = PairsFound()
    for pair, verdict in (*planned.asking, *planned.closing):
        settle_pair(work, palace, surroundings, pair, verdict, reconciled, found)
    for subject, sides in planned.compared.items():
        work.mark_compared(subject, sides, planned.model_id)
    return len(planned.asking) + len(planned.closing) - len(found.found) - len(found.voided)
