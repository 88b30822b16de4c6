"""Finding the pairs that a person has to look at: new statements against the memories, memories among
themselves. What was compared is remembered by its text, so that an interrupted run goes on where it was.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from palace.domain.candidate import Candidate, Verdict
from palace.domain.conflict import ASKING_RELATIONS, Conflict, ConflictSide, Relation, Resolution
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Axis, Priority
from palace.services.meaning_ports import Neighbours, SemanticIndex
from palace.services.ports import Palace, UnitOfWork
from palace.services.surroundings import Surroundings

NEIGHBOURS_COMPARED = 12
"""So many of the nearest memories of each text are compared with it."""

BLOCK = 256
"""How many memories are compared between two commits."""


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


Judge = Callable[[PairToJudge], Judged]
"""Compares the texts of a pair."""


@dataclass(slots=True)
class PairsFound:
    """What a run did: how many texts were compared, the conflicts it put before the person or closed, and
    the pairs whose comparison failed (they are tried again)."""

    compared: int = 0
    judged: int = 0
    found: list[int] = field(default_factory=list)
    voided: list[int] = field(default_factory=list)
    failed: list[tuple[PairToJudge, Exception]] = field(default_factory=list)


Progress = Callable[[PairsFound], bool]
"""Told after every block how far a run is; returns False to stop it there."""


def compare_candidates(
    palace: Palace,
    surroundings: Surroundings,
    similar: SemanticIndex,
    judge: Judge,
    progress: Progress | None = None,
) -> PairsFound:
    """Compare every open candidate that was not compared yet with the memories near it and with each P0."""
    found = PairsFound()
    core = palace.memory_ids(Filters(priorities=frozenset({Priority.P0})))
    last = 0
    while waiting := palace.candidates(palace.not_compared(Subject.CANDIDATE, similar.model_id, last, BLOCK)):
        last = waiting[-1].id
        pairs: list[PairToJudge] = []
        for candidate in waiting:
            hits = similar.similar(candidate.text, NEIGHBOURS_COMPARED, core)
            near = {hit.memory_id: hit.similarity for hit in hits}
            pairs += [
                PairToJudge(memory, candidate, near[memory.id])
                for memory in palace.memories(list(near))
                if is_worth_judging(memory, near[memory.id], surroundings)
            ]
        failed = _put_before_the_person(palace, surroundings, pairs, judge, found)
        marks = [(each.id, each.content_hash) for each in waiting if each not in failed]
        _mark_compared(palace, Subject.CANDIDATE, marks, similar.model_id)
        found.compared += len(waiting)
        if progress is not None and not progress(found):
            break
    return found


def compare_memories(
    palace: Palace,
    surroundings: Surroundings,
    neighbours: Neighbours,
    model_id: str,
    judge: Judge,
    progress: Progress | None = None,
) -> PairsFound:
    """Compare every live memory that was not compared yet with those near it."""
    found = PairsFound()
    last = 0
    while ids := palace.not_compared(Subject.MEMORY, model_id, last, BLOCK):
        last = ids[-1]
        near = neighbours.alike(ids, Filters(), NEIGHBOURS_COMPARED)
        wanted = {*ids, *(hit.memory_id for hits in near.values() for hit in hits)}
        memories = {memory.id: memory for memory in palace.memories(sorted(wanted))}
        pairs: dict[tuple[int, int], PairToJudge] = {}
        for memory_id, hits in near.items():
            for hit in hits:
                one, other = memories.get(memory_id), memories.get(hit.memory_id)
                if one is None or other is None:
                    continue
                left, right = in_order(one, other)
                if is_worth_judging(left, hit.similarity, surroundings):
                    pairs[left.id, right.id] = PairToJudge(left, right, hit.similarity)
        failed = _put_before_the_person(palace, surroundings, pairs.values(), judge, found)
        compared = [memories[memory_id] for memory_id in ids if memory_id in memories]
        marks = [(each.id, each.content_hash) for each in compared if each not in failed]
        _mark_compared(palace, Subject.MEMORY, marks, model_id)
        found.compared += len(ids)
        if progress is not None and not progress(found):
            break
    return found


def in_order(one: Memory, other: Memory) -> tuple[Memory, Memory]:
    """Return two memories, the one that was recorded first before the other."""
    first, second = sorted((one, other), key=lambda memory: (memory.recorded_at, memory.id))
    return first, second


def is_worth_judging(left: Memory, similarity: float, surroundings: Surroundings) -> bool:
    """Whether a pair is so similar that its texts are compared; with a P0 the bar is lower."""
    rules = surroundings.rules.similarity
    bar = rules.worth_comparing_with_core if left.priority is Priority.P0 else rules.worth_comparing
    return similarity >= bar


def _put_before_the_person(
    palace: Palace,
    surroundings: Surroundings,
    pairs: Iterable[PairToJudge],
    judge: Judge,
    found: PairsFound,
) -> list[Memory | Candidate]:
    """Judge the pairs, and let those that ask for a person wait for one, in one transaction.

    Returns the sides of the pairs whose comparison failed.
    """
    judged: list[tuple[PairToJudge, Judged]] = []
    failed: list[Memory | Candidate] = []
    for pair in pairs:
        try:
            judged.append((pair, judge(pair)))
        except Exception as error:  # whatever the comparer stumbles over, the other pairs go on
            found.failed.append((pair, error))
            failed += [pair.left, pair.right]
    found.judged += len(judged)
    changes = [
        (pair, verdict)
        for pair, verdict in judged
        if verdict.relation in ASKING_RELATIONS or _known(palace, pair)
    ]
    if not changes:
        return failed
    reconciled = palace.reconciled_texts()
    with palace.unit_of_work(Actor.JOB) as work:
        for pair, verdict in changes:
            _settle_in(work, palace, surroundings, pair, verdict, reconciled, found)
    return failed


def _known(palace: Palace, pair: PairToJudge) -> list[Conflict]:
    right = pair.right
    if isinstance(right, Memory):
        return palace.conflicts_between(pair.left.id, right.id, None)
    return palace.conflicts_between(pair.left.id, None, right.id)


def _settle_in(
    work: UnitOfWork,
    palace: Palace,
    surroundings: Surroundings,
    pair: PairToJudge,
    verdict: Judged,
    reconciled: set[tuple[str, str]],
    found: PairsFound,
) -> None:
    hashes = (pair.left.content_hash, pair.right.content_hash)
    known = _known(palace, pair)
    waiting = next((each for each in known if each.resolution is Resolution.OPEN), None)
    asks = verdict.relation in ASKING_RELATIONS
    stands = hashes in reconciled or hashes[::-1] in reconciled
    # What waits for a person stays as it was found; only another text changes it or takes it back.
    as_it_was = waiting is not None and {waiting.left_hash, waiting.right_hash} == set(hashes)
    if stands or as_it_was or (waiting is None and not asks) or not _still_there(work, pair):
        return
    told = waiting or _new_conflict(pair, surroundings)
    if not asks:
        told = replace(told, resolution=Resolution.VOID, decided_at=surroundings.now)
    told = replace(
        told,
        relation=verdict.relation if asks else told.relation,
        axis=verdict.axis if asks else told.axis,
        newer=verdict.newer if asks else told.newer,
        reason=verdict.reason or told.reason,
        similarity=pair.similarity,
        left_hash=hashes[0],
        right_hash=hashes[1],
    )
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


def _mark_compared(palace: Palace, subject: Subject, sides: Sequence[tuple[int, str]], model_id: str) -> None:
    with palace.unit_of_work(Actor.JOB) as work:
        work.mark_compared(subject, sides, model_id)
