"""What is due, run for the app in a process of its own: the screen stays quick, and a crash hurts nothing."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from palace.tui.jobs_due import DueTold


def due_in_child(palace_path: Path, config_file: str, language: str) -> "Callable[[bool], DueTold]":
    """Return what runs `palace job run-due` on a palace; with True only what it would do is said."""

    def run(dry_run: bool) -> "DueTold":
        from palace.tui.jobs_due import DueTold

        words = [sys.executable, "-m", "palace", "--palace", str(palace_path), "--lang", language]
        words += ["--config", config_file] if config_file else []
        words += ["job", "run-due", *(["--dry-run"] if dry_run else [])]
        ended = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            start_new_session=os.name == "posix",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        return DueTold(ended.returncode, ended.stdout.decode("utf-8", "replace"))

    return run
