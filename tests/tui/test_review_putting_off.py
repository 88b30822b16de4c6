"""What is skipped, put off or still cooling comes back when it should."""

from dataclasses import replace
from pathlib import Path

import pytest

from palace.domain.journal import Actor, Verb
from palace.services.review import editing, prefilled
from palace.tui.screens.day_dialog import DayDialog
from tests.tui.beside_the_app import around_now, opened
from tests.tui.frames import notes_of, text_of
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
from tests.tui.small_palace import ZONE

__all__ = ["make_review", "path", "review_palace_original"]


async def test_what_is_cooling_cannot_be_approved_and_says_until_when(
    make_review: MakeReview, path: Path
) -> None:
    around = around_now()
    with opened(path) as palace:
        add_seen(palace, around, "seen a moment ago", days=0)
        number = candidate_id(palace, "seen a moment ago")
    app = make_review()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        screen_of(app).queue = screen_of(app).queue.go_to(number)
        screen_of(app).show_current()
        await quiet(pilot)
        assert "cools until 18:30" in text_of(app)
        await press(pilot, "y")
        assert "cools until 18:30" in notes_of(app)
        await press(pilot, "n")
    assert journal_of(path) == [Verb.REJECT]


async def test_a_skipped_item_comes_back_when_its_text_changes(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        number, left = shown_id(app), screen_of(app).queue.left
        await press(pilot, "s")
    again = make_review()
    async with again.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        assert screen_of(again).queue.left == left - 1
        assert screen_of(again).queue.counts == {}
    with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
        candidate = work.candidate(number)
        editing(replace(prefilled(candidate), text="quite another text"))(work, number, candidate.version)
    last = make_review()
    async with last.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        assert screen_of(last).queue.left == left


async def test_snoozing_puts_off_until_a_day_that_is_chosen(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        number, left = shown_id(app), screen_of(app).queue.left
        await press(pilot, "z", "escape")
        assert screen_of(app).queue.left == left
        await press(pilot, "6", "2")
        assert screen_of(app).queue.left == left - 1
    with opened(path) as palace:
        until = palace.candidates([number])[0].snoozed_until
    assert until is not None
    assert f"{until.astimezone(ZONE):%Y-%m-%d %H:%M}" == "2026-03-17 00:00"
    assert journal_of(path) == [Verb.SNOOZE]


NO_DAY = {"en": "is not a day", "zh": "不是日子"}
OVER = {"en": "has begun already", "zh": "已经开始了"}


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_another_day_can_be_typed_and_a_bad_one_is_told_while_the_window_stays(
    make_review: MakeReview, path: Path, language: str
) -> None:
    app = make_review(language)
    async with app.run_test(size=(40, 12)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        await press(pilot, "z", "end", "enter")
        assert isinstance(app.screen, DayDialog)
        assert "2026-01-31" in text_of(app)
        for typed, told in (("2026-02-30", NO_DAY), ("2026-03-14", OVER)):
            await press(pilot, *typed, "enter")
            assert isinstance(app.screen, DayDialog)
            assert told[language] in text_of(app)
            await press(pilot, *["backspace"] * len(typed))
        await press(pilot, *"+10")
        assert "2026-03-24" in text_of(app)
        await press(pilot, "enter")
        assert shown_id(app) != number
    with opened(path) as palace:
        until = palace.candidates([number])[0].snoozed_until
    assert until is not None
    assert f"{until.astimezone(ZONE):%Y-%m-%d %H:%M}" == "2026-03-24 00:00"
    assert journal_of(path) == [Verb.SNOOZE]


async def test_leaving_the_window_for_another_day_puts_nothing_off(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        await press(pilot, "z", "end", "enter", *"+10", "escape")
        assert shown_id(app) == number
    assert journal_of(path) == []
