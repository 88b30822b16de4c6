"""Days are the local days of the configured zone, also where the clocks change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.clock import age, day_start, local_day

ZONES = [
    *("UTC", "Asia/Shanghai", "America/Los_Angeles", "Europe/Berlin", "Australia/Lord_Howe"),
    *("Asia/Beirut", "America/Havana", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kathmandu"),
]


@pytest.mark.parametrize(
    ("zone", "instant", "expected"),
    [
        ("Asia/Shanghai", datetime(2026, 4, 11, 19, 53, tzinfo=UTC), date(2026, 4, 12)),
        ("America/Los_Angeles", datetime(2026, 4, 12, 1, 17, tzinfo=UTC), date(2026, 4, 11)),
        ("UTC", datetime(2026, 4, 12, 0, 0, tzinfo=UTC), date(2026, 4, 12)),
    ],
)
def test_an_instant_falls_on_the_local_day(zone: str, instant: datetime, expected: date):
    assert local_day(instant, ZoneInfo(zone)) == expected


@given(st.dates(date(1980, 1, 1), date(2035, 12, 31)), st.sampled_from(ZONES))
def test_a_day_begins_with_its_first_instant(day: date, zone_name: str):
    zone = ZoneInfo(zone_name)
    start = day_start(day, zone)
    assert start.tzinfo is UTC
    if zone_name == "Pacific/Apia" and day == date(2011, 12, 30):
        return  # This day was left out when the zone crossed the date line.
    assert local_day(start, zone) == day
    assert local_day(start - timedelta(microseconds=1), zone) < day


@given(st.timedeltas(timedelta(0), timedelta(days=9999)))
def test_age_is_the_time_gone_by_and_never_negative(passed: timedelta):
    now = datetime(2026, 5, 15, tzinfo=UTC)
    assert age(now - passed, now) == passed
    assert age(now + passed, now) == timedelta(0)
