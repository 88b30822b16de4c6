"""The scene at work is chosen in a small window, and the palace remembers it."""

from pathlib import Path

from textual.pilot import Pilot

from palace.domain.journal import Actor
from palace.services.loading import switch_scene
from palace.tui.app import PalaceApp
from palace.tui.screens.dialogs import ChoiceDialog
from tests.tui.conftest import MakeApp, doors_to
from tests.tui.frames import settled, text_of
from tests.tui.small_palace import open_small_palace, surroundings

SMALL, WIDE = (40, 12), (100, 30)


def at_work(path: Path) -> str:
    with open_small_palace(path, surroundings(first_uid=7_000)) as palace:
        return palace.jobs.active_scene()


async def asked(app: PalaceApp, pilot: Pilot[object]) -> None:
    """Open the window as the palette does, and wait until it is there."""
    app.do_scene_choose()
    for _ in range(400):
        if isinstance(app.screen, ChoiceDialog):
            await settled(pilot)
            return
        await pilot.pause(0.01)
    raise AssertionError(f"no window came: {text_of(app)}")


async def chosen(app: PalaceApp, pilot: Pilot[object], key: str) -> None:
    await asked(app, pilot)
    await pilot.press(key)
    await app.workers.wait_for_complete()
    await settled(pilot)


async def test_a_scene_is_chosen_and_another_time_none(palace_path: Path):
    app = PalaceApp(doors_to(palace_path))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await chosen(app, pilot, "2")
        assert "the scene deploy is at work" in text_of(app)
        assert at_work(palace_path) == "deploy"
        await chosen(app, pilot, "1")
        assert "no scene is at work" in text_of(app)
        assert at_work(palace_path) == ""


async def test_leaving_the_window_changes_nothing(palace_path: Path):
    app = PalaceApp(doors_to(palace_path))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await chosen(app, pilot, "2")
        await chosen(app, pilot, "escape")
        assert at_work(palace_path) == "deploy"


async def test_a_scene_without_memories_can_be_left_in_a_small_window(make_app: MakeApp, palace_path: Path):
    with open_small_palace(palace_path, surroundings(first_uid=8_000)) as palace:
        switch_scene(palace, "一个很长的场景名字" * 9, Actor.PERSON)
    app = make_app("zh")
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await asked(app, pilot)
        assert "一个很长的场景名字" in text_of(app)
        await pilot.press("1")
        await app.workers.wait_for_complete()
        assert at_work(palace_path) == ""
