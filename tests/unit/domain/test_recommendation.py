"""Weighing the two sides of a conflict: three axes, a margin, and damping for what was calibrated lately."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.conflict import is_alarming
from palace.domain.recommendation import Advice, Standing, WeighedAxis, freshness, recommend, repetition
from palace.domain.rules import ConflictRules

NOW = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)
RULES = ConflictRules()
DAY = timedelta(days=1)


def standing(
    quality: float = 0.6, evidences: int = 1, days: float = 0, calibrated: timedelta | None = None
) -> Standing:
    calibrated_at = None if calibrated is None else NOW - calibrated
    return Standing(quality, evidences, NOW - days * DAY, calibrated_at)


@pytest.mark.parametrize(("evidences", "expected"), [(0, 0), (1, 0.5), (2, 0.75), (3, 0.875), (-2, 0)])
def test_repetition_rises_with_every_evidence(evidences: int, expected: float):
    assert repetition(evidences) == expected


@pytest.mark.parametrize(("days", "expected"), [(0, 1), (30, 0.5), (60, 0.25), (-5, 1)])
def test_freshness_halves_every_thirty_days_and_the_future_counts_as_now(days: float, expected: float):
    assert freshness(NOW - days * DAY, NOW, RULES) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("left", "right", "wins", "advice"),
    [
        (standing(0.6, 1, 60), standing(1.0, 2, 0), 3, Advice.SUPERSEDE),
        (standing(0.6, 1, 60), standing(1.0, 1, 0), 2, Advice.SUPERSEDE),
        (standing(0.6, 3, 60), standing(0.6, 1, 0), 1, Advice.KEEP_BOTH),
        (standing(1.0, 3, 0), standing(0.4, 1, 0), 0, Advice.NOTE),
        (standing(0.6, 1, 0), standing(0.6, 1, 0), 0, Advice.NOTE),
    ],
)
def test_two_or_three_wins_supersede_one_keeps_both_none_makes_a_note(
    left: Standing, right: Standing, wins: int, advice: Advice
):
    weighed = recommend(left, right, NOW, RULES)
    assert (weighed.wins, weighed.advice) == (wins, advice)


@pytest.mark.parametrize(
    ("lead", "calibrated", "wins"),
    [
        (0.04, None, 0),
        (0.05, None, 1),
        (0.19, timedelta(hours=23), 0),
        (0.20, timedelta(hours=23), 1),
        (0.19, timedelta(hours=24), 1),
        (0.19, timedelta(hours=-1), 0),
    ],
)
def test_the_margin_is_five_hundredths_and_twenty_within_a_day_of_calibration(
    lead: float, calibrated: timedelta | None, wins: int
):
    weighed = recommend(standing(0.5, calibrated=calibrated), standing(0.5 + lead), NOW, RULES)
    assert weighed.wins == wins
    assert weighed.damped is (calibrated is not None and calibrated < timedelta(hours=24))


def test_either_side_damps():
    left, right = standing(0.5), standing(0.6, calibrated=timedelta(hours=1))
    assert recommend(left, right, NOW, RULES).damped
    assert recommend(left, right, NOW, RULES).wins == 0


shares = st.floats(0, 1)
sides = st.builds(
    standing,
    quality=shares,
    evidences=st.integers(0, 40),
    days=st.floats(-10, 400),
    calibrated=st.none() | st.timedeltas(timedelta(days=-1), timedelta(days=3)),
)


@given(sides, sides)
def test_scores_lie_between_nought_and_one_and_no_axis_is_won_by_both(left: Standing, right: Standing):
    forth, back = recommend(left, right, NOW, RULES), recommend(right, left, NOW, RULES)
    assert [score.axis for score in forth.scores] == list(WeighedAxis)
    for there, here in zip(forth.scores, back.scores, strict=True):
        assert 0 <= there.left <= 1
        assert 0 <= there.right <= 1
        assert not (there.new_side_wins and here.new_side_wins)


@pytest.mark.parametrize(
    ("conflicting", "active", "alarming"), [(0, 0, False), (5, 100, False), (6, 100, True), (1, 0, False)]
)
def test_more_than_a_twentieth_in_conflict_is_alarming(conflicting: int, active: int, alarming: bool):
    assert is_alarming(conflicting, active, RULES.alarming_density) is alarming
