"""Writing rows of the journalled tables: every change is kept as an image before and after, and all that is
derived from a row (full text, vector codes) follows it within the same transaction."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from palace.domain.errors import Refused
from palace.domain.journal import Row, RowChange, RowValue, has_moved_on
from palace.storage import full_text, vectors
from palace.storage.core_gate import CoreGate
from palace.storage.database import Database, Value, bindable, mark
from palace.storage.tables import CANDIDATE, JOURNALLED, MEMORY, USE_COLUMNS, Table

NOT_COMPARED = frozenset({"version", *USE_COLUMNS})
"""Columns that an undo neither compares nor takes back."""

_NAMES = {
    "memory_version": "earlier text of memory",
    "evidence": "sighting of candidate",
    "link": "link from memory",
}


class RowStore:
    """Makes, changes and removes rows; `pending` are the changes that no decision holds yet.

    All three raise NeedsApproval where a P0 would change that the gate lets nobody change.
    """

    def __init__(self, database: Database, gate: CoreGate) -> None:
        self._database = database
        self._gate = gate
        self.pending: list[RowChange] = []

    def find(self, table: Table, *key: RowValue) -> dict[str, RowValue] | None:
        """Return the row of a key, None where there is none."""
        conditions, values = _assignments(dict(zip(table.key, key, strict=True)), table.key, " AND ")
        found = self._database.row(f"SELECT {table.listed} FROM {table.name} WHERE {conditions}", values)
        return None if found is None else dict(zip(table.columns, found, strict=True))

    def make(self, table: Table, row: Row) -> dict[str, RowValue]:
        """Insert a row; one with the number 0 gets the next. Returns the row as it is stored."""
        self._gate.check(table, None, row)
        made = dict(row)
        numbering = table.numbered and not made["id"]
        columns = tuple(column for column in table.columns if not (numbering and column == "id"))
        values = [bindable(made[column]) for column in columns]
        number = self._database.execute(_insertion(table.name, columns, _marks(values)), values)
        if numbering:
            made["id"] = number
        self._changed(table, None, made)
        return made

    def change(self, table: Table, before: Row, row: Row) -> dict[str, RowValue]:
        """Update a row that stands there as `before`; its columns are those of `row` afterwards."""
        after = dict(row)
        columns = [column for column in table.columns if before[column] != after[column]]
        if not columns:
            return after
        self._gate.check(table, before, after)
        settings, values = _assignments(after, columns, ", ")
        conditions, key = _assignments(before, table.key, " AND ")
        self._database.execute(f"UPDATE {table.name} SET {settings} WHERE {conditions}", values + key)
        self._changed(table, before, after)
        return after

    def remove(self, table: Table, before: Row) -> None:
        """Delete a row that stands there as `before`; raises Refused where others refer to it."""
        self._gate.check(table, before, None)
        if table is MEMORY:
            vectors.forget(self._database, _number(before["id"]))
        conditions, key = _assignments(before, table.key, " AND ")
        try:
            self._database.execute(f"DELETE FROM {table.name} WHERE {conditions}", key)
        except sqlite3.IntegrityError:
            raise Refused(
                "{what} #{key} is referred to by something newer",
                next_step="undo what followed first: palace journal lists it",
                what=_name_of(table),
                key=_shown_key(table, before),
            ) from None
        self._changed(table, before, None)

    def put_back(self, change: RowChange) -> None:
        """Make a row what `change.after` says, if it stands there as `change.before` says.

        Versions rise on: a row that is put back never gets an old number again; its use stays as counted.
        Raises Refused naming the row, and what differs, when it has moved on, or when another row has by now
        what only one can have (a name, a uid).
        """
        table = JOURNALLED[change.table]
        image = change.before or change.after or {}
        found = self.find(table, *(image[part] for part in table.key))
        if has_moved_on(change.before, found, NOT_COMPARED):
            raise _moved_on(table, image, change.before, found)
        if change.after is None:
            if found is not None:
                self.remove(table, found)
        elif found is None:
            row = {**table.later, **change.after}
            if table.versioned:
                row["version"] = _number(row["version"]) + 1
            with _explaining_what_is_taken(table, row):
                self.make(table, row)
        else:
            row = {**found, **change.after}
            if table.versioned:
                row["version"] = _number(found["version"]) + 1
            if table is MEMORY:
                row |= {column: found[column] for column in USE_COLUMNS}
            with _explaining_what_is_taken(table, row):
                self.change(table, found, row)

    def _changed(self, table: Table, before: Row | None, after: Row | None) -> None:
        key = _shown_key(table, after if after is not None else before or {})
        self.pending.append(RowChange(table.name, key, before, after))
        if table is MEMORY:
            full_text.follow(self._database, full_text.MEMORY_TEXT, before, after)
            # A row that has only now been made has no vector: those of a removed one went with it.
            if before is not None and after is not None:
                vectors.follow(self._database, after)
        elif table is CANDIDATE:
            full_text.follow(self._database, full_text.CANDIDATE_TEXT, before, after)


def _moved_on(table: Table, image: Row, expected: Row | None, found: Row | None) -> Refused:
    what, key = _name_of(table), _shown_key(table, image)
    step = "look at it as it is now; palace journal shows what followed"
    if found is None:
        return Refused("{what} #{key} is gone since", next_step=step, what=what, key=key)
    if expected is None:
        return Refused("{what} #{key} is there already", next_step=step, what=what, key=key)
    different = [
        column
        for column, value in expected.items()
        if column not in NOT_COMPARED and found.get(column) != value
    ]
    return Refused(
        "{what} #{key} has changed since: {columns}",
        next_step=step,
        what=what,
        key=key,
        columns=", ".join(different),
    )


@contextmanager
def _explaining_what_is_taken(table: Table, row: Row) -> Iterator[None]:
    """Turn the refusal of the file to hold a name or uid twice into Refused, naming the row."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            raise
        taken = str(error).rpartition(".")[2]
        raise Refused(
            "{what} #{key} cannot come back: another has its {column} by now",
            next_step="rename or remove the other first",
            what=_name_of(table),
            key=_shown_key(table, row),
            column=taken,
        ) from None


def _name_of(table: Table) -> str:
    return _NAMES.get(table.name, table.name)


def _shown_key(table: Table, row: Row) -> str:
    return " ".join(str(row[part]) for part in table.key)


def _number(value: RowValue) -> int:
    if not isinstance(value, int):
        raise TypeError(f"a number is kept here, not {value!r}")
    return value


def _marks(values: Sequence[Value]) -> tuple[str, ...]:
    if bytes not in map(type, values):
        return ("?",) * len(values)
    return tuple(mark(value) for value in values)


@lru_cache
def _insertion(table: str, columns: tuple[str, ...], marks: tuple[str, ...]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(marks)})"


@lru_cache
def _joined(columns: tuple[str, ...], marks: tuple[str, ...], joint: str) -> str:
    return joint.join(f"{column} = {sign}" for column, sign in zip(columns, marks, strict=True))


def _assignments(row: Row, columns: Sequence[str], joint: str) -> tuple[str, list[Value]]:
    """Return `column = ?` for each column, joined, and what is bound to them."""
    values = [bindable(row[column]) for column in columns]
    return _joined(tuple(columns), _marks(values), joint), values
