"""The pace of a long job: of lately, not of the whole, and nothing said before it can be known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.pace import LOOKED_BACK, Pace, span_text


def test_nothing_is_said_before_it_can_be_known():
    pace = Pace()
    assert pace.per_second is None
    pace.told(0.0, 0)
    pace.told(0.1, 8)
    assert pace.per_second is None
    assert pace.seconds_left(100) is None


def test_rate_and_remaining_time_follow_from_what_was_told():
    pace = Pace()
    for second in range(6):
        pace.told(float(second), 20 * second)
    assert pace.per_second == pytest.approx(20)
    assert pace.seconds_left(500) == pytest.approx(20)
    assert pace.seconds_left(50) == 0


def test_a_pace_that_changes_is_soon_told_as_it_is():
    pace = Pace()
    done = 0
    for second in range(200):
        done += 100 if second < 100 else 10
        pace.told(float(second), done)
    assert pace.per_second == pytest.approx(10)


def test_what_is_begun_anew_has_no_pace_yet():
    pace = Pace()
    pace.told(0.0, 0)
    pace.told(5.0, 500)
    pace.told(6.0, 8)
    assert pace.per_second is None


@given(st.lists(st.tuples(st.floats(0.01, 60), st.integers(0, 1000)), min_size=1, max_size=40))
def test_it_is_never_below_nothing_and_holds_little(steps: list[tuple[float, int]]):
    pace, at, done = Pace(), 0.0, 0
    for passed, more in steps:
        at, done = at + passed, done + more
        pace.told(at, done)
        rate = pace.per_second
        assert rate is None or rate > 0
    assert all(told >= at - LOOKED_BACK for told, _ in list(pace._told)[1:])


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (0.2, "0:01"), (59.1, "1:00"), (125, "2:05"), (3_725, "1:02:05")]
)
def test_a_span_is_written_as_a_clock_writes_it(seconds: float, text: str):
    assert span_text(seconds) == text
