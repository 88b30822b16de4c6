"""Going over all pairs while the app is open: in the background, with its progress, until done or stopped."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from palace.domain.errors import PalaceError
from palace.services.pairs_to_judge import PairsFound
from palace.tui.messages import PairsSought
from palace.tui.understanding import Understanding

Result = TypeVar("Result")

log = logging.getLogger("palace.tui")


class Reorganising:
    """Lets the compute thread compare everything, block by block; questions of the person go first.

    `told` is called from either thread after each block, `changed` after each leg with how many pairs changed
    by it.
    """

    def __init__(
        self,
        understanding: Understanding,
        told: Callable[[], None],
        changed: Callable[[int], Awaitable[None]],
    ) -> None:
        self._understanding = understanding
        self._told = told
        self._changed = changed
        self._stopping = False
        self.going_on = False
        self.progress = PairsSought()

    def stop(self) -> None:
        """Stop after the block that is being compared; what was compared stays compared."""
        self._stopping = True

    async def run(self, closed: Callable[[], bool]) -> PairsSought:
        """Compare everything anew, or go on where it was stopped in this sitting; never raises."""
        if self.going_on:
            return self.progress
        anew = not self.progress.stopped
        self.going_on, self._stopping, self.progress = True, False, PairsSought()
        failed: PalaceError | None = None
        try:
            total = await self._finished(partial(self._understanding.begin_finding_pairs, anew=anew))
            self.progress = PairsSought(total=total)
            self._told()
            stopped = True
            while stopped and not (self._stopping or closed()):
                before = self.progress

                def goes_on(found: PairsFound, before: PairsSought = before) -> bool:
                    self.progress = _further(before, found)
                    self._told()
                    return not (self._stopping or closed() or self._understanding.has_questions)

                found = await self._finished(partial(self._understanding.find_pairs, goes_on))
                self.progress = _further(before, found)
                stopped = found.stopped
                await self._changed(len(found.found) + len(found.voided))
        except PalaceError as error:
            failed = error
        except Exception as error:
            log.error("going over all pairs failed", exc_info=error)
            failed = PalaceError("going over all pairs failed: {cause}", cause=type(error).__name__)
        finally:
            self.going_on = False
        last = self.progress
        self.progress = PairsSought(
            last.done, last.total, last.found, last.closed, stopped=self._stopping, failed=failed
        )
        self._told()
        return self.progress

    async def _finished(self, job: Callable[[], Result]) -> Result:
        return await asyncio.wrap_future(self._understanding.submit(job))


def _further(before: PairsSought, found: PairsFound) -> PairsSought:
    return PairsSought(
        before.done + found.compared,
        before.total,
        before.found + len(found.found),
        before.closed + len(found.voided),
    )
