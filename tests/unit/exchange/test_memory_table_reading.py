"""A table of memories comes back as the memories that were written into it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.exchange.line_account import LinePlace, account_of_file
from palace.exchange.memory_table import COLUMNS, _line, guarded
from palace.exchange.reading import FileReading, read_file

HOSTILE = (
    "=1+1",
    "'=1",
    "' x",
    'say "hi", twice',
    "two\nlines\n\n  more",
    "a;b\tc",
    "- dash",
    '"',
    "''",
    "，“”",
)


def row(**cells: str) -> dict[str, str]:
    filled = {
        "uid": "u",
        "priority": "P1",
        "wing": "social",
        "kind": "fact",
        "status": "active",
        "text": "tea",
    }
    return {**dict.fromkeys(COLUMNS, ""), **filled, **cells}


def table(*rows: dict[str, str], separator: str = ",") -> bytes:
    lines = [_line(COLUMNS), *(_line(guarded(each[column]) for column in COLUMNS) for each in rows)]
    if separator != ",":
        lines = [line.replace(",", separator) for line in lines]
    return "".join(lines).encode("utf-8-sig")


def read(data: bytes) -> FileReading:
    return read_file("memories.csv", data, neighbours=lambda target: False)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_come_back(text: str) -> None:
    reading = read(table(row(text=text, when=text), row(text="after")))
    assert reading.format == "palace-csv"
    assert [(found.text, found.when) for found in reading.memories] == [(text, text), ("after", "")]


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), min_size=1), max_size=4))
def test_any_texts_come_back(texts: list[str]) -> None:
    said = [text for text in texts if text.strip()]
    assert [found.text for found in read(table(*(row(text=text) for text in texts))).memories] == said


def test_what_was_said_of_a_memory_comes_back() -> None:
    cells = {"valid_from": "2026-03-04T16:00:00+00:00", "scenes": "deploy, 写评论", "heading": "A / B"}
    (found,) = read(table(row(priority="P0", **cells))).memories
    assert (found.uid, str(found.date), found.scenes, found.heading, found.priority, found.wing) == (
        *("u", "2026-03-05", ("deploy", "写评论"), ("A", "B"), "P0", "social"),
    )


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_spreadsheet_may_part_the_cells_in_its_own_way(separator: str) -> None:
    assert [found.text for found in read(table(row(), separator=separator)).memories] == ["tea"]


def test_rows_that_do_not_fit_are_named_and_stop_nothing() -> None:
    reading = read(table(row(wing="cellar"), row(status="trashed"), row(text=" "), row(text="last")))
    assert [found.text for found in reading.memories] == ["last"]
    assert [(each.line, each.reason) for each in reading.skipped] == [
        (2, "unknown-record"),
        (3, "not-current"),
        (4, "empty-value"),
    ]


def test_a_mark_that_is_never_closed_is_told() -> None:
    reading = read(table(row()) + b'1,"u2,P1')
    assert [found.text for found in reading.memories] == ["tea"]
    assert "line 3" in reading.errors[0].text


def test_every_line_of_a_table_is_accounted_for() -> None:
    data = table(row(text="two\nlines"), row(text="tea"))
    account = account_of_file(data, read(data))
    assert account.count(LinePlace.MEMORY) == 2
    assert not account.unaccounted
