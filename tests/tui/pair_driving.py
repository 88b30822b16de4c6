"""Working through the queues of pairs as a person does, one key at an item that stands on the screen."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from palace.domain.journal import Subject, Verb
from palace.domain.memory import Memory
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.tui.app import Mode, PalaceApp
from palace.tui.screens.pair_screen import PairScreen
from tests.tui.beside_the_app import around_now, decided, opened
from tests.tui.conftest import doors_to, no_model
from tests.tui.pair_palace import build_pair_palace
from tests.tui.small_palace import open_small_palace

MakeQueue = Callable[..., PalaceApp]
"""Makes the app on a palace of pairs, beginning with a queue: `make_queue("conflicts", "zh")`."""


@pytest.fixture(scope="session")
def pair_palace_original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pairs") / "pairs.db"
    build_pair_palace(path)
    return path


@pytest.fixture
def path(pair_palace_original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(pair_palace_original, tmp_path / "pairs.db"))


@pytest.fixture
def make_queue(path: Path) -> MakeQueue:
    """Return a function that makes the app on the palace at `path`."""
    return lambda mode, language="en": pair_app(path, mode, language)


def pair_app(path: Path, mode: Mode, language: str = "en", load: object = no_model) -> PalaceApp:
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
    return PalaceApp(doors, mode=mode)


def screen_of(app: PalaceApp) -> PairScreen:
    assert isinstance(app.screen, PairScreen)
    return app.screen


def shown_id(app: PalaceApp) -> int:
    found = screen_of(app).desk.item_id
    assert found is not None
    return found


def journal_of(path: Path) -> list[Verb]:
    """Return the verbs about conflicts that the person decided in the app, oldest first."""
    return decided(path, Subject.CONFLICT)


def memory_of(path: Path, memory_id: int) -> Memory:
    with opened(path) as palace:
        return palace.memories([memory_id])[0]
