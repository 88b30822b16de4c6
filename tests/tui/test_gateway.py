"""The gateway: reads give way to newer ones, writes to nobody, and other programs' changes are noticed."""

import asyncio
import shutil
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from palace.domain.changes import Changed
from palace.domain.errors import PalaceBusy, PalaceError, PalaceUnavailable
from palace.domain.filters import Filters, Query
from palace.domain.journal import Actor
from palace.embedding.encoder import TextEmbedding
from palace.services.ports import Palace
from palace.services.remembering import Statement, Taken, add_memory
from palace.services.search import Mode
from palace.services.surroundings import Surroundings
from palace.storage.database import Patience
from palace.storage.palace_file import PalaceFile
from palace.tui.explaining import Fault
from palace.tui.gateway import Gateway
from palace.tui.messages import Meaning, MeaningChanged, News, PalaceChanged, PalaceTrouble
from palace.tui.understanding import MeaningNotReady
from tests.tui.conftest import doors_to
from tests.tui.small_palace import open_small_palace, surroundings
from tests.tui.working_beside import Loaded

PATIENCE = 20
"""Seconds after which a test gives up; none passes by waiting so long."""


class Listener:
    """Keeps all news, and lets a test wait for one that it asks for."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self._arrived = asyncio.Event()

    def __call__(self, news: News) -> None:
        self.news.append(news)
        self._arrived.set()

    async def until(self, wanted: Callable[[News], bool]) -> News:
        while True:
            for news in self.news:
                if wanted(news):
                    return news
            self._arrived.clear()
            await asyncio.wait_for(self._arrived.wait(), PATIENCE)


@asynccontextmanager
async def opened(path: Path, **changed: object) -> AsyncIterator[tuple[Gateway, Listener]]:
    listener = Listener()
    gateway = Gateway(replace(doors_to(path), **changed), listener)
    try:
        await gateway.opened()
        yield gateway, listener
    finally:
        await gateway.close()


def add(text: str) -> Callable[[Palace, Surroundings], Taken]:
    return lambda palace, around: add_memory(palace, Statement(text), around, Actor.PERSON)


def count(palace: Palace, around: Surroundings) -> int:
    return len(palace.memory_ids(Filters()))


class Held:
    """A job that holds the database thread until it is let go."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()

    def __call__(self, palace: Palace, around: Surroundings) -> None:
        self.begun.set()
        assert self.go_on.wait(PATIENCE)


async def until_set(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, PATIENCE)


async def test_of_several_reads_by_one_caller_only_the_latest_is_done(palace_path: Path) -> None:
    async with opened(palace_path) as (gateway, _):
        held = Held()
        holding = asyncio.create_task(gateway.read(held))
        await until_set(held.begun)
        done: list[int] = []
        reads = [
            asyncio.create_task(gateway.read(lambda p, a, n=number: done.append(n), caller="typing"))
            for number in range(5)
        ]
        await asyncio.sleep(0)
        held.go_on.set()
        outcomes = await asyncio.gather(*reads, return_exceptions=True)
        await holding
        assert done == [4]
        assert [type(outcome) for outcome in outcomes[:4]] == [asyncio.CancelledError] * 4


async def test_reads_by_different_callers_do_not_disturb_each_other(palace_path: Path) -> None:
    async with opened(palace_path) as (gateway, _):
        one, other = await asyncio.gather(
            gateway.read(lambda palace, around: 1, caller="one"),
            gateway.read(lambda palace, around: 2, caller="other"),
        )
        assert (one, other) == (1, 2)


async def test_a_write_is_done_although_its_caller_was_cancelled(palace_path: Path) -> None:
    async with opened(palace_path) as (gateway, listener):
        held = Held()
        holding = asyncio.create_task(gateway.read(held))
        await until_set(held.begun)
        writing = asyncio.create_task(gateway.write(add("kept although nobody waits")))
        await asyncio.sleep(0)
        writing.cancel()
        held.go_on.set()
        await holding
        await listener.until(lambda news: isinstance(news, PalaceChanged))
        assert await gateway.read(count) == 15


async def test_writes_are_done_in_their_order(palace_path: Path) -> None:
    async with opened(palace_path) as (gateway, _):
        await asyncio.gather(*(gateway.write(add(f"text number {number}")) for number in range(20)))
        ids = await gateway.read(lambda palace, around: palace.memory_ids(Filters())[-20:])
        texts = [memory.text for memory in await gateway.read(lambda palace, around: palace.memories(ids))]
        assert sorted(texts) == sorted(f"text number {number}" for number in range(20))
        numbers = [
            memory.text
            for memory in await gateway.read(lambda palace, around: palace.memories(range(15, 35)))
        ]
        assert numbers == [f"text number {number}" for number in range(20)]


async def test_closing_finishes_the_writes_that_wait(palace_path: Path) -> None:
    async with opened(palace_path) as (gateway, _):
        writes = [asyncio.create_task(gateway.write(add(f"late {number}"))) for number in range(5)]
        await asyncio.sleep(0)
        await gateway.close()
        await asyncio.gather(*writes)
    with open_small_palace(palace_path, surroundings()) as palace:
        assert count(palace, surroundings()) == 19


async def test_what_a_write_changed_is_told_before_it_returns(palace_path: Path) -> None:
    async with opened(palace_path) as (gateway, listener):
        taken = await gateway.write(add("news of a change"))
        changed = [news for news in listener.news if isinstance(news, PalaceChanged)]
        assert len(changed) == 1
        assert not changed[0].foreign
        assert taken.memory_id in changed[0].changes.memory_ids
        assert Changed.MEMORY in changed[0].changes.kinds


async def test_a_write_that_fails_changes_and_tells_nothing(palace_path: Path) -> None:
    async with opened(palace_path) as (gateway, listener):
        with pytest.raises(PalaceError):
            await gateway.write(add("   "))
        assert not [news for news in listener.news if isinstance(news, PalaceChanged)]


async def test_another_programs_change_is_noticed_and_ours_is_not_taken_for_one(palace_path: Path) -> None:
    theirs = surroundings(first_uid=1000)
    async with opened(palace_path) as (gateway, listener):
        await gateway.write(add("ours"))
        with open_small_palace(palace_path, theirs) as other:
            add_memory(other, Statement("theirs"), theirs, Actor.AGENT)
        await listener.until(lambda news: isinstance(news, PalaceChanged) and news.foreign)
        await gateway.write(add("ours again"))
        with open_small_palace(palace_path, theirs) as other:
            add_memory(other, Statement("theirs again"), theirs, Actor.AGENT)
        await gateway.write(add("ours at last"))
        foreign = [news for news in listener.news if isinstance(news, PalaceChanged) and news.foreign]
        assert len(foreign) == 2


async def test_a_palace_that_is_locked_refuses_in_words_and_reads_on(palace_path: Path) -> None:
    around = surroundings()

    def impatient() -> PalaceFile:
        patience = Patience(0.01, 0.02, 0.01)
        return PalaceFile.open(palace_path, clock=around.clock, new_uid=around.new_uid, patience=patience)

    with open_small_palace(palace_path, around) as other:
        async with opened(palace_path, open_palace=impatient) as (gateway, _):
            with other.unit_of_work(Actor.AGENT):
                with pytest.raises(PalaceBusy):
                    await gateway.write(add("not now"))
                assert await gateway.read(count) == 14
            await gateway.write(add("now"))
            assert await gateway.read(count) == 15


async def test_a_file_that_was_replaced_is_told_not_written_and_can_be_opened_anew(
    palace_path: Path,
) -> None:
    async with opened(palace_path) as (gateway, listener):
        copy = palace_path.with_name("other.db")
        shutil.copy(palace_path, copy)
        with open_small_palace(copy, surroundings()) as other:
            add_memory(other, Statement("only in the other file"), surroundings(None, 1000), Actor.PERSON)
        before = copy.read_bytes()
        copy.replace(palace_path)
        await listener.until(lambda news: isinstance(news, PalaceTrouble) and news.reason is not None)
        assert gateway.trouble is not None
        with pytest.raises(PalaceUnavailable):
            await gateway.write(add("into the void"))
        assert palace_path.read_bytes() == before
        await gateway.reopen()
        assert gateway.trouble is None
        assert await gateway.read(count) == 15
        await gateway.write(add("into the file that is there"))


async def test_a_palace_that_cannot_be_opened_is_opened_as_soon_as_it_can(palace_path: Path) -> None:
    hidden = palace_path.with_suffix(".hidden")
    palace_path.rename(hidden)
    listener = Listener()
    gateway = Gateway(doors_to(palace_path), listener)
    try:
        with pytest.raises(PalaceError):
            await gateway.opened()
        assert gateway.trouble is not None
        with pytest.raises(PalaceError):
            await gateway.read(count)
        hidden.rename(palace_path)
        await listener.until(lambda news: isinstance(news, PalaceTrouble) and news.reason is None)
        assert await gateway.read(count) == 14
    finally:
        await gateway.close()


async def test_what_nobody_foresaw_comes_out_as_an_error_in_words(palace_path: Path) -> None:
    def broken(palace: Palace, around: Surroundings) -> None:
        raise ZeroDivisionError("division by zero")

    async with opened(palace_path) as (gateway, _):
        with pytest.raises(Fault, match="ZeroDivisionError"):
            await gateway.read(broken)
        assert await gateway.read(count) == 14


async def test_without_a_model_words_are_searched_and_the_reason_is_told(palace_path: Path) -> None:
    async with opened(palace_path) as (gateway, listener):
        await gateway.load_meaning()
        news = await listener.until(
            lambda news: isinstance(news, MeaningChanged) and news.meaning is Meaning.ABSENT
        )
        assert isinstance(news, MeaningChanged)
        assert news.reason is not None
        answer = await gateway.search(Query("SQLite", Filters()), limit=5)
        assert answer.mode is Mode.LEXICAL
        assert [hit.memory.id for hit in answer.hits] == [4]
        with pytest.raises(MeaningNotReady):
            await gateway.think(lambda palace, around, semantic: 1)


async def test_closing_does_not_wait_for_a_model_that_never_comes(palace_path: Path) -> None:
    stop, started = threading.Event(), threading.Event()

    def endless(palace: Palace) -> object:
        started.set()
        stop.wait(60)
        raise PalaceUnavailable("too late")

    gateway = Gateway(replace(doors_to(palace_path), load_semantic=endless), Listener())
    await gateway.opened()
    loading = asyncio.create_task(gateway.load_meaning())
    await until_set(started)
    await asyncio.wait_for(gateway.close(), PATIENCE)
    assert gateway.busy, "the model is still being loaded, and nobody waits for it"
    stop.set()
    await loading


async def test_vectors_of_our_own_are_no_news_before_their_end_and_a_decision_of_others_is(
    palace_path: Path,
) -> None:
    given, let, theirs = threading.Event(), threading.Semaphore(0), surroundings(first_uid=1000)

    def one_by_one(palace: Palace, semantic: object, told: Callable[[int, int], bool]) -> int:
        for memory in palace.memories([1, 2, 3]):
            with palace.unit_of_work(Actor.JOB) as work:
                work.save_embedding(memory.id, "m", TextEmbedding(bytes(32), bytes(8)), memory.content_hash)
            told(memory.id, 3)
            given.set()
            assert let.acquire(timeout=PATIENCE)
        return 3

    async with opened(palace_path, load_semantic=lambda palace: Loaded(), embed_missing=one_by_one) as (
        gateway,
        listener,
    ):

        async def told_after_one() -> int:
            await until_set(given)
            given.clear()
            await gateway.look_around()
            await asyncio.sleep(0)
            return sum(isinstance(news, PalaceChanged) for news in listener.news)

        learning = asyncio.create_task(gateway.load_meaning())
        first = await told_after_one()
        let.release()
        assert await told_after_one() == first
        let.release()
        with open_small_palace(palace_path, theirs) as other:
            add_memory(other, Statement("theirs"), theirs, Actor.AGENT)
        assert await told_after_one() == first + 1
        let.release()
        await learning
        await listener.until(
            lambda news: isinstance(news, PalaceChanged) and news.changes.kinds == {Changed.EMBEDDING}
        )
