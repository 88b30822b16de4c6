"""Giving vectors in the app: its pace in the status line, stopped and gone on by a key, questions first."""

import asyncio
from collections.abc import Callable
from threading import Event

import pytest

from palace.domain.filters import parse_query
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.tui import right_of_way
from palace.tui.messages import Meaning, MeaningChanged
from palace.tui.widgets.status_line import StatusLine
from tests.tui.conftest import MakeApp
from tests.tui.frames import text_of
from tests.tui.queue_driving import status_of
from tests.tui.working_beside import until, with_work

TOTAL = 40


class Vectors:
    """Gives one vector each time it is let, and asks then whether to go on."""

    def __init__(self) -> None:
        self.let = Event()
        self.done = 0
        self.calls = 0

    def __call__(self, palace: Palace, semantic: SemanticIndex, told: Callable[[int, int], bool]) -> int:
        self.calls += 1
        given = 0
        while self.done < TOTAL:
            assert self.let.wait(10)
            self.done += 1
            given += 1
            if not told(self.done, TOTAL):
                break
        return given


@pytest.fixture
def vectors() -> Vectors:
    return Vectors()


async def test_a_key_stops_it_after_what_is_being_read_and_the_same_key_goes_on(
    make_app: MakeApp, vectors: Vectors
) -> None:
    app = with_work(make_app(), embed_missing=vectors)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: vectors.calls == 1)
        await pilot.press("f10")
        assert "stops" in status_of(app)
        vectors.let.set()
        await until(pilot, lambda: not app.gateway.learning.going_on)
        stopped_at = vectors.done
        assert 0 < stopped_at < TOTAL
        assert app.gateway.meaning.paused
        assert f"learning stopped at {stopped_at}/{TOTAL}" in text_of(app)
        await pilot.press("f10")
        await until(pilot, lambda: vectors.done == TOTAL and not app.gateway.learning.going_on)
        assert not app.gateway.meaning.paused
        assert "learning" not in app.screen.query_one(StatusLine)._standing()


async def test_what_comes_in_while_it_is_stopped_waits_with_the_rest(
    make_app: MakeApp, vectors: Vectors
) -> None:
    app = with_work(make_app(), embed_missing=vectors)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: vectors.calls == 1)
        app.gateway.learning.pause()
        vectors.let.set()
        await until(pilot, lambda: not app.gateway.learning.going_on)
        calls = vectors.calls
        await app.gateway.embed_missing([1])
        assert vectors.calls == calls
        assert app.gateway._understanding.wanted


async def test_a_question_is_answered_while_memories_are_being_read(
    make_app: MakeApp, vectors: Vectors
) -> None:
    app = with_work(make_app(), embed_missing=vectors)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: vectors.calls == 1)
        answer = await asyncio.wait_for(app.gateway.search(parse_query("sqlite"), limit=5), 10)
        assert answer.mode == "hybrid"
        assert vectors.done == 0
        vectors.let.set()
        await until(pilot, lambda: vectors.done == TOTAL)
        assert vectors.calls == 1, "it went on without being begun anew"


async def test_no_memory_is_read_while_an_answer_is_waited_for(
    make_app: MakeApp, vectors: Vectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(right_of_way, "LONGEST_WAIT", 60)
    app = with_work(make_app(), embed_missing=vectors)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: vectors.calls == 1)
        begun, answered = Event(), Event()

        def slow(*_: object) -> int:
            begun.set()
            assert answered.wait(10)
            return vectors.done

        question = asyncio.ensure_future(app.gateway.think(slow))
        assert await asyncio.to_thread(begun.wait, 10)
        vectors.let.set()
        await until(pilot, lambda: vectors.done == 1)
        answered.set()
        assert await question == 1
        await until(pilot, lambda: vectors.done == TOTAL)


@pytest.mark.parametrize(
    ("language", "news", "told"),
    [
        ("en", MeaningChanged(Meaning.READY, None, 1500, 50_000), "learning 1,500/50,000"),
        (
            "en",
            MeaningChanged(Meaning.READY, None, 1500, 50_000, 80.4, 606.2),
            "learning 1,500/50,000 · 80/s · 10:07 left",
        ),
        ("zh", MeaningChanged(Meaning.READY, None, 10, 50, 8.0, 5.0), "学习中 10/50 · 每秒 8 · 剩 0:05"),
        ("en", MeaningChanged(Meaning.READY, None, 50, 50, 8.0, 0.0), ""),
    ],
)
async def test_the_status_line_tells_how_far_how_fast_and_how_long(
    make_app: MakeApp, language: str, news: MeaningChanged, told: str
) -> None:
    app = make_app(language)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        app.gateway.meaning = news
        assert app.screen.query_one(StatusLine)._standing() == told
