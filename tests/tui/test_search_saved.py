"""Questions that are kept under a name: saved, walked, run and deleted without leaving the box."""

from pathlib import Path

from palace.domain.journal import Actor
from palace.services.saved_searches import save_search
from palace.services.undo import undo
from palace.tui.screens.search import SearchScreen
from tests.tui.beside_the_app import around_now, opened
from tests.tui.conftest import MakeApp
from tests.tui.frames import text_of
from tests.tui.search_driving import found, quiet, screen_of, type_text


async def test_a_question_is_saved_chosen_run_and_deleted_without_leaving_the_box(
    make_app: MakeApp, palace_path: Path
) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await pilot.press("ctrl+n")
        await quiet(pilot)
        assert screen_of(app).box.has_focus
        await type_text(pilot, "sqlite p:1")
        await pilot.press("ctrl+n")
        await quiet(pilot)
        await type_text(pilot, "本地 choice")
        await pilot.press("enter")
        await quiet(pilot)
        with opened(palace_path) as palace:
            assert [(s.name, s.question) for s in palace.searches.saved()] == [("本地 choice", "sqlite p:1")]
        await pilot.press("escape")
        await quiet(pilot)
        assert "★ 本地 choice  sqlite p:1" in text_of(app)
        await pilot.press("down")
        await quiet(pilot)
        assert "▸ 本地 choice" in text_of(app)
        await pilot.press("enter")
        await quiet(pilot)
        assert screen_of(app).box.value == "sqlite p:1"
        assert len(found(app)) == 1
        await pilot.press("escape", "down", "delete")
        await quiet(pilot)
        assert "★ 本地" not in text_of(app)
        with opened(palace_path) as palace:
            assert palace.searches.saved() == []
            undo(palace, Actor.PERSON)
            assert len(palace.searches.saved()) == 1


async def test_the_arrows_walk_saved_and_recent_searches_and_escape_chooses_none(
    make_app: MakeApp, palace_path: Path
) -> None:
    with opened(palace_path) as palace:
        for name in ("one", "two"):
            save_search(palace, name, f"asks {name}", around_now(), Actor.PERSON)
    app = make_app(mode="search")
    async with app.run_test(size=(40, 12)) as pilot:
        await quiet(pilot)
        start = screen_of(app).start
        await pilot.press("down", "down", "down", "down")
        assert start.question == "asks two"
        await pilot.press("up")
        assert start.question == "asks one"
        await pilot.press("up")
        assert start.question is None
        await pilot.press("down", "escape")
        assert (start.question, isinstance(app.screen, SearchScreen)) == (None, True)
        await pilot.press("escape")
        await quiet(pilot)
        assert not isinstance(app.screen, SearchScreen)


async def test_saving_says_why_it_cannot_where_the_palace_is_only_read(
    make_app: MakeApp, palace_path: Path
) -> None:
    palace_path.chmod(0o400)
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        if app.gateway.read_only_because:
            await type_text(pilot, "sqlite")
            await pilot.press("ctrl+n")
            await quiet(pilot)
            assert app._notifications
        assert isinstance(app.screen, SearchScreen)


async def test_a_name_that_is_taken_is_given_to_another_question_only_by_consent(
    make_app: MakeApp, palace_path: Path
) -> None:
    with opened(palace_path) as palace:
        save_search(palace, "mine", "sqlite", around_now(), Actor.PERSON)

    def asked_by_mine() -> list[str]:
        with opened(palace_path) as palace:
            return [search.question for search in palace.searches.saved()]

    app = make_app(mode="search")
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await type_text(pilot, "p:1")
        for answer, asked in (("escape", "sqlite"), ("enter", "p:1")):
            await pilot.press("ctrl+n")
            await quiet(pilot)
            await type_text(pilot, "mine")
            await pilot.press("enter")
            await quiet(pilot)
            assert "mine is saved already" in text_of(app)
            await pilot.press(answer)
            await quiet(pilot)
            assert asked_by_mine() == [asked]
