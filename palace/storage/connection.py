"""Opening the file of a palace: what it may be, who may write it, and what is wrong with it if it is none."""

import errno
import os
import sqlite3
import stat
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from palace.domain.errors import NotFound, PalaceUnavailable
from palace.storage.database import Database, Patience
from palace.storage.faults import NoDatabase, damaged, explaining

APPLICATION_ID = 0x50414C43
"""Marks a SQLite file as a palace ("PALC" in ASCII)."""

FILE_MODE = 0o600
FOLDER_MODE = 0o700

NOT_A_PALACE = "{path} is not a palace"
EMPTY = "{path} is empty: there is no palace in it"

_MAGIC = b"SQLite format 3\x00"
_CACHED_STATEMENTS = 256
_CACHE_KILOBYTES = 16_000


@dataclass(frozen=True, slots=True)
class Identity:
    """Which file a path led to when it was opened: another one there later has another identity.

    `stamp` is when it was last written and how long it is; it does not count in telling files apart.
    """

    device: int
    inode: int
    stamp: tuple[int, int] = field(compare=False)

    @classmethod
    def of(cls, path: Path) -> "Identity | None":
        """Return the identity of what stands at a path now, None where nothing does."""
        try:
            found = path.stat()
        except OSError:
            return None
        return cls(found.st_dev, found.st_ino, (found.st_mtime_ns, found.st_size))


@dataclass(frozen=True, slots=True)
class Opened:
    """An open database, which file it is, and why it cannot be written (empty when it can).

    `frozen` tells that SQLite was promised that nobody changes the file: where somebody does all the same,
    it has to be opened anew.
    """

    database: Database
    identity: Identity
    read_only_because: str
    frozen: bool


def open_file(path: Path, *, patience: Patience, read_only: bool = False) -> Opened:
    """Open an existing palace.

    Raises NotFound where no file is, PalaceUnavailable saying what is wrong where it is no palace.
    """
    real = real_path(path)
    check_is_file(real)
    identity = Identity.of(real)
    if identity is None:
        raise _not_found(real)
    because = "it was opened for reading only" if read_only else _why_not_writable(real)
    frozen = bool(because) and _nobody_writes(real, may_freeze=read_only)
    mode = "mode=rw" if not because else "mode=ro&immutable=1" if frozen else "mode=ro"
    try:
        database = connect(real, mode, patience)
    except NoDatabase:
        raise what_it_is_instead(real) from None
    except PalaceUnavailable:
        if because and Path(f"{real}-wal").exists():
            raise PalaceUnavailable(
                "the palace {path} has changes in {log} that cannot be read here",
                next_step="copy both files to a folder that you may write, and open the copy",
                path=real,
                log=f"{real.name}-wal",
            ) from None
        raise
    if database.number("PRAGMA application_id") != APPLICATION_ID:
        database.close()
        raise PalaceUnavailable(
            "{path} is a SQLite database of another program, not a palace",
            next_step="name another file, or make a palace: palace init",
            path=real,
        )
    return Opened(database, identity, because, frozen)


def connect(path: Path, mode: str, patience: Patience) -> Database:
    """Return a connection with the settings of a palace; `mode` is SQLite's URI query."""
    with ExitStack() as closing_on_error, explaining(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?{mode}",
            uri=True,
            timeout=patience.one_try,
            isolation_level=None,
            cached_statements=_CACHED_STATEMENTS,
        )
        closing_on_error.callback(connection.close)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = NORMAL")
        # What is deleted is overwritten, wherever SQLite was built otherwise: a purged text leaves the file.
        connection.execute("PRAGMA secure_delete = ON").fetchone()
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")
        connection.execute("PRAGMA trusted_schema = OFF")
        if "mode=ro" in mode:
            connection.execute("PRAGMA query_only = ON")
        # The first read: it shows whether the file, and a log that waits beside it, can be read at all.
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        closing_on_error.pop_all()
    return Database(connection, path, patience)


def real_path(path: Path) -> Path:
    """Return a path with its links resolved; raises PalaceUnavailable for one that can lead nowhere."""
    try:
        real = path.expanduser().resolve()
        os.fsencode(real)
        if "\0" not in str(real):
            return real
    except (OSError, RuntimeError, UnicodeError, ValueError):
        pass
    raise PalaceUnavailable(
        "{path} is no path that a palace can have", next_step="name another one with --palace", path=str(path)
    )


def check_is_file(path: Path) -> None:
    """Raise NotFound or PalaceUnavailable, with what to do instead, unless a file with content is at `path`.

    The file itself is not opened here: closing a second descriptor of a file makes POSIX drop the locks that
    SQLite holds on it in this process, and another process would then take the log away under our writes.
    """
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise _not_found(path) from None
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from None
    if stat.S_ISDIR(found.st_mode):
        raise PalaceUnavailable(
            "{path} is a folder, not the file of a palace",
            next_step="name the file in it, for instance {suggestion}",
            path=path,
            suggestion=path / "palace.db",
        )
    if not stat.S_ISREG(found.st_mode):
        raise PalaceUnavailable("{path} is not a regular file, so it holds no palace", path=path)
    if not os.access(path, os.R_OK):
        raise _unreadable(path, os.strerror(errno.EACCES))
    if found.st_size == 0:
        raise PalaceUnavailable(
            EMPTY,
            next_step="remove it and make a palace there: palace init --palace {path}",
            path=path,
        )


def what_it_is_instead(path: Path) -> PalaceUnavailable:
    """Return the error for a file that SQLite does not know as a database: no lock on it can be lost."""
    with path.open("rb") as file:
        start = file.read(4096)
    if start.startswith(_MAGIC):
        return damaged(path)
    if _is_text(start):
        return PalaceUnavailable(
            "{path} is a text file, not a palace",
            next_step="to take in what it says: palace import {path}",
            path=path,
        )
    return PalaceUnavailable(
        NOT_A_PALACE, next_step="name another file, or make a palace: palace init", path=path
    )


def _unreadable(path: Path, cause: str) -> PalaceUnavailable:
    return PalaceUnavailable(
        "the palace {path} cannot be read: {cause}",
        next_step="check the permissions of the file and of its folder",
        path=path,
        cause=cause,
    )


def _is_text(start: bytes) -> bool:
    try:
        text = start.decode()
    except UnicodeDecodeError as error:
        if error.start < len(start) - 3:
            return False
        text = start[: error.start].decode()
    return "\x00" not in text


def _not_found(path: Path) -> NotFound:
    return NotFound("there is no palace {path}", next_step="make one: palace init --palace {path}", path=path)


def _why_not_writable(path: Path) -> str:
    if not os.access(path, os.W_OK):
        return "the file is read-only"
    if not os.access(path.parent, os.W_OK):
        return "its folder is read-only"
    return ""


def _nobody_writes(path: Path, *, may_freeze: bool) -> bool:
    """Whether the log that a writer keeps beside the file is missing, and none is made by us.

    A file that is only looked at (`may_freeze`) gets none although one could be made: a connection that only
    reads would leave it behind.
    """
    logs = (Path(f"{path}-wal"), Path(f"{path}-shm"))
    return (may_freeze or not os.access(path.parent, os.W_OK)) and not any(log.exists() for log in logs)
