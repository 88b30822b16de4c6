"""Any text stands literally, whole and in its place at every size."""

from pathlib import Path

import pytest

from palace.domain.journal import Verb
from palace.tui.app import PalaceApp
from palace.tui.presenters.candidate_sheet import EDGE
from tests.tui.beside_the_app import around_now, opened
from tests.tui.frames import lines_of, text_of
from tests.tui.queue_driving import press, quiet
from tests.tui.review_app import (
    MakeReview,
    journal_of,
    make_review,
    path,
    review_palace_original,
    screen_of,
    shown_id,
)
from tests.tui.review_palace import add_seen, candidate_id

__all__ = ["make_review", "path", "review_palace_original"]


HOSTILE = (
    "[/",
    "[/some/path] [bold]not bold[/bold]",
    "\x1b]0;stolen title\x07 \x1b[2J\x9b31m",
    "\x00\x01\x02\x7f\x85",
    "\u202eright to left\u2066 zero\u200bwidth",
    "👨‍👩‍👧‍👦 记忆 🇨🇳 é̂̃̄",
    "\udc80 lone surrogate",
    "$x {count} {0} %s \\",
)


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_texts_stand_literally_and_can_be_decided(
    make_review: MakeReview, path: Path, text: str
) -> None:
    around = around_now()
    with opened(path) as palace:
        add_seen(palace, around, text, days=20, sightings=3)
        number = candidate_id(palace, text)
    app = make_review()
    async with app.run_test(size=(130, 30), notifications=True) as pilot:
        await quiet(pilot)
        screen_of(app).queue = screen_of(app).queue.go_to(number)
        screen_of(app).show_current()
        await quiet(pilot)
        assert_clean(app)
        await press(pilot, "enter")
        assert_clean(app)
        await press(pilot, "e")
        assert_clean(app)
        await press(pilot, "escape", "n")
        assert_clean(app)
        await press(pilot, "u")
        assert_clean(app)
        assert shown_id(app) == number
    with opened(path) as palace:
        assert palace.candidates([number])[0].text == text


def assert_clean(app: PalaceApp) -> None:
    """No character on the screen is one that a terminal obeys."""
    for line in lines_of(app):
        assert not [character for character in line if ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0]


async def test_a_text_of_200_kb_is_shown_in_part_then_whole_and_decided(
    make_review: MakeReview, path: Path
) -> None:
    around = around_now()
    text = "很长的一段 with words " * 9_000 + "\nthe very end"
    with opened(path) as palace:
        add_seen(palace, around, text, days=20, sightings=3)
        number = candidate_id(palace, text)
    app = make_review()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        screen_of(app).queue = screen_of(app).queue.go_to(number)
        screen_of(app).show_current()
        await quiet(pilot)
        assert "more characters" in text_of(app)
        assert "missing" in text_of(app)
        await press(pilot, "enter")
        pane = screen_of(app).desk.pane
        assert pane.virtual_size.height > 2_000
        pane.scroll_end(animate=False)
        await quiet(pilot)
        pages = [text_of(app)]
        await press(pilot, "pageup")
        assert any("the very end" in page for page in (*pages, text_of(app)))
        await press(pilot, "e")
        assert "too many for this form" in text_of(app)
        await press(pilot, "escape", "y")
    assert journal_of(path) == [Verb.APPROVE]


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)])
async def test_the_item_and_its_verbs_fit_every_size(
    make_review: MakeReview, path: Path, size: tuple[int, int]
) -> None:
    app = make_review()
    async with app.run_test(size=size) as pilot:
        await quiet(pilot)
        for _ in range(100):
            if "approve" in (shown := "\n".join(lines_of(app))):
                break
            await pilot.pause(0.05)
        for name in ("approve", "reject", "skip", "edit", "replace", "snooze"):
            assert name in shown
        assert EDGE in shown
        assert "left" in shown
        await press(pilot, "y")
        assert screen_of(app).queue.counts == {Verb.APPROVE: 1}
        await pilot.resize_terminal(size[0] + 7, size[1] + 3)
        await quiet(pilot)
        lines_of(app)
