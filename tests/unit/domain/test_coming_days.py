"""A day to come is read in the ways that people write it, and nothing else is."""

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.coming_days import instant_after
from palace.domain.errors import InvalidInput

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 1, 30, 20, 0, tzinfo=UTC)
"""The 31st of January in Shanghai."""


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-02-01", date(2026, 2, 1)),
        (" 2026-2-1 ", date(2026, 2, 1)),
        ("2026-03", date(2026, 3, 1)),
        ("2027", date(2027, 1, 1)),
        ("+1", date(2026, 2, 1)),
        ("+10 days", date(2026, 2, 10)),
        ("+ 10 Days", date(2026, 2, 10)),
        ("+1 day", date(2026, 2, 1)),
        ("+10d", date(2026, 2, 10)),
        ("+10 天", date(2026, 2, 10)),
        ("＋１０日", date(2026, 2, 10)),
        ("２０２６-02-01", date(2026, 2, 1)),
    ],
)
def test_a_day_is_read_as_its_first_instant_where_the_person_lives(text: str, day: date):
    instant = instant_after(text, NOW, SHANGHAI).astimezone(SHANGHAI)
    assert (instant.date(), instant.hour, instant.minute) == (day, 0, 0)


@pytest.mark.parametrize(
    "text", ["", " ", "soon", "10", "10 days", "+", "+x", "+10 weeks", "+-1", "-1", "2026-02-30", "+9999999"]
)
def test_what_is_no_day_is_refused_with_how_to_write_one(text: str):
    with pytest.raises(InvalidInput, match="is not a day") as refused:
        instant_after(text, NOW, SHANGHAI)
    assert refused.value.next_step == "write it like 2026-01-31, or +10 days"


@pytest.mark.parametrize("text", ["2026-01-31", "2026-01", "2026", "0001-01-01", "+0"])
def test_today_and_what_is_over_are_refused(text: str):
    with pytest.raises(InvalidInput, match="has begun already"):
        instant_after(text, NOW, SHANGHAI)


@given(st.text(max_size=60), st.sampled_from([UTC, SHANGHAI, timezone(timedelta(hours=-12))]))
def test_any_text_is_a_coming_day_or_refused(text: str, zone: timezone):
    with suppress(InvalidInput):
        assert instant_after(text, NOW, zone) > NOW


@given(st.integers(1, 100_000))
def test_so_many_days_on_is_that_date(count: int):
    day = date(2026, 1, 31) + timedelta(days=count)
    assert instant_after(f"+{count} days", NOW, SHANGHAI) == instant_after(f"{day}", NOW, SHANGHAI)
