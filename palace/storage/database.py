"""One connection to a palace file: statements, transactions that wait with a bound, errors explained.

A connection belongs to the thread that opened it. No statement outside a transaction writes.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from palace.storage.faults import busy, explaining, is_busy

Value = str | int | float | bytes | None
Fields = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a lock of another process is waited for, in seconds.

    SQLite itself waits `one_try`; then the try is repeated, after a random pause of up to `longest_pause`
    so that two waiting processes do not keep step, until `altogether` is over.
    """

    one_try: float = 2.0
    altogether: float = 5.0
    longest_pause: float = 0.05


class Database:
    """A connection with the settings of a palace; see the module for its rules."""

    def __init__(self, connection: sqlite3.Connection, path: Path, patience: Patience) -> None:
        self.connection = connection
        self.path = path
        self._patience = patience

    def rows(self, sql: str, parameters: Sequence[Value] = ()) -> list[Fields]:
        """Return all rows of a query; raises PalaceUnavailable when the file cannot be read.

        Text with lone surrogates that is only compared, not stored, equals nothing.
        """
        try:
            with explaining(self.path):
                return self.connection.execute(sql, parameters).fetchall()
        except UnicodeEncodeError:
            return self.rows(sql, [bindable(value) for value in parameters])
        except sqlite3.OperationalError as error:
            if "decode" not in str(error):
                raise
        return self._rows_with_damaged_text(sql, parameters)

    def each(self, sql: str, parameters: Sequence[Value] = ()) -> Iterator[Fields]:
        """Yield the rows of a query of undamaged text and BLOBs, one in memory at a time.

        Until the last has been taken the file is read as it was at the first. Raises PalaceUnavailable.
        """
        with explaining(self.path):
            yield from self.connection.execute(sql, parameters)

    def _rows_with_damaged_text(self, sql: str, parameters: Sequence[Value]) -> list[Fields]:
        self.connection.text_factory = text_of_bytes
        try:
            with explaining(self.path):
                return self.connection.execute(sql, parameters).fetchall()
        finally:
            self.connection.text_factory = str

    def row(self, sql: str, parameters: Sequence[Value] = ()) -> Fields | None:
        """Return the first row of a query, or None."""
        found = self.rows(sql, parameters)
        return found[0] if found else None

    def number(self, sql: str, parameters: Sequence[Value] = ()) -> int:
        """Return the one number that a query gives; 0 where it gives none."""
        found = self.row(sql, parameters)
        return int(found[0] or 0) if found else 0

    def execute(self, sql: str, parameters: Sequence[Value] = ()) -> int:
        """Run one statement; returns the number of the row that it inserted last."""
        with explaining(self.path):
            return self.connection.execute(sql, parameters).lastrowid or 0

    def execute_many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """Run one statement once for each row of parameters."""
        with explaining(self.path):
            self.connection.executemany(sql, rows)

    def write_in_place(self, table: str, column: str, row: int, offset: int, data: bytes) -> None:
        """Overwrite bytes of a BLOB without rewriting the row."""
        with explaining(self.path), self.connection.blobopen(table, column, row) as blob:
            blob.seek(offset)
            blob.write(data)

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self.connection.in_transaction

    def begin(self) -> None:
        """Begin to write; raises PalaceBusy when another process keeps the lock for too long."""
        self.patiently("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Make what was written last; raises PalaceBusy, PalaceUnavailable (the change is still pending)."""
        self.patiently("COMMIT")

    def roll_back(self) -> None:
        """Forget what was written since `begin`."""
        if self.connection.in_transaction:
            with explaining(self.path):
                self.connection.execute("ROLLBACK")

    def patiently(self, sql: str) -> None:
        """Run a statement that needs a lock, waiting for it as long as the patience lasts."""
        deadline = monotonic() + self._patience.altogether
        while True:
            try:
                self.connection.execute(sql)
            except sqlite3.Error as error:
                if not is_busy(error):
                    with explaining(self.path):
                        raise
                if monotonic() >= deadline:
                    raise busy(self.path) from error
                from random import uniform

                sleep(uniform(0, self._patience.longest_pause))
            else:
                return

    def close(self) -> None:
        """Close the connection; closing twice does nothing."""
        self.connection.close()


def text_of_bytes(data: bytes) -> str:
    """Return stored text although it is not UTF-8: lone surrogates as they are, the rest replaced."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def bindable(value: Value) -> Value:
    """Return a value as SQLite takes it: text that UTF-8 has no bytes for as those of its surrogates."""
    if not isinstance(value, str) or value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogatepass")
    return value


def mark(value: Value) -> str:
    """Return the placeholder of a bindable value for a column that holds no bytes."""
    return "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
