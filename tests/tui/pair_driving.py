"""Working through the queues of pairs as a person does, one key at an item that stands on the screen."""

from dataclasses import replace
from pathlib import Path

from textual.pilot import Pilot

from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.tui.app import PalaceApp
from palace.tui.messages import Meaning
from palace.tui.screens.pair_screen import PairScreen
from palace.tui.screens.queue_screen import QueueScreen
from palace.tui.widgets.notice import Notice
from palace.tui.widgets.status_line import StatusLine
from tests.tui.conftest import doors_to, no_model
from tests.tui.pair_palace import around_now, opened
from tests.tui.small_palace import open_small_palace


def pair_app(path: Path, mode: str, language: str = "en", load: object = no_model) -> PalaceApp:
    """Return the app on a palace of pairs, beginning in one of the queues."""
    around = around_now()

    def semantic(palace: Palace) -> SemanticIndex:
        assert callable(load)
        index: SemanticIndex = load(palace)
        return index

    doors = replace(
        doors_to(path, language),
        surroundings=around,
        open_palace=lambda: open_small_palace(path, around),
        load_semantic=semantic,
    )
    return PalaceApp(doors, mode="conflicts" if mode == "conflicts" else "contradictions")


def screen_of(app: PalaceApp) -> PairScreen:
    assert isinstance(app.screen, PairScreen)
    return app.screen


async def quiet(pilot: Pilot[int]) -> None:
    """Wait until an item stands on the screen and nothing is being read, asked or decided any more."""
    app = pilot.app
    assert isinstance(app, PalaceApp)
    for _ in range(2_000):
        await pilot.pause()
        screen = app.screen
        settled = app.gateway.meaning.meaning in {Meaning.READY, Meaning.ABSENT}
        if not isinstance(screen, QueueScreen):
            await pilot.pause()
            if app.screen is screen:
                return
        elif screen.verbs.idle and settled and all(worker.is_finished for worker in app.workers):
            return
    raise AssertionError("the queue never came to rest")


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys as a person does: each one at an item that stands on the screen."""
    for key in keys:
        await pilot.press(key)
        await quiet(pilot)


async def type_in(pilot: Pilot[int], text: str) -> None:
    """Type a text into the field in focus."""
    for character in text:
        await pilot.press(character)
    await pilot.pause()


def status_of(app: PalaceApp) -> str:
    return app.screen.query_one(StatusLine).text


def notice_of(app: PalaceApp) -> str:
    return app.screen.query_one(Notice).text


def notes_of(app: PalaceApp) -> str:
    return "\n".join(note.message for note in app._notifications)


def shown_id(app: PalaceApp) -> int:
    found = screen_of(app).desk.item_id
    assert found is not None
    return found


def journal_of(path: Path) -> list[Verb]:
    """Return the verbs of the person about conflicts, oldest first."""
    with opened(path) as palace:
        rows = palace.decisions(limit=500)
    return [
        row.verb for row in reversed(rows) if row.actor is Actor.PERSON and row.subject is Subject.CONFLICT
    ]


def memory_of(path: Path, memory_id: int) -> Memory:
    with opened(path) as palace:
        return palace.memories([memory_id])[0]
