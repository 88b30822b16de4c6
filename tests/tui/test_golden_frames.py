"""Every screen at three sizes in two languages, cell for cell."""

import pytest

from tests.tui.conftest import MakeApp
from tests.tui.frames import assert_golden, settled

SIZES = ((80, 24), (40, 12), (120, 40))
STEPS = {
    "home": [],
    "home-walked": ["down", "right"],
    "room": ["2"],
    "room-pane": ["2", "tab", "down", "down"],
    "room-filter": ["2", "f", "down", "space"],
    "memory": ["colon", "1", "3", "enter"],
    "health": ["h"],
    "health-rooms": ["h", "end", "pageup"],
    "health-list": ["h", "down", "down", "enter"],
    "journal": ["j"],
    "timeline": ["T"],
    "timeline-recorded": ["T", "o"],
    "help": ["question_mark"],
    "palette": ["ctrl+p"],
    "edit": ["2", "e"],
    "p0-code": ["1", "a"],
    "why": ["5", "w"],
    "versions": ["2", "v"],
    "theme": ["f6"],
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", STEPS)
async def test_a_screen_looks_as_it_did(
    make_app: MakeApp, name: str, size: tuple[int, int], language: str
) -> None:
    app = make_app(language)
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        for key in STEPS[name]:
            await pilot.press(key)
            await settled(pilot)
        assert_golden(app, f"{name}-{size[0]}x{size[1]}-{language}")
