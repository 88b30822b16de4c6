"""Identifiers: version 7 UUIDs, ordered by the millisecond in which they were made."""

from datetime import UTC, datetime, timedelta, timezone
from uuid import RFC_4122, UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.identifiers import LONGEST_UID, uuid7

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
instants = st.timedeltas(timedelta(0), timedelta(days=2_900_000)).map(lambda since: EPOCH + since)
randomness = st.binary(min_size=10, max_size=10)


@given(instants, randomness)
def test_it_is_a_version_7_uuid_that_holds_its_millisecond(instant: datetime, random: bytes):
    uid = uuid7(instant, random)
    parsed = UUID(uid)
    assert str(parsed) == uid
    assert len(uid) <= LONGEST_UID
    assert parsed.version == 7
    assert parsed.variant == RFC_4122
    assert parsed.int >> 80 == (instant - EPOCH) // timedelta(milliseconds=1)


def test_the_example_of_rfc_9562():
    instant = datetime(2022, 2, 22, 14, 22, 22, tzinfo=timezone(timedelta(hours=-5)))
    random = (0x3CC3).to_bytes(2, "big") + (0x18C4DC0C0C07398F).to_bytes(8, "big")
    assert uuid7(instant, random) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


@given(instants, st.integers(1, 10_000), randomness, randomness)
def test_later_milliseconds_sort_after_earlier_ones(
    instant: datetime, later: int, random: bytes, other: bytes
):
    assert uuid7(instant, random) < uuid7(instant + timedelta(milliseconds=later), other)


def test_every_bit_of_randomness_that_fits_is_kept():
    instant = datetime(2026, 5, 15, tzinfo=UTC)
    assert len({uuid7(instant, number.to_bytes(10, "big")) for number in range(5000)}) == 5000
    assert uuid7(instant, b"\xff" * 10).endswith("-7fff-bfff-ffffffffffff")


def test_an_instant_before_1970_counts_as_its_first():
    assert UUID(uuid7(datetime(1950, 1, 1, tzinfo=UTC), bytes(10))).int >> 80 == 0


@pytest.mark.parametrize("length", [0, 9, 11])
def test_it_takes_exactly_ten_random_bytes(length: int):
    with pytest.raises(ValueError, match="ten random bytes"):
        uuid7(EPOCH, bytes(length))
