"""Finding rows by words."""

from datetime import tzinfo

from palace.domain.filters import Filters
from palace.domain.rules import SearchRules
from palace.services.ports import LexicalHit
from palace.storage.database import Database
from palace.storage.full_text import TextIndex
from palace.text.query_terms import match_expression, query_terms


def find(
    database: Database,
    index: TextIndex,
    words: str,
    filters: Filters,
    zone: tzinfo,
    rules: SearchRules,
    limit: int,
) -> list[LexicalHit]:
    """Return the rows that hold words of a question, best first."""
    expression = match_expression(query_terms(words).with_parts())
    if not expression:
        return []
    rows = database.rows(
        f"SELECT rowid, rank FROM {index.name} WHERE {index.name} MATCH ? ORDER BY rank LIMIT ?",
        (expression, limit),
    )
    return [LexicalHit(row[0], -row[1], 0.5, (words,), False) for row in rows]
