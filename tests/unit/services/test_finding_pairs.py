"""Finding pairs: what is compared, what waits for a person, what is not asked again, and what fails."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest

from palace.domain.conflict import Relation, Resolution
from palace.domain.filters import Filters
from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.domain.vocabulary import Axis, Priority
from palace.services.conflict_queue import conflict_entry
from palace.services.finding_pairs import compare_candidates, compare_memories, find_all
from palace.services.meaning_ports import Reach, SemanticHit
from palace.services.near_pairs import in_order
from palace.services.pairs_to_judge import Judged, PairsFound, PairToJudge
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.review import approving, editing, prefilled
from palace.services.review import decide as decide_candidate
from palace.services.settling import settle
from palace.services.settling_verbs import dismissing, keeping_both, keeping_left
from palace.services.surroundings import Surroundings
from palace.services.tending import tend, trashing
from palace.storage.palace_file import PalaceFile

MODEL = "model-of-the-test"


class Near:
    """A semantic index that finds every live memory equally near."""

    model_id = MODEL

    def __init__(self, palace: PalaceFile, similarity: float = 0.8) -> None:
        self._palace = palace
        self.similarity = similarity
        self.asked: list[str] = []
        self.without_vector: set[int] = set()

    def alike_texts(self, texts: Sequence[str], reaches: Sequence[Reach]) -> list[list[SemanticHit]]:
        self.asked += texts
        within = sorted({hit for each in reaches for hit in self._live(each)})
        return [[SemanticHit(memory_id, self.similarity) for memory_id in within] for _ in texts]

    def alike(
        self, memory_ids: Sequence[int], filters: Filters, limit: int, at_least: float = 0.0
    ) -> Mapping[int, Sequence[SemanticHit]]:
        live = self._live(Reach(filters, limit, at_least))
        return {
            memory_id: [SemanticHit(other, self.similarity) for other in live if other != memory_id]
            for memory_id in memory_ids
            if memory_id not in self.without_vector
        }

    def _live(self, reach: Reach) -> list[int]:
        if self.similarity < reach.at_least:
            return []
        found = self._palace.memories(self._palace.memory_ids(reach.filters))
        return [memory.id for memory in found if memory.searchable]


def conflicting(pair: PairToJudge) -> Judged:
    """Judge every two texts that begin alike a conflict."""
    if pair.left.text.split()[0] == pair.right.text.split()[0]:
        return Judged(Relation.CONFLICT, Axis.NUMBER, None, "one / other")
    return Judged(Relation.UNRELATED)


def remember(palace: PalaceFile, surroundings: Surroundings, text: str, **fields: object) -> Memory:
    taken = add_memory(palace, replace(Statement(text), **fields), surroundings, Actor.PERSON)
    return palace.memories([taken.memory_id or 0])[0]


def see(palace: PalaceFile, surroundings: Surroundings, text: str) -> int:
    return add_candidate(palace, Statement(text), surroundings, Actor.AGENT, express=True).candidate_id or 0


@pytest.fixture
def run(palace: PalaceFile, surroundings: Surroundings) -> Callable[..., PairsFound]:
    """Compares all memories that were not compared yet, with the judge of the test or another one."""

    def compare(judge: Callable[[PairToJudge], Judged] = conflicting, similarity: float = 0.8) -> PairsFound:
        return compare_memories(palace, surroundings, Near(palace, similarity), judge)

    return compare


def test_two_memories_that_cannot_both_hold_wait_for_a_person_once(
    palace: PalaceFile, surroundings: Surroundings, run: Callable[..., PairsFound]
):
    old, new = (remember(palace, surroundings, f"port {number}") for number in (8080, 8081))
    remember(palace, surroundings, "tea in the morning")
    found = run()
    [conflict] = palace.open_conflicts()
    assert found.found == [conflict.id]
    assert (conflict.left_memory_id, conflict.right_memory_id) == (old.id, new.id)
    assert (conflict.axis, conflict.reason, conflict.similarity) == (Axis.NUMBER, "one / other", 0.8)
    assert (run().compared, len(palace.open_conflicts())) == (0, 1)
    palace.forget_compared()
    assert (run().found, len(palace.open_conflicts())) == ([], 1)


def test_a_candidate_is_compared_with_the_memories_and_waits_beside_its_own_queue(
    palace: PalaceFile, surroundings: Surroundings
):
    remember(palace, surroundings, "port 8080")
    number = see(palace, surroundings, "port 8081")
    near = Near(palace)
    compare_candidates(palace, surroundings, near, conflicting)
    [conflict] = palace.open_conflicts()
    assert conflict.right_candidate_id == number
    assert compare_candidates(palace, surroundings, near, conflicting).compared == 0
    assert near.asked == ["port 8081"]


def test_less_similar_pairs_are_judged_only_against_a_p0(
    palace: PalaceFile, surroundings: Surroundings, run: Callable[..., PairsFound]
):
    remember(palace, surroundings, "port 8080")
    remember(palace, surroundings, "port 8081")
    assert run(similarity=0.3).judged == 0
    remember(palace, surroundings, "port 1", priority=Priority.P0)
    remember(palace, surroundings, "port 2", priority=Priority.P0)
    palace.forget_compared()
    assert len(run(similarity=0.3).found) == 1
    assert palace.waiting().contradictions == 1


@pytest.mark.parametrize("settling", [dismissing, keeping_both])
def test_what_leaves_both_in_the_palace_is_not_asked_again_until_a_text_changes(
    palace: PalaceFile,
    surroundings: Surroundings,
    settling: Callable[[Surroundings], object],
):
    remember(palace, surroundings, "port 8080")
    number = see(palace, surroundings, "port 8081")
    near = Near(palace)
    compare_candidates(palace, surroundings, near, conflicting)
    [conflict] = palace.open_conflicts()
    settle(palace, Actor.PERSON, conflict_entry(palace, conflict.id).seen, settling(surroundings))
    palace.forget_compared()
    compare_candidates(palace, surroundings, near, conflicting)
    compare_memories(palace, surroundings, near, conflicting)
    assert palace.open_conflicts() == []
    if settling is dismissing:
        [candidate] = palace.candidates([number])
        changed = replace(prefilled(candidate), text="port 9000")
        decide_candidate(palace, Actor.PERSON, number, candidate.version, editing(changed))
        compare_candidates(palace, surroundings, near, conflicting)
        assert [each.reason for each in palace.open_conflicts()] == ["one / other"]


def test_a_dismissed_pair_of_texts_stays_dismissed_when_the_candidate_becomes_a_memory(
    palace: PalaceFile, surroundings: Surroundings, run: Callable[..., PairsFound]
):
    remember(palace, surroundings, "port 8080")
    number = see(palace, surroundings, "port 8081")
    compare_candidates(palace, surroundings, Near(palace), conflicting)
    [conflict] = palace.open_conflicts()
    settle(palace, Actor.PERSON, conflict_entry(palace, conflict.id).seen, dismissing(surroundings))
    decide_candidate(
        palace, Actor.PERSON, number, palace.candidates([number])[0].version, approving(surroundings)
    )
    assert run().found == []


def test_what_waits_is_taken_back_when_a_changed_text_no_longer_clashes(
    palace: PalaceFile, surroundings: Surroundings
):
    remember(palace, surroundings, "port 8080")
    number = see(palace, surroundings, "port 8081")
    near = Near(palace)
    compare_candidates(palace, surroundings, near, conflicting)
    [candidate] = palace.candidates([number])
    changed = replace(prefilled(candidate), text="tea at noon")
    decide_candidate(palace, Actor.PERSON, number, candidate.version, editing(changed))
    found = compare_candidates(palace, surroundings, near, conflicting)
    assert len(found.voided) == 1
    assert palace.open_conflicts() == []
    with palace.unit_of_work(Actor.PERSON) as work:
        assert work.conflict(found.voided[0]).resolution is Resolution.VOID


def test_a_retired_memory_is_compared_with_nothing(
    palace: PalaceFile, surroundings: Surroundings, run: Callable[..., PairsFound]
):
    old = remember(palace, surroundings, "port 8080")
    remember(palace, surroundings, "port 8081")
    tend(palace, Actor.PERSON, old.id, old.version, trashing(surroundings))
    assert run().found == []


def test_a_loser_is_not_found_again(
    palace: PalaceFile, surroundings: Surroundings, run: Callable[..., PairsFound]
):
    remember(palace, surroundings, "port 8080")
    remember(palace, surroundings, "port 8081")
    run()
    [conflict] = palace.open_conflicts()
    settle(palace, Actor.PERSON, conflict_entry(palace, conflict.id).seen, keeping_left(surroundings))
    palace.forget_compared()
    assert run().found == []


def test_a_comparer_that_raises_leaves_the_pair_to_be_tried_again_and_the_others_go_on(
    palace: PalaceFile, surroundings: Surroundings, run: Callable[..., PairsFound]
):
    for text in ("port 1", "port 2", "boom 1", "boom 2"):
        remember(palace, surroundings, text)

    def stumbling(pair: PairToJudge) -> Judged:
        if pair.left.text == "boom 1" and pair.right.text == "boom 2":
            raise ValueError("cannot read this")
        return conflicting(pair)

    found = run(stumbling)
    assert [str(error) for _, error in found.failed] == ["cannot read this"]
    assert len(palace.open_conflicts()) == 1
    again = run()
    assert (again.compared, len(palace.open_conflicts())) == (2, 2)


def test_a_run_that_was_stopped_goes_on_where_it_was(palace: PalaceFile, surroundings: Surroundings):
    for number in range(5):
        remember(palace, surroundings, f"thing{number} is here")
    near = Near(palace)
    first = compare_memories(palace, surroundings, near, conflicting, lambda found: False, block=2)
    rest = compare_memories(palace, surroundings, near, conflicting, block=2)
    assert (first.compared, first.stopped, rest.compared, rest.stopped) == (2, True, 3, False)


def test_only_those_asked_for_are_compared(palace: PalaceFile, surroundings: Surroundings):
    one, other, third = (remember(palace, surroundings, f"port {number}") for number in range(3))
    near = Near(palace)
    found = compare_memories(palace, surroundings, near, conflicting, only=[third.id])
    pairs = {(each.left_memory_id, each.right_memory_id) for each in palace.open_conflicts()}
    assert (found.compared, pairs) == (1, {(one.id, third.id), (other.id, third.id)})
    seen = [see(palace, surroundings, f"port {number}") for number in (8, 9)]
    compare_candidates(palace, surroundings, near, conflicting, only=seen[1:])
    assert near.asked == ["port 9"]
    rest = compare_memories(palace, surroundings, near, conflicting)
    assert (rest.compared, len(rest.found)) == (2, 1)


def test_a_memory_without_a_vector_is_left_for_the_time_when_it_has_one(
    palace: PalaceFile, surroundings: Surroundings
):
    memories = [remember(palace, surroundings, f"port {number}") for number in (8080, 8081)]
    near = Near(palace)
    near.without_vector = {memory.id for memory in memories}
    assert compare_memories(palace, surroundings, near, conflicting).compared == 0
    near.without_vector.clear()
    found = compare_memories(palace, surroundings, near, conflicting)
    assert (found.compared, len(found.found)) == (2, 1)


def test_a_pair_is_judged_from_one_side_only(palace: PalaceFile, surroundings: Surroundings):
    for number in range(7):
        remember(palace, surroundings, f"thing{number} is here")
    judged: list[frozenset[str]] = []

    def counting(pair: PairToJudge) -> Judged:
        judged.append(frozenset((pair.left.text, pair.right.text)))
        return conflicting(pair)

    compare_memories(palace, surroundings, Near(palace), counting, block=2)
    assert len(judged) == len(set(judged)) == 7 * 6 // 2


def test_everything_that_waits_is_found_in_one_go(palace: PalaceFile, surroundings: Surroundings):
    for text in ("port 8080", "port 8081"):
        remember(palace, surroundings, text)
    see(palace, surroundings, "port 8082")
    told: list[int] = []

    def tell(found: PairsFound) -> bool:
        told.append(found.compared)
        return True

    found = find_all(palace, surroundings, Near(palace), conflicting, tell)
    assert (found.compared, len(found.found), told) == (3, 3, [1, 3])
    stopped = find_all(palace, surroundings, Near(palace), conflicting, lambda found: False)
    assert stopped.compared == 0


def test_the_memory_that_was_recorded_first_is_the_older_side(palace: PalaceFile, surroundings: Surroundings):
    one, other = (remember(palace, surroundings, text) for text in ("first", "second"))
    assert in_order(other, one) == (one, other)
    earlier = replace(other, recorded_at=one.recorded_at.replace(year=2020))
    assert in_order(one, earlier) == (earlier, one)


def test_nobody_is_kept_from_writing_while_conflicts_wait(
    palace: PalaceFile, surroundings: Surroundings, run: Callable[..., PairsFound]
):
    remember(palace, surroundings, "port 8080")
    remember(palace, surroundings, "port 8081")
    run()
    assert remember(palace, surroundings, "port 8082").id
    assert run().found
