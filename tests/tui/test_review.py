"""Reviewing with keys: what is decided is what was seen, counted once, and can be taken back."""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic

import pytest
from textual import events

from palace.domain.candidate import Verdict
from palace.domain.errors import PalaceError, PalaceUnavailable, Refused
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.vocabulary import Band, Wing
from palace.files.outside_editor import kept_text
from palace.services.candidate_queue import candidate_queue
from palace.services.meaning_ports import Encoder, SemanticHit
from palace.services.overview import overview
from palace.services.remembering import Statement, add_memory
from palace.services.review import editing, prefilled
from palace.tui.app import PalaceApp
from palace.tui.presenters.candidate_sheet import EDGE
from palace.tui.screens.day_dialog import DayDialog
from palace.tui.screens.review import ReviewScreen
from palace.tui.widgets.writing import TextBox
from tests.tui.conftest import doors_to
from tests.tui.frames import lines_of, notes_of, text_of
from tests.tui.queue_driving import notice_of, press, quiet, status_of
from tests.tui.review_palace import (
    CANDIDATES,
    add_seen,
    around_now,
    build_review_palace,
    candidate_id,
    opened,
)
from tests.tui.small_palace import ZONE, open_small_palace

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


@pytest.fixture(scope="session")
def review_palace_original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "review.db"
    build_review_palace(path)
    return path


@pytest.fixture
def path(review_palace_original: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "review.db"
    shutil.copy(review_palace_original, copy)
    return copy


MakeReview = Callable[..., PalaceApp]


@pytest.fixture
def make_review(path: Path) -> MakeReview:
    """Return a function that makes the app on the palace at `path`, beginning with the review."""

    def make(language: str = "en") -> PalaceApp:
        around = around_now()
        doors = doors_to(path, language)
        doors = replace(doors, surroundings=around, open_palace=lambda: open_small_palace(path, around))
        return PalaceApp(doors, mode="review")

    return make


def screen_of(app: PalaceApp) -> ReviewScreen:
    assert isinstance(app.screen, ReviewScreen)
    return app.screen


def shown_id(app: PalaceApp) -> int:
    found = screen_of(app).desk.candidate_id
    assert found is not None
    return found


def journal_of(path: Path) -> list[Verb]:
    """Return the verbs about candidates that the person's journal holds beyond those of the builder."""
    with opened(path) as palace:
        rows = palace.decisions(limit=500)
    return [
        row.verb
        for row in reversed(rows)
        if row.actor is Actor.PERSON and row.subject is Subject.CANDIDATE and row.summary != "binding"
    ]


def verdicts_of(path: Path) -> Counter[Verdict]:
    with opened(path) as palace:
        return Counter(each.verdict for each in palace.candidates(range(1, 60)))


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


async def test_an_item_that_changed_after_it_was_shown_is_shown_again_and_not_decided(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            candidate = work.candidate(number)
            form = replace(prefilled(candidate), text="a text that nobody has seen")
            editing(form)(work, number, candidate.version)
        await press(pilot, "y")
        assert shown_id(app) == number
        assert "Changed since you looked" in notice_of(app)
        assert "a text that nobody has seen" in text_of(app)
        assert journal_of(path) == []
        await press(pilot, "y")
        assert notice_of(app) == ""
    assert journal_of(path) == [Verb.APPROVE]
    with opened(path) as palace:
        assert palace.candidates([number])[0].verdict is Verdict.APPROVED


async def test_a_key_on_its_way_while_another_program_changes_the_item_decides_nothing(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            candidate = work.candidate(number)
            form = replace(prefilled(candidate), text="a text that nobody has read")
            editing(form)(work, number, candidate.version)
        screen_of(app).look()
        for _ in range(2_000):
            await pilot.pause()
            if "a text that nobody has read" in text_of(app) and screen_of(app).verbs.open:
                break
        await pilot.press("y")
        await quiet(pilot)
        assert shown_id(app) == number
        assert journal_of(path) == []
        await press(pilot, "y")
    assert journal_of(path) == [Verb.APPROVE]


async def test_what_stands_next_is_shown_as_another_program_left_it_and_decided_as_it_was_shown(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        following = screen_of(app).queue.following(1)[0]

        def reword(text: str) -> None:
            with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
                candidate = work.candidate(following)
                editing(replace(prefilled(candidate), text=text))(work, following, candidate.version)

        reword("reworded before it was read")
        await press(pilot, "n")
        assert shown_id(app) == following
        assert "reworded before it was read" in text_of(app)
        reword("reworded once it stood there")
        await press(pilot, "y")
        assert shown_id(app) == following
        assert "reworded once it stood there" in text_of(app)
        assert journal_of(path) == [Verb.REJECT]
        await press(pilot, "y")
    assert journal_of(path) == [Verb.REJECT, Verb.APPROVE]
    with opened(path) as palace:
        made = palace.memories([palace.candidates([following])[0].memory_id or 0])
    assert [memory.text for memory in made] == ["reworded once it stood there"]


async def test_an_item_that_somebody_else_decided_is_not_decided_again(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            candidate = work.candidate(number)
            work.save_candidate(replace(candidate, verdict=Verdict.REJECTED))
            work.record(Verb.REJECT, Subject.CANDIDATE, number)
        await press(pilot, "y")
        assert "Decided or removed elsewhere" in notice_of(app)
        await press(pilot, "n")
        assert shown_id(app) == number
        await press(pilot, "J")
        assert shown_id(app) != number
    assert journal_of(path) == []


async def test_pasted_text_decides_nothing(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        app.post_message(events.Paste("yynns\n12345\nyyyy"))
        await quiet(pilot)
        assert "decides nothing" in status_of(app)
    assert journal_of(path) == []


async def test_text_pasted_as_single_keys_decides_nothing(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        for character in "yes, nobody reads this; such text is 123":
            app.post_message(events.Key(character, character))
        await quiet(pilot)
    assert journal_of(path) == []


async def test_a_key_typed_before_the_item_was_painted_decides_nothing(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        early = events.Key("y", "y")
        early.time = monotonic() - 60
        app.post_message(early)
        await quiet(pilot)
        assert "before the item was on the screen" in status_of(app)
    assert journal_of(path) == []


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


async def test_a_key_held_down_decides_one_item(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "y")
        start = monotonic()
        for place in range(30):
            held = events.Key("y", "y")
            held.time = start + 0.03 * place
            app.post_message(held)
        await quiet(pilot)
        assert "held down" in status_of(app)
    assert journal_of(path) == [Verb.APPROVE]


async def test_a_double_click_on_a_verb_decides_one_item(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        lines = lines_of(app)
        row = next(place for place, line in enumerate(lines) if "1 y approve" in line)
        await pilot.click(offset=(5, row), times=2)
        await quiet(pilot)
    assert journal_of(path) == [Verb.APPROVE]


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


async def test_an_edit_is_saved_and_the_item_stays(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        await press(pilot, "e")
        app.screen.query_one(TextBox).text = "another text"
        app.screen.query_one("#choice-wing").choose(Wing.SOCIAL)
        app.screen.query_one("#field-when").value = "the door is open"
        await press(pilot, "f9")
        assert shown_id(app) == number
        assert notice_of(app) == ""
        assert f"{EDGE} another text" in text_of(app)
        assert "the door is open" in text_of(app)
    assert journal_of(path) == [Verb.EDIT]


async def test_an_edit_can_be_approved_in_the_same_act(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        await press(pilot, "e")
        app.screen.query_one(TextBox).text = "another text"
        await press(pilot, "f5")
        assert shown_id(app) != number
    assert journal_of(path) == [Verb.APPROVE]
    with opened(path) as palace:
        memory_id = palace.candidates([number])[0].memory_id
        assert memory_id is not None
        assert palace.memories([memory_id])[0].text == "another text"


async def test_leaving_the_form_keeps_what_was_written(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        await press(pilot, "e")
        app.screen.query_one(TextBox).text = "half a thought"
        await press(pilot, "escape")
        assert "brings your edit back" in notice_of(app)
        await press(pilot, "e")
        assert app.screen.query_one(TextBox).text == "half a thought"
        await press(pilot, "f9")
        assert notice_of(app) == ""
    assert journal_of(path) == [Verb.EDIT]


async def test_an_edit_of_an_item_that_changed_meanwhile_is_kept_and_not_saved(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        await press(pilot, "e")
        app.screen.query_one(TextBox).text = "mine"
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            candidate = work.candidate(number)
            editing(replace(prefilled(candidate), text="theirs"))(work, number, candidate.version)
        await press(pilot, "f9")
        assert "Your edit is kept" in notice_of(app)
        assert f"{EDGE} theirs" in text_of(app)
        await press(pilot, "e")
        assert app.screen.query_one(TextBox).text == "mine"
        await press(pilot, "f9")
        assert f"{EDGE} mine" in text_of(app)


def _failing(text: str) -> str:
    raise PalaceError("the editor “vi” ended with status 1; nothing was changed")


def _unchanged(text: str) -> str:
    raise Refused("the text came back unchanged; nothing was changed")


@pytest.mark.parametrize("editor", [_failing, _unchanged, lambda text: "wing: nowhere\n---\nx"])
async def test_an_editor_that_fails_or_changes_nothing_leaves_the_form_as_it_was(
    make_review: MakeReview, path: Path, monkeypatch: pytest.MonkeyPatch, editor: object
) -> None:
    monkeypatch.setattr(PalaceApp, "suspend", lambda self: nullcontext())
    app = make_review()
    app.doors = replace(app.doors, edit_outside=editor)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "e")
        before = app.screen.query_one(TextBox).text
        await press(pilot, "f4")
        assert notes_of(app)
        assert app.screen.query_one(TextBox).text == before
        await press(pilot, "f9")
        assert "Nothing was changed" in status_of(app)
    assert journal_of(path) == []


async def test_what_came_back_from_the_editor_and_cannot_be_read_is_kept_in_a_file_that_is_named(
    make_review: MakeReview, path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(PalaceApp, "suspend", lambda self: nullcontext())
    app = make_review()
    kept = partial(kept_text, state_directory=tmp_path)
    app.doors = replace(
        app.doors, edit_outside=lambda text: "wing: nowhere\n---\nan hour of work", keep_text=kept
    )
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "e", "f4")
        [file] = tmp_path.rglob("memory-*.md")
        assert file.read_text(encoding="utf-8").endswith("an hour of work")
        assert str(file) in notes_of(app)


async def test_what_comes_back_from_the_editor_stands_in_the_form_and_is_saved_by_hand(
    make_review: MakeReview, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PalaceApp, "suspend", lambda self: nullcontext())
    app = make_review()

    def editor(text: str) -> str:
        return (
            text.replace("wing: ", "wing: intent #", 1).split(" #")[0] + "\nwhen: now\n---\nfrom the editor"
        )

    app.doors = replace(app.doors, edit_outside=editor)
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        await press(pilot, "e", "f4")
        assert app.screen.query_one(TextBox).text == "from the editor"
        assert journal_of(path) == []
        await press(pilot, "f9")
    with opened(path) as palace:
        candidate = palace.candidates([number])[0]
    assert (candidate.text, candidate.wing, candidate.binding.when) == ("from the editor", Wing.INTENT, "now")


async def test_a_terminal_that_cannot_be_lent_says_so(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "e", "f4")
        assert "cannot be lent" in notes_of(app)


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
