"""The SQLite file of MUMA-Mem: notes with context, keywords and domain."""

from palace.exchange.database_rows import Rows, day_in, text_in, words_in
from palace.exchange.findings import Findings
from palace.exchange.placeholders import nothing_said

FORMAT = "muma-mem"
TABLES = {"notes": frozenset({"content", "keywords", "half_life", "domain"})}


def read(rows: Rows, findings: Findings) -> None:
    """Read each note, with its domain as its path and its tags as scenes."""
    for place, row in enumerate(rows("notes"), 1):
        text = text_in(row, "content")
        reason = nothing_said(text)
        if reason:
            findings.skip(place, reason)
            continue
        findings.add(
            text,
            place,
            tuple(filter(None, (text_in(row, "domain"),))),
            date=day_in(row, "created_at"),
            tags=words_in(row, "tags"),
        )
