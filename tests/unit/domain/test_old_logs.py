"""Old logs: which day one tells of, what its essence is, and where it goes on the shelf."""

from datetime import date, timedelta

import pytest

from palace.domain.old_logs import (
    MOST_OF_A_LOG,
    day_of_log,
    essence_of,
    is_at_rest,
    is_essential,
    is_old,
    shelf_path,
)
from palace.domain.search_regression import Asked, Fall, falls
from palace.domain.vocabulary import Kind
from palace.text.token_estimate import estimated_tokens

DAY = date(2026, 5, 1)


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("memory/2026-05-01.md", DAY),
        ("2026-05-01-a-talk.md", DAY),
        ("memory/2026-02-30.md", None),
        ("memory/2026-05-01.md.zst", None),
        ("archive/daily/2026-05-01.md", None),
        ("memory/log-2026-05-01.md", None),
    ],
)
def test_the_name_tells_the_day(path: str, day: date | None):
    assert day_of_log(path) == day


def test_a_log_stays_seven_days():
    stays = timedelta(days=7)
    assert not is_old(DAY, DAY + timedelta(days=7), stays)
    assert is_old(DAY, DAY + timedelta(days=8), stays)
    assert not is_old(DAY, DAY - timedelta(days=800), stays)


def test_a_file_rests_an_hour_and_one_from_the_future_does_not():
    hour = timedelta(hours=1)
    assert is_at_rest(1_000.0, 4_600.0, hour)
    assert not is_at_rest(1_001.0, 4_600.0, hour)
    assert not is_at_rest(9_000.0, 4_600.0, hour)


def test_what_was_done_or_decided_is_the_essence():
    assert {kind for kind in Kind if is_essential(kind)} == {
        Kind.EVENT,
        Kind.DECISION,
        Kind.FAILURE,
        Kind.CORRECTION,
    }
    assert essence_of(DAY, []) == ""
    assert essence_of(DAY, ["a", "b"]) == "2026-05-01:\n- a\n- b"
    assert essence_of(DAY, list("abcdefghij")).count("\n") == MOST_OF_A_LOG


def test_each_name_has_a_place_of_its_own_on_the_shelf():
    first = shelf_path("memory/2026-05-01.md", [])
    second = shelf_path("daily/2026-05-01.md", [first])
    assert first == "archive/daily/2026-05-01.md.zst"
    assert second == "archive/daily/2026-05-01.md.2.zst"
    assert shelf_path("daily/2026-05-01.md", [first, second]) == "archive/daily/2026-05-01.md.3.zst"


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ((1, 2, 3), (1, 2, 3), ()),
        ((1, 2, 3), (3, 2, 1), ()),
        ((1, 2, 3), (1, 2), (3,)),
        ((1, 2, 3), (1, 2, 4), ()),
        ((1, 2, 3), (2, 3, 4), (1,)),
        ((1, 2, 9), (1, 2), ()),
        ((), (), ()),
    ],
)
def test_a_search_falls_where_it_loses_what_is_still_there(before, now, expected):
    found = falls([Asked("s", "q", before)], [Asked("s", "q", now)], lambda number: number != 9)
    assert found == ([Fall("s", expected, len(before), len(now))] if expected else [])


def test_a_search_that_asks_something_else_by_now_is_another_one():
    assert falls([Asked("s", "q", (1,))], [Asked("s", "other", ())], lambda number: True) == []


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("four", 1), ("fives", 2), ("体检", 2), ("体检 ok", 3), ("é" * 4, 2)]
)
def test_tokens_are_estimated_from_characters(text: str, tokens: int):
    assert estimated_tokens(text) == tokens
