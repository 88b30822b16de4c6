"""`palace job daily` where a file of the workspace cannot be read: it does the rest, and ends honestly."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture
def memory(run: Run, palace: Path, tmp_path: Path) -> Path:
    """The folder of logs of a tied workspace; jobs of the palace are overdue."""
    with closing(sqlite3.connect(palace)) as connection, connection:
        connection.execute("UPDATE meta SET value = '2020-01-01T00:00:00.000000Z' WHERE key = 'made_at'")
    folder = tmp_path / "workspace" / "memory"
    folder.mkdir(parents=True)
    assert run("workspace", folder.parent).status == 0
    return folder


@pytest.mark.parametrize("words", [("daily",), ("run-due",)])
def test_a_file_that_is_broken_is_named_and_the_status_says_so(run: Run, memory: Path, words: tuple[str]):
    broken = memory / "broken.json"
    broken.write_text('{"memories": [', encoding="utf-8")

    ended = run("job", *words)

    assert ended.status == 1
    assert "broken.json could not be read" in ended.err
    told = run("job", "daily", "--history", "--json")
    assert [each["outcome"] for each in told.json["runs"]] == ["done"]
    assert run("job", "daily", "--json").status == 1
    broken.unlink()
    assert run("job", "daily").status == 0


def test_why_a_file_was_left_out_is_told_in_words(run: Run, memory: Path):
    with (memory / "large.md").open("wb") as file:
        file.truncate(65 * 1024 * 1024)

    ended = run("job", "daily")

    assert ended.status == 1
    assert "too-large" not in ended.err
    assert "large.md could not be read: " in ended.err
