"""What looks like a decision and is none, and what happens to an item behind the person's back."""

import sqlite3
from pathlib import Path

import pytest

from palace.domain.candidate import Verdict
from palace.domain.journal import Verb
from palace.tui.screens.help import HelpDialog
from tests.tui.queue_driving import notice_of, press, quiet, status_of
from tests.tui.review_app import (
    MakeReview,
    journal_of,
    make_review,
    path,
    review_palace_original,
    screen_of,
    shown_id,
    verdicts_of,
)

__all__ = ["make_review", "path", "review_palace_original"]


@pytest.mark.parametrize("modifier", ["ctrl", "alt", "ctrl+shift", "super"])
async def test_a_verb_with_a_key_held_beside_it_is_no_verb(
    make_review: MakeReview, path: Path, modifier: str
) -> None:
    app = make_review()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        for key in "yns4z126":
            await press(pilot, f"{modifier}+{key}")
        assert shown_id(app) == number
        assert screen_of(app).queue.counts == {}
    assert journal_of(path) == []


def take_away(path: Path, number: int) -> None:
    """Delete a candidate as no program of ours does, without a word in the journal."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("DELETE FROM evidence WHERE candidate_id = ?", (number,))
        connection.execute("DELETE FROM candidate WHERE id = ?", (number,))
    connection.close()


@pytest.mark.parametrize("key", ["y", "2", "s"])
async def test_an_item_that_is_deleted_between_painting_and_key_is_not_decided(
    make_review: MakeReview, path: Path, key: str
) -> None:
    app = make_review()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        number, total = shown_id(app), screen_of(app).queue.left
        take_away(path, number)
        await press(pilot, key)
        assert "Decided or removed elsewhere" in notice_of(app)
        assert journal_of(path) == []
        assert screen_of(app).queue.left == total - 1
        await press(pilot, "J")
        assert shown_id(app) != number
        await press(pilot, "n")
    assert journal_of(path) == [Verb.REJECT]


async def test_of_marked_items_the_deleted_one_is_left_out_and_the_rest_done(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "space", "space", "space")
        take_away(path, min(screen_of(app).queue.marked))
        await press(pilot, "n")
        assert screen_of(app).queue.counts == {Verb.REJECT: 2}
    assert journal_of(path) == [Verb.REJECT] * 2


async def test_a_decision_waits_for_a_lock_that_is_given_back_and_the_screen_lives_meanwhile(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    rejected = verdicts_of(path)[Verdict.REJECTED]
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        await pilot.press("n")
        while screen_of(app).verbs.open:
            await pilot.pause()
        await pilot.press("y")
        assert "still being written" in status_of(app)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpDialog)
        await pilot.press("escape")
        holder.execute("ROLLBACK")
        holder.close()
        await quiet(pilot)
        assert shown_id(app) != number
        assert screen_of(app).queue.counts == {Verb.REJECT: 1}
    assert journal_of(path) == [Verb.REJECT]
    assert verdicts_of(path)[Verdict.REJECTED] == rejected + 1
