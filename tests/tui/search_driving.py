"""Asking in the search as a person does, and what was found."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from textual import events
from textual.pilot import Pilot

from palace.domain.filters import Filters
from palace.services.meaning_ports import SemanticHit, SemanticIndex
from palace.services.ports import Palace
from palace.tui.app import PalaceApp
from palace.tui.screens.search import SearchScreen
from palace.tui.widgets.search_results import DIVIDER, SearchResults
from tests.tui.beside_the_app import around_now
from tests.tui.conftest import doors_to
from tests.tui.frames import lines_of, painted
from tests.tui.queue_driving import at_rest
from tests.tui.small_palace import open_small_palace


def screen_of(app: PalaceApp) -> SearchScreen:
    assert isinstance(app.screen, SearchScreen)
    return app.screen


async def quiet(pilot: Pilot[int]) -> None:
    """Wait until what was typed has been asked and answered."""
    app = pilot.app
    for _ in range(2_000):
        await pilot.pause()
        screen = app.screen
        asked = not isinstance(screen, SearchScreen) or screen.answered_all
        if asked and at_rest(app) and painted(app):
            return
    raise AssertionError("the search never came to rest")


async def type_text(pilot: Pilot[int], text: str) -> None:
    """Type a text into what has the focus, Chinese as an input method commits it."""
    for character in text:
        pilot.app.post_message(events.Key("space" if character == " " else character, character))
    await quiet(pilot)


def found(app: PalaceApp) -> list[str]:
    """Return the texts of the hits, in order."""
    answer = screen_of(app).answer
    assert answer is not None
    by_id = {hit.memory.id: hit.memory.text for hit in answer.hits}
    ids = app.screen.query_one(SearchResults).ids
    return [by_id[row_id] for row_id in ids if row_id != DIVIDER]


class Nearness:
    """A semantic index in which every memory is as near as it is told: it tests the screen, not recall."""

    model_id = "none"

    def __init__(self, near: dict[int, float]) -> None:
        self._near = near

    def nearest(
        self, question: str, filters: Filters, limit: int, also: Sequence[int] = ()
    ) -> Sequence[SemanticHit]:
        return [SemanticHit(number, value) for number, value in self._near.items()][:limit]

    def read_closely(self, question: str, texts: Sequence[str]) -> Sequence[object]:
        return ()

    def similar(self, text: str, limit: int) -> Sequence[SemanticHit]:
        return self.nearest(text, Filters(), limit)


def with_meaning(path: Path, near: dict[int, float], language: str = "en") -> PalaceApp:
    around = around_now()

    def load(palace: Palace) -> SemanticIndex:
        return Nearness(near)

    doors = replace(
        doors_to(path, language),
        surroundings=around,
        open_palace=lambda: open_small_palace(path, around),
        load_semantic=load,
    )
    return PalaceApp(doors, mode="search")


def assert_clean(app: PalaceApp) -> None:
    """No character on the screen is one that a terminal obeys."""
    for line in lines_of(app):
        assert not [character for character in line if ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0]
