"""The full-text rows of memories and candidates: prepared by `palace.text`, following every change."""

from dataclasses import dataclass

from palace.domain.candidate import Verdict
from palace.domain.journal import Row
from palace.storage.database import Database
from palace.storage.rows import is_searchable, words_in
from palace.text.segmentation import BREAK, index_text


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


def _number(row: Row) -> int:
    number = row["id"]
    if not isinstance(number, int):
        raise TypeError(f"a row is numbered, not {number!r}")
    return number
