"""Common words and what stands for them: every line of the table is found, and questions name them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text import everyday_words
from palace.text.everyday_words import _table, further_words_in, is_everyday_word, others_of

LINES = _table().decode("utf-8").splitlines()
WORDS = [line.partition("\t")[0] for line in LINES]
KNOWN = frozenset(WORDS)


def test_the_table_is_in_the_order_of_its_bytes_and_holds_no_word_twice() -> None:
    assert len(WORDS) > 40_000
    in_bytes = [f"{word}\t".encode() for word in WORDS]
    assert in_bytes == sorted(set(in_bytes))


@given(st.integers(0, len(LINES) - 1))
def test_every_line_is_found_by_halving(place: int) -> None:
    line = LINES[place]
    word, _, others = line.partition("\t")
    assert others_of(word) == tuple(others.split("|"))


@given(st.text(max_size=12))
def test_what_stands_in_no_line_is_no_word(text: str) -> None:
    assert is_everyday_word(text) is (text in KNOWN)


@pytest.mark.parametrize("word", ["", "\t", "\n", "\ud800", "zzzz", "a\tb", "诊", "clini", "clinics"])
def test_parts_of_words_and_signs_are_none(word: str) -> None:
    assert others_of(word) == ()


@pytest.mark.parametrize(
    ("question", "word", "other"),
    [
        ("诊所几点开门", "诊所", ("clinic",)),
        ("When does the clinic open?", "clinic", ("诊", "所")),
        ("two lawyers", "lawyers", ("律", "师")),
        ("为什么推遲了", "推迟", ("postpone",)),
    ],
)
def test_a_question_names_common_words_in_both_languages(
    question: str, word: str, other: tuple[str, ...]
) -> None:
    found = {each.word: each.others for each in further_words_in(question)}
    assert other in found[word]


def test_words_that_say_nothing_and_no_words_have_none() -> None:
    assert list(further_words_in("the of 的 什么 zzzz ！")) == []


@pytest.fixture
def another_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(everyday_words, "files", lambda package: tmp_path)
    _table.cache_clear()
    others_of.cache_clear()
    yield tmp_path / everyday_words.TABLE
    _table.cache_clear()
    others_of.cache_clear()


def test_without_the_table_no_word_has_others(another_table: Path) -> None:
    assert not another_table.exists()
    assert list(further_words_in("When does the clinic open? 诊所")) == []


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"no line",
        b"\xff\xfe\x00" * 1000,
        "\n".join(LINES).encode()[:1000],
        "\n".join(LINES).encode()[::-1],
    ],
)
def test_a_damaged_table_ends_no_search(another_table: Path, damaged: bytes) -> None:
    another_table.write_bytes(damaged)
    assert not is_everyday_word("诊所")


def test_bytes_that_are_no_text_stand_for_no_more_than_themselves(another_table: Path) -> None:
    another_table.write_bytes(b"clinic\t\xff\xff|doctor\n")
    assert "doctor" in others_of("clinic")
