"""Reviewing with keys: what is decided is what was seen, counted once, and can be taken back."""

import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from textual import events

from palace.domain.candidate import Verdict
from palace.domain.errors import PalaceUnavailable
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.services.meaning_ports import Encoder, SemanticHit
from tests.tui.beside_the_app import opened
from tests.tui.frames import notes_of, text_of
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
from tests.tui.review_palace import CANDIDATES, candidate_id

__all__ = ["make_review", "path", "review_palace_original"]


async def test_one_key_decides_and_the_next_item_stands_in_its_place(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        screen, before, first = app.screen, screen_of(app).queue, shown_id(app)
        await press(pilot, "y")
        assert app.screen is screen
        assert len(app.screen_stack) == 1
        assert shown_id(app) != first
        assert screen_of(app).queue.left == before.left - 1
        assert "approved" in status_of(app)
        assert f"left {before.left - 1}" in text_of(app)
    assert journal_of(path) == [Verb.APPROVE]


@pytest.mark.parametrize(
    ("keys", "verb"),
    [(("y", "1", "１"), Verb.APPROVE), (("n", "2", "２"), Verb.REJECT), (("s", "3", "３"), Verb.SKIP)],
)
async def test_letters_digits_and_full_width_digits_are_the_same_verb(
    make_review: MakeReview, path: Path, keys: tuple[str, ...], verb: Verb
) -> None:
    app = make_review("zh")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, *keys)
    assert journal_of(path) == [verb] * 3


async def test_what_each_verb_would_do_stands_beside_its_key(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        with opened(path) as palace:
            number = candidate_id(palace, CANDIDATES[1][0])
        screen_of(app).queue = screen_of(app).queue.go_to(number)
        screen_of(app).show_current()
        await quiet(pilot)
        shown = text_of(app)
        assert "1 y approve → knowledge, warm; 3 checks waived; unbound" in shown
        assert "2 n reject → never again" in shown
        assert "3 s skip → until its text changes" in shown


async def test_ten_decisions_are_there_after_a_restart_and_each_can_be_undone(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, *"ynsynsynsy")
    assert journal_of(path) == [
        {"y": Verb.APPROVE, "n": Verb.REJECT, "s": Verb.SKIP}[key] for key in "ynsynsynsy"
    ]
    before = verdicts_of(path)
    assert before[Verdict.APPROVED] == 4
    assert before[Verdict.REJECTED] == 3
    again = make_review()
    async with again.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        left = screen_of(again).queue.left
        await press(pilot, *"uuuuuuuuuu")
        assert screen_of(again).queue.left == left + 10
        assert screen_of(again).queue.counts == {}
    assert verdicts_of(path) == Counter({Verdict.OPEN: sum(before.values())})
    last = make_review()
    async with last.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, *"UUUUUUUUUU")
    assert verdicts_of(path) == before


async def test_an_undo_shows_the_item_again_and_a_redo_goes_on(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        first = shown_id(app)
        await press(pilot, "n")
        second = shown_id(app)
        await press(pilot, "u")
        assert shown_id(app) == first
        assert "undone" in status_of(app)
        assert screen_of(app).queue.counts == {}
        await press(pilot, "U")
        assert shown_id(app) == second
        assert screen_of(app).queue.counts == {Verb.REJECT: 1}
    assert journal_of(path) == [Verb.REJECT, Verb.UNDO, Verb.REDO]


async def test_undoing_what_has_moved_on_is_refused_with_the_reason(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "y")
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            memory = work.memory(max(palace.memory_ids(Filters())))
            work.save_memory(replace(memory, text="somebody else wrote this"))
            work.record(Verb.EDIT, Subject.MEMORY, memory.id)
        await press(pilot, "u")
        assert "has changed since" in notes_of(app)
    assert journal_of(path) == [Verb.APPROVE]


async def test_after_five_hundred_keys_counts_rows_and_journal_agree(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        for place in range(500):
            key = "ynsJ13K2us"[place % 10]
            app.post_message(events.Key(key, key))
            if place % 7 == 0:
                await pilot.pause()
        await quiet(pilot)
        counts = dict(screen_of(app).queue.counts)
    undone = Counter(journal_of(path))
    verdicts = verdicts_of(path)
    assert counts.get(Verb.APPROVE, 0) == verdicts[Verdict.APPROVED]
    assert counts.get(Verb.REJECT, 0) == verdicts[Verdict.REJECTED]
    decided = undone[Verb.APPROVE] + undone[Verb.REJECT] + undone[Verb.SKIP]
    assert sum(counts.values()) == decided - undone[Verb.UNDO] + undone[Verb.REDO]


async def test_walking_reaches_decided_items_which_say_so_and_cannot_be_decided_again(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        await press(pilot, "y", "K")
        assert shown_id(app) == number
        await press(pilot, "n")
        assert "approved already" in notes_of(app)
    assert journal_of(path) == [Verb.APPROVE]


async def test_a_filter_shows_a_part_of_the_queue_and_says_so(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        total = len(screen_of(app).queue.shown)
        await press(pilot, "f", "2", "enter")
        assert "only: what you said outright" in text_of(app)
        assert len(screen_of(app).queue.shown) == 1
        await press(pilot, "7", "0", "enter")
        assert "only: what" not in text_of(app)
        assert len(screen_of(app).queue.shown) == total


async def test_at_the_end_stands_a_summary_that_tells_where_the_other_queues_are(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        await press(pilot, "V", "s")
        shown = text_of(app)
        assert "The queue is worked through." in shown
        assert "left 0" in shown
        count = screen_of(app).queue.counts[Verb.SKIP]
        assert f"⤼ {count:>3}  skipped" in shown
        await press(pilot, "u")
        assert screen_of(app).queue.left == count


class NearOne:
    """A semantic index that knows one memory, near to everything."""

    model_id = "none"

    @property
    def encoder(self) -> Encoder:
        raise PalaceUnavailable("this model makes no vectors")

    def nearest(self, question: str, filters: Filters, limit: int, also: object = ()) -> list[SemanticHit]:
        return []

    def similar(self, text: str, limit: int) -> list[SemanticHit]:
        return [SemanticHit(6, 0.9)]


async def test_replacing_acts_on_the_memory_that_was_seen_and_no_other(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    app.gateway._understanding._doors = replace(app.doors, load_semantic=lambda palace: NearOne())
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        assert "replace → and #6 becomes history" in text_of(app)
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            work.save_memory(replace(work.memory(6), text="this text nobody has seen"))
            work.record(Verb.EDIT, Subject.MEMORY, 6)
        await press(pilot, "R")
        assert "changed since you looked" in notice_of(app)
        assert "this text nobody has seen" in text_of(app)
        assert journal_of(path) == []
        await press(pilot, "5")
    assert journal_of(path) == [Verb.REPLACE]
    with opened(path) as palace:
        assert palace.memories([6])[0].retired_at is not None


async def test_while_another_program_keeps_the_lock_the_screen_lives_and_nothing_is_half_decided(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        await pilot.press("y")
        while screen_of(app).verbs.open:
            await pilot.pause()
        await pilot.press("n")
        assert "still being written" in status_of(app)
        await quiet(pilot)
        assert "another" in notes_of(app).lower()
        assert shown_id(app) == number
        assert screen_of(app).queue.counts == {}
        holder.execute("ROLLBACK")
        holder.close()
        await press(pilot, "n")
        assert screen_of(app).queue.counts == {Verb.REJECT: 1}
    assert journal_of(path) == [Verb.REJECT]
