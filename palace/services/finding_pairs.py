"""Finding the pairs that a person has to look at: new statements against the memories, memories among
themselves. What was compared is remembered by its text, so that an interrupted run goes on where it was.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from palace.domain.candidate import Candidate, Verdict
from palace.domain.conflict import ASKING_RELATIONS, Conflict, ConflictSide, Relation, Resolution
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Axis, Priority
from palace.services.judged_from_one_side import JudgedFromOneSide
from palace.services.meaning_ports import PairFinder, Reach, SemanticHit
from palace.services.ports import Palace, UnitOfWork
from palace.services.surroundings import Surroundings
from palace.text.comparison.beginning import beginning

NEIGHBOURS_COMPARED = 12
"""So many of the nearest memories of each text are compared with it."""

CORE_COMPARED = 24
"""So many of the nearest P0 are compared with each text besides: with them less similarity is enough."""

BLOCK = 64
"""How many texts are compared between two commits."""

_CORE = Filters(priorities=frozenset({Priority.P0}))

SEARCHED_AT_ONCE = 512
"""For how many memories the nearest are looked for at once."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the comparer says of two texts, older side first: the relation, the axis of a conflict, which
    side is newer by its own words, and the reason in one line."""

    relation: Relation
    axis: Axis | None = None
    newer: ConflictSide | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PairToJudge:
    """Two statements that might not go together, the older first, and how similar they are (0 to 1)."""

    left: Memory
    right: Memory | Candidate
    similarity: float


@dataclass(frozen=True, slots=True)
class Near:
    """Some texts, all memories or all candidates, and the pairs near to them that are worth judging."""

    pairs: tuple[PairToJudge, ...]
    compared: tuple[Memory | Candidate, ...]

    @property
    def subject(self) -> Subject:
        """What the texts are."""
        candidates = bool(self.compared) and isinstance(self.compared[0], Candidate)
        return Subject.CANDIDATE if candidates else Subject.MEMORY


Judge = Callable[[PairToJudge], Judged]
"""Compares the texts of a pair."""


@dataclass(slots=True)
class PairsFound:
    """What a run did: how many texts were compared, the conflicts it put before the person or closed, and
    the pairs whose comparison failed (they are tried again). `stopped` where it was told to end early."""

    compared: int = 0
    judged: int = 0
    found: list[int] = field(default_factory=list)
    voided: list[int] = field(default_factory=list)
    failed: list[tuple[PairToJudge, Exception]] = field(default_factory=list)
    stopped: bool = False


Progress = Callable[[PairsFound], bool]
"""Told after every block how far a run is; returns False to stop it there."""


def find_all(
    palace: Palace,
    surroundings: Surroundings,
    finder: PairFinder,
    judge: Judge,
    progress: Progress | None = None,
    *,
    block: int = BLOCK,
) -> PairsFound:
    """Compare whatever was not compared yet: candidates with memories, then memories among themselves.

    A run that is interrupted, in whatever way, loses one block at most; the next one goes on behind it.
    """
    found = PairsFound()
    compare_candidates(palace, surroundings, finder, judge, progress, found=found, block=block)
    if not found.stopped:
        compare_memories(palace, surroundings, finder, judge, progress, found=found, block=block)
    return found


def compare_candidates(
    palace: Palace,
    surroundings: Surroundings,
    finder: PairFinder,
    judge: Judge,
    progress: Progress | None = None,
    *,
    found: PairsFound | None = None,
    only: Collection[int] | None = None,
    block: int = BLOCK,
) -> PairsFound:
    """Compare the open candidates that were not compared yet with the memories and the P0 near them.

    With `only` just some of them. What is done is added to `found`, block by block, which is returned.
    """
    blocks = candidate_blocks(palace, surroundings, finder, only=only, block=block)
    return _settle_blocks(palace, surroundings, finder.model_id, blocks, judge, progress, found)


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


def compare_memories(
    palace: Palace,
    surroundings: Surroundings,
    finder: PairFinder,
    judge: Judge,
    progress: Progress | None = None,
    *,
    found: PairsFound | None = None,
    only: Collection[int] | None = None,
    block: int = BLOCK,
) -> PairsFound:
    """Compare the live memories that have a vector and were not compared yet with those near them.

    With `only` just some of them. What is done is added to `found`, block by block, which is returned.
    """
    blocks = memory_blocks(palace, surroundings, finder, only=only, block=block)
    return _settle_blocks(palace, surroundings, finder.model_id, blocks, judge, progress, found)


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


def _settle_blocks(
    palace: Palace,
    surroundings: Surroundings,
    model_id: str,
    blocks: Iterable[Near],
    judge: Judge,
    progress: Progress | None,
    found: PairsFound | None,
) -> PairsFound:
    """Settle block after block until `progress` says that it is enough; add to `found` what was done."""
    found = found or PairsFound()
    for near in blocks:
        _settle_block(palace, surroundings, model_id, near, judge, found)
        if progress is not None and not progress(found):
            found.stopped = True
            break
    return found


def _settle_block(
    palace: Palace,
    surroundings: Surroundings,
    model_id: str,
    near: Near,
    judge: Judge,
    found: PairsFound,
) -> None:
    """Judge the pairs of a block, let a person decide those that ask for one, and mark what was compared."""
    judged, failed = judge_all(near.pairs, judge, found)
    changes = [(pair, verdict) for pair, verdict in judged if may_change(palace, pair, verdict)]
    if changes:
        reconciled = palace.reconciled_texts()
        with palace.unit_of_work(Actor.JOB) as work:
            for pair, verdict in changes:
                settle_pair(work, palace, surroundings, pair, verdict, reconciled, found)
    marks = [(each.id, each.content_hash) for each in near.compared if each not in failed]
    with palace.unit_of_work(Actor.JOB) as work:
        work.mark_compared(near.subject, marks, model_id)
    found.compared += len(near.compared)


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


def judge_all(
    pairs: Iterable[PairToJudge], judge: Judge, found: PairsFound
) -> tuple[list[tuple[PairToJudge, Judged]], list[Memory | Candidate]]:
    """Return the pairs with what the comparer says of them, and the sides of those it stumbled over."""
    judged: list[tuple[PairToJudge, Judged]] = []
    failed: list[Memory | Candidate] = []
    for pair in pairs:
        try:
            judged.append((pair, judge(pair)))
        except Exception as error:  # whatever the comparer stumbles over, the other pairs go on
            found.failed.append((pair, error))
            failed += [pair.left, pair.right]
    found.judged += len(judged)
    return judged, failed


def may_change(palace: Palace, pair: PairToJudge, verdict: Judged) -> bool:
    """Whether a verdict asks for a person, or may close what waits for one."""
    return verdict.relation in ASKING_RELATIONS or bool(_known(palace, pair))


def _known(palace: Palace, pair: PairToJudge) -> list[Conflict]:
    right = pair.right
    if isinstance(right, Memory):
        return palace.conflicts_between(pair.left.id, right.id, None)
    return palace.conflicts_between(pair.left.id, None, right.id)


def told_of(
    palace: Palace,
    surroundings: Surroundings,
    pair: PairToJudge,
    verdict: Judged,
    reconciled: Collection[tuple[str, str]],
) -> Conflict | None:
    """Return the conflict as a verdict makes it, or closes it; None where nothing changes by it."""
    hashes = (pair.left.content_hash, pair.right.content_hash)
    known = _known(palace, pair)
    waiting = next((each for each in known if each.resolution is Resolution.OPEN), None)
    asks = verdict.relation in ASKING_RELATIONS
    stands = hashes in reconciled or hashes[::-1] in reconciled
    # What waits for a person stays as it was found; only another text changes it or takes it back.
    as_it_was = waiting is not None and {waiting.left_hash, waiting.right_hash} == set(hashes)
    if stands or as_it_was or (waiting is None and not asks):
        return None
    told = waiting or _new_conflict(pair, surroundings)
    if not asks:
        told = replace(told, resolution=Resolution.VOID, decided_at=surroundings.now)
    return replace(
        told,
        relation=verdict.relation if asks else told.relation,
        axis=verdict.axis if asks else told.axis,
        newer=verdict.newer if asks else told.newer,
        reason=verdict.reason or told.reason,
        similarity=pair.similarity,
        left_hash=hashes[0],
        right_hash=hashes[1],
    )


def settle_pair(
    work: UnitOfWork,
    palace: Palace,
    surroundings: Surroundings,
    pair: PairToJudge,
    verdict: Judged,
    reconciled: Collection[tuple[str, str]],
    found: PairsFound,
) -> None:
    """Let a judged pair wait for a person, or close it, within a unit of work; `found` is told of it."""
    told = told_of(palace, surroundings, pair, verdict, reconciled)
    if told is None or not _still_there(work, pair):
        return
    saved = work.save_conflict(told)
    work.record(Verb.FIND_CONFLICT, Subject.CONFLICT, saved.id, summary=saved.reason)
    (found.voided if saved.resolution is Resolution.VOID else found.found).append(saved.id)


def _still_there(work: UnitOfWork, pair: PairToJudge) -> bool:
    """Whether both sides are what they were when they were read."""
    left = work.memory(pair.left.id)
    if isinstance(pair.right, Memory):
        right: Memory | Candidate = work.memory(pair.right.id)
        live = right.searchable if isinstance(right, Memory) else False
    else:
        right = work.candidate(pair.right.id)
        live = right.verdict is Verdict.OPEN
    same = left.content_hash == pair.left.content_hash and right.content_hash == pair.right.content_hash
    return left.searchable and live and same


def _new_conflict(pair: PairToJudge, surroundings: Surroundings) -> Conflict:
    right = pair.right
    return Conflict(
        id=0,
        left_memory_id=pair.left.id,
        right_memory_id=right.id if isinstance(right, Memory) else None,
        right_candidate_id=right.id if isinstance(right, Candidate) else None,
        found_at=surroundings.now,
        axis=None,
    )
