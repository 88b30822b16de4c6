"""SQLite files of other programs, looked at and never touched: nothing is written to them or beside them."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from palace.domain.errors import PalaceError
from palace.storage.connection import APPLICATION_ID
from palace.storage.database import Value, text_of_bytes

LARGEST_COPIED = 2 * 1024**3
"""Bytes of a file with a log beside it that are copied to be looked at; a larger one is refused."""

_LOG = "-wal"


class ForeignDatabase:
    """A database of another program: which tables it has, and their rows."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    @property
    def is_palace(self) -> bool:
        """Whether it is the file of a palace."""
        with _explaining(self._path):
            found = self._connection.execute("PRAGMA application_id").fetchone()
        return bool(found) and found[0] == APPLICATION_ID

    def tables(self) -> Mapping[str, frozenset[str]]:
        """Return the columns of each table."""
        with _explaining(self._path):
            names = self._connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            ).fetchall()
            return {
                str(name): frozenset(
                    str(row[1]) for row in self._connection.execute(f"PRAGMA table_info({_quoted(name)})")
                )
                for (name,) in names
            }

    def rows(self, table: str, order: str = "rowid") -> Iterator[Mapping[str, Value]]:
        """Yield the rows of a table in the order of a column, as values by column.

        Raises PalaceError where the file is damaged.
        """
        with _explaining(self._path):
            found = self._connection.execute(
                f"SELECT * FROM {_quoted(table)} ORDER BY {order if order == 'rowid' else _quoted(order)}"
            )
            columns = [str(each[0]) for each in found.description]
            for row in found:
                yield dict(zip(columns, row, strict=True))


@contextmanager
def foreign_database(path: Path) -> Iterator[ForeignDatabase]:
    """Open a database of another program for reading.

    SQLite is promised that nobody changes the file, so that it makes none beside it; where changes wait in a
    log, a copy of both is looked at. Raises PalaceError saying why it cannot be read.
    """
    log = Path(f"{path}{_LOG}")
    with tempfile.TemporaryDirectory(prefix="palace-look-") as folder:
        looked_at = path
        with _explaining(path):
            if log.exists() and log.stat().st_size:
                looked_at = _copied(path, log, Path(folder))
            connection = sqlite3.connect(
                f"{looked_at.absolute().as_uri()}?mode={'rw' if looked_at is not path else 'ro&immutable=1'}",
                uri=True,
                isolation_level=None,
            )
        with closing(connection):
            connection.text_factory = text_of_bytes
            with _explaining(path):
                connection.execute("PRAGMA trusted_schema = OFF")
                connection.execute("PRAGMA query_only = ON")
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            yield ForeignDatabase(connection, path)


def _copied(path: Path, log: Path, folder: Path) -> Path:
    if path.stat().st_size + log.stat().st_size > LARGEST_COPIED:
        raise PalaceError(
            "{path} has changes in a log beside it and is too large to be copied",
            next_step="close the program that writes to it, then import again",
            path=path,
        )
    copy = folder / "looked-at.db"
    shutil.copyfile(path, copy)
    shutil.copyfile(log, f"{copy}{_LOG}")
    return copy


@contextmanager
def _explaining(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise PalaceError(
            "the database {path} cannot be read: {cause}",
            next_step="close the program that writes to it, or take an earlier copy",
            path=path,
            cause=error,
        ) from None


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
