"""What was asked is offered again: newest first, none twice, kept beside the palace and not in it."""

import json
import os
from dataclasses import replace
from datetime import timedelta
from functools import partial
from operator import add
from pathlib import Path

import pytest

from palace.domain.filters import parse_query
from palace.domain.journal import Actor
from palace.files.search_file import MOST_KEPT, SearchFile
from palace.services.asking import LONGEST_KEPT, KeepsNoSearches, asked_lately, keep_question
from palace.services.search import Answer, Mode
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

ANSWER = Answer(parse_query("x"), Mode.LEXICAL, (), (), 3.5)


@pytest.fixture
def kept(tmp_path: Path, palace: PalaceFile) -> SearchFile:
    return SearchFile(tmp_path / "state", palace.path, "uid")


def ask(kept: SearchFile, surroundings: Surroundings, *questions: str) -> None:
    for minute, question in enumerate(questions):
        later = replace(surroundings, clock=partial(add, surroundings.now, timedelta(minutes=minute)))
        keep_question(kept, question, ANSWER, later)


def test_questions_come_newest_first_and_none_twice(
    palace: PalaceFile, kept: SearchFile, surroundings: Surroundings
) -> None:
    ask(kept, surroundings, "体检", "sqlite", "体检", "C++ 100%", "\udc80 [/")
    assert asked_lately(palace, kept, 10) == ["\udc80 [/", "C++ 100%", "体检", "sqlite"]
    assert asked_lately(palace, kept, 2) == ["\udc80 [/", "C++ 100%"]
    assert asked_lately(palace, kept, 0) == []
    newest = kept.asked()[0]
    assert (newest.at, newest.mode, newest.close, newest.took_ms) == (
        surroundings.now + timedelta(minutes=4),
        "lexical",
        0,
        3.5,
    )


def test_empty_questions_are_not_kept_endless_ones_are_cut_and_the_oldest_go(
    palace: PalaceFile, kept: SearchFile, surroundings: Surroundings
) -> None:
    ask(kept, surroundings, "", "  \n", "x" * 5_000)
    assert asked_lately(palace, kept, 10) == ["x" * LONGEST_KEPT]
    ask(kept, surroundings, *(str(number) for number in range(MOST_KEPT + 3)))
    assert [each.question for each in kept.asked()] == [str(n) for n in range(MOST_KEPT + 2, 2, -1)]


def test_what_the_palace_itself_counted_comes_after_what_is_kept_beside_it(
    palace: PalaceFile, kept: SearchFile, surroundings: Surroundings
) -> None:
    with palace.unit_of_work(Actor.PERSON) as work:
        for minute, question in enumerate(("older", "old", "sqlite")):
            work.count_search(question, "lexical", 1, 1.0, surroundings.now + timedelta(minutes=minute))
    ask(kept, surroundings, "sqlite", "new")
    assert asked_lately(palace, kept, 10) == ["new", "sqlite", "old", "older"]
    assert asked_lately(palace, KeepsNoSearches(), 2) == ["sqlite", "old"]


def test_keeping_a_question_writes_nothing_to_the_palace(
    palace: PalaceFile, kept: SearchFile, surroundings: Surroundings
) -> None:
    before = (palace.data_version(), palace.decisions())
    ask(kept, surroundings, "sqlite")
    assert (palace.data_version(), palace.decisions()) == before
    assert palace.searches.counted(10) == []
    assert kept.path.stat().st_mode & 0o077 == 0


def test_forgetting_leaves_nothing_and_may_be_done_twice(
    kept: SearchFile, surroundings: Surroundings
) -> None:
    ask(kept, surroundings, "sqlite")
    for _ in range(2):
        kept.forget()
        assert kept.asked() == []
    assert list(kept.path.parent.iterdir()) == []


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\xff\x00",
        b"[" * 100_000,
        b"null",
        b'{"format": 2, "asked": []}',
        b'{"format": 1, "asked": [{"question": "x"}]}',
        b'{"format": 1, "asked": 3}',
        json.dumps({"format": 1, "asked": [["x"]]}).encode(),
        b'{"format": 1, "asked": [{"question":"x","at":"2026-01-01T00:00","mode":"","close":1,"took_ms":1}]}',
        b'{"format": 1, "asked": [{"question":1,"at":"x","mode":"","close":1,"took_ms":NaN}]}',
    ],
)
def test_a_damaged_file_is_as_good_as_none(
    kept: SearchFile, surroundings: Surroundings, damage: bytes
) -> None:
    kept.path.parent.mkdir(parents=True)
    kept.path.write_bytes(damage)
    assert kept.asked() == []
    ask(kept, surroundings, "sqlite")
    assert [each.question for each in kept.asked()] == ["sqlite"]


def test_where_nothing_can_be_kept_nothing_fails(tmp_path: Path, surroundings: Surroundings) -> None:
    (tmp_path / "state").write_text("in the way")
    kept = SearchFile(tmp_path / "state", tmp_path / os.fsdecode(b"\xff.db"), "uid")
    ask(kept, surroundings, "sqlite")
    assert kept.asked() == []
