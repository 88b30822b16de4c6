"""A P0 in the review: two different acts, before and after on the screen, and no key that is held down."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest
from textual import events
from textual.pilot import Pilot

from palace.domain.filters import Filters
from palace.domain.journal import Actor, Decision, Subject, Verb
from palace.domain.short_code import short_code
from palace.domain.vocabulary import Priority
from palace.tui.app import PalaceApp
from palace.tui.screens.dialogs import CodeDialog
from palace.tui.screens.review import ReviewScreen
from tests.tui.beside_the_app import around_now, opened
from tests.tui.conftest import doors_to
from tests.tui.frames import text_of
from tests.tui.queue_driving import quiet
from tests.tui.review_palace import build_review_palace
from tests.tui.small_palace import open_small_palace

MakeReview = Callable[..., PalaceApp]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A palace whose candidates all ask to become P0."""
    made = tmp_path / "review.db"
    build_review_palace(made)
    with opened(made) as palace, palace.unit_of_work(Actor.PERSON) as work:
        for candidate in palace.open_candidates():
            work.save_candidate(replace(work.candidate(candidate.id), priority=Priority.P0))
        work.record(Verb.EDIT, Subject.PALACE, 0)
    return made


@pytest.fixture
def app(path: Path) -> PalaceApp:
    around = around_now()
    doors = replace(doors_to(path), surroundings=around, open_palace=lambda: open_small_palace(path, around))
    return PalaceApp(doors, mode="review")


async def press(pilot: Pilot[int], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await quiet(pilot)


async def hold(pilot: Pilot[int], key: str, times: int) -> None:
    """Post a key as often as a keyboard repeats it while it is held down."""
    start = monotonic()
    for place in range(times):
        held = events.Key(key, key)
        held.time = start + 0.03 * place
        pilot.app.screen.post_message(held)
    await quiet(pilot)


def cores(path: Path) -> list[str]:
    with opened(path) as palace:
        memories = palace.memories(palace.memory_ids(Filters(priorities=frozenset({Priority.P0}))))
        return [memory.text for memory in memories]


def newest(path: Path) -> Decision:
    with opened(path) as palace:
        return palace.decisions(limit=1)[0]


def shown_code(app: PalaceApp, path: Path) -> str:
    assert isinstance(app.screen, CodeDialog)
    review = next(screen for screen in app.screen_stack if isinstance(screen, ReviewScreen))
    assert review.desk.seen is not None or review.queue.current_id is not None
    with opened(path) as palace:
        [candidate] = palace.candidates([review.queue.current_id or 0])
    code = short_code(candidate.uid, candidate.version)
    assert code in text_of(app)
    assert candidate.text[:12] in text_of(app)
    return code


async def test_a_p0_is_approved_by_the_verb_and_then_its_code(app: PalaceApp, path: Path) -> None:
    before = cores(path)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "y")
        code = shown_code(app, path)
        assert cores(path) == before
        await press(pilot, *code.lower(), "enter")
        assert isinstance(app.screen, ReviewScreen)
    assert len(cores(path)) == len(before) + 1
    assert (newest(path).verb, newest(path).approved) == (Verb.APPROVE, True)


async def test_leaving_the_window_or_typing_another_word_approves_nothing(app: PalaceApp, path: Path) -> None:
    before = cores(path)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "y", "y", "e", "s", "enter")
        assert isinstance(app.screen, CodeDialog)
        await press(pilot, "escape")
        assert isinstance(app.screen, ReviewScreen)
        await press(pilot, "n")
    assert cores(path) == before
    assert newest(path).verb is Verb.REJECT


async def test_a_key_that_is_held_down_never_makes_a_p0(app: PalaceApp, path: Path) -> None:
    before = cores(path)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "y")
        for key in ("y", "enter", "y", "1", "enter"):
            await hold(pilot, key, 40)
        assert isinstance(app.screen, CodeDialog)
    assert cores(path) == before


async def test_marked_p0_candidates_are_refused_by_name_and_the_rest_is_done(
    app: PalaceApp, path: Path
) -> None:
    before = cores(path)
    with opened(path) as palace, palace.unit_of_work(Actor.PERSON) as work:
        first, second = palace.open_candidates()[:2]
        for each in (first, second):
            work.save_candidate(replace(work.candidate(each.id), priority=Priority.P1))
        work.record(Verb.EDIT, Subject.PALACE, 0)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "V", "y")
        assert isinstance(app.screen, ReviewScreen)
        notes = " ".join(note.message for note in app._notifications)
        assert "becomes a P0 only when its code is typed" in notes
    assert cores(path) == before
    with opened(path) as palace:
        texts = {memory.text for memory in palace.memories(palace.memory_ids(Filters()))}
    assert {first.text, second.text} <= texts


async def test_undoing_the_approval_of_a_p0_asks_its_code_with_what_goes(app: PalaceApp, path: Path) -> None:
    before = cores(path)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "y")
        await press(pilot, *shown_code(app, path), "enter")
        made = [text for text in cores(path) if text not in before]
        await press(pilot, "u")
        assert isinstance(app.screen, CodeDialog)
        assert made[0][:12] in text_of(app)
        await press(pilot, "escape")
        assert cores(path) == before + made
        await press(pilot, "u")
        with opened(path) as palace:
            memory = palace.memories(palace.memory_ids(Filters(priorities=frozenset({Priority.P0}))))[-1]
        await press(pilot, *short_code(memory.uid, memory.version), "enter")
    assert cores(path) == before
    assert (newest(path).verb, newest(path).approved) == (Verb.UNDO, True)
