"""Making a palace, opening one that is up to date, and bringing an older one up to date after a copy."""

import errno
import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from palace.domain.clock import Clock
from palace.domain.errors import PalaceUnavailable, Refused
from palace.domain.identifiers import NewUid
from palace.storage.connection import FILE_MODE, FOLDER_MODE, Opened, connect, open_file, real_path
from palace.storage.database import Database, Patience
from palace.storage.instants import instant_text
from palace.storage.migrations import NEWEST_SCHEMA, bring_up_to_date, name_of_copy, schema_of


def create_file(path: Path, *, clock: Clock, new_uid: NewUid, patience: Patience) -> None:
    """Make a new, empty palace: whole under another name first, so that no half-made one is ever found.

    Raises Refused when something stands at the path already, PalaceUnavailable when it cannot be made.
    """
    import secrets

    real_path(path)
    target = path.expanduser().absolute()
    if os.path.lexists(target):
        raise _in_the_way(target)
    unfinished = target.with_name(f".{target.name}.{secrets.token_hex(4)}.new")
    try:
        _make_folder(target.parent)
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
        try:
            _fill(unfinished, clock, new_uid, patience)
            _move_in(unfinished, target)
        finally:
            unfinished.unlink(missing_ok=True)
    except FileExistsError:
        raise _in_the_way(target) from None
    except OSError as error:
        raise PalaceUnavailable(
            "no palace can be made at {path}: {cause}",
            next_step="choose a folder that you may write: palace init --palace FILE",
            path=target,
            cause=error.strerror or error,
        ) from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, f"{folder} is not a folder") from None


def _fill(path: Path, clock: Clock, new_uid: NewUid, patience: Patience) -> None:
    with closing(connect(path, "mode=rw", patience)) as database:
        bring_up_to_date(database)
        database.execute_many(
            "INSERT INTO meta (key, value) VALUES (?, ?)",
            [("palace_uid", new_uid()), ("made_at", instant_text(clock()))],
        )
        keep_log(database)


def _move_in(unfinished: Path, target: Path) -> None:
    try:
        target.hardlink_to(unfinished)
    except FileExistsError:
        raise
    except OSError:  # some file systems know no hard links: claim the name, then put the file there
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
        unfinished.replace(target)


def _in_the_way(path: Path) -> Refused:
    return Refused(
        "there is something at {path} already",
        next_step="open it with --palace {path}, or choose another name",
        path=path,
    )


def keep_log(database: Database) -> None:
    """Set the file to keep a write-ahead log, so that readers and a writer do not wait for each other."""
    mode = database.row("PRAGMA journal_mode")
    if mode is not None and mode[0] != "wal":
        database.patiently("PRAGMA journal_mode = WAL")


def open_up_to_date(path: Path, *, clock: Clock, read_only: bool, patience: Patience) -> Opened:
    """Open a palace; an older one is copied into the folder of backups, then brought up to date.

    A palace of a newer schema is opened for reading only.
    """
    opened = open_file(path, patience=patience, read_only=read_only)
    try:
        return _up_to_date(opened, clock, patience)
    except BaseException:
        opened.database.close()
        raise


def _up_to_date(opened: Opened, clock: Clock, patience: Patience) -> Opened:
    database = opened.database
    schema = schema_of(database)
    if schema > NEWEST_SCHEMA:
        database.execute("PRAGMA query_only = ON")
        because = f"a newer Palace made it (schema {schema}; this one knows {NEWEST_SCHEMA})"
        return replace(opened, read_only_because=because)
    if schema == NEWEST_SCHEMA:
        return opened
    if opened.read_only_because:
        raise PalaceUnavailable(
            "the palace {path} is of an older schema and cannot be brought up to date: {reason}",
            next_step="copy it to a folder that you may write, and open the copy",
            path=database.path,
            reason=opened.read_only_because,
        )
    from palace.storage.copying import BACKUPS, copy_into_folder

    copy_into_folder(database, database.path.parent / BACKUPS / name_of_copy(schema, clock()), patience)
    bring_up_to_date(database)
    return opened
