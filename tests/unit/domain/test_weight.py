"""Weight fades with age and grows with use, by a formula that gives the same however often it is asked."""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.memory import Memory
from palace.domain.rules import Rules, WeightRules
from palace.domain.vocabulary import Kind, Priority, Wing
from palace.domain.weight import boost_factor, decay_factor, weigh

NOW = datetime(2026, 5, 15, 12, 0, tzinfo=UTC)
RULES = Rules()

kinds = st.sampled_from(Kind)
ages = st.timedeltas(min_value=timedelta(days=-400), max_value=timedelta(days=4000))
hits = st.integers(min_value=0, max_value=10_000)
citations = st.integers(min_value=0, max_value=100)
importances = st.floats(min_value=0, max_value=1)


def memory(kind: Kind = Kind.FACT, recorded: timedelta = timedelta(0), **fields: object) -> Memory:
    stored = Memory(id=1, uid="m", text="text", wing=Wing.KNOWLEDGE, recorded_at=NOW - recorded, kind=kind)
    return replace(stored, **fields)


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    last_hit = draw(st.none() | ages)
    return memory(
        draw(kinds),
        draw(ages),
        importance=draw(importances),
        hits=draw(hits),
        priority=draw(st.sampled_from(Priority)),
        pinned=draw(st.booleans()),
        last_hit_at=None if last_hit is None else NOW - last_hit,
    )


HALF_LIVES = [
    *((Kind.FAILURE, 1, 0.9904), (Kind.FAILURE, 24, 0.7937), (Kind.FAILURE, 72, 0.5)),
    *((Kind.FAILURE, 168, 0.1984), (Kind.FAILURE, 720, 0.0010)),
    *((Kind.DECISION, 1, 0.9959), (Kind.DECISION, 24, 0.9057), (Kind.DECISION, 72, 0.7430)),
    *((Kind.DECISION, 168, 0.5), (Kind.DECISION, 720, 0.0513)),
    *((Kind.EVENT, 72, 0.7430), (Kind.EVENT, 168, 0.5)),
    *((Kind.SUMMARY, 1, 0.9715), (Kind.SUMMARY, 24, 0.5), (Kind.SUMMARY, 72, 0.125)),
    *((Kind.SUMMARY, 168, 0.0078), (Kind.SUMMARY, 720, 0.0)),
    *((Kind.TOOL_ERROR, 0.5, 0.5), (Kind.TOOL_ERROR, 1, 0.25), (Kind.TOOL_ERROR, 24, 0.0)),
    *((Kind.INTENT, 336, 0.5), (Kind.FACT, 720, 0.5), (Kind.PREFERENCE, 2160, 0.5)),
    *((Kind.CORRECTION, 100_000, 1.0), (Kind.SKILL, 100_000, 1.0)),
]


@pytest.mark.parametrize(("kind", "hours", "expected"), HALF_LIVES)
def test_each_kind_halves_in_its_own_time(kind: Kind, hours: float, expected: float):
    faded = decay_factor(memory(kind, timedelta(hours=hours)), NOW, RULES)
    assert faded == pytest.approx(expected, abs=0.00005)


@given(memories(), citations)
def test_a_weight_lies_between_nothing_and_one_and_is_the_same_when_asked_again(stored: Memory, cited: int):
    weight = weigh(stored, cited, NOW, RULES)
    assert 0 <= weight.value <= 1
    assert weigh(stored, cited, NOW, RULES) == weight


@given(memories(), citations)
def test_a_weight_is_made_of_the_parts_it_shows(stored: Memory, cited: int):
    weight = weigh(stored, cited, NOW, RULES)
    product = min(1.0, weight.importance * weight.decay * weight.boost * weight.stale)
    if weight.floored:
        assert weight.value == RULES.weight.protected_floor * stored.importance > product
    else:
        assert weight.value == product


@given(memories(), citations, st.timedeltas(timedelta(0), timedelta(days=3000)))
def test_a_memory_never_grows_heavier_by_waiting(stored: Memory, cited: int, later: timedelta):
    assert weigh(stored, cited, NOW + later, RULES).value <= weigh(stored, cited, NOW, RULES).value


@given(memories(), citations, st.integers(1, 50))
def test_use_and_citation_never_make_it_lighter(stored: Memory, cited: int, more: int):
    weight = weigh(stored, cited, NOW, RULES).value
    used = replace(stored, hits=stored.hits + more, last_hit_at=NOW)
    assert weigh(used, cited, NOW, RULES).value >= weight
    assert weigh(stored, cited + more, NOW, RULES).value >= weight


@given(memories(), citations, st.timedeltas(timedelta(0), timedelta(days=40_000)))
def test_a_stamp_in_the_future_counts_as_now(stored: Memory, cited: int, ahead: timedelta):
    fresh = replace(stored, recorded_at=NOW, last_hit_at=None)
    from_the_future = replace(stored, recorded_at=NOW + ahead, last_hit_at=None)
    assert weigh(from_the_future, cited, NOW, RULES) == weigh(fresh, cited, NOW, RULES)


def test_age_counts_from_the_later_of_recorded_and_last_hit():
    used = memory(Kind.FACT, timedelta(days=60), last_hit_at=NOW - timedelta(days=30), hits=1)
    assert decay_factor(used, NOW, RULES) == pytest.approx(0.5)
    hit_before_recorded = memory(Kind.FACT, timedelta(days=30), last_hit_at=NOW - timedelta(days=60))
    assert decay_factor(hit_before_recorded, NOW, RULES) == pytest.approx(0.5)


@given(memories(), citations, st.timedeltas(timedelta(0), timedelta(days=9000)))
def test_what_is_p0_or_pinned_does_not_fade(stored: Memory, cited: int, later: timedelta):
    for kept in (replace(stored, priority=Priority.P0), replace(stored, pinned=True)):
        assert weigh(kept, cited, NOW + later, RULES) == weigh(kept, cited, NOW, RULES)
        assert weigh(kept, cited, NOW + later, RULES).decay == 1


def test_a_failure_pales_to_its_floor_and_does_not_vanish():
    scar = memory(Kind.FAILURE, timedelta(days=365), importance=0.8)
    weight = weigh(scar, 0, NOW, RULES)
    assert weight.floored
    assert weight.value == pytest.approx(0.25 * 0.8)


def test_an_unprotected_memory_has_no_floor():
    assert weigh(memory(Kind.SUMMARY, timedelta(days=365)), 0, NOW, RULES).value < 1e-6


@pytest.mark.parametrize(
    ("hit_count", "cited", "expected"),
    [
        (0, 0, 1.0),
        (1, 0, 1 + 0.35 * math.log(2)),
        (3, 0, 1 + 0.35 * math.log(4)),
        (0, 2, 1.2),
        (0, 5, 1.5),
        (0, 50, 1.5),
        (3, 5, 1 + 0.35 * math.log(4) + 0.5),
        (1000, 0, 2.0),
        (1000, 50, 2.0),
    ],
)
def test_use_lifts_by_its_logarithm_and_citations_by_a_tenth_up_to_twice(
    hit_count: int, cited: int, expected: float
):
    assert boost_factor(hit_count, cited, RULES) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("unused", "kind", "expected"),
    [
        (timedelta(days=7), Kind.FACT, 1.0),
        (timedelta(days=7, seconds=1), Kind.FACT, 0.8),
        (timedelta(days=100), Kind.CORRECTION, 1.0),
        (timedelta(days=100), Kind.FAILURE, 1.0),
        (timedelta(days=100), Kind.SKILL, 1.0),
        (timedelta(days=-3), Kind.FACT, 1.0),
    ],
)
def test_seven_days_without_use_make_it_stale_unless_it_is_protected(
    unused: timedelta, kind: Kind, expected: float
):
    assert weigh(memory(kind, unused), 0, NOW, RULES).stale == expected


def test_every_kind_has_a_half_life_in_the_rules():
    assert set(WeightRules().half_life) == set(Kind)
