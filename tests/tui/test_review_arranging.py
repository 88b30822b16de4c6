"""The queue in an order and narrowed, where the person stands in it, and what stands around the item."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets._toast import Toast

from palace.domain.journal import Actor, Verb
from palace.domain.vocabulary import Wing
from palace.files.place_file import PlaceFile
from palace.services.candidate_queue import candidate_queue
from palace.services.queue_order import Sort, ordered
from palace.services.review import editing, prefilled, rejecting
from palace.tui.app import PalaceApp
from palace.tui.widgets.recent_strip import RecentStrip
from palace.tui.widgets.verb_bar import VerbBar
from tests.tui.beside_the_app import around_now, opened
from tests.tui.conftest import doors_to
from tests.tui.frames import lines_of, notes_of, text_of
from tests.tui.queue_driving import press, quiet, status_of
from tests.tui.review_app import MakeReview, make_review, path, review_palace_original, screen_of, shown_id
from tests.tui.small_palace import open_small_palace

__all__ = ["make_review", "path", "review_palace_original"]

MakeSitting = Callable[[], PalaceApp]


@pytest.fixture
def place_file(path: Path, tmp_path: Path) -> PlaceFile:
    return PlaceFile(tmp_path / "state", path, "a palace")


@pytest.fixture
def make_sitting(path: Path, place_file: PlaceFile) -> MakeSitting:
    """Return a function that makes the app as often as wanted, each time with the place that was kept."""

    def make() -> PalaceApp:
        around = around_now()
        doors = replace(
            doors_to(path),
            surroundings=around,
            open_palace=lambda: open_small_palace(path, around),
            review_place=place_file,
        )
        return PalaceApp(doors, mode="review")

    return make


def shown_ids(app: PalaceApp) -> list[int]:
    return [row.id for row in screen_of(app).queue.shown]


def ids_of(path: Path, order: Sort) -> list[int]:
    """Return the queue as the command line gives it."""
    with opened(path) as palace:
        return [entry.candidate.id for entry in ordered(candidate_queue(palace, around_now()), order)]


# Order and filter


async def test_each_order_is_that_of_the_command_line_and_is_said(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(120, 30)) as pilot:
        await quiet(pilot)
        assert "due first" in lines_of(app)[0]
        for order, words in (
            (Sort.EVIDENCE, "most evidence first"),
            (Sort.OLDEST, "oldest first"),
            (Sort.WING, "by wing"),
            (Sort.DUE, "due first"),
        ):
            await press(pilot, "o" if order is not Sort.OLDEST else "8")
            assert shown_ids(app) == ids_of(path, order)
            assert shown_id(app) == ids_of(path, order)[0]
            assert words in lines_of(app)[0]
            assert status_of(app) == f"now {words}"


async def test_what_was_decided_stands_before_what_waits_in_every_order(make_review: MakeReview) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "J", "n", "n")
        decided = [row.id for row in screen_of(app).queue.rows if not row.decidable]
        for _ in Sort:
            await press(pilot, "o")
            assert set(shown_ids(app)[:2]) == set(decided)
            assert shown_id(app) == shown_ids(app)[2]


async def test_filters_are_combined_and_escape_leads_out_of_them(make_review: MakeReview) -> None:
    app = make_review()
    async with app.run_test(size=(120, 30)) as pilot:
        await quiet(pilot)
        total = len(shown_ids(app))
        await press(pilot, "f", "3", "7", "enter")
        assert "only: what has its evidence + knowledge" in lines_of(app)[0]
        rows = screen_of(app).queue.shown
        assert 0 < len(rows) < total
        assert {row.item.candidate.wing for row in rows} == {Wing.KNOWLEDGE}
        await press(pilot, "space")
        await press(pilot, "escape")
        assert screen_of(app).queue.marked == frozenset()
        assert len(shown_ids(app)) == len(rows)
        await press(pilot, "escape")
        assert len(shown_ids(app)) == total
        assert "only" not in lines_of(app)[0]


async def test_a_filter_that_nothing_fits_says_how_much_it_hides(make_review: MakeReview) -> None:
    app = make_review()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        total = screen_of(app).queue.left
        await press(pilot, "f", "5", "enter")
        assert "Nothing that fits the filter waits" in text_of(app)
        assert f"not shown by the filter: {total}" in text_of(app)
        await press(pilot, "escape")
        assert screen_of(app).queue.left == total


async def test_where_there_is_no_room_for_words_signs_tell_of_filter_order_and_marks(
    make_review: MakeReview,
) -> None:
    app = make_review()
    async with app.run_test(size=(40, 12)) as pilot:
        await quiet(pilot)
        await press(pilot, "f", "4", "7", "enter", "o", "space")
        assert "▼" in lines_of(app)[0]
        assert "↕" in lines_of(app)[0]
        assert "●1" in lines_of(app)[0]


# The place


async def test_place_marks_order_and_filter_are_there_in_the_next_sitting(make_sitting: MakeSitting) -> None:
    app = make_sitting()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "f", "4", "enter", "o", "space", "space", "J")
        marked, here, order = screen_of(app).queue.marked, shown_id(app), shown_ids(app)
        assert len(marked) == 2
    app = make_sitting()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        assert screen_of(app).queue.marked == marked
        assert shown_id(app) == here
        assert shown_ids(app) == order
        assert "only: what has cooled" in lines_of(app)[0]
        assert "where you left off" in status_of(app)


async def test_looking_and_keeping_the_place_write_nothing_to_the_palace(
    make_sitting: MakeSitting, path: Path, place_file: PlaceFile
) -> None:
    with opened(path) as palace:
        newest = palace.decisions(limit=1)
    before = path.read_bytes()
    app = make_sitting()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "J", "space", "o", "K", "enter")
    assert place_file.path.exists()
    assert place_file.path.parent.parent == path.parent / "state"
    assert path.read_bytes() == before
    with opened(path) as palace:
        assert palace.decisions(limit=1) == newest


async def test_a_mark_on_what_changed_between_two_sittings_is_gone_and_that_is_told(
    make_sitting: MakeSitting, path: Path
) -> None:
    app = make_sitting()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "space", "space", "space")
        changed, decided, kept = sorted(screen_of(app).queue.marked)
    with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
        candidate = work.candidate(changed)
        editing(replace(prefilled(candidate), text="another text"))(work, changed, candidate.version)
        rejecting(around_now())(work, decided, work.candidate(decided).version)
    app = make_sitting()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        assert screen_of(app).queue.marked == {kept}
        assert "Marks taken away" in status_of(app)
        assert status_of(app).endswith(": 2")


async def test_a_mark_on_what_another_program_changes_is_taken_away_while_one_looks(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "space", "space")
        changed = min(screen_of(app).queue.marked)
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            candidate = work.candidate(changed)
            editing(replace(prefilled(candidate), text="another"))(work, changed, candidate.version)
        while changed in screen_of(app).queue.marked:
            await pilot.pause()
        assert len(screen_of(app).queue.marked) == 1
        assert "Marks taken away" in status_of(app)


async def test_where_the_item_was_decided_meanwhile_the_next_one_that_waits_is_shown(
    make_sitting: MakeSitting, path: Path
) -> None:
    app = make_sitting()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "J", "J", "J")
        here, following = shown_id(app), screen_of(app).queue.following(1)[0]
    with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
        rejecting(around_now())(work, here, work.candidate(here).version)
    app = make_sitting()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        assert shown_id(app) == following


async def test_the_place_survives_a_program_that_is_killed(
    make_sitting: MakeSitting, place_file: PlaceFile
) -> None:
    app = make_sitting()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "J", "J")
        while place_file.kept() is None:
            await pilot.pause(0.05)
        kept = place_file.kept()
        assert kept is not None
        assert kept.at == shown_id(app)


# What was decided last


async def test_the_strip_begins_with_what_undo_would_take_back(make_review: MakeReview) -> None:
    app = make_review()
    async with app.run_test(size=(120, 40)) as pilot:
        await quiet(pilot)
        first = screen_of(app).desk.view
        assert first is not None
        await press(pilot, "n")
        strip = app.screen.query_one(RecentStrip)
        top = strip.region.y
        assert f"u takes back  ✗ rejected  {first.entry.candidate.text}" in lines_of(app)[top]
        await press(pilot, "space", "space", "s")
        assert "⤼ skipped 2" in lines_of(app)[top]
        assert first.entry.candidate.text in lines_of(app)[top + 1]
        await press(pilot, "u")
        assert f"u takes back  ✗ rejected  {first.entry.candidate.text}" in lines_of(app)[top]


@pytest.mark.parametrize(("size", "rows"), [((40, 12), 0), ((80, 24), 1), ((120, 40), 4)])
async def test_the_strip_is_as_high_as_there_is_room(
    make_review: MakeReview, size: tuple[int, int], rows: int
) -> None:
    app = make_review()
    async with app.run_test(size=size) as pilot:
        await quiet(pilot)
        for key in ("", "n", "s"):
            await press(pilot, *key)
            assert app.screen.query_one(RecentStrip).region.height == rows


# The bar of verbs


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_bar_of_verbs_stands_still_from_item_to_item(
    make_review: MakeReview, size: tuple[int, int], language: str
) -> None:
    app = make_review(language)
    async with app.run_test(size=size) as pilot:
        await quiet(pilot)
        places = set()
        for _ in shown_ids(app):
            places.add(app.screen.query_one(VerbBar).region)
            await press(pilot, "J")
        assert len(places) == 1
        await press(pilot, "space", "V")
        assert app.screen.query_one(VerbBar).region in places


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
async def test_a_note_never_covers_the_verbs(make_review: MakeReview, size: tuple[int, int]) -> None:
    app = make_review()
    async with app.run_test(size=size, notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "R", "v")
        app.toast("A second note, which is somewhat longer and takes a line or two more than the first.")
        await quiet(pilot)
        bar = app.screen.query_one(VerbBar).region
        notes = [note.region for note in app.screen.query(Toast) if note.region]
        assert notes
        assert not any(note.overlaps(bar) for note in notes)
        assert "1 y approve" in text_of(app)
        assert notes_of(app)


@pytest.mark.parametrize("key", ["c", "9"])
async def test_on_the_smallest_screen_one_key_tells_all_that_each_verb_would_do(
    make_review: MakeReview, key: str
) -> None:
    app = make_review()
    async with app.run_test(size=(40, 12)) as pilot:
        await quiet(pilot)
        assert "c effects" in lines_of(app)[-1]
        await press(pilot, "J", key)
        shown = text_of(app)
        await pilot.press("pagedown")
        await quiet(pilot)
        shown += text_of(app)
        for words in ("1 y approve", "reflection, warm", "never again", "until its text", "choose a day"):
            assert words in shown
        await press(pilot, "escape")
        await press(pilot, "n")
        assert screen_of(app).queue.counts == {Verb.REJECT: 1}
