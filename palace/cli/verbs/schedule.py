"""`palace schedule`: print what makes the computer run the jobs; nothing is installed."""

import shutil
import sys

from palace.cli.invocation import Invocation
from palace.config.settings import LOCAL
from palace.domain.filters import word_of
from palace.services.schedule_texts import ScheduleFormat, schedule_text


def run(invocation: Invocation) -> int:
    """Print the text for cron, systemd or launchd, which calls this very palace."""
    form = word_of(ScheduleFormat, str(invocation.arguments.format))
    settings = invocation.settings
    zone = "" if settings.zone == LOCAL else settings.zone
    text = schedule_text(form, _command(invocation), zone, settings.rules.jobs)
    invocation.output.lines(text.rstrip("\n"))
    return 0


def _command(invocation: Invocation) -> list[str]:
    """Return the call by its whole path, since what runs it knows no other folders."""
    found = shutil.which("palace")
    program = [found] if found else [sys.executable, "-m", "palace"]
    named = ["--palace", str(invocation.palace_path.absolute())]
    config = invocation.arguments.config
    return [*program, *named, *(["--config", str(config)] if config else []), "job", "run-due"]
