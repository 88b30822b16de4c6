"""Comparing what comes in while the app is open: in the background, when nobody presses a key."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from palace.domain.errors import PalaceError
from palace.tui.understanding import Understanding

QUIET_AFTER = 0.5
"""Seconds without a reading or writing after which nobody is taken to be pressing keys."""

log = logging.getLogger("palace.tui")


class Comparing:
    """Lets the compute thread compare one thing after another, as long as something is noted.

    `done` is told after each how many pairs changed by it.
    """

    def __init__(self, understanding: Understanding, done: Callable[[int], Awaitable[None]]) -> None:
        self._understanding = understanding
        self._done = done
        self._asked_at = 0.0
        self.going_on = False

    def asked(self) -> None:
        """Take note that something is read or written now: comparing keeps out of its way."""
        self._asked_at = time.monotonic()

    async def run(self, closed: Callable[[], bool]) -> int:
        """Compare until nothing is noted or the app is closed; returns how many things were. Never raises.

        Returns 0 at once where it goes on already: what was noted meanwhile is compared then.
        """
        if self.going_on:
            return 0
        self.going_on = True
        count = 0
        try:
            while self._understanding.compares and not closed():
                await self._until_quiet()
                job = self._understanding.submit(self._understanding.compare)
                changed = await asyncio.wrap_future(job)
                if changed is not None:
                    count += 1
                    await self._done(changed)
        except PalaceError as error:
            log.warning("what came in was not compared: %s", error)
        except Exception as error:
            log.error("comparing what came in failed", exc_info=error)
        finally:
            self.going_on = False
        return count

    async def _until_quiet(self) -> None:
        while (since := time.monotonic() - self._asked_at) < QUIET_AFTER:
            await asyncio.sleep(QUIET_AFTER - since)
