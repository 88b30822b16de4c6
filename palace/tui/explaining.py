"""What comes out of the threads: an answer, or an error that a person can understand."""

import asyncio
import logging
from typing import TypeVar

from palace.domain.errors import PalaceError

Result = TypeVar("Result")

log = logging.getLogger("palace.tui")


class Fault(PalaceError):
    """Something went wrong that nobody foresaw; the log holds the details."""


async def explained(waiting: "asyncio.Future[Result]") -> Result:
    """Wait, and let nothing out that is not a PalaceError."""
    try:
        return await waiting
    except PalaceError:
        raise
    except Exception as error:
        log.error("a call into the palace failed", exc_info=error)
        raise Fault(
            "something went wrong in the program: {cause}",
            next_step="the log in the state directory holds the details",
            cause=f"{type(error).__name__}: {error}",
        ) from error


def look_at_outcome(waiting: "asyncio.Future[Result]") -> None:
    """Fetch the outcome, so that a write whose caller has left is not reported as forgotten."""
    if not waiting.cancelled():
        waiting.exception()
