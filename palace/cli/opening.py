"""Opens the app on a palace."""

import os
from dataclasses import replace
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
    if make_if_missing and not path.exists() and not path.is_symlink():
        bootstrap.create_palace(path, invocation.settings).close()
    bootstrap.open_palace(path, invocation.settings).close()
    settings = invocation.settings
    theme = getattr(invocation.arguments, "theme", None)
    if theme:
        settings = replace(settings, theme=theme)
    from palace.tui.app import run_app

    doors = bootstrap.doors(path, settings, invocation.catalog, os.environ)
    return run_app(doors, mode=mode)
