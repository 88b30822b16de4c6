"""The app's only way to the palace: asynchronous calls, three threads, one connection each.

The database thread opens the palace, reads it and writes it. What understands (`understanding`) opens it for
the thread that asks the model, and again for the one that gives vectors. Reads can be dropped when a newer
one makes them pointless; writes stand in a queue that nothing cancels.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from palace.domain.changes import Changed, ChangeSet
from palace.domain.errors import PalaceError, PalaceUnavailable
from palace.domain.filters import Query
from palace.domain.journal import Actor
from palace.services.asking import ask
from palace.services.comparing_arrivals import Arrivals
from palace.services.loading import scenes_at_work
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.services.search import Answer
from palace.services.surroundings import Surroundings
from palace.tui.comparing import Comparing
from palace.tui.explaining import explained, look_at_outcome
from palace.tui.learning import Learning
from palace.tui.messages import (
    EVERYTHING,
    Meaning,
    MeaningChanged,
    News,
    PairsNews,
    PairsSought,
    PalaceChanged,
    PalaceTrouble,
)
from palace.tui.opened import Doors, OpenedPalace
from palace.tui.reorganising import Reorganising
from palace.tui.understanding import Understanding, not_ready
from palace.tui.watched_palace import WatchedPalace, what_was_decided
from palace.tui.worker_thread import WorkerThread

Result = TypeVar("Result")

WATCH_EVERY = 1.0
"""Seconds between two looks at whether somebody else wrote to the palace."""

CLOSING_TAKES_AT_MOST = 2.0
"""Seconds that leaving waits for the threads; the model being loaded cannot be interrupted."""

log = logging.getLogger("palace.tui")


class Gateway:
    """Asynchronous calls into an open palace; `publish` is told all news, in the event loop.

    `meaning` is the latest news of the model, `read_only_because` why nothing can be written (empty when it
    can). Every error that comes out is a PalaceError.
    """

    def __init__(self, doors: Doors, publish: Callable[[News], None]) -> None:
        self._doors = doors
        self._tell = publish
        self._surroundings = doors.surroundings
        self._database = WorkerThread("palace-database")
        self._understanding = Understanding(doors)
        self._palace: OpenedPalace | None = None
        self._trouble: PalaceError | None = None
        self._unopened: PalaceError | None = None
        self._data_version: int | None = None
        self._decided: tuple[object, ...] = ()
        self.learning = Learning(self._understanding, self._publish_from_thread)
        self._comparing = Comparing(self._understanding, self._compared)
        self.reorganising = Reorganising(self._understanding, self._tell_of_pairs, self._compared)
        self._pending: dict[str, Future[Any]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._opening: Future[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._closed = False
        self.meaning = MeaningChanged(Meaning.WAITING)
        self.read_only_because = ""

    @property
    def surroundings(self) -> Surroundings:
        """The clock, the zone, the rules."""
        return self._surroundings

    @property
    def actor(self) -> Actor:
        """Who decides in this app."""
        return self._doors.actor

    @property
    def trouble(self) -> PalaceError | None:
        """Why the palace cannot be used at present; None when it can."""
        return self._trouble

    @property
    def busy(self) -> bool:
        """Whether anything that was asked for is not answered yet."""
        return self._database.busy or self._understanding.busy

    # Opening and closing

    def begin(self) -> None:
        """Begin to open the palace on the database thread; calls made from now on wait for it.

        Called in the event loop, as early as can be: the file is read while the screen is being made.
        """
        self._loop = asyncio.get_running_loop()
        self._opening = self._database.submit(self._open)

    async def opened(self) -> None:
        """Wait until the palace is open, and watch it from now on; raises PalaceError.

        A palace that cannot be opened is tried again with every look of the watch.
        """
        if self._opening is None:
            self.begin()
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch(), name="watch the palace")
        if self._opening is not None:
            await self._without_trouble(explained(asyncio.wrap_future(self._opening)))

    async def reopen(self) -> None:
        """Close the palace and open the file that is there now, and load its vectors; raises PalaceError."""
        await explained(asyncio.gather(*self._understanding.let_go()))
        self._publish(MeaningChanged(Meaning.WAITING))
        await self._without_trouble(self._finished(self._database.submit(self._open)))
        self._publish(PalaceChanged(EVERYTHING))
        await self.load_meaning()

    async def close(self) -> None:
        """Finish the writes that wait, close the palace and let the threads end; takes 2 s at most."""
        if self._closed:
            return
        self._closed = True
        if self._watching is not None:
            self._watching.cancel()
        endings = [
            asyncio.wrap_future(self._database.submit(self._close_database)),
            *self._understanding.stop(),
        ]
        self._database.stop()
        done, _ = await asyncio.wait(endings, timeout=CLOSING_TAKES_AT_MOST)
        for ending in done:
            if not ending.cancelled() and ending.exception() is not None:
                log.error("the palace was not closed cleanly", exc_info=ending.exception())

    # Reading and writing

    async def read(
        self, fn: Callable[[Palace, Surroundings], Result], *, caller: str | None = None
    ) -> Result:
        """Run `fn(palace, surroundings)` on the database thread and return what it returns.

        Of several reads by one `caller` only the latest is done: an earlier one that has not begun is
        cancelled (asyncio.CancelledError). Raises PalaceError.
        """
        self._comparing.asked()
        future = self._database.submit(lambda: fn(self._usable(), self._surroundings))
        return await self._latest(self._understanding.first.give(future), caller)

    async def write(self, fn: Callable[[Palace, Surroundings], Result]) -> Result:
        """Run `fn(palace, surroundings)`, which writes, on the database thread, after all earlier writes.

        Once handed in it is done even if the caller is cancelled. What it changed is published before this
        returns. Raises PalaceError, and then nothing was changed.
        """
        self._comparing.asked()
        done = self._understanding.first.give(self._database.submit(partial(self._write, fn)))
        waiting = asyncio.wrap_future(done)
        waiting.add_done_callback(look_at_outcome)
        return await explained(asyncio.shield(waiting))

    async def think(
        self,
        fn: Callable[[Palace, Surroundings, SemanticIndex], Result],
        *,
        caller: str | None = None,
    ) -> Result:
        """Run `fn(palace, surroundings, semantic)` on the compute thread, with its own connection.

        Raises MeaningNotReady at once when the model is not there; latest-wins like `read`.
        """
        if self.meaning.meaning is not Meaning.READY:
            raise not_ready(self.meaning)
        return await self._latest(self._understanding.think(fn, self.meaning), caller)

    async def search(
        self,
        query: Query,
        *,
        limit: int,
        scenes: frozenset[str] = frozenset(),
        words_only: bool = False,
        closely: bool = True,
        caller: str = "search",
    ) -> Answer:
        """Return what answers a question: by words and meaning when the model is ready, else by words.

        For results as one types, ask with `words_only` first and then without: the two run on different
        threads. Reading the nearest `closely` takes a multiple of the rest: ask for it when nobody types. Of
        several questions by one caller only the latest is answered. Without `scenes` the one that is switched
        on lifts what belongs to it.
        """
        if words_only or not query.words or self.meaning.meaning is not Meaning.READY:

            def by_words(palace: Palace, surroundings: Surroundings) -> Answer:
                return ask(
                    palace, query, surroundings, None, limit=limit, scenes=scenes_at_work(palace, scenes)
                )

            return await self.read(by_words, caller=f"{caller} words")

        def by_meaning(palace: Palace, surroundings: Surroundings, semantic: SemanticIndex) -> Answer:
            at_work = scenes_at_work(palace, scenes)
            return ask(palace, query, surroundings, semantic, limit=limit, scenes=at_work, closely=closely)

        return await self.think(by_meaning, caller=f"{caller} meaning")

    # The model

    async def load_meaning(self) -> None:
        """Load the model on the compute thread and give vectors to what has none; never raises.

        How it goes is published; without a usable model everything else works on.
        """
        if self.meaning.meaning in {Meaning.LOADING, Meaning.READY}:
            return
        self._publish(MeaningChanged(Meaning.LOADING))
        try:
            await self._finished(self._understanding.submit(self._understanding.load))
        except PalaceError as error:
            self._publish(MeaningChanged(Meaning.ABSENT, reason=error))
            return
        self._publish(MeaningChanged(Meaning.READY))
        await self.embed_missing()
        await self.take_in(ChangeSet())

    async def embed_missing(self, memory_ids: Iterable[int] | None = None) -> None:
        """Give vectors to those of some memories (None: all) that lack one; never raises.

        It is done batch by batch, none while an answer is waited for. What has none is found by its words.
        """
        if self.meaning.meaning is not Meaning.READY:
            return
        self._understanding.want(memory_ids)
        if self.learning.going_on:
            return
        embedded = await self.learning.run(lambda: self._closed, self.look_around)
        if self.learning.paused:
            self._publish(replace(self.meaning, per_second=None, seconds_left=None, paused=True))
        elif embedded:
            self._publish(MeaningChanged(Meaning.READY))
        if embedded:
            self._publish(PalaceChanged(ChangeSet(kinds=frozenset({Changed.EMBEDDING}))))

    async def go_on_embedding(self) -> None:
        """Go on giving vectors where a person stopped it; never raises."""
        self.learning.resume()
        await self.embed_missing()

    async def take_in(self, changes: ChangeSet | None) -> None:
        """Embed what changed (None: whatever did), then compare it with what is there; never raises."""
        if changes is None or changes.memory_ids:
            await self.embed_missing(None if changes is None else changes.memory_ids)
        self._understanding.arrived(
            None if changes is None else Arrivals(tuple(changes.candidate_ids), tuple(changes.memory_ids))
        )
        if self.learning.going_on or self.meaning.meaning is not Meaning.READY:
            return
        if await self._comparing.run(lambda: self._closed):
            # Another program may have written between two of our own commits.
            self._publish(PalaceChanged(EVERYTHING))

    async def reorganise(self) -> PairsSought:
        """Compare everything with everything in the background; never raises, says how it ended."""
        if self.meaning.meaning is not Meaning.READY:
            return PairsSought(failed=not_ready(self.meaning))
        return await self.reorganising.run(lambda: self._closed)

    def _tell_of_pairs(self) -> None:
        self._publish_from_thread(PairsNews(self.reorganising.progress, self.reorganising.going_on))

    async def _compared(self, changed: int) -> None:
        await self._finished(self._database.submit(self._take_note_of_version))
        if changed:
            kinds = frozenset({Changed.CONFLICT, Changed.JOURNAL})
            self._publish(PalaceChanged(ChangeSet(kinds=kinds)))

    def _take_note_of_version(self) -> None:
        """Take the commit of our own second connection for what it is: nobody else's."""
        self._data_version = self._usable().data_version()

    # What runs on the database thread

    def _open(self) -> None:
        self._close_database()
        try:
            self._palace = self._doors.open_palace()
        except PalaceError as error:
            self._unopened = error
            raise
        self._data_version = self._palace.data_version()
        self.read_only_because = self._palace.read_only_because

    def _usable(self) -> Palace:
        if self._palace is None:
            raise self._unopened or PalaceUnavailable("the palace is not open")
        return self._palace

    def _write(self, fn: Callable[[Palace, Surroundings], Result]) -> Result:
        self._look_around()
        palace = self._usable()
        watched = WatchedPalace(palace)
        try:
            return fn(cast(Palace, watched), self._surroundings)
        finally:
            self._data_version = (self._data_version or 0) + watched.commits
            if watched.changes:
                self._publish_from_thread(PalaceChanged(watched.changes))

    def _look_around(self) -> None:
        """Publish that somebody else wrote, where the version is not the one that our own commits led to."""
        if self._palace is None:
            self._open()
            self._publish_from_thread(PalaceChanged(EVERYTHING))
        version = self._usable().data_version()
        if version != self._data_version:
            self._data_version = version
            if self.learning.going_on:
                before, self._decided = self._decided, what_was_decided(self._usable())
                if self._decided == before:
                    return  # Vectors of our own, of which the end of learning tells.
            foreign = not (self.learning.going_on or self._comparing.going_on or self.reorganising.going_on)
            self._publish_from_thread(PalaceChanged(EVERYTHING, foreign=foreign))

    def _close_database(self) -> None:
        if self._palace is not None:
            self._palace.close()
            self._palace = None

    # Between the threads

    async def look_around(self) -> None:
        """Look now whether anybody wrote to the palace; raises PalaceError."""
        await self._finished(self._database.submit(self._look_around))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_EVERY)
            with suppress(PalaceError):
                await self._without_trouble(self.look_around())

    async def _without_trouble(self, work: Awaitable[None]) -> None:
        """Wait for work on the palace, and tell whether it can be used after it."""
        try:
            await work
        except PalaceError as error:
            self._trouble_is(error)
            raise
        self._trouble_is(None)

    def _trouble_is(self, error: PalaceError | None) -> None:
        before = None if self._trouble is None else str(self._trouble)
        now = None if error is None else str(error)
        if before != now:
            self._trouble = error
            self._publish(PalaceTrouble(error))

    async def _finished(self, job: "Future[Result]") -> Result:
        return await explained(asyncio.wrap_future(job))

    async def _latest(self, future: "Future[Result]", caller: str | None) -> Result:
        if caller is not None:
            earlier = self._pending.get(caller)
            if earlier is not None:
                earlier.cancel()
            self._pending[caller] = future
        try:
            return await explained(asyncio.wrap_future(future))
        finally:
            if caller is not None and self._pending.get(caller) is future:
                del self._pending[caller]

    def _publish(self, news: News) -> None:
        if self._closed:
            return
        if isinstance(news, MeaningChanged):
            self.meaning = news
        self._tell(news)

    def _publish_from_thread(self, news: News) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._publish, news)
