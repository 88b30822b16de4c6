"""Finding the pairs that a person has to look at: new statements against the memories, memories among
themselves. What was compared is remembered by its text, so that an interrupted run goes on where it was.
"""

from collections.abc import Collection, Iterable

from palace.domain.candidate import Candidate
from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.services.meaning_ports import PairFinder
from palace.services.near_pairs import BLOCK, candidate_blocks, memory_blocks
from palace.services.pairs_to_judge import Judge, Judged, Near, PairsFound, PairToJudge, Progress
from palace.services.ports import Palace
from palace.services.recording_pairs import may_change, settle_pair
from palace.services.surroundings import Surroundings


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
