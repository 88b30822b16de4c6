"""Copying a palace whole: under another name first, checked and counted, and only then where it belongs."""

import os
import re
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from palace.domain.errors import PalaceError, PalaceUnavailable
from palace.storage.connection import FILE_MODE, FOLDER_MODE, connect
from palace.storage.copy_sums import sum_file_of, sum_line
from palace.storage.database import Database, Patience
from palace.storage.faults import explained, primary_code

BACKUPS = "backups"
"""The folder of copies beside a palace."""

PAGES_AT_ONCE = 2_000
"""So many pages are copied between two chances to be interrupted."""

UNFINISHED = re.compile(r"\..+\.[0-9a-f]{8}\.new(?:-journal|-wal|-shm)?")
"""The names of files that were not finished, and of what SQLite kept beside them."""

_OF_THE_COPY = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}
)
"""What SQLite reports while copying that concerns where the copy is made, not the palace."""

Counts = Mapping[str, int]
"""How many rows each table has."""


def count_rows(database: Database) -> Counts:
    """Return how many rows each table of a file has; raises PalaceUnavailable where it is damaged."""
    tables = database.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        " AND name NOT LIKE 'sqlite_%' ORDER BY name"
    )
    quoted = (str(row[0]).replace('"', '""') for row in tables)
    return {name: database.number(f'SELECT count(*) FROM "{name}"') for name in quoted}


def copy_into_folder(
    database: Database,
    target: Path,
    patience: Patience,
    finish: Callable[[Database], None] | None = None,
) -> Counts:
    """Copy a palace to a file that gets its name once it is whole; returns how many rows are in it.

    `finish` changes the copy before it gets its name. Other processes may write to the palace meanwhile: the
    copy is of one instant. An older file of that name is replaced. The sum of its bytes lies beside it then
    (`copy_sums.py`). Raises PalaceUnavailable when no copy can be made there, or when what was copied is not
    whole.
    """
    sums = sum_file_of(target)
    with unfinished_file(target, database.path) as unfinished, unfinished_file(sums, database.path) as summed:
        counted = copy_whole(database, unfinished, patience, finish)
        summed.write_bytes(sum_line(unfinished, target))
        _to_disk(summed)
        # Whenever it ends here: no copy ever stands beside the sum of another one.
        sums.unlink(missing_ok=True)
        unfinished.replace(target)
        summed.replace(sums)
        keep_names_of(target.parent)
    return counted


@contextmanager
def unfinished_file(target: Path, palace: Path) -> Iterator[Path]:
    """Make an empty file beside `target` that only its owner reads; it is gone afterwards, if still there.

    Raises PalaceUnavailable, telling that no copy of `palace` can be made there, for all that fails within.
    """
    folder = target.parent
    unfinished = folder / f".{target.name}.{secrets.token_hex(4)}.new"
    try:
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
        try:
            yield unfinished
        finally:
            for left in (unfinished, Path(f"{unfinished}-journal")):
                left.unlink(missing_ok=True)
    except OSError as error:
        raise no_copy(palace, folder, error.strerror or error) from None


def no_copy(palace: Path, folder: Path, cause: object) -> PalaceUnavailable:
    """Return the error of a copy that cannot be made in a folder."""
    return PalaceUnavailable(
        "no copy of {path} can be made in {folder}: {cause}",
        next_step="make the folder writable, or make room on its disk",
        path=palace,
        folder=folder,
        cause=cause,
    )


def keep_names_of(folder: Path) -> None:
    """Let the names in a folder outlast a loss of power, where the system can do that."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def copy_pages(source: Database, target: Database, folder: Path) -> None:
    """Make an open file the same as another, in one transaction; `folder` is where that one lies."""
    try:
        source.connection.backup(
            target.connection, pages=PAGES_AT_ONCE, progress=lambda status, remaining, total: None
        )
    except sqlite3.Error as error:
        raise explained_copy(error, source.path, folder) from error


def explained_copy(error: sqlite3.Error, palace: Path, folder: Path) -> PalaceError:
    """Return what an error while copying means: where the copy is made, or in the palace."""
    if primary_code(error) in _OF_THE_COPY:
        return no_copy(palace, folder, error)
    return explained(error, palace) or no_copy(palace, folder, error)


def check_room(folder: Path, needed: int, palace: Path) -> None:
    """Raise PalaceUnavailable where the disk of a folder has no room for so many bytes."""
    with suppress(OSError):
        free = shutil.disk_usage(folder).free
        if free < needed:
            raise PalaceUnavailable(
                "no copy of {path} can be made in {folder}: it needs {needed}, and {free} are free",
                next_step="make room on that disk, then do it again",
                path=palace,
                folder=folder,
                needed=megabytes(needed),
                free=megabytes(free),
            )


def megabytes(count: int) -> str:
    """Return a number of bytes in MB, for people."""
    return f"{count / 1_000_000:,.1f} MB"


def size_of(database: Database) -> int:
    """Return how many bytes a copy of a palace will have."""
    return database.number("PRAGMA page_count") * database.number("PRAGMA page_size")


def copy_whole(
    database: Database, unfinished: Path, patience: Patience, finish: Callable[[Database], None] | None = None
) -> Counts:
    """Copy a palace into an empty file and check it; returns how many rows are in it. See above."""
    folder = unfinished.parent
    check_room(folder, size_of(database), database.path)
    with closing(connect(unfinished, "mode=rw", patience)) as copy:
        with _one_instant(database):
            counted = count_rows(database)
            copy_pages(database, copy, folder)
        # A copy that is moved later must be one file: it keeps no log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
        if (found := count_rows(copy)) != counted:
            raise _not_whole(f"{sum(found.values())} ≠ {sum(counted.values())}")
        if finish is not None:
            try:
                finish(copy)
            except sqlite3.Error as error:
                raise explained_copy(error, database.path, folder) from error
            counted = count_rows(copy)
        check_whole(copy)
    _to_disk(unfinished)
    return counted


@contextmanager
def _one_instant(database: Database) -> Iterator[None]:
    """Let all that is read within the block be of one instant, whoever writes meanwhile."""
    if database.in_transaction:
        yield
        return
    database.execute("BEGIN")
    try:
        yield
    finally:
        database.roll_back()


def _to_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def check_whole(copy: Database) -> None:
    """Raise PalaceUnavailable where a copy is damaged."""
    try:
        verdict = copy.row("PRAGMA integrity_check(1)")
    except PalaceUnavailable as error:
        raise _not_whole(error.message) from None
    if verdict is None or verdict[0] != "ok":
        raise _not_whole(str(verdict[0]) if verdict else "")


class NotWhole(PalaceUnavailable):
    """What was copied is damaged."""


def _not_whole(cause: str) -> NotWhole:
    return NotWhole(
        "the copy of the palace is not whole: {cause}",
        next_step="palace doctor says how far the palace itself is damaged",
        cause=cause,
    )
