"""Marks make every verb a batch with one undo; a full hot band asks what makes room."""

from dataclasses import replace
from pathlib import Path

from palace.domain.candidate import Verdict
from palace.domain.journal import Actor, Verb
from palace.domain.vocabulary import Band
from palace.services.candidate_queue import candidate_queue
from palace.services.overview import overview
from palace.services.remembering import Statement, add_memory
from palace.services.review import editing, prefilled
from palace.tui.screens.review import ReviewScreen
from tests.tui.beside_the_app import around_now, opened
from tests.tui.frames import notes_of, text_of
from tests.tui.queue_driving import press, quiet, status_of
from tests.tui.review_app import (
    MakeReview,
    journal_of,
    make_review,
    path,
    review_palace_original,
    screen_of,
    shown_id,
)

__all__ = ["make_review", "path", "review_palace_original"]


async def test_a_verb_on_marked_items_is_one_act_with_one_undo(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        left = screen_of(app).queue.left
        await press(pilot, "space", "space", "space")
        assert "marked 3" in text_of(app)
        assert "all marked (3)" in text_of(app)
        await press(pilot, "n")
        assert screen_of(app).queue.left == left - 3
        await press(pilot, "u")
        assert screen_of(app).queue.left == left
    assert journal_of(path) == [Verb.REJECT] * 3 + [Verb.UNDO] * 3


async def test_a_batch_does_what_can_be_done_and_names_the_rest(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "space", "space")
        stale = min(screen_of(app).queue.marked)
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            candidate = work.candidate(stale)
            editing(replace(prefilled(candidate), text="changed meanwhile"))(work, stale, candidate.version)
        await press(pilot, "y")
        assert screen_of(app).queue.marked == frozenset()
        assert f"candidate {stale}" in notes_of(app)
    assert journal_of(path) == [Verb.APPROVE]


def fill_the_hot_band(path: Path, candidate: int) -> int:
    """Let one memory use every hot line that is free, and propose a candidate for hot; return its id."""
    around = around_now()
    with opened(path) as palace:
        used = overview(palace, around)
        text = "\n".join(f"line {place}" for place in range(used.hot_budget - used.hot_lines))
        statement = replace(Statement(text), band=Band.HOT, importance=0.01)
        taken = add_memory(palace, statement, around, Actor.AGENT)
        with palace.unit_of_work(Actor.AGENT) as work:
            seen = work.candidate(candidate)
            editing(replace(prefilled(seen), band=Band.HOT))(work, candidate, seen.version)
    return taken.memory_id or 0


async def test_a_full_hot_band_asks_what_makes_room_and_one_undo_takes_all_back(
    make_review: MakeReview, path: Path
) -> None:
    with opened(path) as palace:
        first = candidate_queue(palace, around_now())[0].candidate.id
    older = fill_the_hot_band(path, first)
    app = make_review()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        assert shown_id(app) == first
        await press(pilot, "y")
        assert "The hot band is full: 100 of 100 lines" in text_of(app)
        assert f"#{older} to warm" in text_of(app)
        await press(pilot, "escape")
        assert "the hot band is full" in notes_of(app)
        assert shown_id(app) == first
        await press(pilot, "y", "1")
        assert shown_id(app) != first
        with opened(path) as palace:
            assert palace.memories([older])[0].band is Band.WARM
        await press(pilot, "u")
        assert shown_id(app) == first
        with opened(path) as palace:
            assert palace.memories([older])[0].band is Band.HOT
            assert palace.candidates([first])[0].verdict is Verdict.OPEN


async def test_what_finds_no_room_in_the_hot_band_can_be_approved_as_warm(
    make_review: MakeReview, path: Path
) -> None:
    with opened(path) as palace:
        first = candidate_queue(palace, around_now())[0].candidate.id
    older = fill_the_hot_band(path, first)
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "y", "down", "down", "down", "down", "down", "down", "enter")
        assert shown_id(app) != first
    with opened(path) as palace:
        made = palace.candidates([first])[0].memory_id or 0
        assert [memory.band for memory in palace.memories([older, made])] == [Band.HOT, Band.WARM]


async def test_ranges_and_all_can_be_marked_and_escape_takes_the_marks_away(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "v")
        assert "Mark one first" in status_of(app)
        await press(pilot, "space", "J", "J", "v")
        assert len(screen_of(app).queue.marked) == 4
        await press(pilot, "V")
        assert len(screen_of(app).queue.marked) == screen_of(app).queue.left
        await press(pilot, "escape")
        assert screen_of(app).queue.marked == frozenset()
        await press(pilot, "escape")
        assert not isinstance(app.screen, ReviewScreen)
