"""`palace schedule`: print what makes the computer run the jobs; nothing is installed."""

import os
import shutil
import sys
from pathlib import Path

from palace.cli.invocation import Invocation
from palace.config.settings import LOCAL
from palace.domain.errors import InvalidInput
from palace.domain.filters import word_of
from palace.services.schedule_texts import ScheduleFormat, schedule_text
from palace.text.display import displayable

PLACES = ("XDG_CONFIG_HOME", "XDG_STATE_HOME")
"""What tells where settings and locks lie: what runs the jobs does not know of it by itself."""


def run(invocation: Invocation) -> int:
    """Print the text for cron, systemd or launchd, which calls this very palace."""
    form = word_of(ScheduleFormat, str(invocation.arguments.format))
    settings = invocation.settings
    zone = "" if settings.zone == LOCAL else settings.zone
    command = _command(invocation)
    for word in command:
        if displayable(word) != word:
            raise InvalidInput(
                "{path} has a character in its name that cannot stand in such a text",
                next_step="name it by a path without one, for instance through a link",
                path=word,
            )
    text = schedule_text(form, command, zone, settings.rules.jobs)
    invocation.output.lines(text.rstrip("\n"))
    return 0


def _command(invocation: Invocation) -> list[str]:
    """Return the call by whole paths, since what runs it knows no other folders, and no other environment."""
    named = ["--palace", str(invocation.palace_path.absolute())]
    config = invocation.arguments.config
    if config:
        named += ["--config", str(Path(config).absolute())]
    return [*_places(), *_program(), *named, "job", "run-due"]


def _program() -> list[str]:
    """Return what was called now; where that was no program of its own, the one that the shell finds."""
    called = Path(sys.argv[0]).absolute()
    if called.stem == "palace" and os.access(called, os.X_OK) and called.is_file():
        return [str(called)]
    found = shutil.which("palace")
    return [found] if found else [sys.executable, "-m", "palace"]


def _places() -> list[str]:
    """Return what tells a program where it finds its settings, where that is not the usual place."""
    places = ((name, os.environ.get(name, "")) for name in PLACES)
    told = [f"{name}={place}" for name, place in places if place and Path(place).is_absolute()]
    return [shutil.which("env") or "/usr/bin/env", *told] if told else []
