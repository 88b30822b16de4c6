"""What other memory tools get wrong on the screen on which one searches, done with the keyboard.

The numbers are the rows of the study of other tools from which each case comes (parts A and B: search).
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual._xterm_parser import XTermParser
from textual.pilot import Pilot

from palace.domain.errors import PalaceUnavailable
from palace.domain.filters import Query
from palace.domain.journal import Actor
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.semantic_index import SemanticMemories
from palace.services.embedding import Progress, embed_missing
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.services.remembering import Statement, add_memory
from palace.services.search import Answer, Mode
from palace.tui.app import PalaceApp
from tests.tui.beside_the_app import around_now, opened
from tests.tui.conftest import MakeApp, doors_to
from tests.tui.frames import text_of
from tests.tui.search_driving import found, quiet, screen_of, type_text

WIDE = (130, 30)


def feed(app: PalaceApp, typed: str) -> None:
    """Hand the app what a terminal sends, as its driver reads it."""
    for message in XTermParser().feed(typed):
        app.post_message(message)


@pytest.fixture
def with_model(palace_path: Path, encoder: OnnxEncoder) -> Callable[..., PalaceApp]:
    """Makes the app with the model that ships, which is there as soon as `ready` is set."""

    def make(ready: threading.Event | None = None) -> PalaceApp:
        def load(palace: Palace) -> SemanticIndex:
            if ready is not None and not ready.wait(60):
                raise PalaceUnavailable("the test forgot the model")
            return SemanticMemories(encoder, palace)

        def embed(palace: Palace, semantic: SemanticIndex, progress: Progress) -> int:
            return embed_missing(palace, encoder, Actor.PERSON, progress)

        doors = replace(
            doors_to(palace_path), surroundings=around_now(), load_semantic=load, embed_missing=embed
        )
        return PalaceApp(doors, mode="search")

    return make


def mode(app: PalaceApp) -> Mode:
    answer = screen_of(app).answer
    assert answer is not None
    return answer.mode


async def until_hybrid(pilot: Pilot[int]) -> None:
    """Wait until meaning took part in the answer on the screen."""
    app = pilot.app
    assert isinstance(app, PalaceApp)
    for _ in range(2_000):
        await quiet(pilot)
        if mode(app) is Mode.HYBRID:
            return
    raise AssertionError("meaning never joined")


async def test_row_23_the_row_of_a_long_note_shows_the_line_that_answers(
    make_app: MakeApp, palace_path: Path
) -> None:
    lines = (
        ["何も書かれていない行"] * 149
        + ["東京カンファレンスの宿は駅の北口にある"]
        + ["何も書かれていない行"] * 50
    )
    with opened(palace_path) as palace:
        add_memory(palace, Statement("\n".join(lines)), around_now(), Actor.AGENT)
    app = make_app(mode="search")
    async with app.run_test(size=WIDE) as pilot:
        await quiet(pilot)
        await type_text(pilot, "東京カンファレンス")
        assert len(found(app)) == 1
        assert "宿は駅の北口にある" in text_of(app), "words that only its line has"


async def test_row_24_only_what_an_input_method_has_committed_is_asked(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal is sent nothing of a composition: committed characters come together, or as a paste."""
    app = make_app("zh", mode="search")
    asked: list[str] = []
    async with app.run_test(size=WIDE) as pilot:
        await quiet(pilot)
        search = app.gateway.search

        async def listened(query: Query, **options: Any) -> Answer:
            asked.append(query.words)
            return await search(query, **options)

        monkeypatch.setattr(app.gateway, "search", listened)
        feed(app, "王工")
        await quiet(pilot)
        assert screen_of(app).box.value == "王工"
        assert set(asked) == {"王工"}
        assert found(app) == ["王工喜欢邮件，不接陌生电话"]
        asked.clear()
        await pilot.press("ctrl+u")
        feed(app, "\x1b[200~迁移 记忆\x1b[201~")
        await quiet(pilot)
        assert screen_of(app).box.value == "迁移 记忆"
        assert set(asked) <= {"", "迁移 记忆"}
        assert found(app)[0] == "迁移 67 条记忆，零丢失"


async def test_row_25_every_letter_goes_into_the_box(make_app: MakeApp) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=WIDE) as pilot:
        await quiet(pilot)
        feed(app, "jk docker")
        await quiet(pilot)
        assert screen_of(app).box.value == "jk docker"
        assert app.focused is screen_of(app).box


async def test_row_28_where_nothing_is_close_the_screen_says_so(with_model: Callable[..., PalaceApp]) -> None:
    app = with_model()
    async with app.run_test(size=WIDE) as pilot:
        await quiet(pilot)
        await type_text(pilot, "量子色动力学")
        await until_hybrid(pilot)
        assert "nothing close" in text_of(app)
        answer = screen_of(app).answer
        assert answer is not None
        assert answer.nothing_close


async def test_row_32_what_another_model_embedded_is_found_by_words_until_it_is_embedded_anew(
    with_model: Callable[..., PalaceApp], palace_path: Path, encoder: OnnxEncoder
) -> None:
    class Another:
        model_id = "another-model"

        def __getattr__(self, name: str) -> object:
            return getattr(encoder, name)

    with opened(palace_path) as palace:
        embed_missing(palace, Another(), Actor.JOB)
        assert SemanticMemories(encoder, palace).similar("SQLite", 3) == []
    app = with_model()
    async with app.run_test(size=WIDE) as pilot:
        await quiet(pilot)
        await type_text(pilot, "who dislikes phone calls")
        await until_hybrid(pilot)
        for _ in range(2_000):
            if found(app)[:1] == ["王工喜欢邮件，不接陌生电话"]:
                break
            app.screen.look()
            await quiet(pilot)
        assert found(app)[0] == "王工喜欢邮件，不接陌生电话"
    with opened(palace_path) as palace:
        assert palace.vector_coverage(encoder.model_id) == (14, 14)


async def test_row_34_a_screen_without_a_model_says_that_meaning_is_off(
    make_app: MakeApp, palace_path: Path
) -> None:
    app = make_app(mode="search")
    async with app.run_test(size=WIDE) as pilot:
        await quiet(pilot)
        await type_text(pilot, "sqlite")
        assert mode(app) is Mode.LEXICAL
        assert "words only" in text_of(app)
        assert len(found(app)) == 1
    with opened(palace_path) as palace:
        assert palace.other_models("none") == []


async def test_row_36_one_works_before_the_model_is_there_and_meaning_joins(
    with_model: Callable[..., PalaceApp],
) -> None:
    ready = threading.Event()
    app = with_model(ready)
    try:
        async with app.run_test(size=WIDE) as pilot:
            await pilot.pause()
            for character in "sqlite":
                app.post_message(events.Key(character, character))
            await until_found(pilot, 1)
            assert mode(app) is Mode.LEXICAL
            ready.set()
            await until_hybrid(pilot)
            assert found(app)[0].startswith("选 SQLite")
    finally:
        ready.set()


async def until_found(pilot: Pilot[int], how_many: int) -> None:
    app = pilot.app
    assert isinstance(app, PalaceApp)
    for _ in range(2_000):
        await pilot.pause()
        if screen_of(app).answer is not None and len(found(app)) == how_many:
            return
    raise AssertionError("the words were never answered")
