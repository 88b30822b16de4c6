"""What is written in portions and ends early: what was committed before is told, whatever the error says."""

from collections.abc import Iterator
from contextlib import contextmanager

from palace.cli.invocation import Invocation
from palace.domain.errors import PalaceError
from palace.storage.palace_file import PalaceFile


@contextmanager
def told_where_cut_off(invocation: Invocation, palace: PalaceFile) -> Iterator[None]:
    """Let an error through, and say first where something was done before it and stays done."""
    before = _newest_decision(palace)
    try:
        yield
    except PalaceError:
        if _newest_decision(palace) != before:
            invocation.output.error(invocation.say("cli.import.cut_off"))
        raise


def _newest_decision(palace: PalaceFile) -> int | None:
    """Return the number of the newest decision; None where there is none or it cannot be asked for."""
    try:
        newest = palace.decisions(limit=1)
    except PalaceError:
        return None
    return newest[0].id if newest else None
