"""What a question asks for, unit by unit, with how telling each is in this palace and the rows that hold it.

A unit is a word, a phrase, or a pair of Chinese characters out of a longer run. How telling it is follows
from how few rows hold it: `ln(1 + (N - n + 0.5) / (n + 0.5))` for n of N rows (Robertson and Spärck Jones).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from palace.storage.database import Database
from palace.storage.full_text import TextIndex
from palace.storage.literal_search import rows_with_literal
from palace.text.query_terms import QueryTerms, Term, TermKind, term_expression

ALWAYS_RANKED = 1000
"""A word that stands in no more rows than this is never too common to rank by."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to look for. `bit` is its place in the masks of rows, `weight` how telling it is.

    `rows` are the rows that hold it, or None where it is so common that they are not listed. `counted`
    tells whether it is one of the question's words (a whole run of Chinese only adds to its own pairs);
    `of` is the bit of the term that it is a part of, its own where it is a whole term.
    """

    term: Term
    bit: int
    of: int
    weight: float
    rows: tuple[int, ...] | None
    counted: bool

    @property
    def is_common(self) -> bool:
        """Whether it stands in so many rows that they are not listed."""
        return self.rows is None


def units_of(
    database: Database, index: TextIndex, terms: QueryTerms, common_share: float
) -> tuple[Unit, ...]:
    """Return the units of a question. Those in more than `common_share` of all rows come without rows."""
    total = database.number(f"SELECT count(*) FROM {index.name}_docsize")
    commonest = max(ALWAYS_RANKED, int(common_share * total))
    units: list[Unit] = []
    for whole in terms.terms:
        of = len(units)
        run_in_pairs = whole.kind is TermKind.RUN and bool(whole.parts)
        for term in (whole, *whole.parts):
            number, rows = _holders(database, index, term, commonest)
            units.append(
                Unit(
                    term=term,
                    bit=len(units),
                    of=of,
                    weight=_how_telling(number, total),
                    rows=rows,
                    counted=term is not whole or not run_in_pairs,
                )
            )
    return tuple(units)


def _how_telling(rows: int, total: int) -> float:
    return math.log(1 + max(0.0, total - rows + 0.5) / (rows + 0.5))


def _holders(
    database: Database, index: TextIndex, term: Term, commonest: int
) -> tuple[int, tuple[int, ...] | None]:
    """Return in how many rows a term stands, and which, newest first, unless they are too many.

    What has to be compared literally is always listed: nothing but the comparison can tell its rows.
    """
    if term.literal:
        found = rows_with_literal(database, index, term, commonest)
        return len(found), tuple(found)
    number = _count(database, index, term_expression(term))
    if number > commonest:
        return number, None
    rows = database.rows(
        f"SELECT rowid FROM {index.name} WHERE {index.name} MATCH ? ORDER BY rowid DESC",
        (term_expression(term),),
    )
    return number, tuple(row[0] for row in rows)


def _count(database: Database, index: TextIndex, expression: str) -> int:
    return database.number(f"SELECT count(*) FROM {index.name} WHERE {index.name} MATCH ?", (expression,))


def masks_of(units: Iterable[Unit], most_rows: int) -> dict[int, int]:
    """Return, for each row that holds a listed unit, the units it holds as bits.

    The most telling units are taken first, until `most_rows` rows have been looked at.
    """
    masks: dict[int, int] = {}
    left = most_rows
    for unit in sorted(units, key=lambda unit: -unit.weight):
        if unit.rows is None or left <= 0:
            continue
        bit = 1 << unit.bit
        for row in unit.rows:
            masks[row] = masks.get(row, 0) | bit
        left -= len(unit.rows)
    return masks
