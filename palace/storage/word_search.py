"""Finding memories and candidates by words: every question is valid, and more of its words come first.

The rows that hold telling words are gathered from the index as numbers only; the best of them are read and
ranked by Okapi BM25 over their prepared text, since FTS5's own ranking reads every row that matches.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import tzinfo

from palace.domain.filters import Filters
from palace.domain.rules import SearchRules
from palace.services.read_values import LexicalHit
from palace.storage.database import Database, Value
from palace.storage.filter_sql import SEARCHABLE, conditions
from palace.storage.full_text import MEMORY_TEXT, TextIndex
from palace.storage.reading import in_parts
from palace.storage.word_ranking import Asked, ranked
from palace.storage.word_units import Unit, masks_of, units_of, with_alternatives
from palace.text.query_terms import match_expression, query_terms, term_expression

_FEWEST_READ, _MOST_READ = 100, 600
"""How many rows are read and ranked: twice as many as are asked for, within these bounds."""

_MOST_GATHERED = 40_000
"""How many row numbers are gathered from the index before only the most telling words count."""


def find(
    database: Database,
    index: TextIndex,
    words: str,
    filters: Filters,
    zone: tzinfo,
    rules: SearchRules,
    limit: int,
) -> list[LexicalHit]:
    """Return the rows that hold words of a question and fit the filters, best first.

    `filters` are those of memories; candidates are found without any.
    """
    terms = query_terms(words)
    if not terms or limit <= 0:
        return []
    fits = _Fits(database, index, filters, zone)
    units = units_of(database, index, terms, rules.common_word_share)
    if index is MEMORY_TEXT:
        units = with_alternatives(database, index, words, units)
    read = min(max(2 * limit, _FEWEST_READ), _MOST_READ)
    whole = _holding_whole(database, index, term_expression(terms.whole), fits, limit) if terms.whole else []
    masks = masks_of(units, _MOST_GATHERED)
    for row in whole:
        masks.setdefault(row, 0)
    best = _best(masks, units, whole, fits, read)
    if not best:
        best = _holding_common(database, index, units, fits, read)
    asked = Asked(units, terms, frozenset(whole))
    return ranked(database, index, asked, {row: masks.get(row, 0) for row in best})[:limit]


class _Fits:
    """Which rows fit the filters: asked for few rows at a time, or joined to a query of the index."""

    def __init__(self, database: Database, index: TextIndex, filters: Filters, zone: tzinfo) -> None:
        self._database = database
        self._everything = index is not MEMORY_TEXT or not filters
        fits, self.parameters = conditions(filters, zone)
        self._condition = f"{SEARCHABLE} AND {fits}"

    def join(self, index: TextIndex) -> str:
        """Return the join that leaves only fitting rows of an index."""
        if self._everything:
            return ""
        return f" JOIN memory ON memory.id = {index.name}.rowid AND {self._condition}"

    @property
    def bound(self) -> Sequence[Value]:
        """What the join binds."""
        return () if self._everything else self.parameters

    def first(self, rows: Iterable[int], limit: int) -> list[int]:
        """Return the first rows that fit, in their order."""
        ordered = list(rows)
        if self._everything:
            return ordered[:limit]
        found: list[int] = []
        for marks, few in in_parts(ordered):
            fitting = self._database.rows(
                f"SELECT memory.id FROM memory WHERE memory.id IN ({marks}) AND {self._condition}",
                (*few, *self.parameters),
            )
            those = {row[0] for row in fitting}
            found += [row for row in few if row in those]
            if len(found) >= limit:
                break
        return found[:limit]


def _best(
    masks: dict[int, int], units: Sequence[Unit], whole: Sequence[int], fits: _Fits, limit: int
) -> list[int]:
    """Return the rows that hold the most telling words, rows with the whole question first."""
    weights: dict[int, float] = {}
    for mask in set(masks.values()):
        weights[mask] = sum(unit.weight for unit in units if mask >> unit.bit & 1)
    exact = set(whole)
    ordered = sorted(masks, key=lambda row: (row not in exact, -weights[masks[row]], -row))
    return fits.first(ordered, limit)


def _holding_whole(
    database: Database, index: TextIndex, expression: str, fits: _Fits, limit: int
) -> list[int]:
    return _matching(database, index, expression, fits, limit)


def _holding_common(
    database: Database, index: TextIndex, units: Sequence[Unit], fits: _Fits, limit: int
) -> list[int]:
    """Return rows for a question of common words only: those with all of them, then those with any.

    Whole words come before longer ones that begin so, which the index takes much longer to look for.
    """
    common = [unit.term for unit in units if unit.is_common and unit.term.tokens]
    if not common:
        return []
    whole = [replace(term, prefix=False) for term in common]
    expressions = [" AND ".join(term_expression(term) for term in terms) for terms in (whole, common)]
    if len(common) > 1:
        expressions.append(match_expression(common))
    found: dict[int, None] = {}
    for expression in dict.fromkeys(expressions):
        if len(found) < limit:
            found |= dict.fromkeys(_matching(database, index, expression, fits, limit))
    return list(found)[:limit]


def _matching(database: Database, index: TextIndex, expression: str, fits: _Fits, limit: int) -> list[int]:
    """Return the newest rows that match an FTS5 expression and fit."""
    rows = database.rows(
        f"SELECT {index.name}.rowid FROM {index.name}{fits.join(index)}"
        f" WHERE {index.name} MATCH ? ORDER BY {index.name}.rowid DESC LIMIT ?",
        (*fits.bound, expression, limit),
    )
    return [row[0] for row in rows]
