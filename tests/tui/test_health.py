"""Health in the app: every figure opens the list behind it, and nothing is told where there is no data."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from textual import events

from palace.bootstrap import bundled
from palace.services.health import health
from palace.services.health_figure import Beside, Door, DoorKind
from palace.services.health_figures import figures
from palace.services.health_holdings import SCENES_TOLD
from palace.tui.app import PalaceApp
from palace.tui.figure_doors import ids_behind, step_behind
from palace.tui.screens.contradictions import ContradictionsScreen
from palace.tui.screens.dialogs import ReadingDialog
from palace.tui.screens.health import HealthScreen
from palace.tui.screens.home import HomeScreen
from palace.tui.screens.journal import JournalScreen
from palace.tui.screens.listing import ListingScreen
from palace.tui.screens.queue_screen import QueueScreen
from palace.tui.screens.room import RoomScreen
from palace.tui.screens.search import SearchScreen
from palace.tui.screens.timeline import TimelineScreen
from tests.tui.conftest import MakeApp
from tests.tui.frames import colours_of, notes_of, settled, text_of
from tests.tui.small_palace import open_small_palace, surroundings

SIZE = (100, 40)
OPENED = {
    DoorKind.LIST: ListingScreen,
    DoorKind.FILTER: ListingScreen,
    DoorKind.ROOM: RoomScreen,
    DoorKind.QUEUE: QueueScreen,
    DoorKind.SEARCH: SearchScreen,
    DoorKind.TIMELINE: TimelineScreen,
    DoorKind.JOURNAL: JournalScreen,
    DoorKind.WORDS: ReadingDialog,
}


def health_of(app: PalaceApp) -> HealthScreen:
    screen = app.screen
    assert isinstance(screen, HealthScreen)
    return screen


@pytest.fixture
def make_palace(tmp_path: Path) -> Callable[..., Path]:
    """Makes a palace with so many of the memories of the sample."""

    def make(keep: int) -> Path:
        path = tmp_path / "few.db"
        shutil.copy(bundled("sample_palace.db"), path)
        path.chmod(0o600)
        with closing(sqlite3.connect(path)) as database, database:
            kept = f"(SELECT id FROM memory WHERE status = 'active' ORDER BY id LIMIT {keep})"
            for table in ("conflict", "evidence", "candidate", "usage", "link", "decision"):
                database.execute(f"DELETE FROM {table}")
            for table, column in (
                ("embedding", "memory_id"),
                ("memory_version", "memory_id"),
                ("memory", "id"),
            ):
                database.execute(f"DELETE FROM {table} WHERE {column} NOT IN {kept}")
            database.execute(f"DELETE FROM memory_text WHERE rowid NOT IN {kept}")
        return path

    return make


async def test_every_figure_opens_what_lies_behind_it(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await settled(pilot)
        figures = dict(health_of(app)._figures)
        assert len(figures) > 50
        seen = set()
        for number, figure in figures.items():
            if (figure.door.kind, figure.section) in seen:
                continue
            seen.add((figure.door.kind, figure.section))
            health_of(app).rows.go_to(number)
            await pilot.press("enter")
            await settled(pilot)
            assert isinstance(app.screen, OPENED[figure.door.kind]), figure.name
            if figure.door.kind in (DoorKind.QUEUE, DoorKind.SEARCH, DoorKind.JOURNAL):
                app.switch_mode("health")
            else:
                await pilot.press("escape")
            await settled(pilot)
            assert isinstance(app.screen, HealthScreen), figure.name


async def test_a_list_holds_as_many_memories_as_its_figure_says(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await settled(pilot)
        counts = {"new": 10, "age.young": 3, "age.middle": 7, "age.old": 4, "part.archive": 2, "hot": 5}
        numbers = {figure.name: number for number, figure in health_of(app)._figures.items()}
        for name, count in counts.items():
            health_of(app).rows.go_to(numbers[name])
            await pilot.press("enter")
            await settled(pilot)
            assert isinstance(app.screen, ListingScreen)
            assert len(app.screen.rows.ids) == count, name
            await pilot.press("escape")
            await settled(pilot)


async def test_what_is_done_in_a_list_is_counted_when_one_comes_back(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("h", "down", "down", "down", "down")
        await settled(pilot)
        number = next(n for n, figure in health_of(app)._figures.items() if figure.name == "part.archive")
        health_of(app).rows.go_to(number)
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press("a")
        await settled(pilot)
        assert len(app.screen.rows.ids) == 1
        await pilot.press("escape")
        await settled(pilot)
        assert health_of(app)._figures[number].share == 0.5


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 40), (60, 16)])
@pytest.mark.parametrize("keep", [0, 1])
async def test_a_palace_with_hardly_anything_is_told_without_praise(
    make_app: MakeApp, make_palace: Callable[..., Path], keep: int, size: tuple[int, int], language: str
) -> None:
    app = make_app(language, path=make_palace(keep))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await settled(pilot)
        nothing = {"en": "no data yet", "zh": "尚无数据"}[language]
        if not keep:
            assert nothing in text_of(app)
            assert all(figure.verdict.value != "good" for figure in health_of(app)._figures.values())
        for _ in range(len(health_of(app)._figures)):
            app.post_message(events.Key("down", None))
        await settled(pilot)
        assert health_of(app).rows.cursor == len(health_of(app)._figures) - 1


async def test_opening_health_keeps_the_day_and_shows_how_it_went(
    make_app: MakeApp, palace_path: Path
) -> None:
    with closing(sqlite3.connect(palace_path)) as database, database:
        for day, score in (("2026-03-10", 92), ("2026-03-12", 70), ("2026-03-13", 85)):
            database.execute("INSERT INTO health_day VALUES (?, '', ?)", (day, json.dumps({"M": score})))
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await settled(pilot)
        assert "M 46 █ ▅▇▁" in text_of(app)
        await app.gateway.read(lambda palace, around: palace.waiting())
        await app.gateway.write(lambda palace, around: None)
        await settled(pilot)
        assert notes_of(app) == "", "its own snapshot is nobody else's change"
    with closing(sqlite3.connect(palace_path)) as database:
        (figures,) = database.execute("SELECT figures FROM health_day WHERE day = '2026-03-14'").fetchone()
    assert json.loads(figures)["memories"] == 14


async def test_figures_are_told_apart_without_colours(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await settled(pilot)
        assert colours_of(app) == {"default"}
        lines = text_of(app).splitlines()
        assert any("✗ rules bound" in line for line in lines)
        assert any("✓ core complete" in line for line in lines)


async def test_a_scene_with_a_hostile_name_steers_nothing(make_app: MakeApp, palace_path: Path) -> None:
    hostile = 'x"\x1b]0;owned\x07[/] band:hot'
    with closing(sqlite3.connect(palace_path)) as database, database:
        database.execute("UPDATE memory SET scenes = ? WHERE id = 4", (json.dumps([hostile]),))
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("h", "end")
        await settled(pilot)
        for _ in range(3):
            await pilot.press("enter")
            await settled(pilot)
            assert "\x1b" not in text_of(app)
            await pilot.press("escape", "up")
            await settled(pilot)


async def test_the_queue_of_contradictions_is_two_keys_away(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await settled(pilot)
        number = next(
            n for n, figure in health_of(app)._figures.items() if figure.name == "queue.contradictions"
        )
        health_of(app).rows.go_to(number)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, ContradictionsScreen)


@pytest.mark.parametrize("door", ["queue.candidates", "queue.conflicts", "queue.contradictions", "search"])
async def test_leaving_what_a_figure_opened_leads_back_to_the_figure(make_app: MakeApp, door: str) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, HealthScreen)
        screen.rows.go_to(next(n for n, figure in screen._figures.items() if figure.name == door))
        await settled(pilot)
        row = screen.rows.cursor
        await pilot.press("enter")
        await settled(pilot)
        assert app.screen is not screen
        await pilot.press("escape")
        await settled(pilot)
        assert app.screen is screen
        assert screen.rows.cursor == row
        await pilot.press("r")
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_leaving_the_journal_leads_back_to_the_figure_of_a_job_else_to_the_floor_plan(
    make_app: MakeApp,
) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, HealthScreen)
        figure = next(iter(screen._figures.values()))
        step_behind(app, replace(figure, door=Door(DoorKind.JOURNAL, "nightly")))
        await settled(pilot)
        assert isinstance(app.screen, JournalScreen)
        await pilot.press("escape")
        await settled(pilot)
        assert app.screen is screen
        await pilot.press("j", "escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("h", "escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


def test_the_list_behind_a_scene_holds_as_many_as_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "sample.db"
    shutil.copy(bundled("sample_palace.db"), path)
    path.chmod(0o600)
    around = surroundings()
    with open_small_palace(path, around) as palace:
        found = health(palace, around, None)
        doors = {figure.name: figure.door for figure in figures(found, Beside(), around)}
        told = {scene.scene: scene.count for scene in found.scenes[:SCENES_TOLD]}
        listed = {scene: len(ids_behind(palace, around, doors[f"scene.{scene}"], None)) for scene in told}
    assert listed == told
