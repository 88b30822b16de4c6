"""Bands: what is always in context, what cools by disuse, and how a full budget presses."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.bands import (
    always_hot,
    band_after,
    band_after_hit,
    demotion_threshold,
    may_be_hot,
    rendered_lines,
)
from palace.domain.memory import Binding, Memory
from palace.domain.rules import BandRules
from palace.domain.vocabulary import Band, Kind, Priority, Status, Wing

NOW = datetime(2026, 5, 15, 12, 0, tzinfo=UTC)
RULES = BandRules()
SECOND = timedelta(seconds=1)


def memory(band: Band = Band.WARM, unused: timedelta = timedelta(0), **fields: object) -> Memory:
    stored = Memory(id=1, uid="m", text="text", wing=Wing.KNOWLEDGE, recorded_at=NOW - unused, band=band)
    return replace(stored, **fields)


@pytest.mark.parametrize(
    ("band", "unused", "expected"),
    [
        (Band.HOT, timedelta(days=14), Band.HOT),
        (Band.HOT, timedelta(days=14) + SECOND, Band.WARM),
        (Band.HOT, timedelta(days=30), Band.WARM),
        (Band.HOT, timedelta(days=30) + SECOND, Band.COLD),
        (Band.WARM, timedelta(0), Band.WARM),
        (Band.WARM, timedelta(days=30), Band.WARM),
        (Band.WARM, timedelta(days=30) + SECOND, Band.COLD),
        (Band.COLD, timedelta(0), Band.COLD),
        (Band.COLD, timedelta(days=300), Band.COLD),
        (Band.HOT, timedelta(days=-100), Band.HOT),
    ],
)
def test_disuse_cools(band: Band, unused: timedelta, expected: Band):
    assert band_after(memory(band, unused), NOW, RULES) is expected


def test_a_hit_counts_as_use_however_old_the_memory_is():
    used = memory(Band.WARM, timedelta(days=400), last_hit_at=NOW - timedelta(days=2))
    assert band_after(used, NOW, RULES) is Band.WARM


def test_archiving_makes_cold_whatever_the_use():
    for kept in (memory(Band.HOT), memory(Band.WARM, pinned=True), memory(priority=Priority.P0)):
        assert band_after(replace(kept, status=Status.ARCHIVED), NOW, RULES) is Band.COLD


def test_an_active_p0_is_hot_however_long_unused():
    core = memory(Band.COLD, timedelta(days=1000), priority=Priority.P0)
    assert always_hot(core)
    assert band_after(core, NOW, RULES) is Band.HOT
    assert not always_hot(replace(core, status=Status.NOTE))
    assert not always_hot(replace(core, status=Status.TRASHED))


@pytest.mark.parametrize("band", list(Band))
def test_what_is_pinned_stays_where_it_was_pinned(band: Band):
    pinned = memory(band, timedelta(days=1000), pinned=True)
    assert band_after(pinned, NOW, RULES) is band
    assert always_hot(pinned) is (band is Band.HOT)


@given(
    st.sampled_from(Band),
    st.timedeltas(timedelta(0), timedelta(days=200)),
    st.timedeltas(timedelta(0), timedelta(days=200)),
)
def test_cooling_in_two_steps_ends_where_one_step_ends(band: Band, first: timedelta, second: timedelta):
    stored = memory(band)
    halfway = replace(stored, band=band_after(stored, NOW + first, RULES))
    at_once = band_after(stored, NOW + first + second, RULES)
    assert band_after(halfway, NOW + first + second, RULES) is at_once


def test_a_hit_warms_what_is_cold_and_leaves_the_rest():
    assert [band_after_hit(band) for band in Band] == [Band.HOT, Band.WARM, Band.WARM]


@pytest.mark.parametrize("wing", list(Wing))
def test_three_hits_earn_the_hot_band_only_in_the_wings_that_steer(wing: Wing):
    steers = wing in {Wing.IDENTITY, Wing.SOCIAL, Wing.INTENT}
    assert may_be_hot(memory(wing=wing), 3, RULES) is steers
    assert not may_be_hot(memory(wing=wing), 2, RULES)


def test_rules_earn_the_hot_band_in_any_wing():
    for kind in (Kind.CORRECTION, Kind.FAILURE, Kind.SKILL):
        assert may_be_hot(memory(kind=kind), 3, RULES)
    assert may_be_hot(memory(binding=Binding("deploying", "run the tests first")), 3, RULES)
    assert not may_be_hot(memory(kind=Kind.SKILL, status=Status.NOTE), 3, RULES)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [(0, 0.0), (79, 0.0), (80, 0.2), (85, 0.325), (90, 0.45), (95, 0.575), (100, 0.7), (250, 0.7)],
)
def test_pressure_raises_the_threshold_in_a_straight_line(lines: int, expected: float):
    assert demotion_threshold(lines, RULES) == pytest.approx(expected)


@given(st.integers(0, 300), st.integers(1, 50))
def test_more_lines_never_press_less(lines: int, more: int):
    assert demotion_threshold(lines + more, RULES) >= demotion_threshold(lines, RULES)


def test_a_budget_of_no_lines_is_a_full_one():
    assert demotion_threshold(0, replace(RULES, hot_lines=0)) == RULES.threshold_when_full
    assert demotion_threshold(100, replace(RULES, pressure_from=1.0)) == RULES.threshold_when_full


def test_rendered_lines_count_every_line_of_a_text_and_one_for_its_binding():
    one = memory(text="one line")
    three = memory(text="first\nsecond\nthird\n")
    bound = memory(text="one line", binding=Binding("deploying", "run the tests", "it is a hotfix"))
    only_when = memory(text="one line", binding=Binding("deploying"))
    assert [rendered_lines([one]), rendered_lines([three])] == [1, 3]
    assert [rendered_lines([bound]), rendered_lines([only_when])] == [2, 1]
    assert rendered_lines([one, three, bound]) == 6
    assert rendered_lines([]) == 0
