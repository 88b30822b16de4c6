"""Searching as one types: words at once, meaning when it is there, and every letter is only a letter."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.filters import Filters
from palace.domain.journal import Actor
from palace.services.embedding import Progress, embed_missing
from palace.services.meaning_ports import SemanticHit, SemanticIndex
from palace.services.ports import Palace
from palace.services.remembering import Statement, add_memory
from palace.services.saved_searches import save_search
from palace.services.search import LONGEST_QUESTION
from palace.services.undo import undo
from palace.tui.app import PalaceApp
from palace.tui.screens.memory import MemoryScreen
from palace.tui.screens.search import SearchScreen
from palace.tui.widgets.search_results import DIVIDER, SearchResults
from tests.tui.conftest import MakeApp, doors_to
from tests.tui.frames import lines_of, painted, text_of
from tests.tui.queue_driving import at_rest
from tests.tui.review_palace import add_seen, around_now, opened
from tests.tui.small_palace import open_small_palace


def screen_of(app: PalaceApp) -> SearchScreen:
    assert isinstance(app.screen, SearchScreen)
    return app.screen


async def quiet(pilot: Pilot[int]) -> None:
    """Wait until what was typed has been asked and answered."""
    app = pilot.app
    for _ in range(2_000):
        await pilot.pause()
        screen = app.screen
        asked = not isinstance(screen, SearchScreen) or screen.answered_all
        if asked and at_rest(app) and painted(app):
            return
    raise AssertionError("the search never came to rest")


async def type_text(pilot: Pilot[int], text: str) -> None:
    """Type a text into what has the focus, Chinese as an input method commits it."""
    for character in text:
        pilot.app.post_message(events.Key("space" if character == " " else character, character))
    await quiet(pilot)


def found(app: PalaceApp) -> list[str]:
    """Return the texts of the hits, in order."""
    answer = screen_of(app).answer
    assert answer is not None
    by_id = {hit.memory.id: hit.memory.text for hit in answer.hits}
    ids = app.screen.query_one(SearchResults).ids
    return [by_id[row_id] for row_id in ids if row_id != DIVIDER]


class Nearness:
    """A semantic index in which every memory is as near as it is told: it tests the screen, not recall."""

    model_id = "none"

    def __init__(self, near: dict[int, float]) -> None:
        self._near = near

    def nearest(
        self, question: str, filters: Filters, limit: int, also: Sequence[int] = ()
    ) -> Sequence[SemanticHit]:
        return [SemanticHit(number, value) for number, value in self._near.items()][:limit]

    def read_closely(self, question: str, texts: Sequence[str]) -> Sequence[object]:
        return ()

    def similar(self, text: str, limit: int) -> Sequence[SemanticHit]:
        return self.nearest(text, Filters(), limit)


def with_meaning(path: Path, near: dict[int, float], language: str = "en") -> PalaceApp:
    around = around_now()

    def load(palace: Palace) -> SemanticIndex:
        return Nearness(near)

    doors = replace(
        doors_to(path, language),
        surroundings=around,
        open_palace=lambda: open_small_palace(path, around),
        load_semantic=load,
    )
    return PalaceApp(doors, mode="search")


async def test_results_come_as_one_types_and_letters_are_letters(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "jkqurhp1/?:")
        assert app.is_running
        assert screen_of(app).box.value == "jkqurhp1/?:"
        await pilot.press("escape")
        await type_text(pilot, "sqlite")
        assert found(app) == ["选 SQLite 而不是 Postgres：本地优先，零依赖，一个文件"]
        assert "words only" in text_of(app)


async def test_two_chinese_characters_find_their_memory(make_app: MakeApp) -> None:
    app = make_app("zh", mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "王工")
        assert found(app) == ["王工喜欢邮件，不接陌生电话"]


async def test_meaning_joins_the_words_when_the_model_is_ready(palace_path: Path) -> None:
    app = with_meaning(palace_path, {7: 0.91, 4: 0.5, 9: 0.1})
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "sqlite")
        shown = text_of(app)
        assert "words and meaning" in shown
        assert found(app)[0].startswith("左肺") or found(app)[0].startswith("选 SQLite")
        assert set(found(app)[:2]) == {
            "左肺 6 mm 结节，六月复查",
            "选 SQLite 而不是 Postgres：本地优先，零依赖，一个文件",
        }
        assert "0.91" in shown or "0.50" in shown


async def test_what_is_not_close_is_offered_as_weak(palace_path: Path) -> None:
    app = with_meaning(palace_path, {number: 0.2 - number / 1000 for number in range(1, 13)})
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "xylophone")
        assert "nothing close; the nearest there are: 6" in text_of(app)
        assert len(found(app)) == 6
        assert "too far to be called a match" in text_of(app)


async def test_the_why_pane_says_words_similarity_ranks_and_the_parts_of_the_weight(
    palace_path: Path,
) -> None:
    app = with_meaning(palace_path, {4: 0.5, 7: 0.9})
    async with app.run_test(size=(130, 40)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "sqlite 本地优先")
        app.screen.query_one(SearchResults).go_to(4)
        await quiet(pilot)
        shown = text_of(app)
        for part in ("sqlite", "▮▮▯▯ 0.50", "by words 1 · by meaning 2", "importance", "decay", "unused"):
            assert part in shown


async def test_a_filter_that_does_not_exist_is_named_with_the_nearest_one(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await type_text(pilot, "wing:knowlege sqlite")
        assert "did you mean knowledge?" in text_of(app)
        assert not app._notifications
        for _ in range(len("lege sqlite")):
            await pilot.press("backspace")
        await type_text(pilot, "ledge sqlite")
        assert "did you mean" not in text_of(app)
        assert len(found(app)) == 1


async def test_filters_alone_list_what_fits(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "p:0 wing:identity")
        assert len(found(app)) == 2
        assert "by filters" in text_of(app)


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


async def test_candidates_with_the_words_are_mentioned(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(120, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "dependency")
        assert "candidates with these words: 1" in text_of(app)


async def test_what_others_write_is_found_without_asking_again(make_app: MakeApp, palace_path: Path) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "zeppelin")
        assert found(app) == []
        with opened(palace_path) as palace:
            add_memory(palace, Statement("the zeppelin lands at noon"), around_now(), Actor.AGENT)
        app.screen.look()
        await quiet(pilot)
        assert found(app) == ["the zeppelin lands at noon"]


@pytest.mark.parametrize(
    "text",
    ["[/", "[bold]x[/bold]", "\x1b]0;title\x07", "\x00\x7f\x9b", "\u202ertl", "\udc80", "$x {0} %"],
)
async def test_hostile_questions_and_memories_stand_literally(
    make_app: MakeApp, palace_path: Path, text: str
) -> None:
    with opened(palace_path) as palace:
        add_memory(palace, Statement(f"needle {text} end"), around_now(), Actor.AGENT)
        add_seen(palace, around_now(), f"needle {text} candidate")
    app = make_app(mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        app.post_message(events.Paste(f"{text} needle\nsecond line"))
        await quiet(pilot)
        assert_clean(app)
        await pilot.press("ctrl+u")
        await type_text(pilot, "needle")
        assert len(found(app)) == 1
        assert_clean(app)
        await pilot.press("enter")
        await quiet(pilot)
        assert_clean(app)


async def test_a_file_pasted_into_the_box_is_cut_where_the_question_ends(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        app.post_message(events.Paste("memory " * 15_000))
        await quiet(pilot)
        assert len(screen_of(app).box.value) == LONGEST_QUESTION
        await type_text(pilot, "more than there is room for")
        assert len(screen_of(app).box.value) == LONGEST_QUESTION
        await pilot.press("ctrl+u")
        await type_text(pilot, "SQLite")
        assert screen_of(app).box.value == "SQLite"


def assert_clean(app: PalaceApp) -> None:
    """No character on the screen is one that a terminal obeys."""
    for line in lines_of(app):
        assert not [character for character in line if ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0]


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)])
async def test_the_question_and_its_hits_fit_every_size(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("zh", mode="search")
    async with app.run_test(size=size) as pilot:
        await quiet(pilot)
        lines_of(app)
        await type_text(pilot, "sqlite")
        assert "SQLite" in text_of(app)
        await pilot.press("f9")
        await quiet(pilot)
        lines_of(app)
        await pilot.resize_terminal(size[0] + 9, size[1] + 2)
        await quiet(pilot)
        lines_of(app)


async def test_an_english_question_finds_its_chinese_memory_by_the_real_model(palace_path: Path) -> None:
    around = around_now()

    def load(palace: Palace) -> SemanticIndex:
        return bootstrap.load_semantic(palace, Settings())

    def embed(palace: Palace, semantic: SemanticIndex, progress: Progress) -> int:
        return embed_missing(palace, semantic.encoder, Actor.PERSON, progress)

    doors = replace(
        doors_to(palace_path),
        surroundings=around,
        open_palace=lambda: open_small_palace(palace_path, around),
        load_semantic=load,
        embed_missing=embed,
    )
    app = PalaceApp(doors, mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "who dislikes phone calls")
        assert found(app)[0] == "王工喜欢邮件，不接陌生电话"
        assert "words and meaning" in text_of(app)


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


async def test_scenes_that_exist_are_offered_and_a_wrong_one_is_told(
    make_app: MakeApp, palace_path: Path
) -> None:
    with opened(palace_path) as palace:
        for scene in ("zeppelin", "code review"):
            add_memory(palace, Statement(f"about {scene}", scenes=(scene,)), around_now(), Actor.AGENT)
    app = make_app("zh", mode="search")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await type_text(pilot, "场景：zep")
        await pilot.press("tab")
        await quiet(pilot)
        assert screen_of(app).box.value == "场景：zeppelin"
        assert found(app) == ["about zeppelin"]
        await type_text(pilot, "n")
        assert "scene:zeppelin" in text_of(app)
        await pilot.press("ctrl+u")
        await type_text(pilot, "scene:code")
        await pilot.press("tab")
        await quiet(pilot)
        assert screen_of(app).box.value == 'scene:"code review"'
        assert found(app) == ["about code review"]


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
