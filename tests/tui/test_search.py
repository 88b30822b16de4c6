"""Searching as one types: words at once, meaning when it is there, and every letter is only a letter."""

from dataclasses import replace
from pathlib import Path

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.journal import Actor
from palace.services.embedding import Progress, embed_missing
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.services.remembering import Statement, add_memory
from palace.tui.app import PalaceApp
from palace.tui.widgets.search_results import SearchResults
from tests.tui.beside_the_app import around_now, opened
from tests.tui.conftest import MakeApp, doors_to
from tests.tui.frames import text_of
from tests.tui.search_driving import found, quiet, screen_of, type_text, with_meaning
from tests.tui.small_palace import open_small_palace


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
