"""What is due, run for the app in a process of its own: the screen stays quick, and a crash hurts nothing."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from palace.tui.jobs_due import DueTold, RunDue

LOOKED_AFTER = 0.1
"""Seconds between two looks whether it shall stop."""

GRACE = 5.0
"""Seconds in which a run that is told to end does so by itself; then it is ended.

What a job writes, it writes in one transaction: nothing is left half done either way.
"""


def due_in_child(palace_path: Path, config_file: str, language: str) -> "RunDue":
    """Return what runs `palace job run-due` on a palace; with True only what it would do is said."""

    def run(dry_run: bool, stop: Event) -> "DueTold":
        from palace.tui.jobs_due import DueTold

        words = [sys.executable, "-m", "palace", "--palace", str(palace_path), "--lang", language]
        words += ["--config", config_file] if config_file else []
        words += ["job", "run-due", *(["--dry-run"] if dry_run else [])]
        with subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=os.name == "posix",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        ) as child:
            said, stopped = _said_by(child, stop)
        return DueTold(child.returncode, said.decode("utf-8", "replace"), stopped)

    return run


def _said_by(child: "subprocess.Popen[bytes]", stop: Event) -> tuple[bytes, bool]:
    """Return all that a process says until it ends, and whether it was ended because of `stop`."""
    told_at: float | None = None
    while True:
        if stop.is_set() and told_at is None:
            told_at = monotonic()
            child.terminate()
        elif told_at is not None and monotonic() - told_at > GRACE:
            child.kill()
        try:
            said, _ = child.communicate(timeout=LOOKED_AFTER)
        except subprocess.TimeoutExpired:
            continue
        return said, told_at is not None and child.returncode != 0
