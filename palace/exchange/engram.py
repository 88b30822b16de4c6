"""The SQLite file of engram: observations of sessions, with type, title and project."""

from palace.domain.vocabulary import Kind
from palace.exchange.database_rows import Rows, day_in, is_set, text_in
from palace.exchange.findings import Findings
from palace.exchange.kinds import CLASS_TAGS, kind_of_words
from palace.exchange.placeholders import nothing_said

FORMAT = "engram"
TABLES = {"observations": frozenset({"session_id", "type", "title", "content"})}

_KINDS = {
    "bugfix": Kind.FAILURE,
    "pattern": Kind.SKILL,
    "discovery": Kind.FACT,
    "architecture": Kind.DECISION,
}
DELETED = "deleted"


def read(rows: Rows, findings: Findings) -> None:
    """Read each observation that was not deleted, with project and title as its path."""
    for place, row in enumerate(rows("observations"), 1):
        text = text_in(row, "content", "title")
        reason = DELETED if is_set(row, "deleted_at") else nothing_said(text)
        if reason:
            findings.skip(place, reason)
            continue
        sort = text_in(row, "type").lower()
        title = text_in(row, "title")
        findings.add(
            text,
            place,
            tuple(part for part in (text_in(row, "project"), title) if part and part != text),
            date=day_in(row, "created_at"),
            kind=_KINDS.get(sort) or CLASS_TAGS.get(sort) or kind_of_words(sort),
        )
