"""Giving memories their vectors while the app is open: in the background, with its pace, stopped by a key."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from palace.domain.errors import PalaceError
from palace.domain.pace import Pace
from palace.tui.messages import Meaning, MeaningChanged
from palace.tui.understanding import Understanding

log = logging.getLogger("palace.tui")


class Learning:
    """Lets vectors be given, a few at a time, and none while the person waits for an answer.

    `told` is called from the thread that gives them after each few, with how far it is and how fast it goes.
    """

    def __init__(self, understanding: Understanding, told: Callable[[MeaningChanged], None]) -> None:
        self._understanding = understanding
        self._told = told
        self._pace = Pace()
        self._closed: Callable[[], bool] = bool
        self.going_on = False
        self.paused = False

    def pause(self) -> None:
        """Stop after those that are being embedded; what is noted stays noted."""
        self.paused = True

    def resume(self) -> None:
        """Let the next run go on."""
        self.paused = False

    async def run(self, closed: Callable[[], bool], committed: Callable[[], Awaitable[None]]) -> int:
        """Embed until nothing is noted, the app is closed or a person stops it; returns how many were.

        Never raises. `committed` is awaited when it ends well: the vectors were committed by a connection of
        our own, and that is nobody else's change.
        """
        self.going_on, self._closed, self._pace = True, closed, Pace()
        embedded = 0
        try:
            while self._understanding.wanted and not (closed() or self.paused):
                embedded += await asyncio.wrap_future(self._understanding.learn(self._goes_on))
            await committed()
        except PalaceError as error:
            log.warning("vectors could not be kept: %s", error)
            # Which ones is not known any more: the next time all are looked through.
            self._understanding.want(None)
        finally:
            self.going_on = False
        return embedded

    def _goes_on(self, done: int, total: int) -> bool:
        """Tell how far the vectors are, let questions pass; whether to go on, because nobody stopped it."""
        self._pace.told(time.monotonic(), done)
        rate, left = self._pace.per_second, self._pace.seconds_left(total)
        self._told(MeaningChanged(Meaning.READY, None, done, total, rate, left))
        self._understanding.first.wait()
        return not (self._closed() or self.paused or self._understanding.ends_learning)
