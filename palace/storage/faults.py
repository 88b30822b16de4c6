"""What SQLite reports, turned into errors that a person can understand and act on."""

import sqlite3
from pathlib import Path
from types import TracebackType

from palace.domain.errors import PalaceBusy, PalaceError, PalaceUnavailable, ReadOnlyPalace

DAMAGED = "the palace {path} is damaged"
EARLIER_COPIES = (
    "palace backup list --palace {path} shows its earlier copies; "
    "palace restore --palace {path} puts one in its place"
)

_PRIMARY_CODE = 0xFF
"""An extended result code holds its primary code in the lowest eight bits."""


def primary_code(error: sqlite3.Error) -> int:
    """Return the primary result code of an error, 0 where the driver itself raised it."""
    return (getattr(error, "sqlite_errorcode", 0) or 0) & _PRIMARY_CODE


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another process held a lock."""
    return primary_code(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def explained(error: sqlite3.Error, path: Path) -> PalaceError | None:
    """Return what an error means for the palace at `path`; None where it is a fault of the program."""
    code = primary_code(error)
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return busy(path)
    if code == sqlite3.SQLITE_FULL:
        return PalaceUnavailable(
            "the disk that holds {path} is full; nothing was changed",
            next_step="make room on it, then do it again",
            path=path,
        )
    if code == sqlite3.SQLITE_READONLY:
        return ReadOnlyPalace(
            "the palace {path} cannot be written",
            next_step="check the permissions of the file and of its folder",
            path=path,
        )
    if code == sqlite3.SQLITE_NOTADB:
        return NoDatabase(DAMAGED, next_step=EARLIER_COPIES, path=path)
    if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT}:
        return damaged(path)
    if code in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOLFS}:
        return PalaceUnavailable(
            "the palace {path} cannot be read or written: {cause}",
            next_step="check the disk, and the permissions of the file and of its folder",
            path=path,
            cause=error,
        )
    if code == sqlite3.SQLITE_TOOBIG:
        return PalaceUnavailable("one value is too large for the palace {path}", path=path)
    return None


def busy(path: Path) -> PalaceBusy:
    """Return the error of a palace that another process keeps locked."""
    return PalaceBusy(
        "another process is writing to the palace {path}; nothing was changed",
        next_step="wait until it is done, then do it again",
        path=path,
    )


class NoDatabase(PalaceUnavailable):
    """SQLite does not know the file as a database: it is something else, or damaged in its first bytes."""


def is_damage(error: PalaceError) -> bool:
    """Whether an error says that a file is damaged, or too short to be one."""
    return error.template == DAMAGED


def damaged(path: Path) -> PalaceUnavailable:
    """Return the error of a palace whose file is damaged."""
    return PalaceUnavailable(DAMAGED, next_step=EARLIER_COPIES, path=path)


class Explaining:
    """Raises what SQLite reports within its block as a PalaceError where it is one.

    It stands around every single statement, so it is a plain object: a generator costs more than some do.
    """

    __slots__ = ("_path",)

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, sqlite3.Error):
            known = explained(error, self._path)
            if known is not None:
                raise known from error


def explaining(path: Path) -> Explaining:
    """Return a block that raises what SQLite reports in it as a PalaceError where it is one."""
    return Explaining(path)
