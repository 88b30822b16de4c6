"""Figures of health: what the method says of each number, and that nothing is told where there is no data."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.health import (
    Age,
    HealthLayer,
    LayerCounts,
    Pace,
    PartName,
    Share,
    age_structure,
    layers,
    memory_value,
    metabolism,
    percentile,
)
from palace.domain.rules import HealthRules

RULES = HealthRules()
NOTHING = LayerCounts(*([0] * 16))


def counts(**changed: int) -> LayerCounts:
    full = {
        "active": 100,
        "core": 3,
        "rules": 10,
        "bound": 10,
        "scenes": 4,
        "routed": 4,
        "warm": 20,
        "warm_searchable": 20,
        "warm_in_step": 20,
        "archived": 5,
        "overdue": 0,
        "log_days": 14,
        "days_looked_at": 14,
        "wings_in_use": 6,
        "wings": 6,
        "warm_with_scene": 20,
        "bullets_read": 8,
        "bullets": 8,
    }
    return LayerCounts(**{**full, **changed})


def score(layer: HealthLayer, **changed: int) -> float | None:
    return next(each.score for each in layers(counts(**changed), RULES) if each.layer is layer)


@pytest.mark.parametrize(
    ("new", "cleared", "pace"),
    [
        (0, 0, Pace.NO_DATA),
        (5, 0, Pace.NOTHING_CLEARED),
        (0, 4, Pace.TIMID),
        (49, 100, Pace.TIMID),
        (50, 100, Pace.SLOW),
        (80, 100, Pace.HEALTHY),
        (150, 100, Pace.HEALTHY),
        (151, 100, Pace.FAST),
        (200, 100, Pace.FAST),
        (201, 100, Pace.OBESE),
    ],
)
def test_the_metabolic_rate_lies_in_the_corridor_that_the_method_names(
    new: int, cleared: int, pace: Pace
) -> None:
    assert metabolism(new, cleared, RULES).pace is pace


def test_a_rate_without_anything_cleared_is_not_a_number() -> None:
    assert metabolism(5, 0, RULES).rate is None


def test_the_ages_stand_beside_20_50_and_30_percent() -> None:
    groups = age_structure({Age.YOUNG: 1, Age.MIDDLE: 1, Age.OLD: 2}, RULES)
    assert [(group.share.value, group.wished) for group in groups] == [(0.25, 0.2), (0.25, 0.5), (0.5, 0.3)]
    assert [group.share.value for group in age_structure({}, RULES)] == [None, None, None]


def test_a_palace_in_which_all_is_well_has_three_times_100() -> None:
    assert [layer.score for layer in layers(counts(), RULES)] == [100, 100, 100]


@pytest.mark.parametrize(
    ("layer", "changed", "expected"),
    [
        (HealthLayer.GENE, {"core": 0}, 50),
        (HealthLayer.GENE, {"bound": 5}, 75),
        (HealthLayer.EXECUTIVE, {"routed": 2}, 80),
        (HealthLayer.EXECUTIVE, {"warm_in_step": 10}, 80),
        (HealthLayer.EXECUTIVE, {"archived": 0, "overdue": 5}, 80),
        (HealthLayer.MEMORY, {"log_days": 7}, 85),
        (HealthLayer.MEMORY, {"wings_in_use": 3}, 85),
        (HealthLayer.MEMORY, {"warm_with_scene": 10}, 90),
        (HealthLayer.MEMORY, {"bullets_read": 0}, 80),
    ],
)
def test_each_part_counts_as_much_as_the_method_says(
    layer: HealthLayer, changed: dict[str, int], expected: float
) -> None:
    assert score(layer, **changed) == pytest.approx(expected)


def test_a_part_without_data_is_left_out_instead_of_praised_or_blamed() -> None:
    assert score(HealthLayer.MEMORY, bullets=0, bullets_read=0, log_days=7) == pytest.approx(
        100 * (0.3 * 0.5 + 0.3 + 0.2) / 0.8
    )


def test_an_empty_palace_is_not_judged() -> None:
    for layer in layers(NOTHING, RULES):
        assert layer.score is None
        assert all(part.share.value is None for part in layer.parts)


@given(st.lists(st.integers(0, 50), min_size=18, max_size=18))
def test_scores_lie_between_0_and_100_whatever_is_counted(numbers: list[int]) -> None:
    for layer in layers(LayerCounts(*numbers), RULES):
        assert layer.score is None or 0 <= layer.score <= 100.0001
        assert {part.name for part in layer.parts} <= set(PartName)


def test_the_value_of_memory_is_accuracy_times_use_and_unknown_without_either() -> None:
    assert memory_value(Share(9, 10), Share(1, 2)) == pytest.approx(0.45)
    assert memory_value(Share(9, 10), Share(0, 0)) is None
    assert memory_value(Share(0, 0), Share(1, 2)) is None


@given(st.lists(st.floats(0, 1e6), min_size=1), st.floats(0.01, 1))
def test_a_percentile_is_one_of_the_values_and_not_exceeded_by_its_share(
    values: list[float], share: float
) -> None:
    found = percentile(values, share)
    assert found in values
    assert sum(value <= found for value in values) >= math.floor(len(values) * share)


def test_there_is_no_percentile_of_nothing() -> None:
    assert percentile([], 0.5) is None
