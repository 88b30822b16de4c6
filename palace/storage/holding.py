"""Who else has the file of a palace open, and having it to oneself."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from palace.domain.errors import PalaceBusy, PalaceError, ReadOnlyPalace, Refused
from palace.storage.connection import EMPTY, NOT_A_PALACE, open_file, real_path
from palace.storage.database import Database, Patience
from palace.storage.faults import DAMAGED, is_damage

PROCESSES = Path("/proc")
LOGS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file that is in use."""

_BEYOND_OPENING = frozenset({DAMAGED, EMPTY, NOT_A_PALACE})
"""What is said of a file that may have been a palace. A text, or another program's database, was none."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that has the file open: its number and what it is called."""

    process: int
    name: str


def holders_of(path: Path) -> list[Holder]:
    """Return the other processes that have a file, or its log, open, as far as the system tells us.

    Where it tells nothing (no /proc, another person's processes) the list is empty.
    """
    wanted = {str(path), *(f"{path}{log}" for log in LOGS)}
    found: list[Holder] = []
    with suppress(OSError):
        for process in PROCESSES.iterdir():
            if process.name.isdecimal() and int(process.name) != os.getpid() and _has_open(process, wanted):
                found.append(Holder(int(process.name), _name_of(process)))
    return sorted(found, key=lambda holder: holder.process)


def _has_open(process: Path, wanted: set[str]) -> bool:
    with suppress(OSError):
        for descriptor in (process / "fd").iterdir():
            with suppress(OSError):
                if str(descriptor.readlink()) in wanted:
                    return True
    return False


def _name_of(process: Path) -> str:
    with suppress(OSError, UnicodeError):
        words = (process / "cmdline").read_bytes().split(b"\0")
        shown = " ".join(word.decode("utf-8", "replace") for word in words[:4] if word)
        return shown[:80] or (process / "comm").read_text("utf-8", "replace").strip()
    return ""


@contextmanager
def held_alone(path: Path, patience: Patience) -> Iterator[Database | None]:
    """Have a palace to oneself within the block: nobody else reads or writes it.

    Yields None where it is damaged beyond opening. Raises Refused where another process has it open,
    ReadOnlyPalace, PalaceUnavailable where it is no palace, NotFound where nothing is.
    """
    real = real_path(path)
    if holders := holders_of(real):
        raise in_use(real, holders)
    try:
        opened = open_file(real, patience=patience)
    except PalaceBusy:
        raise in_use(real, holders_of(real)) from None
    except PalaceError as error:
        if error.template not in _BEYOND_OPENING:
            raise
        yield None
        return
    database = opened.database
    try:
        if opened.read_only_because:
            raise ReadOnlyPalace(
                "the palace {path} can only be read: {reason}", path=real, reason=opened.read_only_because
            )
        # A connection that keeps its locks gets them only where no other one is open.
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        damaged = False
        try:
            database.begin()
            database.commit()
        except PalaceBusy:
            raise in_use(real, holders_of(real)) from None
        except PalaceError as error:
            if not is_damage(error):
                raise
            damaged = True
        yield None if damaged else database
    finally:
        database.close()


def in_use(path: Path, holders: list[Holder]) -> Refused:
    """Return the refusal of what needs the palace to itself."""
    if not holders:
        return Refused(
            "another process has the palace {path} open; nothing was changed",
            next_step="find it with lsof {path}, let it end (q in the app), then do it again",
            path=path,
        )
    return Refused(
        "another process has the palace {path} open: {who}; nothing was changed",
        next_step="let it end (q in the app), then do it again",
        path=path,
        who=", ".join(f"{holder.process} ({holder.name})" for holder in holders),
    )
