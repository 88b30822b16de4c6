"""Counts are told in full where they fit, else in thousands; never as more than they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text.counts import count_within, ways_to_tell


@pytest.mark.parametrize(
    ("count", "cells", "told"),
    [
        (7, 1, "7"),
        (5445, 5, "5,445"),
        (5445, 4, "5445"),
        (100_021, 7, "100,021"),
        (100_021, 6, "100021"),
        (100_021, 5, "100k"),
        (999_999, 4, "999k"),
        (1_999_999, 3, "1M"),
        (-12_345, 4, "-12k"),
    ],
)
def test_a_count_is_told_as_fully_as_it_fits(count: int, cells: int, told: str) -> None:
    assert count_within(count, cells) == told


@given(st.integers(0, 10**12))
def test_each_way_is_no_longer_than_the_one_before(count: int) -> None:
    lengths = [len(way) for way in ways_to_tell(count)]
    assert lengths == sorted(lengths, reverse=True)
