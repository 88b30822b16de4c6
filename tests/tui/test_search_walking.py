"""The keys of the search: to the hits and back, to what was asked lately, and nothing written by looking."""

from pathlib import Path

from palace.tui.screens.memory import MemoryScreen
from palace.tui.screens.search import SearchScreen
from palace.tui.widgets.search_results import SearchResults
from tests.tui.beside_the_app import opened
from tests.tui.conftest import MakeApp
from tests.tui.frames import text_of
from tests.tui.search_driving import found, quiet, screen_of, type_text


async def test_enter_opens_the_memory_and_escape_leads_back_to_the_question(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "sqlite")
        await pilot.press("enter")
        await quiet(pilot)
        assert isinstance(app.screen, MemoryScreen)
        assert app.screen.memory_id == 4
        await pilot.press("escape")
        await quiet(pilot)
        assert screen_of(app).box.value == "sqlite"
        assert app.focused is screen_of(app).box


async def test_tab_goes_to_the_list_and_escape_back_then_out(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "the")
        await pilot.press("tab")
        assert app.focused is app.screen.query_one(SearchResults)
        await pilot.press("escape")
        assert app.focused is screen_of(app).box
        await pilot.press("escape")
        await quiet(pilot)
        assert screen_of(app).box.value == ""
        await pilot.press("escape")
        await quiet(pilot)
        assert not isinstance(app.screen, SearchScreen)


async def test_the_search_key_leads_to_the_box_from_the_list_and_from_anywhere(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "the")
        await pilot.press("tab", "/")
        assert app.focused is screen_of(app).box
        await type_text(pilot, "sqlite")
        assert screen_of(app).box.value == "sqlite"
        await pilot.press("f1")
        await pilot.pause()
        assert not isinstance(app.screen, SearchScreen)
        await pilot.press("／")
        await quiet(pilot)
        assert app.focused is screen_of(app).box
        await type_text(pilot, "王工")
        assert screen_of(app).box.value == "王工"


async def test_arrows_walk_the_hits_while_one_types(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "p:1")
        results = app.screen.query_one(SearchResults)
        first = results.row_id
        await pilot.press("down", "down")
        assert results.cursor == 2
        await pilot.press("up", "up")
        assert results.row_id == first
        assert app.focused is screen_of(app).box


async def test_an_empty_box_shows_how_to_ask_and_what_was_asked(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        assert "wing:knowledge" in text_of(app)
        await type_text(pilot, "sqlite")
        await pilot.press("escape")
        await quiet(pilot)
        assert "asked lately" in text_of(app)
        await pilot.press("up")
        await quiet(pilot)
        assert screen_of(app).box.value == "sqlite"
        assert len(found(app)) == 1


async def test_a_filter_is_completed_with_tab_and_tab_again_puts_in_its_next_value(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "sqlite win")
        assert "wing:" in text_of(app)
        await pilot.press("tab")
        await quiet(pilot)
        assert screen_of(app).box.value == "sqlite wing:"
        assert found(app) == ["选 SQLite 而不是 Postgres：本地优先，零依赖，一个文件"]
        await pilot.press("tab", "tab")
        await quiet(pilot)
        assert screen_of(app).box.value == "sqlite wing:knowledge"
        assert "social" in text_of(app)
        assert app.focused is screen_of(app).box
        await type_text(pilot, " ")
        await pilot.press("tab")
        assert app.focused is app.screen.query_one(SearchResults)


async def test_looking_writes_nothing_to_the_palace(make_app: MakeApp, palace_path: Path) -> None:
    app = make_app(mode="search")
    with opened(palace_path) as palace:
        before = palace.data_version()
        async with app.run_test(size=(100, 30)) as pilot:
            await quiet(pilot)
            await type_text(pilot, "sqlite")
            await pilot.press("enter")
            await quiet(pilot)
            await pilot.press("escape", "escape")
            await quiet(pilot)
            assert "asked lately" in text_of(app)
        assert palace.data_version() == before
