"""The SQLite file of AGI Memory-Palace: memories reached by paths, each path with when it is to be told."""

from palace.exchange.database_rows import RowOfDatabase, Rows, day_in, is_set, text_in
from palace.exchange.findings import Findings
from palace.exchange.placeholders import nothing_said

FORMAT = "agi-memory-palace"
TABLES = {
    "memories": frozenset({"id", "content", "deprecated"}),
    "paths": frozenset({"domain", "path", "memory_id"}),
}

SUPERSEDED = "superseded"


def read(rows: Rows, findings: Findings) -> None:
    """Read each memory that is not deprecated, under the most important of its paths.

    `disclosure` says when a memory is to be told: that is its "when".
    """
    paths: dict[object, RowOfDatabase] = {}
    for row in rows("paths"):
        known = paths.get(row.get("memory_id"))
        if known is None or _rank(row) < _rank(known):
            paths[row.get("memory_id")] = row
    for place, row in enumerate(rows("memories", "id"), 1):
        if is_set(row, "deprecated") or is_set(row, "migrated_to"):
            findings.skip(place, SUPERSEDED)
            continue
        text = text_in(row, "content")
        reason = nothing_said(text)
        if reason:
            findings.skip(place, reason)
            continue
        path = paths.get(row.get("id"), {})
        heading = tuple(part for part in (text_in(path, "domain"), *text_in(path, "path").split("/")) if part)
        findings.add(text, place, heading, date=day_in(row, "created_at"), when=text_in(path, "disclosure"))


def _rank(row: RowOfDatabase) -> float:
    """Return how important a path is: less is more; one without a priority comes last."""
    priority = row.get("priority")
    return float(priority) if isinstance(priority, int | float) else float("inf")
