"""Which copies stay as days go by: enough of them, never those of today, never lost to a wrong clock."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from palace.domain.backup_rotation import copies_to_remove
from palace.domain.clock import local_day
from palace.domain.rules import BackupRules

NOW = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)
ZONE = ZoneInfo("Asia/Shanghai")
RULES = BackupRules()

instants = st.sets(
    st.integers(-200 * 24 * 60, 20 * 24 * 60).map(lambda minutes: NOW + timedelta(minutes=minutes)),
    max_size=60,
)


def kept_after(days: int, rules: BackupRules = RULES) -> set[datetime]:
    """The copies that are left when one is made each evening and older ones make room each time."""
    kept: set[datetime] = set()
    for day in range(days):
        now = NOW + timedelta(days=day)
        kept.add(now)
        kept -= set(copies_to_remove(kept, now, ZONE, rules))
    return kept


def test_a_year_of_evenings_leaves_seven_days_and_four_weeks():
    ages = sorted((NOW + timedelta(days=364) - each).days for each in kept_after(365))
    assert ages[:7] == [0, 1, 2, 3, 4, 5, 6]
    assert len(ages) <= 7 + 4
    assert 19 <= ages[-1] <= 27
    assert all(later - earlier <= 7 for earlier, later in pairwise(ages))


def test_all_copies_of_today_stay():
    today = {NOW - timedelta(minutes=minute) for minute in range(30)}
    assert copies_to_remove(today, NOW, ZONE, RULES) == []


def test_of_an_earlier_day_only_the_newest_stays():
    yesterday = [NOW - timedelta(days=1, minutes=minute) for minute in range(3)]
    assert copies_to_remove([NOW, *yesterday], NOW, ZONE, RULES) == [yesterday[2], yesterday[1]]


def test_copies_that_are_far_apart_stay_though_they_are_old():
    old = {NOW - timedelta(days=400 * number) for number in range(1, 4)}
    assert copies_to_remove({NOW, *old}, NOW, ZONE, RULES) == []


def test_a_clock_that_was_set_back_a_year_removes_nothing_of_the_time_before():
    before = kept_after(30)
    back = NOW - timedelta(days=365)
    assert copies_to_remove({*before, back}, back, ZONE, RULES) == []


@given(instants)
def test_the_newest_past_copy_and_every_future_one_always_stay(made: set[datetime]):
    gone = set(copies_to_remove(made, NOW, ZONE, RULES))
    assert gone <= made
    assert not any(each > NOW for each in gone)
    past = {each for each in made if each <= NOW}
    if past:
        assert max(past) not in gone


@given(instants)
def test_removing_once_more_removes_nothing(made: set[datetime]):
    left = made - set(copies_to_remove(made, NOW, ZONE, RULES))
    assert copies_to_remove(left, NOW, ZONE, RULES) == []


@given(instants)
def test_no_more_stay_than_are_asked_for(made: set[datetime]):
    left = made - set(copies_to_remove(made, NOW, ZONE, RULES))
    earlier = {each for each in left if each <= NOW and local_day(each, ZONE) != local_day(NOW, ZONE)}
    assert len(earlier) <= RULES.days + RULES.weeks
