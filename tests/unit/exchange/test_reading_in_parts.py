"""A large file is read in parts, and says the same as when it is read as a whole."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.exchange import blocks
from palace.exchange.reading import read_file, read_parts
from palace.services.readings import FileReading

FRAGMENTS = (
    "# 2026-03-14 log",
    "# Memory",
    "# Another",
    "## Done",
    "### P1 Projects",
    "**Key points:**",
    "**Name:** Ann",
    "People:",
    "- a plain bullet that says something",
    "- [P0] never deploy on a Friday",
    "- label:",
    "  - a nested sentence that is whole.",
    "  - another nested sentence, also whole.",
    "- SIGNALS: the printer stops",
    "- STRATEGY: clean the head",
    "- CONSTRAINTS: not while it prints",
    "1. first do this",
    "2. then do that",
    "| a | b |",
    "|---|---|",
    "| one | two |",
    "> quoted words",
    "```",
    "<!-- a note -->",
    "<!-- openclaw-memory-promotion:x -->",
    "<!-- open",
    "-->",
    "---",
    "a paragraph of plain words",
    "TBD",
    "",
)


def read(text: str, path: str) -> FileReading:
    return read_file(path, text.encode(), neighbours=lambda _: False)


@pytest.mark.parametrize("path", ["MEMORY.md", "2026-03-14.md"])
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=30), st.integers(1, 6))
def test_a_file_in_parts_says_what_it_says_as_a_whole(path: str, lines: list[str], at_once: int) -> None:
    text = "\n".join(lines) + "\n"
    whole = read(text, path)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(blocks, "BLOCKS_AT_ONCE", at_once)
        assert read(text, path) == whole


def test_the_cases_in_parts_say_what_they_say_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [path for path in (Path(__file__).parents[2] / "cases").rglob("*.md") if path.is_file()]
    whole = [read(path.read_text("utf-8", "replace"), path.name) for path in files]
    monkeypatch.setattr(blocks, "BLOCKS_AT_ONCE", 2)
    assert [read(path.read_text("utf-8", "replace"), path.name) for path in files] == whole


def test_no_part_of_a_large_file_holds_much_more_than_what_is_read_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(blocks, "BLOCKS_AT_ONCE", 10)
    text = "# 2026-03-14\n\n" + "".join(f"- moved crate {number} to the cellar\n" for number in range(100))
    parts = list(read_parts("2026-03-14.md", text.encode(), neighbours=lambda _: False))
    assert len(parts) > 5
    assert all(len(part.memories) <= 11 for part in parts)
    assert [part.goes_on for part in parts] == [True] * (len(parts) - 1) + [False]
