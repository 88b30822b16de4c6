"""All rows of a palace that are truth, out in one order and back into an empty palace."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress

from palace.domain.errors import InvalidInput, Refused
from palace.domain.journal import RowValue
from palace.services.whole_palace_ports import FileMark, PalaceHeader, PalaceRow
from palace.storage import full_text
from palace.storage.database import Database, bindable, mark, text_of_bytes
from palace.storage.faults import explaining
from palace.storage.instants import instant_of
from palace.storage.journal_rows import LIGHT_COLUMNS, decision_of
from palace.storage.migrations import NEWEST_SCHEMA, schema_of
from palace.storage.rows import (
    candidate_of,
    conflict_of,
    evidence_of,
    link_of,
    memory_of,
    saved_search_of,
    tombstone_of,
    version_of,
)
from palace.storage.tables import (
    CANDIDATE,
    CONFLICT,
    EVIDENCE,
    LINK,
    MEMORY,
    MEMORY_VERSION,
    SAVED_SEARCH,
    TOMBSTONE,
    Table,
)

TRUTH: Mapping[str, str] = {
    "memory": "id",
    "memory_version": "memory_id, version",
    "candidate": "id",
    "evidence": "candidate_id, source, day",
    "conflict": "id",
    "link": "from_id, to_id, kind",
    "tombstone": "content_hash",
    "saved_search": "id",
    "decision": "id",
    "usage": "id",
    "job_run": "id",
    "read_bullet": "path, content_hash",
    "health_day": "day",
}
"""The tables whose rows nothing else can tell again, in the order they go in, and how rows are sorted."""

REBUILT = frozenset(
    {
        "embedding",
        "vector_chunk",
        "vector_revision",
        "vector_free_slot",
        "compared",
        "memory_text",
        "candidate_text",
    }
)
"""The tables that are made anew from the rows."""

_WRITTEN_BY_THE_WAY = frozenset({"usage", "job_run", "health_day"})
"""What a palace writes of itself before anybody told it anything: it makes way for what is restored."""

_OF_THIS_MACHINE = ("file:", "workspace", "schedule", "lock")
"""How the keys of `meta` begin that are about where a palace is, not about what it is."""

_AT_ONCE = 500

_READERS: tuple[tuple[Table, Callable[[tuple[RowValue, ...]], object]], ...] = (
    (MEMORY, memory_of),
    (MEMORY_VERSION, version_of),
    (CANDIDATE, candidate_of),
    (EVIDENCE, evidence_of),
    (CONFLICT, conflict_of),
    (LINK, link_of),
    (TOMBSTONE, tombstone_of),
    (SAVED_SEARCH, saved_search_of),
)


class WholePalace:
    """See `whole_palace_ports.WholePalace`; `transaction` is how its palace writes."""

    def __init__(self, database: Database, transaction: Callable[[], AbstractContextManager[None]]) -> None:
        self._database = database
        self._transaction = transaction

    @contextmanager
    def reading(self) -> Iterator[tuple[PalaceHeader, Iterator[PalaceRow]]]:
        """Return all that is truth, as it is at one instant."""
        self._database.execute("BEGIN")
        try:
            yield self._header(), self._rows()
        finally:
            self._database.roll_back()

    def is_empty(self) -> bool:
        """Whether nothing was ever taken in or decided here."""
        return not any(self._count(table) for table in self._tables() if table not in _WRITTEN_BY_THE_WAY)

    def restore(self, header: PalaceHeader, rows: Iterable[PalaceRow], *, apply: bool) -> None:
        """Make an empty palace what these rows say, in one transaction; without `apply` only try it."""
        if header.schema > NEWEST_SCHEMA:
            raise Refused(
                "these lines are of schema {schema}; this Palace knows {known}",
                next_step="read them with the Palace that wrote them",
                schema=header.schema,
                known=NEWEST_SCHEMA,
            )
        with suppress(_OnlyTried), self._transaction():
            if not self.is_empty():
                raise Refused(
                    "the palace {path} is not empty: lines restore a palace only into an empty one",
                    next_step="palace init NEW.db makes one",
                    path=self._database.path,
                )
            self._fill(header, rows)
            if not apply:
                raise _OnlyTried

    def mark(self, path: str) -> FileMark | None:
        """Return what is remembered of a file."""
        found = self._database.row("SELECT value FROM meta WHERE key = ?", (_key_of(path),))
        if found is None:
            return None
        how, _, digest = str(found[0]).partition(" ")
        return FileMark(digest, how == "written")

    def remember(self, path: str, mark: FileMark) -> None:
        """Remember what a file holds."""
        with self._transaction():
            self._database.execute(
                "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
                (_key_of(path), f"{'written' if mark.written else 'read'} {mark.digest}"),
            )

    def _tables(self) -> list[str]:
        there = {row[0] for row in self._database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return [table for table in TRUTH if table in there]

    def _count(self, table: str) -> int:
        return self._database.number(f"SELECT count(*) FROM {table}")

    def _columns(self, table: str) -> list[str]:
        return [row[1] for row in self._database.rows(f"PRAGMA table_info({table})")]

    def _header(self) -> PalaceHeader:
        meta = self._database.rows("SELECT key, value FROM meta ORDER BY key")
        last = self._database.rows("SELECT name, seq FROM sqlite_sequence ORDER BY name")
        tables = self._tables()
        return PalaceHeader(
            schema=schema_of(self._database),
            meta={key: value for key, value in meta if not key.startswith(_OF_THIS_MACHINE)},
            last_ids={name: number for name, number in last if name in tables},
            counts={table: self._count(table) for table in tables},
        )

    def _rows(self) -> Iterator[PalaceRow]:
        for table in self._tables():
            columns = self._columns(table)
            with explaining(self._database.path):
                cursor = self._database.connection.execute(
                    f"SELECT {', '.join(columns)} FROM {table} ORDER BY {TRUTH[table]}"
                )
            while fields := self._next(cursor):
                for each in fields:
                    yield PalaceRow(table, dict(zip(columns, each, strict=True)))

    def _next(self, cursor: sqlite3.Cursor) -> list[tuple[RowValue, ...]]:
        """Return the next rows; text that is not UTF-8 comes as it is stored."""
        connection = self._database.connection
        connection.text_factory = text_of_bytes
        try:
            with explaining(self._database.path):
                return cursor.fetchmany(_AT_ONCE)
        finally:
            connection.text_factory = str

    def _fill(self, header: PalaceHeader, rows: Iterable[PalaceRow]) -> None:
        self._database.execute("PRAGMA defer_foreign_keys = ON")
        for table in _WRITTEN_BY_THE_WAY:
            self._database.execute(f"DELETE FROM {table}")
        columns = {table: frozenset(self._columns(table)) for table in self._tables()}
        for row in rows:
            self._check(row, columns)
            self._insert(row)
        if broken := self._database.rows("PRAGMA foreign_key_check"):
            raise InvalidInput(
                "a row of {table} refers to something that is not among the lines",
                next_step="it was cut short or changed: export it again",
                table=broken[0][0],
            )
        for table, number in header.last_ids.items():
            self._raise_last_id(table, number)
        self._database.execute_many(
            "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
            [(key, value) for key, value in header.meta.items() if not key.startswith(_OF_THIS_MACHINE)],
        )
        for index in (full_text.MEMORY_TEXT, full_text.CANDIDATE_TEXT):
            full_text.rebuild(self._database, index)

    def _check(self, row: PalaceRow, columns: Mapping[str, frozenset[str]]) -> None:
        """Raise InvalidInput for a row that this palace could not read again."""
        if row.table not in columns:
            raise InvalidInput("line {line}: there is no table {table!r:.40}", line=row.line, table=row.table)
        if unknown := row.values.keys() - columns[row.table]:
            raise InvalidInput(
                "line {line}: {table} has no column {column!r:.40}",
                line=row.line,
                table=row.table,
                column=min(unknown),
            )
        try:
            for table, read in _READERS:
                if table.name == row.table:
                    read(tuple({**table.later, **row.values}[column] for column in table.columns))
            if row.table == "decision":
                light = {"approved": 0, **row.values}
                decision_of(
                    tuple(light[column] for column in LIGHT_COLUMNS.split(", ")), str(light["changes"])
                )
            if row.table == "usage":
                instant_of(str(row.values["at"]))
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise _unfit(row, error) from None

    def _insert(self, row: PalaceRow) -> None:
        values = [bindable(value) for value in row.values.values()]
        marks = ", ".join(map(mark, values))
        try:
            self._database.execute(
                f"INSERT INTO {row.table} ({', '.join(row.values)}) VALUES ({marks})", values
            )
        except (sqlite3.IntegrityError, OverflowError) as error:
            raise _unfit(row, error) from None

    def _raise_last_id(self, table: str, number: int) -> None:
        if self._database.row("SELECT 1 FROM sqlite_sequence WHERE name = ?", (table,)) is None:
            if table in self._tables():
                self._database.execute(
                    "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number)
                )
        else:
            self._database.execute(
                "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, table)
            )


class _OnlyTried(Exception):
    """Leaves a transaction whose changes were only tried."""


def _key_of(path: str) -> str:
    return f"file:{json.dumps(path)[1:-1]}"


def _unfit(row: PalaceRow, error: Exception) -> InvalidInput:
    return InvalidInput(
        "line {line}: this row of {table} does not fit ({cause})",
        next_step="repair the line, or export the palace again",
        line=row.line,
        table=row.table,
        cause=str(error)[:120] or type(error).__name__,
    )
