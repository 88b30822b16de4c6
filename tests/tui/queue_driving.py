"""Working through any queue as a person does, one key at an item that stands on the screen."""

from time import monotonic

from textual.pilot import Pilot
from textual.screen import ModalScreen

from palace.tui.app import PalaceApp
from palace.tui.messages import Meaning
from palace.tui.presenters.key_guard import GuardTimes
from palace.tui.screens.queue_screen import QueueScreen
from palace.tui.widgets.notice import Notice
from palace.tui.widgets.status_line import StatusLine
from tests.tui.frames import painted


def at_rest(app: PalaceApp) -> bool:
    """Whether nothing works in the background and it is settled whether there is a model."""
    settled = app.gateway.meaning.meaning in {Meaning.READY, Meaning.ABSENT}
    return settled and all(worker.is_finished for worker in app.workers)


async def quiet(pilot: Pilot[int]) -> None:
    """Wait until an item stands on the screen and nothing is being read, asked or decided any more.

    Over a dialog the decision that asks goes on, so that only the drawing is waited for. While the app
    begins another screen than the queue is in front; a key pressed then would be lost.
    """
    app = pilot.app
    assert isinstance(app, PalaceApp)
    for _ in range(2_000):
        await pilot.pause()
        screen = app.screen
        if isinstance(screen, ModalScreen):
            await pilot.pause()
            if app.screen is screen and painted(app):
                return
        elif not painted(app):
            continue
        elif at_rest(app) and (not isinstance(screen, QueueScreen) or screen.verbs.idle):
            return
    raise AssertionError("the queue never came to rest")


async def let_go(pilot: Pilot[int], key: str) -> None:
    """Wait as long as a person needs between two presses of the same key; closer ones are a held key."""
    screen = pilot.app.screen
    if isinstance(screen, QueueScreen) and screen.verbs._guard._last_key == key:
        since = monotonic() - screen.verbs._guard._last_at
        await pilot.pause(max(0.0, GuardTimes().repeats_every - since))


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys as a person does: each one at an item that stands on the screen, none held down."""
    for key in keys:
        await let_go(pilot, key)
        await pilot.press(key)
        await quiet(pilot)


async def type_in(pilot: Pilot[int], text: str) -> None:
    """Type a text into the field in focus."""
    for character in text:
        await pilot.press(character)
    await pilot.pause()


def status_of(app: PalaceApp) -> str:
    """Return what the status line says."""
    return app.screen.query_one(StatusLine).text


def notice_of(app: PalaceApp) -> str:
    """Return what stands above the item."""
    return app.screen.query_one(Notice).text
