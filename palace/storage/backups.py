"""The folder of copies beside a palace: making one, telling what is there, letting old ones go."""

import logging
import os
import re
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from palace.domain.backup_rotation import copies_to_remove
from palace.domain.clock import local_day
from palace.domain.errors import PalaceError, PalaceUnavailable
from palace.domain.journal import Actor
from palace.domain.rules import BackupRules
from palace.services.backup_ports import BackedUp, Copy, CopySort
from palace.storage.connection import APPLICATION_ID, check_is_file, connect, what_it_is_instead
from palace.storage.copy_sums import BySum, by_sum, changed_since, sum_file_of
from palace.storage.copying import BACKUPS, check_whole, copy_into_folder, keep_names_of
from palace.storage.database import Database, Patience
from palace.storage.faults import NoDatabase, damaged
from palace.storage.holding import LOGS
from palace.storage.migrations import schema_of

if TYPE_CHECKING:
    from palace.services.forgetting_copies import Forgotten, HoldsPurged

log = logging.getLogger("palace.storage")

STAMP = "%Y%m%dT%H%M%SZ"

_STAMPED = re.compile(r"(?P<stem>.+)-(?P<stamp>\d{8}T\d{6}Z)(?:\.\d+)?\.db")
_PREFIXES = {
    "before-schema-": CopySort.BEFORE_SCHEMA,
    "before-restore-": CopySort.BEFORE_RESTORE,
    "damaged-": CopySort.DAMAGED,
    "kept-": CopySort.KEPT,
}


@dataclass(frozen=True, slots=True)
class BackupFolder:
    """The copies beside an open palace. See `backup_ports.Backups`."""

    database: Database
    zone: tzinfo
    rules: BackupRules
    patience: Patience = field(default_factory=Patience)

    @property
    def folder(self) -> Path:
        """Where the copies lie; it need not be there yet."""
        return folder_of(self.database.path)

    def back_up(self, now: datetime, *, keep: bool = False) -> BackedUp:
        """Make a copy now, check it, and let older ones go. Raises PalaceUnavailable."""
        target = free_name(self.folder, f"kept-{self._stem}" if keep else self._stem, now)
        copy_into_folder(self.database, target, self.patience)
        made = look_at(target)
        if made.error is not None:
            raise PalaceUnavailable(
                "the copy of the palace is not whole: {cause}",
                next_step="palace doctor says how far the palace itself is damaged",
                cause=made.error,
            )
        return BackedUp(made, tuple(self._make_room(made, now)))

    def back_up_once_a_day(self, now: datetime) -> BackedUp | None:
        """Make a copy unless a good one of today is there; None where it is. Raises PalaceUnavailable."""
        today = local_day(now, self.zone)
        for copy in self.copies():
            if self._is_rotated(copy) and not copy.fault and local_day(copy.made_at, self.zone) == today:
                return None
        return self.back_up(now)

    def copies(self) -> list[Copy]:
        """Return every copy that is there, newest first."""
        return copies_beside(self.database.path)

    def fault_of(self, copy: Copy) -> str:
        """Return what is wrong with a copy after reading all of it; empty where nothing is."""
        return fault_of(copy.path)

    def holding_purged(self) -> "list[HoldsPurged]":
        """Return the copies that hold what was purged since, newest first; raises PalaceUnavailable."""
        from palace.storage import purged_in_copies

        return purged_in_copies.holding_purged(self.database)

    def forget_purged(self, actor: Actor, *, remove: bool) -> "list[Forgotten]":
        """Take what was purged out of every copy; returns what became of each. Raises Refused."""
        from palace.storage import purged_in_copies

        return purged_in_copies.forget_purged(self.database, actor, remove=remove, patience=self.patience)

    @property
    def _stem(self) -> str:
        return self.database.path.stem

    def _is_rotated(self, copy: Copy) -> bool:
        return copy.sort is CopySort.ROTATED and stem_of(copy.path.name) == self._stem

    def _make_room(self, newest: Copy, now: datetime) -> Iterator[Path]:
        """Remove what may go of what `palace backup` made of this palace; `newest` was just found whole."""
        rotated = {
            copy.made_at: copy.path
            for copy in self.copies()
            if self._is_rotated(copy) and copy.palace_uid == newest.palace_uid and copy.path != newest.path
        }
        made = {*rotated, newest.made_at}
        for instant in copies_to_remove(made, now, self.zone, self.rules):
            if (path := rotated.get(instant)) is not None and newest.path.exists():
                try:
                    remove_copy(path)
                except PalaceUnavailable as error:
                    log.warning("%s", error.message)
                else:
                    yield path
        keep_names_of(self.folder)


def folder_of(palace: Path) -> Path:
    """Return the folder of copies beside a palace."""
    return palace.parent / BACKUPS


def free_name(folder: Path, stem: str, now: datetime) -> Path:
    """Return a name of a copy that is made now and that no other file has."""
    stamp = now.astimezone(UTC).strftime(STAMP)
    path, number = folder / f"{stem}-{stamp}.db", 1
    while os.path.lexists(path):
        number += 1
        path = folder / f"{stem}-{stamp}.{number}.db"
    return path


def copies_beside(palace: Path) -> list[Copy]:
    """Return every copy in the folder beside a palace, newest first; raises PalaceUnavailable."""
    folder = folder_of(palace)
    try:
        found = [path for path in folder.iterdir() if path.suffix == ".db" and path.name[0] != "."]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise PalaceUnavailable(
            "the folder {folder} cannot be read: {cause}",
            next_step="check its permissions",
            folder=folder,
            cause=error.strerror or error,
        ) from None
    return sorted((look_at(path) for path in found), key=lambda copy: (copy.made_at, copy.path), reverse=True)


def look_at(path: Path) -> Copy:
    """Return what a copy is, after opening it and counting; never raises for a copy that is no good."""
    named = _STAMPED.fullmatch(path.name)
    try:
        status = path.lstat()
        size, changed = status.st_size, datetime.fromtimestamp(status.st_mtime, UTC)
        if not stat.S_ISREG(status.st_mode):
            named = None
    except OSError:
        size, changed = 0, datetime.fromtimestamp(0, UTC)
    made_at = changed
    sort = CopySort.FOREIGN
    if named is not None:
        try:
            made_at = datetime.strptime(named["stamp"], STAMP).replace(tzinfo=UTC)
            sort = _sort_of(path.name)
        except ValueError:
            pass
    memories: int | None = None
    schema: int | None = None
    uid = ""
    error: PalaceError | None = None
    try:
        with closing(open_copy(path)) as database:
            schema = schema_of(database)
            memories = database.number("SELECT count(*) FROM memory")
            uid = uid_of(database)
    except PalaceError as raised:
        error = raised
    return Copy(
        path, sort, made_at, size, memories, schema, uid, "" if error is None else error.message, error
    )


def stem_of(name: str) -> str:
    """Return what a copy's name says before its stamp; empty for a name of another form."""
    named = _STAMPED.fullmatch(name)
    return "" if named is None else named["stem"]


def _sort_of(name: str) -> CopySort:
    return next((sort for prefix, sort in _PREFIXES.items() if name.startswith(prefix)), CopySort.ROTATED)


def fault_of(path: Path) -> str:
    """Return what is wrong with a copy after reading all of it; empty where nothing is."""
    error = check_copy(path).error
    return "" if error is None else error.message


@dataclass(frozen=True, slots=True)
class Checked:
    """A copy that was read through: how it compares with its sum, and what is wrong with it (or None).

    One whose bytes are others than its sum says is wrong though SQLite finds nothing.
    """

    by_sum: BySum
    error: PalaceError | None


def check_copy(path: Path) -> Checked:
    """Read all of a copy and return what came out; never raises for a copy that is no good."""
    compared = BySum.NONE
    try:
        compared = by_sum(path)
        error = error_within(path)
    except PalaceError as raised:
        error = raised
    if error is None and compared is BySum.OTHER:
        error = changed_since(path)
    return Checked(compared, error)


def error_within(path: Path) -> PalaceError | None:
    """Return what SQLite finds wrong with a copy after reading all of it; None where it finds nothing."""
    try:
        with closing(open_copy(path)) as database:
            check_whole(database)
            database.number("SELECT count(*) FROM memory")
    except PalaceError as error:
        return error
    return None


def remove_copy(path: Path) -> None:
    """Remove a copy, what SQLite kept beside it, and its sum; raises PalaceUnavailable naming the folder."""
    try:
        for each in (path, *(Path(f"{path}{log}") for log in LOGS), sum_file_of(path)):
            each.unlink(missing_ok=True)
    except OSError as error:
        raise PalaceUnavailable(
            "{path} cannot be removed: {cause}",
            next_step="check the permissions of the file and of its folder",
            path=path,
            cause=error.strerror or error,
        ) from None


def open_copy(path: Path) -> Database:
    """Open a copy without leaving anything beside it; raises PalaceUnavailable, NotFound."""
    check_is_file(path)
    try:
        # Nobody writes to a copy: promised so, SQLite makes neither locks nor logs beside it.
        aside = any(os.path.lexists(f"{path}{log}") for log in ("-wal", "-journal"))
        database = connect(path, "mode=ro" if aside else "mode=ro&immutable=1", Patience())
    except NoDatabase:
        raise what_it_is_instead(path) from None
    try:
        if database.number("PRAGMA application_id") != APPLICATION_ID:
            raise PalaceUnavailable(
                "{path} is a SQLite database of another program, not a palace",
                next_step="palace backup list shows the copies that are there",
                path=path,
            )
        if not database.row("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'memory'"):
            raise damaged(path)
    except BaseException:
        database.close()
        raise
    return database


def uid_of(database: Database) -> str:
    """Return the uid of the palace that a file holds; empty where it has none."""
    found = database.row("SELECT value FROM meta WHERE key = 'palace_uid'")
    return "" if found is None else str(found[0])
