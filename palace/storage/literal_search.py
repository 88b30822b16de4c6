"""Finding what tokens cannot hold: `C++`, `100%`, `a_b`, a lone quotation mark.

Where the term has tokens the full-text index narrows the rows first, otherwise all are read. SQLite looks
for the signs, in both widths; what is left is compared with width, case and script variant put aside.
"""

from palace.storage.database import Database, Value
from palace.storage.full_text import LIST_COLUMNS, PLAIN_COLUMNS, TextIndex
from palace.storage.rows import words_in
from palace.text.query_terms import Term, contains_literal, term_expression

_FULL_WIDTH = 0xFEE0
"""How far the full-width form of an ASCII sign stands behind it."""

_MOST_COMPARED = 20_000
"""At most so many rows are compared, newest first."""


def rows_with_literal(database: Database, index: TextIndex, term: Term, limit: int) -> list[int]:
    """Return at most `limit` rows that literally hold a term, newest first."""
    columns = ", ".join(f"source.{column}" for column in (*LIST_COLUMNS, *PLAIN_COLUMNS))
    condition, parameters = _narrowed(index, term)
    found: list[int] = []
    rows = database.rows(
        f"SELECT source.id, {columns} FROM {index.table} AS source"
        f" WHERE {condition} ORDER BY source.id DESC LIMIT {_MOST_COMPARED}",
        parameters,
    )
    for row in rows:
        lists, texts = row[1 : 1 + len(LIST_COLUMNS)], row[1 + len(LIST_COLUMNS) :]
        listed = (word for words in lists for word in words_in(words))
        if any(contains_literal(text, term.literal) for text in (*texts, *listed) if text):
            found.append(row[0])
            if len(found) == limit:
                break
    return found


def _narrowed(index: TextIndex, term: Term) -> tuple[str, list[Value]]:
    """Return a condition that every row with the term fulfils, and that few others do."""
    parts: list[str] = [index.condition]
    parameters: list[Value] = []
    if term.tokens:
        parts.append(f"source.id IN (SELECT rowid FROM {index.name} WHERE {index.name} MATCH ?)")
        parameters.append(term_expression(term))
    if sign := _rarest_sign(term.literal):
        tests: list[str] = []
        for form in (sign, chr(ord(sign) + _FULL_WIDTH)):
            tests += [f"(source.{column} <> '' AND instr(source.{column}, ?))" for column in PLAIN_COLUMNS]
            # In a list a quotation mark is escaped, and those around its words are not text.
            tests += [f"(source.{column} <> '[]' AND instr(source.{column}, ?))" for column in LIST_COLUMNS]
            parameters += [form] * len(PLAIN_COLUMNS)
            parameters += ['\\"' if form == '"' else form] * len(LIST_COLUMNS)
        parts.append(f"({' OR '.join(tests)})")
    return " AND ".join(parts), parameters


def _rarest_sign(literal: str) -> str:
    """Return a sign of a literal that stands as itself wherever the literal does; empty if there is none."""
    return next(
        (sign for sign in literal if sign.isascii() and sign.isprintable() and not sign.isalnum()), ""
    )
