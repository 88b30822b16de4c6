"""Undo and redo pressed again and again: every press on purpose counts, a key held down does not."""

from pathlib import Path

import pytest
from textual import events

from palace.domain.journal import Verb
from tests.tui.pair_driving import (
    MakeQueue,
    journal_of,
    make_queue,
    pair_palace_original,
    path,
    screen_of,
)
from tests.tui.queue_driving import press, quiet

__all__ = ["make_queue", "pair_palace_original", "path"]

BETWEEN_PRESSES = 0.15
"""Seconds between two presses of a person in a hurry: more than between two repeats of a held key."""


@pytest.mark.parametrize("pause", [BETWEEN_PRESSES, 0.25])
async def test_three_quick_presses_take_back_three_acts_and_bring_them_back(
    make_queue: MakeQueue, path: Path, pause: float
) -> None:
    app = make_queue("conflicts")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "n", "2", ">")
        for key in ("u", "U"):
            for _ in range(3):
                await pilot.press(key)
                await pilot.pause(pause)
            await quiet(pilot)
        assert sum(screen_of(app).queue.counts.values()) == 3
    decided = [Verb.NO_CONFLICT, Verb.KEEP_LEFT, Verb.KEEP_RIGHT]
    assert journal_of(path) == [*decided, *[Verb.UNDO] * 3, *[Verb.REDO] * 3]


async def test_an_undo_right_behind_a_verdict_takes_that_verdict_back(
    make_queue: MakeQueue, path: Path
) -> None:
    app = make_queue("conflicts")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await pilot.press("n")
        await pilot.pause(0.05)
        await pilot.press("u")
        await quiet(pilot)
    assert journal_of(path) == [Verb.NO_CONFLICT, Verb.UNDO]


async def test_a_key_held_down_takes_back_one_act(make_queue: MakeQueue, path: Path) -> None:
    app = make_queue("conflicts")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "n", "2", ">")
        await pilot.press("u")
        await quiet(pilot)
        verbs = screen_of(app).verbs
        pressed_at = verbs._guard._last_at
        for place in range(12):
            held = events.Key("u", "u")
            held.time = pressed_at + 0.5 + place * 0.03
            verbs.key(held)
        await quiet(pilot)
    assert journal_of(path).count(Verb.UNDO) == 1
