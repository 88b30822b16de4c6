"""The queue of candidates: its order, what one shows, and deciding many as one act."""

from dataclasses import replace
from datetime import timedelta

import pytest

from palace.domain.errors import NotFound, Refused, StaleItem
from palace.domain.filters import Filters
from palace.domain.journal import Actor
from palace.domain.pipeline import Lack, Stage
from palace.domain.vocabulary import Kind, Priority
from palace.services.candidate_queue import candidate_queue, candidate_view
from palace.services.ports import UnitOfWork
from palace.services.review import (
    TRIED_TOGETHER,
    Decided,
    approving,
    decide_all,
    editing,
    prefilled,
    rejecting,
    skipping,
    snoozing,
)
from palace.services.surroundings import Surroundings
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile
from tests.unit.services.candidates_seen import HOUR, Later, cooled, decided, now, remember, see

__all__ = ["cooled"]


def test_what_was_skipped_comes_last_until_its_text_changes(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    first, second = (see(palace, surroundings, text) for text in ("first", "second"))
    decided(palace, first, skipping())
    queue = candidate_queue(palace, cooled)
    assert [(entry.candidate.id, entry.skipped) for entry in queue] == [(second.id, False), (first.id, True)]
    skipped = now(palace, first)
    decided(palace, skipped, editing(replace(prefilled(skipped), text="first, reworded")))
    queue = candidate_queue(palace, cooled)
    assert [(entry.candidate.id, entry.skipped) for entry in queue] == [(first.id, False), (second.id, False)]


def test_what_was_put_off_comes_last_until_its_time(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    first, second = (see(palace, surroundings, text) for text in ("first", "second"))
    decided(palace, first, snoozing(surroundings.now + timedelta(days=2)))
    before, after = later(timedelta(days=1)), later(timedelta(days=2))
    assert [entry.candidate.id for entry in candidate_queue(palace, before)] == [second.id, first.id]
    assert [entry.candidate.id for entry in candidate_queue(palace, after)] == [first.id, second.id]


def test_the_queue_begins_with_what_was_said_outright_then_what_is_due(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    for text in ("seen twice", "seen once"):
        see(palace, surroundings, text)
    see(palace, later(timedelta(days=1)), "seen twice")
    at = later(timedelta(days=4))
    see(palace, at, "just seen")
    see(palace, at, "said outright", express=True)
    queue = candidate_queue(palace, at)
    assert [(entry.candidate.text, entry.stage) for entry in queue] == [
        ("said outright", Stage.VERIFIED),
        ("seen twice", Stage.CHECK_DUE),
        ("seen once", Stage.CANDIDATE),
        ("just seen", Stage.COOLING),
    ]
    assert [entry.evidences for entry in queue] == [1, 2, 1, 1]
    assert queue[0].due_at is None
    assert queue[1].due_at == surroundings.now + timedelta(days=3)
    assert queue[3].due_at == at.now + HOUR


def test_one_candidate_is_shown_with_what_speaks_for_it_and_what_is_missing(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    seen = see(palace, surroundings, "rm -rf deleted the cache", kind=Kind.FAILURE)
    view = candidate_view(palace, seen.id, cooled, None)
    assert view.entry.candidate == seen
    assert [sighting.day.isoformat() for sighting in view.evidence] == ["2026-05-15"]
    assert [part.lack for part in view.missing] == [Lack.EVIDENCE, *[Lack.CHECK] * 3, Lack.BINDING]
    assert (view.approvable, view.override, view.replaceable) == (True, True, ())


def test_a_batch_tells_each_failure_and_does_the_rest_as_one_act(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    core = remember(palace, surroundings, "P0", priority=Priority.P0)
    one, two, three = (see(palace, surroundings, text) for text in ("one", "two", "three"))
    decided(palace, two, editing(replace(prefilled(two), text="two, reworded")))
    batch = [(one.id, one.version), (two.id, two.version), (99, 1), (three.id, three.version)]
    report = decide_all(palace, Actor.PERSON, batch, approving(cooled))
    assert [made.candidate_id for made in report.done] == [one.id, three.id]
    assert [(candidate_id, type(error)) for candidate_id, error in report.failed] == [
        (two.id, StaleItem),
        (99, NotFound),
    ]
    assert [entry.id for entry in palace.open_candidates()] == [two.id]
    group = palace.group_of(report.done[0].decision_id)
    assert [decision.id for decision in group] == [made.decision_id for made in report.done]
    assert palace.memories([core.id]) == [core]


def test_a_failure_in_the_middle_of_a_decision_leaves_nothing_of_it_in_the_batch(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    one, two = (see(palace, surroundings, text) for text in ("one", "two"))
    approve = approving(cooled)

    def fail_after_the_change(work: UnitOfWork, candidate_id: int, version: int) -> Decided:
        made = approve(work, candidate_id, version)
        if candidate_id == one.id:
            raise Refused("no")
        return made

    report = decide_all(
        palace, Actor.PERSON, [(one.id, one.version), (two.id, two.version)], fail_after_the_change
    )
    assert [made.candidate_id for made in report.done] == [two.id]
    assert now(palace, one) == one
    assert [memory.text for memory in palace.memories(palace.memory_ids(Filters()))] == ["two"]


@pytest.mark.parametrize("stale", [(), (0,), (TRIED_TOGETHER - 1, TRIED_TOGETHER), (3, TRIED_TOGETHER + 4)])
def test_a_long_batch_leaves_what_deciding_one_by_one_leaves(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings, stale: tuple[int, ...]
):
    seen = [see(palace, surroundings, f"number {number}") for number in range(TRIED_TOGETHER + 6)]
    batch = [(each.id, each.version + (place in stale)) for place, each in enumerate(seen)]
    report = decide_all(palace, Actor.PERSON, batch, approving(cooled))
    fitting = [each for place, each in enumerate(seen) if place not in stale]
    assert [made.candidate_id for made in report.done] == [each.id for each in fitting]
    assert [failed for failed, _ in report.failed] == [seen[place].id for place in stale]
    group = palace.group_of(report.done[0].decision_id)
    assert [(decision.id, decision.subject_id) for decision in group] == [
        (made.decision_id, made.candidate_id) for made in report.done
    ]
    assert [decision.id for decision in group] == list(range(group[0].id, group[0].id + len(fitting)))
    made = palace.memories([each.memory_id or 0 for each in report.done])
    assert [memory.text for memory in made] == [each.text for each in fitting]
    assert [hit.memory_id for hit in palace.find_words("number 1", Filters(), 5)][:1] == [
        report.done[fitting.index(seen[1])].memory_id
    ]
    undo(palace, Actor.PERSON)
    assert palace.memory_ids(Filters()) == []
    untouched = {each.id: replace(each, version=0) for each in seen}
    assert {each.id: replace(each, version=0) for each in palace.open_candidates()} == untouched


def test_a_batch_may_hold_one_candidate_twice(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    one = see(palace, surroundings, "one")
    report = decide_all(palace, Actor.PERSON, [(one.id, one.version)] * 2, rejecting(cooled))
    assert len(report.done) == 1
    assert isinstance(report.failed[0][1], StaleItem)
