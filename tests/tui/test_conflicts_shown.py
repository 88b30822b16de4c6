"""What is shown of a queue of conflicts: the pair, its place among the queues, and what has changed since."""

from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest
from textual import events

from palace.domain.candidate import Verdict
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Status
from palace.services.review_place import ReviewPlace
from palace.services.review_queues import QueueKind
from palace.tui.screens.contradictions import ContradictionsScreen
from palace.tui.screens.home import HomeScreen
from palace.tui.screens.review import ReviewScreen
from tests.tui.beside_the_app import opened
from tests.tui.conflict_driving import MakeConflicts, change, entries, make_conflicts
from tests.tui.frames import text_of
from tests.tui.pair_driving import (
    journal_of,
    pair_app,
    pair_palace_original,
    path,
    screen_of,
    shown_id,
)
from tests.tui.queue_driving import notice_of, press, quiet

__all__ = ["make_conflicts", "pair_palace_original", "path"]


@pytest.mark.parametrize("side", ["left", "right"])
async def test_a_pair_of_which_a_side_changed_is_shown_again_and_not_decided(
    make_conflicts: MakeConflicts, path: Path, side: str
) -> None:
    entry = entries(path)[0]
    app = make_conflicts()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        memory = entry.left if side == "left" else entry.right
        assert isinstance(memory, Memory)
        change(path, memory)
        await press(pilot, ">")
        assert shown_id(app) == entry.conflict.id
        assert "Changed since you looked" in notice_of(app)
        assert "11" in text_of(app)
        assert journal_of(path) == []
        await press(pilot, ">")
    assert journal_of(path) == [Verb.KEEP_RIGHT]


async def test_a_text_that_changed_before_the_sitting_is_told(
    make_conflicts: MakeConflicts, path: Path
) -> None:
    change(path, entries(path)[0].left)
    app = make_conflicts()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        assert "changed after the two were compared" in notice_of(app)


async def test_a_pair_whose_side_was_put_away_elsewhere_is_gone(
    make_conflicts: MakeConflicts, path: Path
) -> None:
    entry = entries(path)[0]
    app = make_conflicts()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            work.save_memory(replace(work.memory(entry.left.id), status=Status.TRASHED))
            work.record(Verb.TRASH, Subject.MEMORY, entry.left.id)
        await press(pilot, "<")
        assert "Decided or removed elsewhere" in notice_of(app)
        await press(pilot, "J")
        assert shown_id(app) != entry.conflict.id
    assert journal_of(path) == []


async def test_a_key_typed_before_the_pair_was_painted_and_pasted_text_decide_nothing(
    make_conflicts: MakeConflicts, path: Path
) -> None:
    app = make_conflicts()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        early = events.Key("n", "n")
        early.time = monotonic() - 60
        app.post_message(early)
        await quiet(pilot)
        app.post_message(events.Paste("y<>nnn"))
        await quiet(pilot)
        for character in "yes, n < m":
            app.post_message(events.Key(character, character))
        await quiet(pilot)
    assert journal_of(path) == []


async def test_one_key_goes_round_the_three_queues_and_the_header_counts_them(
    make_conflicts: MakeConflicts,
) -> None:
    app = make_conflicts()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        assert "conflicts 1/4" in text_of(app)
        assert "candidates 6   P0 3" in text_of(app)
        await press(pilot, "tab")
        assert isinstance(app.screen, ContradictionsScreen)
        assert "P0 1/3" in text_of(app)
        await press(pilot, "r")
        assert isinstance(app.screen, ReviewScreen)
        await press(pilot, "shift+tab", "shift+tab")
        assert "conflicts 1/4" in text_of(app)


async def test_the_floor_plan_leads_to_a_queue_in_which_something_waits(path: Path) -> None:
    with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
        for candidate in palace.open_candidates():
            work.save_candidate(replace(work.candidate(candidate.id), verdict=Verdict.REJECTED))
        work.record(Verb.REJECT, Subject.PALACE, 0)
    app = pair_app(path, "conflicts")
    app._first_mode = "home"
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        assert isinstance(app.screen, HomeScreen)
        while app.screen.plan is None:
            await pilot.pause()
        await pilot.press("r")
        await quiet(pilot)
        assert "conflicts 1/3" in text_of(app)


async def test_the_place_and_the_marks_are_taken_up_again_in_the_next_sitting(path: Path) -> None:
    class Keeps:
        place: ReviewPlace | None = None

        def kept(self) -> ReviewPlace | None:
            return self.place

        def keep(self, place: ReviewPlace) -> None:
            self.place = place

    keeps = Keeps()
    for sitting in range(2):
        app = pair_app(path, "conflicts")
        app.doors = replace(app.doors, pair_places={QueueKind.CONFLICTS: keeps})
        async with app.run_test(size=(100, 30)) as pilot:
            await quiet(pilot)
            if sitting == 0:
                await press(pilot, "space", "J")
                before = shown_id(app)
            else:
                assert shown_id(app) == before
                assert len(screen_of(app).queue.marked) == 1


async def test_the_difference_the_axes_and_the_advice_are_told(make_conflicts: MakeConflicts) -> None:
    app = make_conflicts()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        shown = text_of(app)
        assert "发布定在 6 月 [10] 日，前一天冻结" in shown
        assert "发布定在 6 月 [12] 日，前一天冻结" in shown
        assert "│ ▌ newer" in shown
        assert "the newer wins by" in shown
        assert "keep both: the newer wins 1 of 3 (fresh)" in shown
        assert "by its own words the right one is the newer" not in shown
        await press(pilot, "J")
        assert "by its own words the right one is the newer" in text_of(app)


async def test_below_a_hundred_columns_the_sides_stand_one_under_the_other(
    make_conflicts: MakeConflicts,
) -> None:
    app = make_conflicts()
    async with app.run_test(size=(99, 30)) as pilot:
        await quiet(pilot)
        rows = text_of(app).split("\n")
        older = next(place for place, row in enumerate(rows) if "[10]" in row)
        newer = next(place for place, row in enumerate(rows) if "[12]" in row)
        assert older < newer


async def test_the_end_of_the_queue_counts_and_leads_to_the_others(make_conflicts: MakeConflicts) -> None:
    app = make_conflicts()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "n", ">", "s", "<")
        shown = text_of(app)
        assert "The queue is worked through." in shown
        assert "P0 3. Tab leads there." in shown
        assert "✗   1  marked as no conflict" in shown


async def test_what_a_verdict_does_to_the_other_queues_is_counted_at_once(
    make_conflicts: MakeConflicts,
) -> None:
    app = make_conflicts()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        assert "candidates 6 " in text_of(app)
        await press(pilot, "J", ">")
        assert "candidates 5 " in text_of(app)
        await press(pilot, "u")
        assert "candidates 6 " in text_of(app)
