"""The Chroma database of MemPalace: drawers as documents with their wing and room."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from palace.exchange.database_rows import RowOfDatabase, Rows, day_in, text_in
from palace.exchange.findings import Findings
from palace.exchange.placeholders import nothing_said

FORMAT = "mempalace-chroma"
TABLES = {
    "collections": frozenset({"id", "name"}),
    "segments": frozenset({"id"}),
    "embeddings": frozenset({"id", "segment_id"}),
    "embedding_metadata": frozenset({"id", "key", "string_value"}),
}

_DRAWERS = "mempalace_drawers"
_COLLECTION = ("collection", "topic")
"""The column of a segment that names its collection, in newer and older files."""

_DOCUMENT = "chroma:document"
_VALUES = ("string_value", "int_value", "float_value", "bool_value")


def read(rows: Rows, findings: Findings) -> None:
    """Read each drawer's document, with wing and room as its path, filed on the day that it names.

    Other collections are no drawers: the index of drawers says only what they say.
    """
    collections = {text_in(row, "id") for row in rows("collections") if text_in(row, "name") == _DRAWERS}
    segments = {text_in(row, "id") for row in rows("segments") if text_in(row, *_COLLECTION) in collections}
    wanted = {row.get("id") for row in rows("embeddings") if text_in(row, "segment_id") in segments}
    drawers = _entries(row for row in rows("embedding_metadata", "id") if row.get("id") in wanted)
    for place, entry in enumerate(drawers, 1):
        text = text_in(entry, _DOCUMENT)
        reason = nothing_said(text)
        if reason:
            findings.skip(place, reason)
            continue
        findings.add(
            text,
            place,
            tuple(filter(None, (text_in(entry, "wing"), text_in(entry, "room")))),
            date=day_in(entry, "filed_at"),
        )


def _entries(rows: Iterable[RowOfDatabase]) -> Iterator[Mapping[str, str | int | float | bytes | None]]:
    """Yield what stands in the rows of one entry as one row, keys as columns."""
    for _, group in groupby(rows, key=lambda row: row.get("id")):
        yield {
            str(row.get("key")): next((row[name] for name in _VALUES if row.get(name) is not None), None)
            for row in group
        }
