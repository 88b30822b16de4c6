"""From a key in the review to the next item on the screen: the app itself, without a model, in memory."""

import asyncio
import statistics
import tempfile
from datetime import UTC, datetime
from itertools import count, cycle
from pathlib import Path
from time import perf_counter

from textual import events

from palace.config.paths import bundled
from palace.config.settings import Settings
from palace.config.themes import load_themes
from palace.domain.errors import PalaceUnavailable
from palace.domain.rules import Rules
from palace.i18n.catalog import Catalog
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from palace.tui.app import PalaceApp
from palace.tui.opened import Doors
from palace.tui.screens.review import ReviewScreen

SIZE = (140, 45)
KEYS = "231"
"""Reject, skip, approve: never one twice in a row, which would be waited for as a key held down."""

READING = 0.4
"""Seconds between an item on the screen and the next key, in which all work behind it comes to rest."""

LONGEST_WAIT = 10.0


def key_to_paint_ms(path: Path, now: datetime, keys: int) -> float:
    """Return the median time from a key to the painted next item, over so many keys; they stay decided."""
    return asyncio.run(_measured(_app_on(path, now), keys))


def _app_on(path: Path, now: datetime) -> PalaceApp:
    numbers = count()
    around = Surroundings(lambda: now, UTC, Rules(), lambda: f"pressed-{next(numbers)}")

    def no_model(palace: Palace) -> SemanticIndex:
        raise PalaceUnavailable("no model is measured here")

    doors = Doors(
        palace_path=path,
        open_palace=lambda: PalaceFile.open(path, clock=around.clock, new_uid=around.new_uid),
        load_semantic=no_model,
        embed_missing=lambda palace, semantic, progress: 0,
        surroundings=around,
        settings=Settings(),
        catalog=Catalog("en"),
        themes=load_themes([bundled("themes")]).themes,
        state_directory=Path(tempfile.mkdtemp()),
        edit_outside=lambda text: text,
    )
    return PalaceApp(doors, mode="review")


async def _measured(app: PalaceApp, keys: int) -> float:
    taken: list[float] = []
    async with app.run_test(size=SIZE):
        async with asyncio.timeout(LONGEST_WAIT):
            while not (isinstance(app.screen, ReviewScreen) and app.screen.verbs.idle):
                await asyncio.sleep(0.01)
        for _, key in zip(range(keys), cycle(KEYS), strict=False):
            await asyncio.sleep(READING)
            taken.append(await _pressed(app, app.screen, key))
    return statistics.median(taken) * 1000


async def _pressed(app: PalaceApp, screen: ReviewScreen, key: str) -> float:
    before = screen.desk.candidate_id
    event = events.Key(key, key)
    event.set_sender(app)
    begun = perf_counter()
    app.post_message(event)
    async with asyncio.timeout(LONGEST_WAIT):
        while not (screen.desk.candidate_id != before and screen.verbs.open):
            await asyncio.sleep(0.0005)
    return perf_counter() - begun
