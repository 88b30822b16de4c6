"""What changes a P0 happens only when its code is typed, with before and after on the screen."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import LinkKind, Priority
from palace.tui.screens.dialogs import CodeDialog
from palace.tui.screens.pair_dialogs import AmendDialog
from tests.tui.beside_the_app import opened
from tests.tui.contradiction_driving import MakeContradictions, code_on, entries, make_contradictions
from tests.tui.frames import text_of
from tests.tui.pair_driving import (
    journal_of,
    memory_of,
    pair_palace_original,
    path,
    screen_of,
    shown_id,
)
from tests.tui.pair_palace import memory_saying
from tests.tui.queue_driving import notice_of, press, quiet, status_of, type_in

__all__ = ["make_contradictions", "pair_palace_original", "path"]


@pytest.mark.parametrize("key", ["R", "2"])
async def test_replacing_shows_before_and_after_and_happens_only_when_the_code_is_typed(
    make_contradictions: MakeContradictions, path: Path, key: str
) -> None:
    entry = entries(path)[0]
    app = make_contradictions()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, key)
        shown = text_of(app)
        assert entry.left.text in shown
        assert entry.right.text in shown
        code = code_on(app)
        await type_in(pilot, "ZZZZ" if code != "ZZZZ" else "YYYY")
        await press(pilot, "enter")
        assert "That is not the code" in text_of(app)
        assert journal_of(path) == []
        assert memory_of(path, entry.left.id).searchable
        await type_in(pilot, code.lower())
        await press(pilot, "enter")
        assert "kept the right" in status_of(app)
    assert journal_of(path) == [Verb.KEEP_RIGHT]
    with opened(path) as palace:
        successor = memory_saying(palace, entry.right.text)
        links = [
            (link.from_id, link.kind)
            for link in palace.links_of(entry.left.id)
            if link.to_id == entry.left.id
        ]
    assert successor.priority is Priority.P0
    assert (successor.id, LinkKind.SUPERSEDES) in links
    assert not memory_of(path, entry.left.id).searchable


async def test_leaving_the_window_of_the_code_leaves_the_p0(
    make_contradictions: MakeContradictions, path: Path
) -> None:
    entry = entries(path)[0]
    app = make_contradictions()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "R", "escape")
        assert shown_id(app) == entry.conflict.id
    assert journal_of(path) == []
    assert memory_of(path, entry.left.id) == entry.left


@pytest.mark.parametrize("key", ["a", "3"])
async def test_amending_shows_the_difference_and_asks_for_the_code(
    make_contradictions: MakeContradictions, path: Path, key: str
) -> None:
    entry = entries(path)[0]
    app = make_contradictions()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, key)
        assert isinstance(app.screen, AmendDialog)
        assert entry.right.text in text_of(app)
        app.screen.query_one(TextArea).load_text("日程按时区 GMT+9 换算")
        await press(pilot, "f9")
        await until_the_code(pilot)
        assert "[-8-]" in text_of(app)
        assert "{+9+}" in text_of(app)
        await type_in(pilot, code_on(app))
        await press(pilot, "enter")
        assert "amended" in status_of(app)
    assert journal_of(path) == [Verb.AMEND]
    amended = memory_of(path, entry.left.id)
    assert amended.text == "日程按时区 GMT+9 换算"
    assert amended.priority is Priority.P0


async def until_the_code(pilot: Pilot[int]) -> None:
    """Agree to what the new text drops, until the code is asked for."""
    for _ in range(500):
        if isinstance(pilot.app.screen, CodeDialog):
            return
        if "Save it although" in text_of(pilot.app):
            await pilot.press("enter")
        await pilot.pause(0.01)
    raise AssertionError("no code was asked for")


async def test_of_two_p0_keeping_the_older_asks_for_the_code_of_the_newer(
    make_contradictions: MakeContradictions, path: Path
) -> None:
    entry = entries(path)[2]
    app = make_contradictions("zh")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "J", "J")
        assert "需输入代码" in screen_of(app).consequences()["contradiction.keep"].words
        await press(pilot, "k")
        assert entry.left.text in text_of(app)
        await type_in(pilot, code_on(app))
        await press(pilot, "enter")
    assert journal_of(path) == [Verb.KEEP_LEFT]
    assert not memory_of(path, entry.right.id).searchable
    assert memory_of(path, entry.left.id).searchable


async def test_undoing_a_replaced_p0_asks_for_a_code_again(
    make_contradictions: MakeContradictions, path: Path
) -> None:
    entry = entries(path)[0]
    app = make_contradictions()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "R")
        await type_in(pilot, code_on(app))
        await press(pilot, "enter")
        await press(pilot, "u")
        code = code_on(app)
        assert not memory_of(path, entry.left.id).searchable
        await type_in(pilot, code)
        await press(pilot, "enter")
        assert shown_id(app) == entry.conflict.id
    assert memory_of(path, entry.left.id).searchable
    assert journal_of(path) == [Verb.KEEP_RIGHT, Verb.UNDO]


async def test_a_side_that_changed_while_the_code_was_typed_is_shown_again_and_nothing_is_done(
    make_contradictions: MakeContradictions, path: Path
) -> None:
    entry = entries(path)[1]
    assert isinstance(entry.right, Memory)
    app = make_contradictions()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "J", "R")
        code = code_on(app)
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            work.save_memory(replace(work.memory(entry.right.id), text="Fridays are fine all day"))
            work.record(Verb.EDIT, Subject.MEMORY, entry.right.id)
        await type_in(pilot, code)
        await press(pilot, "enter")
        assert shown_id(app) == entry.conflict.id
        assert "changed since you looked" in notice_of(app).lower()
        assert "Fridays are fine all day" in text_of(app)
    assert journal_of(path) == []
    assert memory_of(path, entry.left.id).searchable


async def test_on_a_low_screen_the_window_of_the_code_can_be_read_on(
    make_contradictions: MakeContradictions, path: Path
) -> None:
    entry = entries(path)[0]
    app = make_contradictions()
    async with app.run_test(size=(40, 12)) as pilot:
        await quiet(pilot)
        await press(pilot, "R")
        seen = text_of(app)
        for _ in range(5):
            await pilot.press("pagedown")
            await pilot.pause()
            seen += text_of(app)
        assert isinstance(app.focused, Input)
        assert entry.left.text[:10] in seen
        assert entry.right.text[:10] in seen


async def test_while_the_code_is_asked_for_nothing_is_said_to_be_written(
    make_contradictions: MakeContradictions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("palace.tui.queue_verbs.LONG_WRITE", 0.01)
    app = make_contradictions()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "R")
        assert code_on(app)
        for _ in range(20):
            await pilot.pause(0.01)
        assert "Still being written" not in text_of(app)
