"""The queue narrowed by what is asked for, and in the order that is asked for."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.candidate import Candidate
from palace.domain.journal import Verb
from palace.domain.pipeline import Stage
from palace.domain.vocabulary import Wing
from palace.services.candidate_queue import QueueEntry
from palace.services.candidate_rows import CandidateRow
from palace.services.queue import ReviewQueue, Row
from palace.services.queue_order import FILTER_NAMES, Sort, fitting, ids_in_order, ordered, wing_name
from palace.services.review_place import ReviewPlace

NOW = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)


def entry_of(
    number: int,
    *,
    wing: Wing = Wing.KNOWLEDGE,
    stage: Stage = Stage.CANDIDATE,
    evidences: int = 1,
    days: int = 1,
) -> QueueEntry:
    candidate = Candidate(
        id=number, uid=str(number), text="t", wing=wing, first_seen_at=NOW - timedelta(days=days)
    )
    return QueueEntry(candidate, stage, evidences, None)


entries = st.lists(
    st.builds(
        entry_of,
        st.just(0),
        wing=st.sampled_from(Wing),
        stage=st.sampled_from(Stage),
        evidences=st.integers(1, 5),
        days=st.integers(0, 9),
    ),
    max_size=20,
).map(
    lambda found: [
        entry_of(place, wing=each.candidate.wing, stage=each.stage, evidences=each.evidences)
        for place, each in enumerate(found, start=1)
    ]
)


def rows_of(found: list[QueueEntry]) -> list[CandidateRow]:
    return [Row(entry.candidate.id, 1, entry) for entry in found]


@given(entries, st.sampled_from(Sort))
def test_rows_that_all_wait_stand_as_the_entries_do(found: list[QueueEntry], order: Sort) -> None:
    rows = rows_of(found)
    places = {row.id: place for place, row in enumerate(rows)}
    ids = [entry.candidate.id for entry in ordered(found, order)]
    assert list(ids_in_order(rows, order, places)) == ids
    assert list(ids_in_order(reversed(rows), order, places)) == ids


def test_what_is_settled_comes_first_and_what_was_put_off_stands_among_what_waits() -> None:
    rows = rows_of([entry_of(1, evidences=1), entry_of(2, evidences=3), entry_of(3, evidences=2)])
    rows[0] = Row(1, 1, rows[0].item, verdict=Verb.APPROVE)
    rows[1] = Row(2, 1, rows[1].item, verdict=Verb.SKIP)
    assert list(ids_in_order(rows, Sort.EVIDENCE, {2: 1, 3: 0})) == [1, 2, 3]
    assert list(ids_in_order(rows, Sort.DUE, {2: 1, 3: 0})) == [1, 3, 2]


def test_all_that_is_asked_for_must_hold_and_one_of_several_wings() -> None:
    due_here = entry_of(1, stage=Stage.CHECK_DUE)
    due_there = entry_of(2, stage=Stage.CHECK_DUE, wing=Wing.SOCIAL)
    fits = fitting({"due", "cooled", wing_name(Wing.KNOWLEDGE), wing_name(Wing.INTENT)})
    assert fits is not None
    assert fits(due_here)
    assert not fits(due_there)
    assert not fits(entry_of(3))
    assert fitting(()) is None


@given(entries, st.frozensets(st.sampled_from(FILTER_NAMES)))
def test_asking_for_more_never_shows_more(found: list[QueueEntry], names: frozenset[str]) -> None:
    fits = fitting(names | {"evidenced"})
    assert fits is not None
    fewer = fitting(names)
    for entry in found:
        assert not fits(entry) or fewer is None or fewer(entry)


def test_a_place_cannot_be_narrowed_to_what_is_called_nothing() -> None:
    with pytest.raises(ValueError, match="cellar"):
        ReviewPlace(only=frozenset({"wing:cellar"}))


def test_marks_come_back_only_on_the_version_that_was_marked() -> None:
    queue = ReviewQueue.of([Row(1, 1, "a"), Row(2, 5, "b"), Row(3, 1, "c", verdict=Verb.APPROVE)])
    assert queue.with_marks({1: 1, 2: 4, 3: 1, 9: 1}).marked == {1}
    assert queue.showing(lambda item: item == "b").with_marks({1: 1, 2: 5}).marked == {2}


def test_an_order_keeps_place_and_marks_and_puts_what_is_unknown_last() -> None:
    queue = ReviewQueue.of([Row(number, 1, "x") for number in (1, 2, 3, 4)]).go_to(2).toggle_mark(3)
    arranged = queue.arranged([4, 2, 1])
    assert [row.id for row in arranged.rows] == [4, 2, 1, 3]
    assert arranged.current_id == 2
    assert arranged.marked == {3}


def test_a_mark_is_lost_when_what_was_marked_becomes_another_thing() -> None:
    queue = ReviewQueue.of([Row(1, 1, "a"), Row(2, 1, "b")]).mark_all()
    assert queue.refreshed([Row(1, 1, "a"), Row(2, 2, "B")]).marked == {1}
