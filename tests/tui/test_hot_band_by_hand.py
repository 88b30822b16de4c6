"""Moving a memory into a full hot band, or making one longer there, asks in the app what makes room."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.domain.vocabulary import Band
from palace.services.overview import overview
from palace.services.remembering import Statement, add_memory
from palace.services.undo import undo
from palace.tui.app import PalaceApp
from palace.tui.screens.dialogs import ChoiceDialog
from palace.tui.screens.edit_dialog import EditDialog
from tests.tui.beside_the_app import around_now, opened
from tests.tui.frames import notes_of, settled, text_of
from tests.tui.pair_driving import pair_app, pair_palace_original, path

__all__ = ["pair_palace_original", "path"]


async def press(pilot: Pilot[int], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


@pytest.fixture
def filler(path: Path) -> int:
    """The id of a memory that uses every free line of the hot band."""
    around = around_now()
    with opened(path) as palace:
        used = overview(palace, around)
        text = "\n".join(f"line {place}" for place in range(used.hot_budget - used.hot_lines))
        taken = add_memory(
            palace, replace(Statement(text), band=Band.HOT, importance=0.01), around, Actor.PERSON
        )
    return taken.memory_id or 0


def stored(path: Path, memory_id: int) -> Memory:
    with opened(path) as palace:
        return palace.memories([memory_id])[0]


def warm_one(path: Path) -> int:
    with opened(path) as palace:
        taken = add_memory(
            palace, replace(Statement("the kettle is blue"), band=Band.WARM), around_now(), Actor.PERSON
        )
    return taken.memory_id or 0


async def at_memory(pilot: Pilot[int], app: PalaceApp, memory_id: int) -> None:
    await settled(pilot)
    app.open_memory(memory_id)
    await settled(pilot)


@pytest.mark.parametrize(("answer", "bands"), [("1", (Band.WARM, Band.HOT)), ("end", (Band.HOT, Band.WARM))])
async def test_moving_into_a_full_hot_band_asks_what_leaves_it(
    path: Path, filler: int, answer: str, bands: tuple[Band, Band]
) -> None:
    mover = warm_one(path)
    app = pair_app(path, "home")
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await at_memory(pilot, app, mover)
        await press(pilot, "b", "1")
        assert isinstance(app.screen, ChoiceDialog)
        assert "The hot band is full: 100 of 100 lines" in text_of(app)
        await press(pilot, "escape")
        assert "the hot band is full" in notes_of(app)
        assert stored(path, mover).band is Band.WARM
        await press(pilot, "b", "1", *((answer, "enter") if answer == "end" else (answer,)))
    warm_already = bands[1] is Band.WARM
    assert (stored(path, filler).band, stored(path, mover).band) == bands
    if not warm_already:
        with opened(path) as palace:
            undo(palace, Actor.PERSON)
        assert (stored(path, filler).band, stored(path, mover).band) == (Band.HOT, Band.WARM)


async def test_a_hot_text_made_longer_asks_too(path: Path, filler: int) -> None:
    with opened(path) as palace:
        [hot] = [each for each in palace.memories(range(1, 200)) if each.id == filler]
    app = pair_app(path, "home")
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await at_memory(pilot, app, filler)
        await press(pilot, "e")
        assert isinstance(app.screen, EditDialog)
        box = app.screen.query_one(TextArea)
        box.text = hot.text + "\none more"
        await settled(pilot)
        await press(pilot, "f9")
        assert isinstance(app.screen, ChoiceDialog)
        await press(pilot, "end", "enter")
    after = stored(path, filler)
    assert (after.text, after.band) == (hot.text + "\none more", Band.WARM)
