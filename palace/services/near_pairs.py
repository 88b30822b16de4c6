"""What is near to what: the pairs worth judging of new statements and memories, and of memories among
themselves, block by block.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from palace.domain.candidate import Candidate
from palace.domain.filters import Filters
from palace.domain.journal import Subject
from palace.domain.memory import Memory
from palace.domain.vocabulary import Priority
from palace.services.judged_from_one_side import JudgedFromOneSide
from palace.services.meaning_ports import PairFinder, Reach, SemanticHit
from palace.services.pairs_to_judge import Near, PairToJudge
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.text.comparison.beginning import beginning

BLOCK = 64
"""How many texts are compared between two commits."""

NEIGHBOURS_COMPARED = 12
"""So many of the nearest memories of each text are compared with it."""

CORE_COMPARED = 24
"""So many of the nearest P0 are compared with each text besides: with them less similarity is enough."""

_CORE = Filters(priorities=frozenset({Priority.P0}))

SEARCHED_AT_ONCE = 512
"""For how many memories the nearest are looked for at once."""


def candidate_blocks(
    palace: Palace,
    surroundings: Surroundings,
    finder: PairFinder,
    *,
    only: Collection[int] | None = None,
    block: int = BLOCK,
) -> Iterator[Near]:
    """Yield, block by block, the open candidates that were not compared yet and what is near to them."""
    reaches = _reaches(surroundings)
    last = 0
    while ids := palace.not_compared(Subject.CANDIDATE, finder.model_id, last, block, only):
        last = ids[-1]
        waiting = palace.candidates(ids)
        near = finder.alike_texts([beginning(candidate.text) for candidate in waiting], reaches)
        memories = _memories_in(palace, near)
        pairs = [
            paired(memories[hit.memory_id], candidate, hit.similarity)
            for candidate, hits in zip(waiting, near, strict=True)
            for hit in hits
            if hit.memory_id in memories
            and is_worth_judging(memories[hit.memory_id], hit.similarity, surroundings)
        ]
        yield Near(tuple(pairs), tuple(waiting))


def memory_blocks(
    palace: Palace,
    surroundings: Surroundings,
    finder: PairFinder,
    *,
    only: Collection[int] | None = None,
    every: bool = False,
    block: int = BLOCK,
) -> Iterator[Near]:
    """Yield, block by block, the live memories that were not compared yet and what is near to them.

    With `every` all of them, whatever was compared before.
    """
    held = JudgedFromOneSide(surroundings.rules.similarity.worth_comparing, NEIGHBOURS_COMPARED)
    at_once = max(block, SEARCHED_AT_ONCE)
    everyone = sorted(palace.memory_ids(Filters())) if every else []
    last = 0
    while True:
        if every:
            ids, everyone = everyone[:at_once], everyone[at_once:]
        else:
            ids = palace.not_compared(Subject.MEMORY, finder.model_id, last, at_once, only)
        if not ids:
            return
        last = ids[-1]
        near = list(_near_memories(finder, ids, surroundings).items())
        for part in (near[start : start + block] for start in range(0, len(near), block)):
            memories = _memories_in(palace, [hits for _, hits in part], [memory_id for memory_id, _ in part])
            pairs: dict[tuple[int, int], PairToJudge] = {}
            for memory_id, hits in part:
                for hit in hits:
                    one, other = memories.get(memory_id), memories.get(hit.memory_id)
                    if one is None or other is None or held.holds(hit.memory_id, hit.similarity):
                        continue
                    left, right = in_order(one, other)
                    if is_worth_judging(left, hit.similarity, surroundings):
                        pairs[left.id, right.id] = paired(left, right, hit.similarity)
            for memory_id, hits in part:
                held.take(memory_id, hits)
            compared = [memories[memory_id] for memory_id, _ in part if memory_id in memories]
            yield Near(tuple(pairs.values()), tuple(compared))


def _reaches(surroundings: Surroundings) -> tuple[Reach, Reach]:
    """Return what is looked for: the nearest of all memories, and of the P0 those that are far off too."""
    rules = surroundings.rules.similarity
    return (
        Reach(Filters(), NEIGHBOURS_COMPARED, rules.worth_comparing),
        Reach(_CORE, CORE_COMPARED, rules.worth_comparing_with_core),
    )


def _near_memories(
    finder: PairFinder, memory_ids: Sequence[int], surroundings: Surroundings
) -> dict[int, list[SemanticHit]]:
    """Return what is near to each memory that has a vector."""
    near: dict[int, dict[int, SemanticHit]] = {}
    for reach in _reaches(surroundings):
        found = finder.alike(memory_ids, reach.filters, reach.limit, reach.at_least)
        for memory_id, hits in found.items():
            near.setdefault(memory_id, {}).update({hit.memory_id: hit for hit in hits})
    return {memory_id: list(near[memory_id].values()) for memory_id in sorted(near)}


def _memories_in(
    palace: Palace, near: Iterable[Sequence[SemanticHit]], besides: Sequence[int] = ()
) -> dict[int, Memory]:
    wanted = {*besides, *(hit.memory_id for hits in near for hit in hits)}
    return {memory.id: memory for memory in palace.memories(sorted(wanted))}


def in_order(one: Memory, other: Memory) -> tuple[Memory, Memory]:
    """Return two memories, the one that was recorded first before the other."""
    first, second = sorted((one, other), key=lambda memory: (memory.recorded_at, memory.id))
    return first, second


def paired(left: Memory, right: Memory | Candidate, similarity: float) -> PairToJudge:
    """Return a pair to judge. Two that are one statement are wholly similar, under whatever headings.

    A memory's vector is that of its text under its heading, so the same text under two headings has two.
    """
    same = left.content_hash == right.content_hash
    return PairToJudge(left, right, 1.0 if same else similarity)


def is_worth_judging(left: Memory, similarity: float, surroundings: Surroundings) -> bool:
    """Whether a pair is so similar that its texts are compared; with a P0 the bar is lower."""
    rules = surroundings.rules.similarity
    bar = rules.worth_comparing_with_core if left.priority is Priority.P0 else rules.worth_comparing
    return similarity >= bar
