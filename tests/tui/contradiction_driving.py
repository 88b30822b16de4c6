"""The queue of contradictions: what waits there, and the code that stands in its window."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from palace.services.conflict_queue import ConflictEntry, conflict_queue
from palace.tui.app import PalaceApp
from palace.tui.screens.dialogs import CodeDialog
from tests.tui.beside_the_app import around_now, opened
from tests.tui.frames import text_of
from tests.tui.pair_driving import pair_app

MakeContradictions = Callable[..., PalaceApp]


@pytest.fixture
def make_contradictions(path: Path) -> MakeContradictions:
    """Return a function that makes the app on the palace at `path`, beginning with the contradictions."""
    return partial(pair_app, path, "contradictions")


def entries(path: Path) -> list[ConflictEntry]:
    with opened(path) as palace:
        return conflict_queue(palace, around_now(), contradictions=True)


def code_on(app: PalaceApp) -> str:
    """Return the code that the window asks for, read from the screen."""
    assert isinstance(app.screen, CodeDialog)
    found = re.search(r"type ([0-9A-Z]{4})", text_of(app)) or re.search(r"输入 ([0-9A-Z]{4})", text_of(app))
    assert found is not None
    return found[1]
