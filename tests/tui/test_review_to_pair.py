"""A candidate that stands in an open conflict says so on its sheet, and a key leads to the pair."""

from pathlib import Path

import pytest

from palace.domain.journal import Actor, Verb
from palace.services.conflict_queue import ConflictEntry, conflict_queue
from palace.services.settling import settle
from palace.services.settling_verbs import dismissing
from palace.tui.app import PalaceApp
from palace.tui.screens.conflicts import ConflictsScreen
from palace.tui.screens.contradictions import ContradictionsScreen
from palace.tui.screens.review import ReviewScreen
from tests.tui.beside_the_app import around_now, opened
from tests.tui.frames import notes_of, text_of
from tests.tui.pair_driving import (
    MakeQueue,
    journal_of,
    make_queue,
    pair_palace_original,
    path,
    shown_id,
)
from tests.tui.queue_driving import press, quiet

__all__ = ["make_queue", "pair_palace_original", "path"]

SCREENS = {False: ConflictsScreen, True: ContradictionsScreen}


def pair_with_candidate(path: Path, *, contradictions: bool) -> ConflictEntry:
    """Return the one pair whose newer side is a candidate."""
    with opened(path) as palace:
        entries = conflict_queue(palace, around_now(), contradictions=contradictions)
    [found] = [entry for entry in entries if entry.conflict.right_candidate_id is not None]
    return found


def stand_at(app: PalaceApp, candidate_id: int) -> None:
    screen = app.screen
    assert isinstance(screen, ReviewScreen)
    screen.stand(screen.queue.go_to(candidate_id))


@pytest.mark.parametrize(
    ("contradictions", "language", "words"),
    [
        (True, "en", "contradicts P0 #{id} · t shows it"),
        (True, "zh", "与 P0 #{id} 矛盾 · 按 t 前往"),
        (False, "en", "in conflict with #{id} · t shows it"),
        (False, "zh", "与 #{id} 处于未决冲突 · 按 t 前往"),
    ],
)
@pytest.mark.parametrize("key", ["t", "0", "０"])
async def test_the_sheet_names_what_it_clashes_with_and_a_key_leads_to_the_pair(
    make_queue: MakeQueue, path: Path, contradictions: bool, language: str, words: str, key: str
) -> None:
    pair = pair_with_candidate(path, contradictions=contradictions)
    app = make_queue("review", language)
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        stand_at(app, pair.right.id)
        await quiet(pilot)
        assert words.format(id=pair.left.id) in text_of(app)
        await press(pilot, key)
        assert isinstance(app.screen, SCREENS[contradictions])
        assert shown_id(app) == pair.conflict.id
        await press(pilot, "tab", *([] if contradictions else ["tab"]))
        assert isinstance(app.screen, ReviewScreen)
        assert app.screen.desk.candidate_id == pair.right.id
    assert journal_of(path) == []


async def test_the_pair_is_stood_at_where_its_queue_was_worked_through_before(
    make_queue: MakeQueue, path: Path
) -> None:
    pair = pair_with_candidate(path, contradictions=False)
    app = make_queue("conflicts")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        assert shown_id(app) != pair.conflict.id
        await press(pilot, "shift+tab")
        stand_at(app, pair.right.id)
        await quiet(pilot)
        await press(pilot, "t")
        assert shown_id(app) == pair.conflict.id


async def test_where_it_clashes_with_nothing_nothing_is_said_and_the_key_says_why(
    make_queue: MakeQueue, path: Path
) -> None:
    pair = pair_with_candidate(path, contradictions=True)
    with opened(path) as palace:
        settle(palace, Actor.PERSON, pair.seen, dismissing(around_now()))
    app = make_queue("review")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        stand_at(app, pair.right.id)
        await quiet(pilot)
        assert "contradicts" not in text_of(app)
        await press(pilot, "t")
        assert isinstance(app.screen, ReviewScreen)
        assert "It stands in no open conflict." in notes_of(app)
    assert journal_of(path) == [Verb.NO_CONFLICT]


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
async def test_it_is_said_above_the_fold_on_every_screen(
    make_queue: MakeQueue, path: Path, size: tuple[int, int]
) -> None:
    pair = pair_with_candidate(path, contradictions=True)
    app = make_queue("review")
    async with app.run_test(size=size) as pilot:
        await quiet(pilot)
        stand_at(app, pair.right.id)
        await quiet(pilot)
        assert f"contradicts P0 #{pair.left.id} · t shows it" in text_of(app)
