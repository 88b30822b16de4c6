"""Deciding conflicts with keys: what is decided is what was seen, and one undo takes it back."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from palace.domain.candidate import Candidate, Verdict
from palace.domain.clock import day_start
from palace.domain.conflict import Resolution
from palace.domain.journal import Actor, Verb
from palace.domain.vocabulary import Band, LinkKind
from palace.services.conflict_queue import ConflictEntry, conflict_queue
from palace.services.overview import overview
from palace.services.remembering import Statement, add_memory
from palace.services.review import editing, prefilled
from palace.tui.screens.pair_dialogs import ScopesDialog
from tests.tui.beside_the_app import around_now, opened
from tests.tui.conflict_driving import MakeConflicts, change, entries, make_conflicts, resolution_of
from tests.tui.frames import notes_of, text_of
from tests.tui.pair_driving import (
    journal_of,
    memory_of,
    pair_palace_original,
    path,
    screen_of,
    shown_id,
)
from tests.tui.queue_driving import press, quiet, status_of, type_in

__all__ = ["make_conflicts", "pair_palace_original", "path"]


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
