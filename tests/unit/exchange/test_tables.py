"""R11: each row of a table is a memory."""

import pytest

from palace.exchange.tables import split_cells


def rows(reading) -> list[tuple[str, str | None, str | None]]:
    return [
        (found.text, found.priority, str(found.date) if found.date else None) for found in reading.memories
    ]


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("| a | b |", ["a", "b"]),
        ("| a | b", ["a", "b"]),
        ("|a|b|", ["a", "b"]),
        ("| a |  |", ["a", ""]),
        ("| a \\| b | c |", ["a \\| b", "c"]),
        ("| a \\\\| b |", ["a \\\\", "b"]),
        ("|  |", [""]),
    ],
)
def test_cells(row: str, cells: list[str]) -> None:
    assert split_cells(row) == cells


@pytest.mark.parametrize(
    ("header", "row", "text"),
    [
        ("| A |", "| a |", "a"),
        ("| A | B |", "| a | b |", "a: b"),
        ("| A | B | C |", "| a | b | c |", "a; B: b; C: c"),
        ("| A | B | C |", "| a |  | c |", "a; C: c"),
        ("| A | B | C |", "|  | b | c |", "B: b; C: c"),
        ("| A |  | C |", "| a | b | c |", "a; b; C: c"),
        ("| A | B |", "| a |", None),
        ("| A | B |", "| a | b | c |", "a: b | c"),
        ("| A | B |", "| **a** | `b` |", "**a**: `b`"),
    ],
)
def test_the_text_of_a_row(read, header: str, row: str, text: str | None) -> None:
    divider = "|---" * header.count(" |") + "|"
    assert [found.text for found in read(f"## A\n\n{header}\n{divider}\n{row}\n").memories] == (
        [text] if text else []
    )


@pytest.mark.parametrize("name", ["日期", "时间", "Date", "**When**", "DAY"])
def test_a_date_column_gives_the_date(read, name: str) -> None:
    reading = read(
        f"| {name} | Lesson |\n|---|---|\n| 2026-01-02 | a |\n"
        "| March 3, 2026 at noon | b |\n| later | c |\n|  | d |\n"
    )
    assert rows(reading) == [
        ("a", None, "2026-01-02"),
        ("March 3, 2026 at noon: b", None, "2026-03-03"),
        ("later: c", None, None),
        ("d", None, None),
    ]


def test_a_column_without_any_full_date_is_a_column_like_others(read) -> None:
    assert rows(read("| Date | Lesson |\n|---|---|\n| 03-05 | a |\n")) == [("03-05: a", None, None)]


@pytest.mark.parametrize("name", ["优先级", "级别", "Priority", "level"])
def test_a_level_column_gives_the_priority(read, name: str) -> None:
    reading = read(
        f"| What | {name} |\n|---|---|\n| a | P0 |\n| b | **[P1]** |\n"
        "| c | P2 (low) |\n| d | high |\n| e | P7 |\n"
    )
    assert rows(reading) == [
        ("a", "P0", None),
        ("b", "P1", None),
        ("c: P2 (low)", "P2", None),
        ("d: high", None, None),
        ("e: P7", None, None),
    ]


def test_in_a_log_levels_stay_in_the_text(read) -> None:
    reading = read("| What | Level |\n|---|---|\n| a | P0 |\n", "2026-01-02.md")
    assert rows(reading) == [("a: P0", None, "2026-01-02")]


def test_own_tags_of_a_row_win_over_its_columns(read) -> None:
    reading = read("| Date | What | Level |\n|---|---|---|\n| 2026-01-02 | [P1] a (2026-01-03) | P0 |\n")
    assert rows(reading) == [("a", "P1", "2026-01-03")]


def test_rows_that_say_nothing(read) -> None:
    reading = read(
        "| Key | Value |\n|:--|--:|\n| a |  |\n| b | TBD |\n"
        "|  |  |\n| [name] | [what] |\n|  | c |\n| d | e |\n"
    )
    assert [(skip.line, skip.reason) for skip in reading.skipped] == [
        (3, "placeholder"),
        (4, "placeholder"),
        (5, "empty-value"),
        (6, "placeholder"),
    ]
    assert [found.text for found in reading.memories] == ["c", "d: e"]


def test_rows_without_a_separator_are_a_paragraph(read) -> None:
    assert [found.text for found in read("## A\n\n| a | b |\n| c | d |\n").memories] == [
        "| a | b | | c | d |"
    ]


def test_a_table_ends_at_the_first_other_line(read) -> None:
    reading = read("## A\n| a |\n|---|\n| b |\nafter\n| no | table |\n")
    assert [found.text for found in reading.memories] == ["b", "after | no | table |"]
