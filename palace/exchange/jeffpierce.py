"""The SQLite file of jeffpierce's memory-palace: memories with project, subject, type and tags."""

from palace.exchange.database_rows import Rows, day_in, is_set, text_in, words_in
from palace.exchange.findings import Findings
from palace.exchange.kinds import CLASS_TAGS, kind_of_words
from palace.exchange.placeholders import nothing_said

FORMAT = "jeffpierce-memory-palace"
TABLES = {"memories": frozenset({"content", "memory_type", "subject", "is_archived"})}

ARCHIVED = "archived"


def read(rows: Rows, findings: Findings) -> None:
    """Read each memory that was not put into the archive, with project and subject as its path."""
    for place, row in enumerate(rows("memories"), 1):
        text = text_in(row, "content")
        reason = ARCHIVED if is_set(row, "is_archived") else nothing_said(text)
        if reason:
            findings.skip(place, reason)
            continue
        sort = text_in(row, "memory_type")
        findings.add(
            text,
            place,
            tuple(filter(None, (text_in(row, "project"), text_in(row, "subject")))),
            date=day_in(row, "created_at"),
            valid_to=day_in(row, "expires_at"),
            kind=CLASS_TAGS.get(sort.lower()) or kind_of_words(sort),
            tags=words_in(row, "tags"),
        )
