"""Saved searches: kept in the palace under a name, found by it, and every change can be taken back."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from palace.domain.errors import InvalidInput, NotFound, Refused, StaleItem
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.services.saved_searches import (
    NameTaken,
    delete_search,
    save_search,
    saved_search,
    saved_searches,
)
from palace.services.surroundings import Surroundings
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile


def names(palace: PalaceFile) -> list[str]:
    return [search.name for search in saved_searches(palace)]


def save(
    palace: PalaceFile,
    surroundings: Surroundings,
    name: str,
    question: str = "sqlite",
    *,
    replacing: bool = False,
) -> object:
    return save_search(palace, name, question, surroundings, Actor.PERSON, replacing=replacing)


def test_a_search_is_saved_listed_by_name_found_in_any_case_and_deleted(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    for name in ("Weekly review", "部署", "alarms"):
        save(palace, surroundings, name, f"  {name} p:0 ")
    assert names(palace) == ["alarms", "Weekly review", "部署"]
    found = saved_search(palace, "  weekly   REVIEW ")
    assert (found.name, found.question) == ("Weekly review", "Weekly review p:0")
    assert saved_search(palace, "ａｌａｒｍｓ").name == "alarms"
    delete_search(palace, found, Actor.PERSON)
    assert names(palace) == ["alarms", "部署"]
    newest = palace.decisions(limit=1)[0]
    assert (newest.verb, newest.subject) == (Verb.DELETE_SEARCH, Subject.SAVED_SEARCH)


def test_a_name_that_is_taken_is_never_given_to_another_question_unasked(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    save(palace, surroundings, "mine", "one")
    with pytest.raises(NameTaken) as taken:
        save(palace, surroundings, "MINE", "two")
    assert (taken.value.search.question, taken.value.exit_status) == ("one", 4)
    assert saved_search(palace, "mine").question == "one"
    save(palace, surroundings, "Mine", " one ")
    assert [(search.name, search.question) for search in saved_searches(palace)] == [("Mine", "one")]


def test_a_name_that_is_taken_asks_something_else_from_then_on_where_that_is_wanted(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    save(palace, surroundings, "mine", "one")
    save(palace, surroundings, "MINE", "two", replacing=True)
    assert [(search.name, search.question) for search in saved_searches(palace)] == [("MINE", "two")]
    undo(palace, Actor.PERSON)
    assert saved_search(palace, "mine").question == "one"
    redo(palace, Actor.PERSON)
    assert saved_search(palace, "mine").question == "two"


def test_what_comes_back_takes_no_name_that_another_has_by_now(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    save(palace, surroundings, "mine", "one")
    delete_search(palace, saved_search(palace, "mine"), Actor.PERSON)
    deleted = palace.decisions(limit=1)[0].id
    save(palace, surroundings, "mine", "two")
    with pytest.raises(Refused, match="another has its name by now"):
        undo(palace, Actor.PERSON, deleted)
    assert [(search.name, search.question) for search in saved_searches(palace)] == [("mine", "two")]


def test_saving_and_deleting_are_taken_back_and_brought_back(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    save(palace, surroundings, "mine")
    delete_search(palace, saved_search(palace, "mine"), Actor.PERSON)
    undo(palace, Actor.PERSON)
    assert names(palace) == ["mine"]
    undo(palace, Actor.PERSON)
    assert names(palace) == []
    redo(palace, Actor.PERSON)
    assert names(palace) == ["mine"]


def test_what_changed_meanwhile_is_not_deleted(palace: PalaceFile, surroundings: Surroundings) -> None:
    seen = save_search(palace, "mine", "one", surroundings, Actor.PERSON)
    save(palace, surroundings, "mine", "two", replacing=True)
    with pytest.raises(StaleItem):
        delete_search(palace, seen, Actor.PERSON)
    assert names(palace) == ["mine"]


@pytest.mark.parametrize("name", ["", "  \t", "x" * 61, "a\x1b[31m", "a\u202eb", "\ud800", "a\x00b"])
def test_what_cannot_be_a_name_is_refused(palace: PalaceFile, surroundings: Surroundings, name: str) -> None:
    with pytest.raises(InvalidInput, match="cannot be the name"):
        save(palace, surroundings, name)
    assert names(palace) == []


@pytest.mark.parametrize("question", ["", "  ", "wing:attic", "wnig:knowledge", "x" * 2001])
def test_what_asks_nothing_or_wrongly_is_not_saved(
    palace: PalaceFile, surroundings: Surroundings, question: str
) -> None:
    with pytest.raises(InvalidInput):
        save(palace, surroundings, "mine", question)
    assert names(palace) == []


def test_a_name_that_is_none_is_told_with_the_nearest(palace: PalaceFile, surroundings: Surroundings) -> None:
    with pytest.raises(NotFound) as none:
        saved_search(palace, "weekly")
    assert "palace searches" in none.value.next_step
    save(palace, surroundings, "weekly review")
    with pytest.raises(NotFound) as near:
        saved_search(palace, "weekly reveiw")
    assert near.value.next_step == "did you mean weekly review?"


def test_a_half_character_in_a_question_is_kept(palace: PalaceFile, surroundings: Surroundings) -> None:
    save(palace, surroundings, "half", "\udc80 [/")
    assert saved_search(palace, "half").question == "\udc80 [/"


def test_a_palace_of_an_older_schema_that_is_only_read_has_none(
    palace: PalaceFile, surroundings: Surroundings, path: Path
) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("DROP TABLE saved_search")
    assert saved_searches(palace) == []


def test_scenes_come_with_their_numbers_the_commonest_first(
    palace: PalaceFile, saved: Callable[..., Memory]
) -> None:
    for text, scenes in (("a", ("deploy", "health")), ("b", ("Deploy",)), ("c", ()), ("d", ("写 评论",))):
        saved(palace, text, scenes=scenes)
    found = palace.searches.scenes()
    assert list(found.values()) == [2, 1, 1]
    assert {scene.casefold() for scene in found} == {"deploy", "health", "写 评论"}
