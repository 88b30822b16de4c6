"""Run by a test: makes a copy or restores one, again and again, in processes that SIGKILL ends step by step.

Called with a folder that holds `palace.db` and `copy.db`, with how many steps to try, and with "restore" or
"backup". A step is where the work calls SQLite or lets the system change something, and where such a
call ends. Prints one line for each: the step, and the folder in which its process was killed; and at last how
many steps the whole takes.
"""

import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

from palace.domain.core_memory import NeedsApproval
from palace.domain.identifiers import uuid7
from palace.domain.journal import Actor
from palace.domain.rules import Rules
from palace.services.surroundings import Surroundings
from palace.storage import copying
from palace.storage.palace_file import PalaceFile
from palace.storage.restoring import Wanted, restore

WRITING = frozenset(
    {"open", "mkdir", "unlink", "replace", "rename", "fsync", "chmod", "sendfile", "truncate"}
)
"""Of the operating system only what changes something is a step."""

NOW = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)
SURROUNDINGS = Surroundings(lambda: NOW, UTC, Rules(), lambda: uuid7(NOW, os.urandom(10)))


class Steps:
    """Counts the steps, and ends the process at one of them."""

    def __init__(self, last: int) -> None:
        self.count = 0
        self._last = last

    def __call__(self, frame: FrameType, event: str, called: Any) -> None:
        if event in {"c_call", "c_return"} and (
            isinstance(getattr(called, "__self__", None), sqlite3.Connection)
            or (getattr(called, "__module__", "") == "posix" and called.__name__ in WRITING)
        ):
            self.step()

    def step(self, *_: int) -> None:
        self.count += 1
        if self.count == self._last:
            os.kill(os.getpid(), signal.SIGKILL)


def copied_in(folder: Path, last: int) -> int:
    """Make a copy; returns how many steps it took."""
    steps = Steps(last)
    copying.PAGES_AT_ONCE = 8
    with PalaceFile.open(
        folder / "palace.db", clock=SURROUNDINGS.clock, new_uid=SURROUNDINGS.new_uid
    ) as palace:
        sys.setprofile(steps)
        try:
            palace.backups.back_up(NOW)
        finally:
            sys.setprofile(None)
    return steps.count


def restored_in(folder: Path, last: int) -> int:
    """Restore, with the code of whatever P0 changes; returns how many steps it took."""
    wanted = Wanted(folder / "palace.db", folder / "copy.db")
    code = ""
    try:
        restore(wanted, SURROUNDINGS, Actor.PERSON)
    except NeedsApproval as needed:
        code = needed.code
    steps = Steps(last)
    copying.PAGES_AT_ONCE = 8
    sys.setprofile(steps)
    try:
        restore(Wanted(wanted.palace, wanted.copy, typed_code=code), SURROUNDINGS, Actor.PERSON)
    finally:
        sys.setprofile(None)
    return steps.count


def in_child(folder: Path, last: int, act: Callable[[Path, int], int]) -> int:
    """Do it in a process of its own; returns how many steps it took, 0 where it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, str(act(folder, last)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        count = told.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return 0
    return int(count)


def main(source: Path, tries: int, act: Callable[[Path, int], int]) -> None:
    """Count the steps, then be killed at as many of them as are asked for, spread evenly."""

    def fresh(name: str) -> Path:
        return Path(shutil.copytree(source, source.parent / name))

    whole = in_child(fresh("whole"), 0, act)
    for number in range(tries):
        step = 1 + number * (whole - 1) // max(1, tries - 1)
        folder = fresh(f"killed-{step}")
        if in_child(folder, step, act):
            raise SystemExit(f"step {step} was not reached")
        print(step, folder, flush=True)
    print(whole, "whole", flush=True)


main(Path(sys.argv[1]), int(sys.argv[2]), {"restore": restored_in, "backup": copied_in}[sys.argv[3]])
