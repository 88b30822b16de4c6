"""The window for a P0's code on the smallest screen: code, before and after stand there without scrolling."""

import pytest

from palace.tui.core_codes import NoCodeTyped
from palace.tui.screens.dialogs import CodeDialog
from tests.tui.frames import notes_of, text_of
from tests.tui.pair_driving import MakeQueue, make_queue, pair_palace_original, path
from tests.tui.queue_driving import press, quiet, type_in

__all__ = ["make_queue", "pair_palace_original", "path"]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(40, 12), (60, 16), (80, 24)])
async def test_before_after_and_the_code_stand_in_view(
    make_queue: MakeQueue, language: str, size: tuple[int, int]
) -> None:
    app = make_queue("contradictions", language)
    async with app.run_test(size=size) as pilot:
        await quiet(pilot)
        await press(pilot, "R")
        assert isinstance(app.screen, CodeDialog)
        seen = text_of(app)
        assert app.screen._code in seen
        assert "GMT+8" in seen.replace("[", "").replace("]", "")
        assert "GMT+9" in seen.replace("[", "").replace("]", "")


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_a_note_does_not_cover_the_code(make_queue: MakeQueue, size: tuple[int, int]) -> None:
    app = make_queue("contradictions")
    async with app.run_test(size=size, notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "R")
        app.toast("this is a long note on something else that has happened meanwhile, in many words " * 2)
        await pilot.pause(0.2)
        await quiet(pilot)
        assert isinstance(app.screen, CodeDialog)
        lines = text_of(app).splitlines()
        assert any("something else" in line for line in lines)
        assert any(app.screen._code in line and "Enter" in line for line in lines)
        assert any("Esc cancel" in line for line in lines)


async def test_a_note_that_nothing_was_changed_does_not_outlast_the_change(make_queue: MakeQueue) -> None:
    app = make_queue("contradictions")
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        app.report(NoCodeTyped())
        await pilot.pause()
        assert "nothing was changed" in notes_of(app)
        await press(pilot, "R")
        dialog = app.screen
        assert isinstance(dialog, CodeDialog)
        assert notes_of(app) == ""
        await type_in(pilot, dialog._code)
        await press(pilot, "enter")
        assert app.screen is not dialog
        assert "nothing was changed" not in notes_of(app)
