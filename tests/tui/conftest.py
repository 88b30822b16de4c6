"""The app on a real palace in a temporary file, with a fixed clock and no settings of the machine."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from palace.config.paths import bundled
from palace.config.settings import Settings
from palace.config.themes import load_themes
from palace.domain.errors import PalaceUnavailable
from palace.files.search_file import SearchFile
from palace.i18n.catalog import Catalog
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.tui.app import PalaceApp
from palace.tui.opened import Doors
from tests.tui.small_palace import build_small_palace, open_small_palace, surroundings

MakeApp = Callable[..., PalaceApp]

LOOK_EVERY = 0.004
"""Seconds between two looks whether the app is at rest."""


@pytest.fixture(scope="session")
def small_palace_original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("palace") / "small.db"
    build_small_palace(path)
    return path


@pytest.fixture
def palace_path(small_palace_original: Path, tmp_path: Path) -> Path:
    path = tmp_path / "small.db"
    shutil.copy(small_palace_original, path)
    return path


@pytest.fixture(autouse=True, scope="session")
def _short_looks() -> Iterator[None]:
    """The pilot looks every 20 ms whether the app is at rest: most of a test would be waiting for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual._wait.SLEEP_GRANULARITY", LOOK_EVERY)
        patch.setattr("textual._wait.SLEEP_IDLE", LOOK_EVERY / 20)
        yield


@pytest.fixture(autouse=True)
def _no_settings_of_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("NO_COLOR", "TERM", "COLORTERM", "TMUX", "DISPLAY", "WAYLAND_DISPLAY", "PALACE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def no_model(palace: Palace) -> SemanticIndex:
    raise PalaceUnavailable("there is no model in this test")


def doors_to(path: Path, language: str = "en", **settings: object) -> Doors:
    around = surroundings(first_uid=10_000)
    themes = load_themes([bundled("themes")])
    return Doors(
        palace_path=path,
        open_palace=lambda: open_small_palace(path, around),
        load_semantic=no_model,
        embed_missing=lambda palace, semantic, progress: 0,
        surroundings=around,
        settings=replace(Settings(), **settings),
        catalog=Catalog("zh" if language == "zh" else "en"),
        themes=themes.themes,
        theme_faults=themes.faults,
        state_directory=path.parent / "state",
        edit_outside=lambda text: text,
        palace_name="alex",
        searches=SearchFile(path.parent / "state", path, ""),
    )


@pytest.fixture
def make_app(palace_path: Path) -> MakeApp:
    """Return a function that makes the app on a small palace: `make_app("zh", theme="day")`."""

    def make(
        language: str = "en", *, path: Path | None = None, mode: str = "home", **settings: object
    ) -> PalaceApp:
        doors = doors_to(path or palace_path, language, **settings)
        return PalaceApp(doors, mode="home" if mode == "home" else mode)

    return make
