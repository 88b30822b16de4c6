"""Work that goes on in the background of the app, begun and let go on by a test."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from textual.pilot import Pilot

from palace.tui.app import PalaceApp


class Loaded:
    """Stands for the model: a real palace is compared with real vectors in the tests of the command line."""

    model_id = "a model of this test"

    def nearest(self, *_: object) -> list[object]:
        return []

    def read_closely(self, *_: object) -> list[object]:
        return []

    def similar(self, *_: object) -> list[object]:
        return []


def with_work(app: PalaceApp, **works: object) -> PalaceApp:
    """Return the app with a model, and with these works for the real ones, by the names of the doors."""
    app.doors = replace(app.doors, load_semantic=lambda palace: Loaded(), **works)
    app.gateway._doors = app.doors
    app.gateway._understanding._doors = app.doors
    return app


async def until(pilot: Pilot[int], holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    for _ in range(1_000):
        await pilot.pause()
        if holds():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came to be")
