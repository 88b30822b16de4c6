"""The window of a memory's texts: what changed between any two, and going back to one."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from palace.domain.core_memory import code_of, coded
from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.services.tending import as_form, editing_memory, tend
from palace.tui.app import PalaceApp
from palace.tui.screens.dialogs import CodeDialog, ConfirmDialog, ReadingDialog
from palace.tui.screens.memory import MemoryScreen
from palace.tui.screens.versions_dialog import VersionsDialog
from tests.tui.conftest import MakeApp
from tests.tui.frames import notes_of, settled, text_of
from tests.tui.small_palace import open_small_palace, surroundings

WIDE = (120, 40)
TEXTS = ("Tea is at four.", "Tea is at four, in the garden.", "Tea is at five, in the garden.")


async def press(pilot: Pilot[int], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def edit(path: Path, memory_id: int, *texts: str) -> None:
    """Give a memory further texts, each as an edit of its own, by another process."""
    around = surroundings(first_uid=50_000)
    with open_small_palace(path, around) as palace:
        for text in texts:
            [memory] = palace.memories([memory_id])
            how = editing_memory(replace(as_form(memory), text=text), around)
            code = code_of([coded(memory)])
            tend(palace, Actor.PERSON, memory_id, memory.version, how, typed_code=code)


async def memory(app: PalaceApp, memory_id: int) -> Memory:
    return (await app.gateway.read(lambda palace, around: palace.memories([memory_id])))[0]


@pytest.fixture
def edited(palace_path: Path) -> Path:
    """The small palace, in which memory #6 had three texts."""
    edit(palace_path, 6, *TEXTS)
    return palace_path


async def opened(app: PalaceApp, memory_id: int) -> None:
    app.push_screen(MemoryScreen(memory_id))


async def test_the_list_stands_over_what_changed_last(make_app: MakeApp, edited: Path) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await opened(app, 6)
        await settled(pilot)
        await press(pilot, "v")
        assert isinstance(app.screen, VersionsDialog)
        shown = text_of(app)
        assert "Tea is at [-four-]{+five+}, in the garden." in shown
        assert all(text in shown for text in TEXTS)


async def test_any_two_texts_are_compared_the_older_first(make_app: MakeApp, edited: Path) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await opened(app, 6)
        await settled(pilot)
        await press(pilot, "v", "space", "down")
        assert "Tea is at four{+, in the garden+}." in text_of(app)
        await press(pilot, "up", "space")
        assert "The two texts are the same." in text_of(app)


async def test_what_loses_nothing_comes_back_with_one_key_and_is_undone_with_one(
    make_app: MakeApp, palace_path: Path
) -> None:
    edit(palace_path, 6, TEXTS[0], "Tea is at four!")
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await opened(app, 6)
        await settled(pilot)
        await press(pilot, "v", "enter")
        assert (await memory(app, 6)).text == TEXTS[0]
        assert isinstance(app.screen, MemoryScreen)
        await press(pilot, "u")
        assert (await memory(app, 6)).text == "Tea is at four!"


async def test_what_would_be_lost_is_named_before_it_comes_back(make_app: MakeApp, edited: Path) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await opened(app, 6)
        await settled(pilot)
        await press(pilot, "v", "down", "enter")
        assert isinstance(app.screen, ConfirmDialog)
        assert "five" in text_of(app)
        await press(pilot, "escape")
        assert (await memory(app, 6)).text == TEXTS[2]
        await press(pilot, "v", "down", "enter", "enter")
        assert (await memory(app, 6)).text == TEXTS[0]


async def test_a_p0_comes_back_only_when_its_code_is_typed(make_app: MakeApp, palace_path: Path) -> None:
    app = make_app()
    edit(palace_path, 1, "another core")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        before = await memory(app, 1)
        assert before.priority == "P0"
        await opened(app, 1)
        await settled(pilot)
        await press(pilot, "v", "enter")
        assert isinstance(app.screen, CodeDialog)
        await press(pilot, "escape")
        assert await memory(app, 1) == before
        await press(pilot, "v", "enter", *code_of([coded(before)]), "enter")
        after = await memory(app, 1)
        assert (after.text != before.text, after.priority) == (True, "P0")


async def test_a_memory_that_changed_meanwhile_is_shown_again_instead(
    make_app: MakeApp, edited: Path
) -> None:
    app = make_app()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await opened(app, 6)
        await settled(pilot)
        await press(pilot, "v")
        edit(edited, 6, "somebody else wrote this")
        await press(pilot, "enter")
        if isinstance(app.screen, ConfirmDialog):
            await press(pilot, "enter")
        assert (await memory(app, 6)).text == "somebody else wrote this"
        assert "changed since you looked at it" in notes_of(app)


async def test_a_memory_that_never_changed_says_so(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await opened(app, 6)
        await settled(pilot)
        await press(pilot, "v")
        assert isinstance(app.screen, ReadingDialog)
        assert "never changed" in text_of(app)


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (200, 60)])
async def test_it_fits_any_terminal(make_app: MakeApp, edited: Path, size: tuple[int, int]) -> None:
    app = make_app("zh")
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await opened(app, 6)
        await settled(pilot)
        await press(pilot, "v")
        shown = text_of(app)
        assert "{+" in shown
        assert "回到这一版" in shown
