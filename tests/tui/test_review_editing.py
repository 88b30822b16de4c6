"""Editing an item in place and in an editor of the person: nothing that was written is lost."""

from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from palace.domain.errors import PalaceError, Refused
from palace.domain.journal import Actor, Verb
from palace.domain.vocabulary import Wing
from palace.files.outside_editor import kept_text
from palace.services.review import editing, prefilled
from palace.tui.app import PalaceApp
from palace.tui.presenters.candidate_sheet import EDGE
from palace.tui.widgets.writing import TextBox
from tests.tui.beside_the_app import opened
from tests.tui.frames import notes_of, text_of
from tests.tui.queue_driving import notice_of, press, quiet, status_of
from tests.tui.review_app import MakeReview, journal_of, make_review, path, review_palace_original, shown_id

__all__ = ["make_review", "path", "review_palace_original"]


async def test_an_edit_is_saved_and_the_item_stays(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        await press(pilot, "e")
        app.screen.query_one(TextBox).text = "another text"
        app.screen.query_one("#choice-wing").choose(Wing.SOCIAL)
        app.screen.query_one("#field-when").value = "the door is open"
        await press(pilot, "f9")
        assert shown_id(app) == number
        assert notice_of(app) == ""
        assert f"{EDGE} another text" in text_of(app)
        assert "the door is open" in text_of(app)
    assert journal_of(path) == [Verb.EDIT]


async def test_an_edit_can_be_approved_in_the_same_act(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        await press(pilot, "e")
        app.screen.query_one(TextBox).text = "another text"
        await press(pilot, "f5")
        assert shown_id(app) != number
    assert journal_of(path) == [Verb.APPROVE]
    with opened(path) as palace:
        memory_id = palace.candidates([number])[0].memory_id
        assert memory_id is not None
        assert palace.memories([memory_id])[0].text == "another text"


async def test_leaving_the_form_keeps_what_was_written(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        await press(pilot, "e")
        app.screen.query_one(TextBox).text = "half a thought"
        await press(pilot, "escape")
        assert "brings your edit back" in notice_of(app)
        await press(pilot, "e")
        assert app.screen.query_one(TextBox).text == "half a thought"
        await press(pilot, "f9")
        assert notice_of(app) == ""
    assert journal_of(path) == [Verb.EDIT]


async def test_an_edit_of_an_item_that_changed_meanwhile_is_kept_and_not_saved(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        await press(pilot, "e")
        app.screen.query_one(TextBox).text = "mine"
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            candidate = work.candidate(number)
            editing(replace(prefilled(candidate), text="theirs"))(work, number, candidate.version)
        await press(pilot, "f9")
        assert "Your edit is kept" in notice_of(app)
        assert f"{EDGE} theirs" in text_of(app)
        await press(pilot, "e")
        assert app.screen.query_one(TextBox).text == "mine"
        await press(pilot, "f9")
        assert f"{EDGE} mine" in text_of(app)


def _failing(text: str) -> str:
    raise PalaceError("the editor “vi” ended with status 1; nothing was changed")


def _unchanged(text: str) -> str:
    raise Refused("the text came back unchanged; nothing was changed")


@pytest.mark.parametrize("editor", [_failing, _unchanged, lambda text: "wing: nowhere\n---\nx"])
async def test_an_editor_that_fails_or_changes_nothing_leaves_the_form_as_it_was(
    make_review: MakeReview, path: Path, monkeypatch: pytest.MonkeyPatch, editor: object
) -> None:
    monkeypatch.setattr(PalaceApp, "suspend", lambda self: nullcontext())
    app = make_review()
    app.doors = replace(app.doors, edit_outside=editor)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "e")
        before = app.screen.query_one(TextBox).text
        await press(pilot, "f4")
        assert notes_of(app)
        assert app.screen.query_one(TextBox).text == before
        await press(pilot, "f9")
        assert "Nothing was changed" in status_of(app)
    assert journal_of(path) == []


async def test_what_came_back_from_the_editor_and_cannot_be_read_is_kept_in_a_file_that_is_named(
    make_review: MakeReview, path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(PalaceApp, "suspend", lambda self: nullcontext())
    app = make_review()
    kept = partial(kept_text, state_directory=tmp_path)
    app.doors = replace(
        app.doors, edit_outside=lambda text: "wing: nowhere\n---\nan hour of work", keep_text=kept
    )
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "e", "f4")
        [file] = tmp_path.rglob("memory-*.md")
        assert file.read_text(encoding="utf-8").endswith("an hour of work")
        assert str(file) in notes_of(app)


async def test_what_comes_back_from_the_editor_stands_in_the_form_and_is_saved_by_hand(
    make_review: MakeReview, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PalaceApp, "suspend", lambda self: nullcontext())
    app = make_review()

    def editor(text: str) -> str:
        return (
            text.replace("wing: ", "wing: intent #", 1).split(" #")[0] + "\nwhen: now\n---\nfrom the editor"
        )

    app.doors = replace(app.doors, edit_outside=editor)
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        await press(pilot, "e", "f4")
        assert app.screen.query_one(TextBox).text == "from the editor"
        assert journal_of(path) == []
        await press(pilot, "f9")
    with opened(path) as palace:
        candidate = palace.candidates([number])[0]
    assert (candidate.text, candidate.wing, candidate.binding.when) == ("from the editor", Wing.INTENT, "now")


async def test_a_terminal_that_cannot_be_lent_says_so(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "e", "f4")
        assert "cannot be lent" in notes_of(app)
