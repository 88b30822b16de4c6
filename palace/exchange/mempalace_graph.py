"""The knowledge graph of MemPalace: subject, predicate and object, each with the time in which it holds."""

from collections.abc import Mapping

from palace.exchange.database_rows import RowOfDatabase, Rows, day_in, text_in
from palace.exchange.findings import Findings

FORMAT = "mempalace-graph"
TABLES = {
    "entities": frozenset({"id", "name"}),
    "triples": frozenset({"subject", "predicate", "object"}),
}

EMPTY = "empty-value"


def read(rows: Rows, findings: Findings) -> None:
    """Read each triple as one statement, with sort and name of its subject as its path."""
    entities = {str(row.get("id")): row for row in rows("entities")}
    for place, row in enumerate(rows("triples"), 1):
        parts = [
            _name(entities, text_in(row, "subject")),
            text_in(row, "predicate").replace("_", " "),
            _name(entities, text_in(row, "object")),
        ]
        if not all(parts):
            findings.skip(place, EMPTY)
            continue
        subject = entities.get(text_in(row, "subject"), {})
        findings.add(
            " ".join(parts),
            place,
            tuple(filter(None, (text_in(subject, "type"), parts[0]))),
            date=day_in(row, "valid_from"),
            valid_to=day_in(row, "valid_to"),
        )


def _name(entities: Mapping[str, RowOfDatabase], key: str) -> str:
    return text_in(entities.get(key, {}), "name") or key
