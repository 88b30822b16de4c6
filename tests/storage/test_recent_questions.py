"""What was searched for is offered again: newest first, none twice."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from operator import add

from palace.domain.filters import parse_query
from palace.domain.journal import Actor
from palace.services.asking import LONGEST_KEPT, keep_search
from palace.services.search import Answer, Mode
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile


def ask(palace: PalaceFile, surroundings: Surroundings, *questions: str) -> None:
    for minute, question in enumerate(questions):
        later = replace(surroundings, clock=partial(add, surroundings.now, timedelta(minutes=minute)))
        answer = Answer(parse_query("x"), Mode.LEXICAL, (), (), 3.5)
        keep_search(palace, question, answer, later, Actor.PERSON)


def test_questions_come_newest_first_and_none_twice(palace: PalaceFile, surroundings: Surroundings) -> None:
    ask(palace, surroundings, "体检", "sqlite", "体检", "C++ 100%", "\udc80 [/")
    assert palace.recent_questions(10) == ["\udc80 [/", "C++ 100%", "体检", "sqlite"]
    assert palace.recent_questions(2) == ["\udc80 [/", "C++ 100%"]
    assert palace.recent_questions(0) == []


def test_empty_questions_are_not_kept_and_endless_ones_are_cut(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    ask(palace, surroundings, "", "  \n", "x" * 5_000)
    assert palace.recent_questions(10) == ["x" * LONGEST_KEPT]


def test_keeping_a_question_is_no_decision(palace: PalaceFile, surroundings: Surroundings) -> None:
    before = palace.decisions()
    ask(palace, surroundings, "sqlite")
    assert palace.decisions() == before
