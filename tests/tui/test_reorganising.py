"""Going over all pairs from the app: in the background, with progress, stopped by the same key, resumed."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

from palace.services.meaning_ports import SemanticIndex
from palace.services.pairs_to_judge import PairsFound
from palace.services.ports import Palace
from palace.tui.messages import Meaning
from palace.tui.screens.conflicts import ConflictsScreen
from tests.tui.frames import notes_of, text_of
from tests.tui.pair_driving import MakeQueue, make_queue, pair_palace_original, path, shown_id
from tests.tui.queue_driving import press, quiet, status_of
from tests.tui.working_beside import until, with_work

__all__ = ["make_queue", "pair_palace_original", "path"]

BLOCKS = 5


class Finder:
    """Compares one text a block, each when it is let; counts what was begun anew."""

    def __init__(self) -> None:
        self.let = Event()
        self.done = 0

    def __call__(
        self, palace: Palace, semantic: SemanticIndex, told: Callable[[PairsFound], bool]
    ) -> PairsFound:
        found = PairsFound()
        while self.done < BLOCKS:
            assert self.let.wait(10)
            self.done += 1
            found.compared += 1
            if not told(found):
                found.stopped = True
                return found
        return found


async def test_it_goes_on_in_the_background_while_the_queue_is_decided(
    make_queue: MakeQueue, path: Path
) -> None:
    finder = Finder()
    app = with_work(make_queue("conflicts"), find_pairs=finder)
    async with app.run_test(size=(140, 30)) as pilot:
        await quiet(pilot)
        assert "A go over all" in text_of(app)
        await pilot.press("A")
        await until(pilot, lambda: app.gateway.reorganising.going_on)
        before = shown_id(app)
        await pilot.press("J")
        await until(pilot, lambda: shown_id(app) != before)
        await until(pilot, lambda: "A stops" in text_of(app))
        finder.let.set()
        await until(pilot, lambda: not app.gateway.reorganising.going_on)
        await until(pilot, lambda: "compared: 0 found, 0 closed" in status_of(app))
        assert isinstance(app.screen, ConflictsScreen)
    assert finder.done == BLOCKS


async def test_the_same_key_stops_it_and_it_goes_on_from_there(make_queue: MakeQueue, path: Path) -> None:
    finder = Finder()
    app = with_work(make_queue("contradictions", "zh"), find_pairs=finder)
    async with app.run_test(size=(140, 30)) as pilot:
        await quiet(pilot)
        await pilot.press("0")
        await until(pilot, lambda: app.gateway.reorganising.going_on)
        await pilot.press("０")
        await until(pilot, lambda: "比完这一批就停下" in status_of(app))
        finder.let.set()
        await until(pilot, lambda: "停在 1" in status_of(app))
        assert finder.done == 1
        await pilot.press("A")
        await until(pilot, lambda: "全部比过" in status_of(app))
    assert finder.done == BLOCKS


async def test_the_palette_offers_it_everywhere(make_queue: MakeQueue, path: Path) -> None:
    finder = Finder()
    finder.let.set()
    app = with_work(make_queue("home"), find_pairs=finder)
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await until(pilot, lambda: app.gateway.meaning.meaning is Meaning.READY)
        await press(pilot, "ctrl+p", *("g", "o", "space", "o", "v", "e", "r"))
        await until(pilot, lambda: "go over all" in text_of(app))
        await press(pilot, "enter")
        await until(pilot, lambda: finder.done == BLOCKS)


async def test_without_a_model_it_says_why(make_queue: MakeQueue, path: Path) -> None:
    app = make_queue("conflicts")
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, "A")
        await until(pilot, lambda: "no model in this test" in notes_of(app))


async def test_the_conflict_queue_sounds_the_alarm_and_names_the_key(
    make_queue: MakeQueue, path: Path
) -> None:
    app = make_queue("conflicts")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        assert "of the memories in conflict: A goes over all" in text_of(app)
        await press(pilot, "h")
        await until(pilot, lambda: "too many. A goes over all" in " ".join(text_of(app).split()))
