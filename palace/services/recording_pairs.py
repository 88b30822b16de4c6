"""Letting judged pairs wait for a person, or closing them: what a verdict changes in the palace."""

from collections.abc import Collection
from dataclasses import replace

from palace.domain.candidate import Candidate, Verdict
from palace.domain.conflict import ASKING_RELATIONS, Conflict, Resolution
from palace.domain.journal import Subject, Verb
from palace.domain.memory import Memory
from palace.services.pairs_to_judge import Judged, PairsFound, PairToJudge
from palace.services.ports import Palace, UnitOfWork
from palace.services.surroundings import Surroundings


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
