"""The full-text rows of memories and candidates: prepared by `palace.text`, following every change."""

import sqlite3
from dataclasses import dataclass

from palace.domain.candidate import Verdict
from palace.domain.errors import PalaceUnavailable
from palace.domain.journal import Row
from palace.storage.database import Database
from palace.storage.rows import is_searchable, words_in
from palace.text.segmentation import BREAK, TOKENIZER, index_text


@dataclass(frozen=True, slots=True)
class TextIndex:
    """A full-text table and the table whose rows it follows, by the same number.

    `condition` tells in SQL which rows of the table (named `source`) have a full-text row.
    """

    name: str
    table: str
    condition: str


MEMORY_TEXT = TextIndex("memory_text", "memory", "source.status <> 'trashed' AND source.retired_at IS NULL")
CANDIDATE_TEXT = TextIndex("candidate_text", "candidate", "source.verdict = 'open'")

FULL_TEXT = f'fts5(body, context, tokenize = "{TOKENIZER}")'
"""What every full-text table is made as."""

_AT_ONCE = 1000
"""How many rows are held in memory while a table is made anew."""

_PARTS_THAT_ARE_READ = {
    "data": "(id INTEGER PRIMARY KEY, block BLOB)",
    "config": "(k PRIMARY KEY, v) WITHOUT ROWID",
}
"""What FTS5 keeps of a table and reads before it does anything with it, and how it makes that."""

LIST_COLUMNS = ("scenes", "heading")
PLAIN_COLUMNS = ("text", "binding_when", "binding_do", "binding_unless", "origin")
"""The columns of a row that its full-text row is made from: lists of words, and plain text."""


def is_indexed(index: TextIndex, row: Row) -> bool:
    """Whether a row has a full-text row: searchable memories and open candidates have."""
    if index is MEMORY_TEXT:
        return is_searchable(row)
    return row["verdict"] == Verdict.OPEN.value


def body_of(row: Row) -> str:
    """Return the prepared text of a row."""
    return _prepared(str(row["text"]))


def context_of(row: Row) -> str:
    """Return the prepared words around a text: scenes, headings, binding and origin, each for itself."""
    parts = [word for column in LIST_COLUMNS for word in words_in(str(row[column]))]
    parts += [str(row[column]) for column in PLAIN_COLUMNS if column != "text"]
    return f" {BREAK} ".join(_prepared(part) for part in parts if part)


def _prepared(text: str) -> str:
    return index_text(text.encode("utf-8", "replace").decode())


def follow(database: Database, index: TextIndex, before: Row | None, after: Row | None) -> None:
    """Make the full-text row what a changed row asks for; nothing where its words are the same."""
    was = before is not None and is_indexed(index, before)
    shall = after is not None and is_indexed(index, after)
    if was and shall and before is not None and after is not None:
        if all(before[column] == after[column] for column in (*LIST_COLUMNS, *PLAIN_COLUMNS)):
            return
        database.execute(
            f"UPDATE {index.name} SET body = ?, context = ? WHERE rowid = ?",
            (body_of(after), context_of(after), _number(after)),
        )
    elif shall and after is not None:
        database.execute(
            f"INSERT INTO {index.name} (rowid, body, context) VALUES (?, ?, ?)",
            (_number(after), body_of(after), context_of(after)),
        )
    elif was and before is not None:
        database.execute(f"DELETE FROM {index.name} WHERE rowid = ?", (_number(before),))


def drop_deleted(database: Database, index: TextIndex) -> None:
    """Remove from a full-text table the words of rows that are gone; until then it keeps them as deleted.

    FTS5 only notes that a row went, and forgets its words when the parts of its index are merged into one.
    """
    database.execute(f"INSERT INTO {index.name} ({index.name}) VALUES ('optimize')")


def rebuild(database: Database, index: TextIndex) -> int:
    """Make the full-text table anew from the rows, whatever state it is in; returns how many it holds."""
    _take_away(database, index)
    database.execute(f"CREATE VIRTUAL TABLE {index.name} USING {FULL_TEXT}")
    columns = ("id", *LIST_COLUMNS, *PLAIN_COLUMNS)
    listed = ", ".join(f"source.{column}" for column in columns)
    count, last = 0, 0
    while True:
        found = database.rows(
            f"SELECT {listed} FROM {index.table} AS source WHERE {index.condition} AND source.id > ?"
            f" ORDER BY source.id LIMIT {_AT_ONCE}",
            (last,),
        )
        if not found:
            return count
        rows = [dict(zip(columns, fields, strict=True)) for fields in found]
        database.execute_many(
            f"INSERT INTO {index.name} (rowid, body, context) VALUES (?, ?, ?)",
            [(row["id"], body_of(row), context_of(row)) for row in rows],
        )
        count, last = count + len(rows), found[-1][0]


def _take_away(database: Database, index: TextIndex) -> None:
    """Drop a full-text table also where what it keeps of itself is damaged: SQLite reads that to drop it."""
    try:
        database.execute(f"DROP TABLE IF EXISTS {index.name}")
    except (PalaceUnavailable, sqlite3.Error):
        fresh = f"{index.name}_fresh"
        database.execute(f"CREATE VIRTUAL TABLE {fresh} USING {FULL_TEXT}")
        for part, columns in _PARTS_THAT_ARE_READ.items():
            database.execute(f"CREATE TABLE IF NOT EXISTS {index.name}_{part} {columns}")
            database.execute(f"DELETE FROM {index.name}_{part}")
            database.execute(f"INSERT INTO {index.name}_{part} SELECT * FROM {fresh}_{part}")
        database.execute(f"DROP TABLE {fresh}")
        database.execute(f"DROP TABLE {index.name}")


def _number(row: Row) -> int:
    number = row["id"]
    if not isinstance(number, int):
        raise TypeError(f"a row is numbered, not {number!r}")
    return number
