"""Deciding conflicts with keys: what is decided is what was seen, and one undo takes it back."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from time import monotonic

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import TextArea

from palace.domain.candidate import Candidate, Verdict
from palace.domain.clock import day_start
from palace.domain.conflict import Resolution
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Band, LinkKind, Status
from palace.services.conflict_queue import ConflictEntry, conflict_queue
from palace.services.overview import overview
from palace.services.remembering import Statement, add_memory
from palace.services.review import editing, prefilled
from palace.services.review_place import ReviewPlace
from palace.services.review_queues import QueueKind
from palace.tui.app import PalaceApp
from palace.tui.screens.contradictions import ContradictionsScreen
from palace.tui.screens.home import HomeScreen
from palace.tui.screens.pair_dialogs import MergeDialog, ScopesDialog
from palace.tui.screens.pair_screen import PairScreen
from palace.tui.screens.review import ReviewScreen
from tests.tui.frames import notes_of, text_of
from tests.tui.pair_driving import (
    journal_of,
    memory_of,
    pair_app,
    pair_palace_original,
    path,
    screen_of,
    shown_id,
)
from tests.tui.pair_palace import around_now, opened
from tests.tui.queue_driving import notice_of, press, quiet, status_of, type_in

__all__ = ["pair_palace_original", "path"]


MakeConflicts = Callable[..., PalaceApp]


@pytest.fixture
def make_conflicts(path: Path) -> MakeConflicts:
    """Return a function that makes the app on the palace at `path`, beginning with the conflicts."""
    return partial(pair_app, path, "conflicts")


def entries(path: Path) -> list[ConflictEntry]:
    with opened(path) as palace:
        return conflict_queue(palace, around_now(), contradictions=False)


def resolution_of(path: Path, entry: ConflictEntry) -> Resolution:
    found = entry.conflict
    with opened(path) as palace:
        among = palace.conflicts_between(
            found.left_memory_id, found.right_memory_id, found.right_candidate_id
        )
    return among[0].resolution


SIMPLE = {
    "keep_left": (("<", "2"), Verb.KEEP_LEFT, Resolution.KEPT_LEFT),
    "keep_right": ((">", "3"), Verb.KEEP_RIGHT, Resolution.KEPT_RIGHT),
    "dismiss": (("n", "8"), Verb.NO_CONFLICT, Resolution.NO_CONFLICT),
    "skip": (("s", "6"), Verb.SKIP, Resolution.OPEN),
    "follow": (("y", "1"), Verb.KEEP_BOTH, Resolution.KEPT_BOTH),
}


@pytest.mark.parametrize(
    ("key", "verb", "resolution"),
    [(key, verb, resolution) for keys, verb, resolution in SIMPLE.values() for key in keys],
)
async def test_one_key_or_its_digit_settles_the_pair_and_the_next_one_stands_in_its_place(
    make_conflicts: MakeConflicts, path: Path, key: str, verb: Verb, resolution: Resolution
) -> None:
    first, second, *_ = entries(path)
    app = make_conflicts()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        assert shown_id(app) == first.conflict.id
        await press(pilot, key)
        assert shown_id(app) == second.conflict.id
        assert screen_of(app).queue.left == 3
        assert "u undo" in status_of(app)
    assert journal_of(path) == [verb]
    assert resolution_of(path, first) is resolution


async def test_the_keys_beside_the_marks_keep_a_side_too(make_conflicts: MakeConflicts, path: Path) -> None:
    app = make_conflicts("zh")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "comma", "full_stop", "６")
    assert journal_of(path) == [Verb.KEEP_LEFT, Verb.KEEP_RIGHT, Verb.SKIP]


async def test_keeping_the_right_makes_a_candidate_a_memory_and_the_left_history(
    make_conflicts: MakeConflicts, path: Path
) -> None:
    entry = entries(path)[1]
    app = make_conflicts()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "J", ">")
    with opened(path) as palace:
        candidate = palace.candidates([entry.right.id])[0]
        assert candidate.verdict is Verdict.APPROVED
        links = palace.links_of(entry.left.id)
    assert [(link.from_id, link.kind) for link in links] == [(candidate.memory_id, LinkKind.SUPERSEDES)]
    assert not memory_of(path, entry.left.id).searchable


@pytest.mark.parametrize("key", ["b", "4"])
async def test_keeping_both_asks_where_each_holds(
    make_conflicts: MakeConflicts, path: Path, key: str
) -> None:
    entry = entries(path)[0]
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, key)
        assert isinstance(app.screen, ScopesDialog)
        await type_in(pilot, "app")
        await pilot.press("enter")
        await type_in(pilot, "web")
        await press(pilot, "enter")
    assert journal_of(path) == [Verb.KEEP_BOTH]
    with opened(path) as palace:
        notes = {link.from_id: link.note for link in palace.links_of(entry.left.id)}
    assert notes == {entry.left.id: "app", entry.right.id: "web"}


async def test_leaving_the_scopes_decides_nothing(make_conflicts: MakeConflicts, path: Path) -> None:
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        before = shown_id(app)
        await press(pilot, "b", "escape")
        assert shown_id(app) == before
    assert journal_of(path) == []


@pytest.mark.parametrize("key", ["m", "5"])
async def test_merging_begins_with_both_texts_and_keeps_what_was_written(
    make_conflicts: MakeConflicts, path: Path, key: str
) -> None:
    entry = entries(path)[0]
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, key)
        assert isinstance(app.screen, MergeDialog)
        box = app.screen.query_one(TextArea)
        assert box.text == f"{entry.left.text}\n{entry.right.text}"
        box.load_text("发布定在 6 月 12 日，前一天冻结（原定 10 日）")
        await press(pilot, "f9")
        await until_merged(pilot)
    with opened(path) as palace:
        merged = max(palace.memories(range(1, 200)), key=lambda memory: memory.id)
        sources = {link.to_id for link in palace.links_of(merged.id) if link.kind is LinkKind.MERGED_FROM}
    assert merged.text == "发布定在 6 月 12 日，前一天冻结（原定 10 日）"
    assert merged.scenes == ("release",)
    assert sources == {entry.left.id, entry.right.id}


async def test_a_pair_of_which_one_says_all_merges_as_it_is_proposed(
    make_conflicts: MakeConflicts, path: Path
) -> None:
    entry = entries(path)[2]
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "J", "J", "m")
        assert app.screen.query_one(TextArea).text == entry.right.text
        await press(pilot, "f9")
        await until_merged(pilot)
    assert journal_of(path) == [Verb.MERGE]


async def test_what_a_merged_text_would_drop_is_named_and_has_to_be_agreed_to(
    make_conflicts: MakeConflicts, path: Path
) -> None:
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "m")
        await read_through(pilot)
        assert "would be dropped" not in text_of(app)
        app.screen.query_one(TextArea).load_text("发布定在 6 月 12 日，前一天冻结")
        await pilot.pause()
        await read_through(pilot)
        await pilot.pause()
        assert "time: 6 月 10 日" in text_of(app)
        await press(pilot, "f9")
        await asked(pilot, "Save it although this is dropped?")
        await press(pilot, "escape")
        assert isinstance(app.screen, MergeDialog)
        assert journal_of(path) == []
        await press(pilot, "f9")
        await asked(pilot, "Save it although this is dropped?")
        await press(pilot, "enter")
        await quiet(pilot)
    assert journal_of(path) == [Verb.MERGE]


async def until_merged(pilot: Pilot[int]) -> None:
    """Agree to whatever is asked, until the form is saved."""
    for _ in range(500):
        app = pilot.app
        assert isinstance(app, PalaceApp)
        if "Save it although" in text_of(app):
            await pilot.press("enter")
        elif isinstance(app.screen, PairScreen):
            await quiet(pilot)
            assert "merged" in status_of(app)
            return
        await pilot.pause(0.01)
    raise AssertionError("the form was never saved")


async def read_through(pilot: Pilot[int]) -> None:
    """Wait until it is known what the text in the form drops."""
    for _ in range(500):
        await pilot.pause(0.01)
        if all(worker.is_finished for worker in pilot.app.workers if worker.group == "losses"):
            return
    raise AssertionError("the text was never read through")


async def asked(pilot: Pilot[int], question: str) -> None:
    """Wait until a question stands on the screen."""
    for _ in range(500):
        if question in text_of(pilot.app):
            return
        await pilot.pause(0.01)
    raise AssertionError(f"never asked: {question}")


async def test_of_two_that_say_the_same_merging_is_advised(make_conflicts: MakeConflicts, path: Path) -> None:
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "K", "J", "J", "J")
        assert "merge: one says all that the other says" in text_of(app)
        await press(pilot, "y")
        assert isinstance(app.screen, MergeDialog)
        await press(pilot, "f9")
        await until_merged(pilot)
    assert journal_of(path) == [Verb.MERGE]


def fill_for_a_newcomer(path: Path) -> tuple[ConflictEntry, int]:
    """Let one memory use every free hot line, and a pair's candidate ask for hot; return both."""
    around = around_now()
    with opened(path) as palace:
        used = overview(palace, around)
        text = "\n".join(f"line {place}" for place in range(used.hot_budget - used.hot_lines))
        filler = add_memory(
            palace, replace(Statement(text), band=Band.HOT, importance=0.01), around, Actor.AGENT
        )
        pair = next(
            each
            for each in conflict_queue(palace, around, contradictions=False)
            if isinstance(each.right, Candidate)
        )
        with palace.unit_of_work(Actor.AGENT) as work:
            seen = work.candidate(pair.right.id)
            editing(replace(prefilled(seen), band=Band.HOT))(work, seen.id, seen.version)
    return pair, filler.memory_id or 0


@pytest.mark.parametrize(("answer", "bands"), [("1", (Band.WARM, Band.HOT)), ("warm", (Band.HOT, Band.WARM))])
async def test_a_newcomer_into_a_full_hot_band_asks_what_makes_room(
    make_conflicts: MakeConflicts, path: Path, answer: str, bands: tuple[Band, Band]
) -> None:
    pair, filler = fill_for_a_newcomer(path)
    app = make_conflicts()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        while shown_id(app) != pair.conflict.id:
            await press(pilot, "J")
        await press(pilot, ">")
        assert "The hot band is full: 100 of 100 lines" in text_of(app)
        assert f"#{filler} to warm" in text_of(app)
        await press(pilot, "escape")
        assert "the hot band is full" in notes_of(app)
        assert shown_id(app) == pair.conflict.id
        await press(pilot, ">", *(("end", "enter") if answer == "warm" else (answer,)))
        assert shown_id(app) != pair.conflict.id
    with opened(path) as palace:
        made = palace.candidates([pair.right.id])[0].memory_id or 0
        assert tuple(each.band for each in palace.memories([filler, made])) == bands
    assert resolution_of(path, pair) is Resolution.KEPT_RIGHT


@pytest.mark.parametrize("key", ["z", "7"])
async def test_snoozing_asks_for_a_day_and_puts_the_pair_off(
    make_conflicts: MakeConflicts, path: Path, key: str
) -> None:
    first = entries(path)[0]
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, key, "1")
    assert journal_of(path) == [Verb.SNOOZE]
    assert entries(path)[-1].conflict.id == first.conflict.id


async def test_a_pair_can_be_put_off_until_a_day_that_is_typed(
    make_conflicts: MakeConflicts, path: Path
) -> None:
    first = entries(path)[0]
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "z", "end", "enter", *"soon", "enter")
        assert "“soon” is not a day" in text_of(app)
        await press(pilot, *["backspace"] * 4, *"2026-05-01", "enter")
    assert journal_of(path) == [Verb.SNOOZE]
    [put_off] = [each.conflict for each in entries(path) if each.conflict.id == first.conflict.id]
    assert put_off.snoozed_until == day_start(date(2026, 5, 1), around_now().zone)


async def test_undo_shows_the_pair_again_and_redo_goes_on(make_conflicts: MakeConflicts, path: Path) -> None:
    first, second, *_ = entries(path)
    app = make_conflicts()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, ">")
        await press(pilot, "u")
        assert shown_id(app) == first.conflict.id
        assert screen_of(app).queue.counts == {}
        assert memory_of(path, first.left.id).searchable
        await press(pilot, "U")
        assert shown_id(app) == second.conflict.id
        assert screen_of(app).queue.counts == {Verb.KEEP_RIGHT: 1}
    assert journal_of(path) == [Verb.KEEP_RIGHT, Verb.UNDO, Verb.REDO]
    assert not memory_of(path, first.left.id).searchable


async def test_a_verb_on_all_that_is_marked_is_one_act_with_one_undo(
    make_conflicts: MakeConflicts, path: Path
) -> None:
    app = make_conflicts()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "space", "J", "space")
        assert "all marked (2)" in text_of(app)
        assert "each has advice of its own" in (screen_of(app).consequences()["conflict.follow"].why_not)
        await press(pilot, "n")
        assert screen_of(app).queue.counts == {Verb.NO_CONFLICT: 2}
        await press(pilot, "u")
        assert screen_of(app).queue.counts == {}
        assert screen_of(app).queue.left == 4
    assert len(entries(path)) == 4


async def test_in_a_batch_what_changed_meanwhile_fails_by_name_and_the_rest_is_done(
    make_conflicts: MakeConflicts, path: Path
) -> None:
    first, second, *_ = entries(path)
    app = make_conflicts()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "space", "space")
        change(path, first.left)
        await press(pilot, "n")
        assert f"conflict {first.conflict.id}: " in notes_of(app)
    assert resolution_of(path, first) is Resolution.OPEN
    assert resolution_of(path, second) is Resolution.NO_CONFLICT


def change(path: Path, memory: Memory, text: str = "6 月 11 日发布") -> None:
    """Let another program give a memory another text."""
    with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
        work.save_memory(replace(work.memory(memory.id), text=text))
        work.record(Verb.EDIT, Subject.MEMORY, memory.id)


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
