"""One matter told from its two sides, and one length of time told from its two ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text.comparison.converses import kept_converse, turned_converse
from palace.text.comparison.evidence import evidence_of
from palace.text.comparison.laying import Laid, laid_beside
from palace.text.comparison.reading import readings_of

SAME_FROM_TWO_SIDES = (
    ("Rosa sold Emil the loom.", "Emil bought the loom from Rosa."),
    ("Priya manages Sam.", "Sam reports to Priya."),
    ("老周教小林下棋", "小林跟老周学下棋"),
    ("姐姐比小赵大三岁", "小赵比姐姐小三岁"),
    ("The lab is above the shop.", "The shop is below the lab."),
)

PARTS_CHANGED = (
    ("Rosa sold Emil the loom.", "Rosa bought the loom from Emil."),
    ("Priya manages Sam.", "Priya reports to Sam."),
)

TOLD_FROM_BOTH_ENDS = (
    ("The link is valid for two hours.", "The link expires after 2 hours."),
    ("令牌的有效期是 30 天", "令牌满三十天就失效"),
)


def laid(a: str, b: str) -> Laid:
    return laid_beside(*readings_of(a, b), None)


@pytest.mark.parametrize(("a", "b"), SAME_FROM_TWO_SIDES)
def test_parties_that_change_places_with_a_converse_word_say_the_same(a: str, b: str) -> None:
    assert turned_converse(a, b, laid(a, b).alignment) is not None
    features = evidence_of(laid(a, b), 0.8).features
    assert features["swapped"] == 0
    assert features["opposed_state"] == 0


@pytest.mark.parametrize(("a", "b"), PARTS_CHANGED)
def test_parties_that_keep_their_places_with_a_converse_word_have_changed_parts(a: str, b: str) -> None:
    assert turned_converse(a, b, laid(a, b).alignment) is None
    assert kept_converse(a, b, laid(a, b).alignment) is not None


def test_a_converse_of_order_needs_no_same_parties() -> None:
    a, b = "The small kiln fires at 1040 °C.", "The large kiln fires at 1280 °C."
    assert kept_converse(a, b, laid(a, b).alignment) is None


@pytest.mark.parametrize(("a", "b"), TOLD_FROM_BOTH_ENDS)
def test_opposed_states_bound_to_one_time_are_no_difference(a: str, b: str) -> None:
    features = evidence_of(laid(a, b), 0.8).features
    assert features["limit_of_both"] == 1
    assert features["opposed_state"] == 0


def test_opposed_states_of_two_times_still_differ() -> None:
    found = evidence_of(laid("The link is still valid.", "The link has expired."), 0.8).features
    assert found["limit_of_both"] == 0
    assert found["opposed_state"] == 1


@given(st.text(st.characters(), max_size=120), st.text(st.characters(), max_size=120))
def test_any_two_texts_can_be_asked(a: str, b: str) -> None:
    alignment = laid(a, b).alignment
    assert turned_converse(a, b, alignment) is None or kept_converse(a, b, alignment) is None
