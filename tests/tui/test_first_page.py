"""The page that is painted before the app is there is the app's own first frame."""

import re

import pytest
from rich.color import Color, ColorSystem

from palace.config.paths import bundled
from palace.config.themes import ThemeSpec, load_themes
from palace.services.browsing import FloorPlan, floor_plan
from palace.text.width import cell_width
from palace.tui.app import PalaceApp
from palace.tui.presenters.ansi import Depth, colour_depth, painted, palette_place
from palace.tui.presenters.home_page import TITLES_READ, home_page
from palace.tui.presenters.lines import line_width
from palace.tui.presenters.saying import saying
from tests.tui.conftest import MakeApp
from tests.tui.frames import lines_of, settled
from tests.tui.small_palace import open_small_palace

SIZES = ((80, 24), (40, 12), (120, 40), (200, 60), (66, 20), (65, 19), (44, 30))
THEMES = load_themes([bundled("themes")]).themes


def plan_of(app: PalaceApp) -> FloorPlan:
    around = app.doors.surroundings
    with open_small_palace(app.doors.palace_path, around) as palace:
        return floor_plan(palace, around, TITLES_READ)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_first_page_is_the_first_frame(
    make_app: MakeApp, size: tuple[int, int], language: str
) -> None:
    app = make_app(language)
    page = home_page(plan_of(app), "alex", app.keymap, saying(app.catalog), *size)
    assert len(page) == size[1]
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        frame = [line.rstrip() for line in lines_of(app)]
    written = ["".join(text for text, _ in line).rstrip() for line in page]
    # The line before the last tells of the model, which comes after the first frame.
    assert [*written[:-2], written[-1]] == [*frame[:-2], frame[-1]]


@pytest.mark.parametrize("size", [*SIZES, (20, 8), (300, 100)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_line_of_the_page_is_wider_than_the_terminal(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("zh")
    page = home_page(plan_of(app), "alex", app.keymap, saying(app.catalog), *size)
    assert len(page) == size[1]
    assert max(line_width(line) for line in page) <= size[0]


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_what_is_painted_fills_every_cell_and_holds_no_other_sequence(
    make_app: MakeApp, depth: Depth, theme: ThemeSpec
) -> None:
    app = make_app()
    page = home_page(plan_of(app), "alex", app.keymap, saying(app.catalog), 80, 24)
    written = painted(page, ["background"] * 24, theme, depth, 80)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", written)
    rows = re.split(r"\x1b\[[0-9]+;1H", plain)[1:]
    assert [cell_width(row) for row in rows] == [80] * 24
    assert "\x1b" not in "".join(rows)
    if depth is Depth.NONE or theme.ansi:
        assert not re.search(r"\x1b\[[0-9;]*[34]8;", written)


@pytest.mark.parametrize(
    "color", ["#14161b", "#ffffff", "#000000", "#e0b572", "#4fd0fb", "#808080", "#5f0000"]
)
def test_the_palette_is_the_one_that_textual_takes(color: str) -> None:
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    assert palette_place(red, green, blue) == Color.parse(color).downgrade(ColorSystem.EIGHT_BIT).number


def test_the_environment_tells_how_many_colours_there_are() -> None:
    assert colour_depth({"COLORTERM": "truecolor", "TERM": "xterm"}) is Depth.TRUE
    assert colour_depth({"TERM": "tmux-256color"}) is Depth.PALETTE
    assert colour_depth({"TERM": "linux"}) is Depth.NONE
