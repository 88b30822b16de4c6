"""Merging a pair of the queue: both texts to begin with, and what the one text would drop is named."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from palace.domain.journal import Verb
from palace.domain.vocabulary import LinkKind
from palace.tui.app import PalaceApp
from palace.tui.screens.pair_dialogs import MergeDialog
from palace.tui.screens.pair_screen import PairScreen
from tests.tui.beside_the_app import opened
from tests.tui.conflict_driving import MakeConflicts, entries, make_conflicts
from tests.tui.frames import text_of
from tests.tui.pair_driving import (
    journal_of,
    pair_palace_original,
    path,
)
from tests.tui.queue_driving import press, quiet, status_of

__all__ = ["make_conflicts", "pair_palace_original", "path"]


@pytest.mark.parametrize("key", ["m", "5"])
async def test_merging_begins_with_both_texts_and_keeps_what_was_written(
    make_conflicts: MakeConflicts, path: Path, key: str
) -> None:
    entry = entries(path)[0]
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, key)
        assert isinstance(app.screen, MergeDialog)
        box = app.screen.query_one(TextArea)
        assert box.text == f"{entry.left.text}\n{entry.right.text}"
        box.load_text("发布定在 6 月 12 日，前一天冻结（原定 10 日）")
        await press(pilot, "f9")
        await until_merged(pilot)
    with opened(path) as palace:
        merged = max(palace.memories(range(1, 200)), key=lambda memory: memory.id)
        sources = {link.to_id for link in palace.links_of(merged.id) if link.kind is LinkKind.MERGED_FROM}
    assert merged.text == "发布定在 6 月 12 日，前一天冻结（原定 10 日）"
    assert merged.scenes == ("release",)
    assert sources == {entry.left.id, entry.right.id}


async def test_a_pair_of_which_one_says_all_merges_as_it_is_proposed(
    make_conflicts: MakeConflicts, path: Path
) -> None:
    entry = entries(path)[2]
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "J", "J", "m")
        assert app.screen.query_one(TextArea).text == entry.right.text
        await press(pilot, "f9")
        await until_merged(pilot)
    assert journal_of(path) == [Verb.MERGE]


async def test_what_a_merged_text_would_drop_is_named_and_has_to_be_agreed_to(
    make_conflicts: MakeConflicts, path: Path
) -> None:
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "m")
        await read_through(pilot)
        assert "would be dropped" not in text_of(app)
        app.screen.query_one(TextArea).load_text("发布定在 6 月 12 日，前一天冻结")
        await pilot.pause()
        await read_through(pilot)
        await pilot.pause()
        assert "time: 6 月 10 日" in text_of(app)
        await press(pilot, "f9")
        await asked(pilot, "Save it although this is dropped?")
        await press(pilot, "escape")
        assert isinstance(app.screen, MergeDialog)
        assert journal_of(path) == []
        await press(pilot, "f9")
        await asked(pilot, "Save it although this is dropped?")
        await press(pilot, "enter")
        await quiet(pilot)
    assert journal_of(path) == [Verb.MERGE]


async def until_merged(pilot: Pilot[int]) -> None:
    """Agree to whatever is asked, until the form is saved."""
    for _ in range(500):
        app = pilot.app
        assert isinstance(app, PalaceApp)
        if "Save it although" in text_of(app):
            await pilot.press("enter")
        elif isinstance(app.screen, PairScreen):
            await quiet(pilot)
            assert "merged" in status_of(app)
            return
        await pilot.pause(0.01)
    raise AssertionError("the form was never saved")


async def read_through(pilot: Pilot[int]) -> None:
    """Wait until it is known what the text in the form drops."""
    for _ in range(500):
        await pilot.pause(0.01)
        if all(worker.is_finished for worker in pilot.app.workers if worker.group == "losses"):
            return
    raise AssertionError("the text was never read through")


async def asked(pilot: Pilot[int], question: str) -> None:
    """Wait until a question stands on the screen."""
    for _ in range(500):
        if question in text_of(pilot.app):
            return
        await pilot.pause(0.01)
    raise AssertionError(f"never asked: {question}")


async def test_of_two_that_say_the_same_merging_is_advised(make_conflicts: MakeConflicts, path: Path) -> None:
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "K", "J", "J", "J")
        assert "merge: one says all that the other says" in text_of(app)
        await press(pilot, "y")
        assert isinstance(app.screen, MergeDialog)
        await press(pilot, "f9")
        await until_merged(pilot)
    assert journal_of(path) == [Verb.MERGE]
