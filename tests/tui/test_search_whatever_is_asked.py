"""Hostile questions, pasted files and every size of terminal: the search stands, and steers nothing."""

from pathlib import Path

import pytest
from textual import events

from palace.domain.journal import Actor
from palace.services.remembering import Statement, add_memory
from palace.services.search import LONGEST_QUESTION
from tests.tui.beside_the_app import around_now, opened
from tests.tui.conftest import MakeApp
from tests.tui.frames import lines_of, text_of
from tests.tui.review_palace import add_seen
from tests.tui.search_driving import assert_clean, found, quiet, screen_of, type_text


@pytest.mark.parametrize(
    "text",
    ["[/", "[bold]x[/bold]", "\x1b]0;title\x07", "\x00\x7f\x9b", "\u202ertl", "\udc80", "$x {0} %"],
)
async def test_hostile_questions_and_memories_stand_literally(
    make_app: MakeApp, palace_path: Path, text: str
) -> None:
    with opened(palace_path) as palace:
        add_memory(palace, Statement(f"needle {text} end"), around_now(), Actor.AGENT)
        add_seen(palace, around_now(), f"needle {text} candidate")
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        app.post_message(events.Paste(f"{text} needle\nsecond line"))
        await quiet(pilot)
        assert_clean(app)
        await pilot.press("ctrl+u")
        await type_text(pilot, "needle")
        assert len(found(app)) == 1
        assert_clean(app)
        await pilot.press("enter")
        await quiet(pilot)
        assert_clean(app)


async def test_a_file_pasted_into_the_box_is_cut_where_the_question_ends(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        app.post_message(events.Paste("memory " * 15_000))
        await quiet(pilot)
        assert len(screen_of(app).box.value) == LONGEST_QUESTION
        await type_text(pilot, "more than there is room for")
        assert len(screen_of(app).box.value) == LONGEST_QUESTION
        await pilot.press("ctrl+u")
        await type_text(pilot, "SQLite")
        assert screen_of(app).box.value == "SQLite"


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)])
async def test_the_question_and_its_hits_fit_every_size(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("zh", mode="search")
    async with app.run_test(size=size) as pilot:
        await quiet(pilot)
        lines_of(app)
        await type_text(pilot, "sqlite")
        assert "SQLite" in text_of(app)
        await pilot.press("f9")
        await quiet(pilot)
        lines_of(app)
        await pilot.resize_terminal(size[0] + 9, size[1] + 2)
        await quiet(pilot)
        lines_of(app)
