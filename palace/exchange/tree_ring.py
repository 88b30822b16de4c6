"""JSON Lines of Tree Ring memory: events in rings, from the fresh wood to the heartwood."""

import datetime

from palace.domain.vocabulary import Kind
from palace.exchange.dates import first_date
from palace.exchange.findings import Findings
from palace.exchange.json_records import Json, JsonFile
from palace.exchange.kinds import CLASS_TAGS, kind_of_words
from palace.exchange.placeholders import nothing_said

FORMAT = "tree-ring"

_HEADER = "tree_ring_memory_export"
_EVENT = "memory_event"
_RINGS = frozenset({"cambium", "outer", "inner", "heartwood", "scar", "seed"})
_KIND_OF_RING = {"scar": Kind.FAILURE, "seed": Kind.INTENT, "cambium": Kind.EVENT}


def is_tree_ring(file: JsonFile) -> bool:
    """Return whether some line is the header of an export, or an event in one of the rings."""
    return any(
        isinstance(record.value, dict) and (_is_header(record.value) or _event(record.value) is not None)
        for record in file.records
    )


def read_tree_ring(file: JsonFile, findings: Findings) -> None:
    """Read the summary of each event, with project and ring as its path; what was superseded is history.

    No ring makes a level: heartwood is what that program holds for core, and a person decides here.
    """
    for line in file.bad_lines:
        findings.skip(line, "bad-json")
    for record in file.records:
        value = record.value
        if isinstance(value, dict) and _is_header(value):
            findings.skip(record.line, "metadata")
            continue
        event = _event(value) if isinstance(value, dict) else None
        if event is None:
            findings.skip(record.line, "unknown-record")
            continue
        text = _text(event, "summary") or _text(event, "details")
        reason = "superseded" if event.get("superseded_by") else nothing_said(text)
        if reason:
            findings.skip(record.line, reason)
            continue
        ring, sort = _text(event, "ring"), _text(event, "event_type")
        tags = event.get("tags")
        findings.add(
            text,
            record.line,
            tuple(filter(None, (_text(event, "project"), ring))),
            date=_day(_text(event, "created_at")),
            valid_to=_day(_text(event, "expires_at")),
            kind=_KIND_OF_RING.get(ring) or CLASS_TAGS.get(sort.lower()) or kind_of_words(sort),
            tags=[tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else (),
        )


def _is_header(value: dict[str, Json]) -> bool:
    return value.get("type") == _HEADER


def _event(value: dict[str, Json]) -> dict[str, Json] | None:
    inner = value.get("memory") if value.get("type") == _EVENT else value
    if isinstance(inner, dict) and inner.get("ring") in _RINGS and "summary" in inner:
        return inner
    return None


def _text(value: dict[str, Json], key: str) -> str:
    found = value.get(key)
    return found.strip() if isinstance(found, str) else ""


def _day(text: str) -> datetime.date | None:
    found = first_date(text)
    return found.day if found else None
