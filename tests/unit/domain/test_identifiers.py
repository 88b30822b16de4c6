"""Identifiers: version 7 UUIDs, ordered by the millisecond in which they were made."""

from datetime import UTC, datetime, timedelta, timezone
from uuid import RFC_4122, UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.identifiers import LONGEST_NUMBER, LONGEST_UID, id_number, id_with_versions, uuid7

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


@pytest.mark.parametrize("typed", ["12", "#12", "＃１２", "#１２", " ＃12 ", "# 12", "１2", "٠١٢"])
def test_an_id_is_read_in_whatever_width_it_is_typed(typed: str):
    assert id_number(typed) == 12


@pytest.mark.parametrize(
    "typed", ["", "#", "＃", "##1", "-1", "1.5", "1 2", "十二", "x1", "9" * (LONGEST_NUMBER + 1)]
)
def test_what_is_no_number_names_nothing(typed: str):
    assert id_number(typed) is None


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("12", (12, "")),
        ("#12@3", (12, "3")),
        ("＃１２＠３．４．５", (12, "3.4.5")),
        ("@3", None),
        ("x@3", None),
    ],
)
def test_versions_stand_behind_an_id(typed: str, named: tuple[int, str] | None):
    assert id_with_versions(typed) == named
