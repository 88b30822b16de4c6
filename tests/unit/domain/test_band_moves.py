"""The hot band at night: filled by weight, held up by pressure, and quiet at a second look."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.band_moves import BandPlan, Because, in_or_near_hot, plan_bands
from palace.domain.bands import demotion_threshold
from palace.domain.memory import Binding
from palace.domain.rules import Rules
from palace.domain.standing import Standing
from palace.domain.vocabulary import Band, Kind, Priority, Status, Wing

NOW = datetime(2026, 5, 15, 4, tzinfo=UTC)
RULES = Rules()
BOUND = Binding("you deploy", "look first")


def standing(number: int, **fields: object) -> Standing:
    plain = Standing(
        id=number,
        version=1,
        wing=Wing.IDENTITY,
        band=Band.HOT,
        priority=Priority.P1,
        kind=Kind.PREFERENCE,
        status=Status.ACTIVE,
        pinned=False,
        binding=Binding(),
        importance=0.5,
        hits=0,
        recorded_at=NOW,
        last_hit_at=None,
    )
    return replace(plain, **fields)


def plan(standings: list[Standing], lines: int = 10, hits: int = 0) -> BandPlan:
    ids = [each.id for each in standings]
    return plan_bands(standings, dict.fromkeys(ids, lines), dict.fromkeys(ids, hits), {}, NOW, RULES)


def moved(found: BandPlan) -> dict[int, tuple[Band, Because]]:
    return {move.memory_id: (move.after, move.because) for move in found.moves}


def test_below_the_pressure_all_that_is_hot_stays():
    assert plan([standing(number, importance=0.01) for number in range(7)]).moves == ()


def test_the_threshold_rises_in_a_straight_line():
    heavy = [standing(number, importance=1.0) for number in range(8)]
    for weight, stays in ((0.44, False), (0.46, True)):
        found = plan([*heavy, standing(99, importance=weight)])
        assert (99 not in moved(found)) is stays
    assert demotion_threshold(90, RULES.bands) == pytest.approx(0.45)


def test_what_earned_it_takes_the_place_of_what_is_lighter():
    hot = [standing(number, importance=0.71) for number in range(10)]
    rising = standing(50, band=Band.WARM, importance=0.9)
    found = plan_bands([*hot, rising], dict.fromkeys([*range(10), 50], 10), {50: 3}, {}, NOW, RULES)
    assert moved(found)[50] == (Band.HOT, Because.EARNED)
    assert list(moved(found).values()).count((Band.WARM, Because.PRESSED)) == 1
    assert found.hot_lines == 100


def test_two_hits_are_not_enough_and_a_wing_that_does_not_steer_needs_a_binding():
    warm = standing(1, band=Band.WARM, importance=1.0)
    assert plan([warm], hits=2).moves == ()
    assert moved(plan([warm], hits=3)) == {1: (Band.HOT, Because.EARNED)}
    elsewhere = replace(warm, wing=Wing.HISTORY)
    assert plan([elsewhere], hits=3).moves == ()
    assert moved(plan([replace(elsewhere, binding=BOUND)], hits=3)) == {1: (Band.HOT, Because.EARNED)}


def test_neither_p0_nor_what_is_pinned_moves_and_p0_over_the_budget_is_told():
    core = [standing(number, priority=Priority.P0) for number in range(11)]
    pinned = standing(20, pinned=True, band=Band.WARM, recorded_at=NOW - timedelta(days=900))
    found = plan([*core, pinned])
    assert found.moves == ()
    assert found.core_overflows
    assert found.core_lines == 110


def test_a_p0_that_is_not_hot_is_told_and_left():
    found = plan([standing(1, priority=Priority.P0, band=Band.COLD)])
    assert (found.moves, found.misplaced_core) == ((), (1,))


def test_a_note_or_something_archived_never_rises():
    for status in (Status.NOTE, Status.ARCHIVED, Status.TRASHED):
        found = plan([standing(1, status=status, band=Band.COLD, importance=1.0)], hits=9)
        assert found.moves == ()


@given(
    st.lists(
        st.builds(
            standing,
            st.integers(1, 10_000),
            band=st.sampled_from(Band),
            importance=st.floats(0, 1),
            priority=st.sampled_from(Priority),
            pinned=st.booleans(),
            status=st.sampled_from([Status.ACTIVE, Status.NOTE, Status.ARCHIVED]),
            binding=st.sampled_from([Binding(), BOUND]),
            wing=st.sampled_from(Wing),
            last_hit_at=st.one_of(st.none(), st.integers(0, 60).map(lambda days: NOW - timedelta(days=days))),
            recorded_at=st.integers(0, 60).map(lambda days: NOW - timedelta(days=days)),
        ),
        max_size=30,
        unique_by=lambda each: each.id,
    ),
    st.randoms(use_true_random=False),
)
def test_a_second_look_at_the_same_instant_moves_nothing(standings: list[Standing], chance):
    lines = {each.id: chance.randint(1, 20) for each in standings}
    hits = {each.id: chance.randint(0, 4) for each in standings}
    first = plan_bands(standings, lines, hits, {}, NOW, RULES)
    after = {move.memory_id: move.after for move in first.moves}
    then = [replace(each, band=after.get(each.id, each.band)) for each in standings]

    second = plan_bands(then, lines, hits, {}, NOW, RULES)

    assert second.moves == ()
    assert second.hot_lines == first.hot_lines
    hot = [each for each in then if each.band is Band.HOT and each.status is Status.ACTIVE]
    assert {each.id for each in hot} <= set(in_or_near_hot(then, hits, RULES.bands))
