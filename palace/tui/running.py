"""Runs the app from the first byte to the last: the log, the colours, an exit status that is true."""

import logging
import os
import sys
from contextlib import suppress

from palace.tui.app import Mode, PalaceApp
from palace.tui.first_page import FirstPage
from palace.tui.logbook import begin_log
from palace.tui.opened import Doors
from palace.tui.terminal import colours_wanted


def run_app(doors: Doors, *, mode: Mode = "home", page: FirstPage | None = None) -> int:
    """Run the app in this terminal until the person leaves; returns the exit status.

    0 done, 1 failed, above 128 ended by a signal. `page` is the first page if it was painted already.
    """
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]
    if colours_wanted(os.environ).none:
        os.environ["NO_COLOR"] = "1"
    begin_log(doors.state_directory)
    app = PalaceApp(doors, mode=mode, page=page)
    result = app.run(mouse=doors.settings.mouse)
    status = app.return_code or result or 0
    _let_go_of_lost_streams()
    if app.gateway.busy:
        _leave_at_once(status)
    return status


def _let_go_of_lost_streams() -> None:
    """Put the null device in the place of a terminal that is gone: flushing it would change the status."""
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except (OSError, ValueError):
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115


def _leave_at_once(status: int) -> None:
    """End the process without waiting for the model's threads, which nothing can interrupt.

    The terminal is given back, the palace closed and every decision kept; what is given up is a load.
    """
    logging.shutdown()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)
