"""Opens the app on a palace."""

import os
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Literal

from palace import bootstrap
from palace.cli.invocation import Invocation


def open_app(
    invocation: Invocation, path: Path, *, make_if_missing: bool, mode: Literal["home", "review"] = "home"
) -> int:
    """Run the app until the person leaves it and return its exit status.

    The palace is opened once before the screen is taken, so that what is wrong with it is one plain line.
    """
    if make_if_missing and not os.path.lexists(path):
        bootstrap.create_palace(path, invocation.settings).close()
    with closing(bootstrap.open_palace(path, invocation.settings)) as palace:
        name, told_at = palace.meta("name") or "", palace.meta("told_at")
    # The sample is told at one instant; its clock goes on from there, so that what is due today stays due.
    clock = bootstrap.clock_from(datetime.fromisoformat(told_at)) if told_at else bootstrap.now
    settings = invocation.settings
    theme = getattr(invocation.arguments, "theme", None)
    if theme:
        settings = replace(settings, theme=theme)
    from palace.tui.app import run_app

    doors = bootstrap.doors(path, settings, invocation.catalog, os.environ, name=name, clock=clock)
    return run_app(doors, mode=mode)
