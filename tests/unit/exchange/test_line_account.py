"""Every line of a file is in exactly one place, and none of a real file is unaccounted for."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.exchange.line_account import LinePlace, account_of_file, account_of_lines
from palace.exchange.reading import read_file
from tests.unit.exchange.test_robustness import FIXTURES, FRAGMENTS, NAMES

PEERS = Path(__file__).parents[2] / "cases/peers"
TEXTS = [*FIXTURES, *sorted(PEERS.rglob("*.md"))]
WORDS = [
    "bread",
    "the oven is hot",
    "烤箱",
    "P0",
    "2026-03-01",
    "**Key:**",
    "password: hunter22",
    ":",
    "[P1]",
]


@pytest.mark.parametrize("path", [path for path in TEXTS if path.suffix == ".md"], ids=lambda path: path.name)
def test_no_line_of_a_real_file_is_lost(path: Path) -> None:
    data = path.read_bytes()
    reading = read_file(str(path), data, neighbours=lambda name: (path.parent / name).exists())
    account = account_of_file(data, reading)
    assert account.unaccounted == ()
    assert account.count(LinePlace.MEMORY) == len({found.line for found in reading.memories})


@given(
    st.sampled_from(NAMES),
    st.lists(st.lists(st.sampled_from([*FRAGMENTS, *WORDS]), max_size=4).map("".join), max_size=25),
)
def test_every_line_is_in_exactly_one_place(name: str, lines: list[str]) -> None:
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    reading = read_file(name, data, neighbours=lambda _: False)
    account = account_of_file(data, reading)
    unaccounted = [number for number, _ in account.unaccounted]
    assert sum(account.count(place) for place in LinePlace) == len(account.places)
    begins = {found.line for found in reading.memories}
    for number, place in enumerate(account.places, 1):
        assert (place is LinePlace.UNACCOUNTED) == (number in unaccounted)
        assert place is not LinePlace.MEMORY or number in begins


def test_a_line_that_no_rule_of_a_format_accounts_for_is_told_with_what_it_says() -> None:
    lines = ("# Notes", "- the first", "something that the reading below knows nothing of")
    reading = read_file("MEMORY.md", "\n".join(lines[:2]).encode(), neighbours=lambda _: False)
    account = account_of_lines(lines, reading)
    assert account.unaccounted == ((3, lines[2]),)
    assert account.places == (LinePlace.STRUCTURE, LinePlace.MEMORY, LinePlace.UNACCOUNTED)


@pytest.mark.parametrize(
    "text",
    [
        "- " + "word and more " * 80_000,
        "- a short one\n" * 4_000,
        "| a | b |\n|---|---|\n" + "| cell | another cell |\n" * 3_000,
        "plain words without an end " * 40_000,
    ],
    ids=["a line of 1 MB", "many bullets", "a long table", "one paragraph"],
)
def test_a_monster_is_read_in_a_multiple_of_its_size(text: str) -> None:
    data = ("# 2026-03-14\n\n" + text).encode()
    tracemalloc.start()
    try:
        reading = read_file("2026-03-14.md", data, neighbours=lambda _: False)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert reading.memories
    bullets = len(reading.memories)
    assert peak < 30 * len(data) + 2_000 * bullets
