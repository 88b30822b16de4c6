"""Watching the workspace in the app: what is new comes in by itself, and the status line says that it may."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from palace.cli.workspace_folder import WorkspaceFolder
from palace.domain.journal import Actor
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.services.syncing import tie_workspace
from palace.tui import workspace_watch
from palace.tui.app import PalaceApp
from palace.tui.widgets.status_line import StatusLine
from tests.tui.conftest import doors_to
from tests.tui.queue_driving import status_of

A_YEAR = 365 * 24 * 3600


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "agent"
    folder.mkdir()
    write(folder / "2026-03-01.md", "Carried the piano into the hall")
    return folder


def write(path: Path, *bullets: str) -> None:
    """Write a log as if it was long ago."""
    path.write_text(f"# {path.stem}\n\n" + "".join(f"- {bullet}\n" for bullet in bullets), encoding="utf-8")
    then = path.stat().st_mtime - A_YEAR - len(bullets)
    os.utime(path, (then, then))


def app_on(palace: Path, **settings: object) -> PalaceApp:
    return PalaceApp(
        replace(doors_to(palace, **settings), workspace_at=lambda path: WorkspaceFolder(Path(path)))
    )


async def tie(app: PalaceApp, folder: Path | str) -> None:
    await app.gateway.write(lambda palace, around: tie_workspace(palace, str(folder), Actor.PERSON))


async def texts(app: PalaceApp) -> list[str]:
    def read(palace: Palace, surroundings: Surroundings) -> list[str]:
        return [candidate.text for candidate in palace.open_candidates()]

    return await app.gateway.read(read)


def standing(app: PalaceApp) -> str:
    return str(app.screen.query_one(StatusLine).render())


async def opened(app: PalaceApp, pilot: Pilot[int]) -> None:
    await app.gateway.opened()
    await pilot.pause()


async def test_what_is_new_comes_in_and_the_status_line_tells(palace_path: Path, folder: Path):
    app = app_on(palace_path, watch_workspace=86_400)
    async with app.run_test() as pilot:
        await opened(app, pilot)
        assert "◉" not in standing(app)
        await tie(app, folder)
        await app.workspace_watch.look()
        await pilot.pause()
        assert "Carried the piano into the hall" in await texts(app)
        assert "seen 1, new 1" in status_of(app)
        assert "◉ workspace · words only" in standing(app)
        write(folder / "2026-03-01.md", "Carried the piano into the hall", "Tuned it on the next day")
        await app.workspace_watch.look()
        assert (await texts(app)).count("Carried the piano into the hall") == 1
        assert "Tuned it on the next day" in await texts(app)
        await tie(app, "")
        await app.workspace_watch.look()
        assert "◉" not in standing(app)


async def test_nothing_is_read_where_the_settings_do_not_say_so(palace_path: Path, folder: Path):
    app = app_on(palace_path)
    async with app.run_test() as pilot:
        await opened(app, pilot)
        await tie(app, folder)
        await app.workspace_watch.run()
        assert "Carried the piano into the hall" not in await texts(app)
        assert "◉" not in standing(app)


async def test_very_much_is_left_to_the_command_line(
    palace_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(workspace_watch, "MOST_AT_ONCE", 1)
    write(folder / "2026-03-02.md", "Rested all day")
    app = app_on(palace_path, watch_workspace=86_400)
    async with app.run_test() as pilot:
        await opened(app, pilot)
        await tie(app, folder)
        before = await texts(app)
        await app.workspace_watch.look()
        await pilot.pause()
        assert await texts(app) == before
        assert any("palace sync" in note.message for note in app._notifications)


async def test_a_folder_that_is_gone_is_told_once_and_ends_nothing(palace_path: Path, folder: Path):
    app = app_on(palace_path, watch_workspace=86_400)
    folder.rename(folder.with_name("elsewhere"))
    async with app.run_test() as pilot:
        await opened(app, pilot)
        await tie(app, folder)
        for _ in range(2):
            with pytest.raises(Exception, match="not there"):
                await app.workspace_watch.look()
        assert app.is_running
