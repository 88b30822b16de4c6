"""The window for a P0's code on the smallest screen: code, before and after stand there without scrolling."""

import pytest

from palace.tui.screens.dialogs import CodeDialog
from tests.tui.frames import text_of
from tests.tui.pair_driving import MakeQueue, make_queue, pair_palace_original, path
from tests.tui.queue_driving import press, quiet

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
