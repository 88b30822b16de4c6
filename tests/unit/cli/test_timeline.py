"""`palace timeline` in use: days by either clock, in dates and in words of both languages."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.unit.cli.conftest import SAMPLE, Run

pytestmark = pytest.mark.usefixtures("no_model")


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "sample.db"
    shutil.copy(SAMPLE, path)
    path.chmod(0o600)
    return path


def days_of(call: Run, palace: Path, *words: str) -> list[str]:
    ended = call("--palace", palace, "timeline", *words, "--json")
    return [day["day"] for day in ended.json["days"]]


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        (("last", "week"), "2026-05-11", "2026-05-17"),
        (("上周",), "2026-05-11", "2026-05-17"),
        (("what", "is", "planned", "next", "week"), "2026-05-25", "2026-05-31"),
        (("下周有什么安排",), "2026-05-25", "2026-05-31"),
        (("2026-04",), "2026-04-01", "2026-04-30"),
        (("2026年4月",), "2026-04-01", "2026-04-30"),
        (("April", "2026"), "2026-04-01", "2026-04-30"),
        (("yesterday",), "2026-05-19", "2026-05-19"),
        (("2026-05-14",), "2026-05-14", "2026-05-14"),
        (("--from", "2026-04", "--to", "2026-05"), "2026-04-01", "2026-05-31"),
        (("--from", "last week"), "2026-05-11", "9999-12-31"),
        (("--to", "上个月"), "0001-01-01", "2026-04-30"),
        ((), "2026-05-13", "2026-05-27"),
    ],
)
def test_days_are_named_by_dates_and_by_words(
    call: Run, sample: Path, words: tuple[str, ...], first: str, last: str
) -> None:
    found = days_of(call, sample, *words)
    assert found
    assert found == sorted(found)
    assert first <= found[0]
    assert found[-1] <= last
    everything = days_of(call, sample, "--from", "0001", "--to", "9999")
    assert found == [day for day in everything if first <= day <= last]


def test_the_clock_of_the_world_knows_what_is_planned_and_that_of_the_palace_does_not(
    call: Run, sample: Path
) -> None:
    valid = days_of(call, sample, "--from", "tomorrow")
    assert "2026-06-15" in valid
    ended = call("--palace", sample, "timeline", "--from", "tomorrow", "--by", "recorded", "--json")
    assert (ended.status, ended.json["days"]) == (3, [])


def test_what_happened_is_told_with_its_time_and_its_number(call: Run, sample: Path) -> None:
    ended = call("--palace", sample, "timeline", "2026-05-14", "--by", "recorded")
    assert ended.status == 0
    assert "2026-05-14 Thu  logs 1 · born 12 · decided 2" in ended.out
    assert "03:00  born  #211" in ended.out
    assert "07:00  moved  [289]" in ended.out


def test_long_days_are_cut_and_say_so(call: Run, sample: Path) -> None:
    ended = call("--palace", sample, "timeline", "2026-05-14", "--limit", "2")
    assert "and 14 more" in ended.out
    assert (
        "more" not in call("--palace", sample, "timeline", "2026-05-14", "--limit", "0").out.splitlines()[-1]
    )


def test_secrets_are_masked_and_nothing_steers_the_terminal(call: Run, sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as database, database:
        database.execute(
            "UPDATE memory SET text = ? WHERE id = 211",
            ("key sk-abcdefghijklmnopqrstuvwxyz0123456789ABCD \x1b]0;owned\x07",),
        )
    ended = call("--palace", sample, "timeline", "2026-05-14")
    assert "#211" in ended.out
    assert "sk-abcdefghijklmnopqrstuvwxyz" not in ended.out
    assert "\x1b" not in ended.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("gibberish",), "names no day"),
        (("--from", "2026-13"), "names no day"),
        (("--from", "2026-06", "--to", "2026-05"), "no day between"),
        (("last", "week", "--to", "2026-05"), "exclude each other"),
        (("--by", "heart"), "valid"),
        (("--limit", "many"), "number"),
        (("--from", ""), "names no day"),
    ],
)
def test_what_is_mistyped_is_named(call: Run, sample: Path, words: tuple[str, ...], told: str) -> None:
    ended = call("--palace", sample, "timeline", *words)
    assert (ended.status, told in ended.err, ended.out) == (2, True, "")


def test_an_empty_palace_has_no_days(call: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    call("init", path)
    ended = call("--palace", path, "timeline")
    assert (ended.status, ended.out) == (3, "")
    assert "Nothing happened" in ended.err
