"""Exports of mem0 and look-alikes: a list of records, each with one text."""

import datetime

from palace.exchange.dates import first_date
from palace.exchange.epoch import day_of_number
from palace.exchange.findings import Findings
from palace.exchange.json_records import Json, JsonFile, Record
from palace.exchange.kinds import CLASS_TAGS, kind_of_words
from palace.exchange.placeholders import nothing_said
from palace.exchange.records import Remark

FORMAT = "mem0"

_LISTS = ("results", "memories", "data")
_TEXT_KEYS = ("memory", "text", "content", "data")
_STAMPS = ("created_at", "createdAt", "timestamp")
PAGE_SIZES = frozenset({20, 100})
"""Numbers of records at which mem0 cuts an export off unless asked for more."""


def is_mem0(file: JsonFile) -> bool:
    """Return whether JSON is a list of records with texts, bare or in `results`, `memories` or `data`."""
    if isinstance(file.whole, dict):
        listed = next((found for key in _LISTS if isinstance(found := file.whole.get(key), list)), None)
        return listed is not None and (not listed or any(map(_has_text, listed)))
    if isinstance(file.whole, list):
        return not file.whole or any(map(_has_text, file.whole))
    return any(_has_text(record.value) for record in file.records)


def read_mem0(file: JsonFile, findings: Findings) -> None:
    """Read each record's text as one memory, dated by the day of its stamp in its own zone."""
    for line in file.bad_lines:
        findings.skip(line, "bad-json")
    records = file.records
    if isinstance(file.whole, dict):
        key = next((key for key in _LISTS if isinstance(file.whole.get(key), list)), "")
        for record in records:
            if record.key == "relations":
                findings.skip(record.line, "relation")
        records = tuple(record for record in records if record.key == key)
    for record in records:
        _read_record(record, findings)
    if len(records) in PAGE_SIZES:
        findings.note(
            Remark(
                "exactly {count} records: mem0 cuts exports off at this number unless asked for more",
                {"count": len(records)},
            )
        )


def _read_record(record: Record, findings: Findings) -> None:
    value = record.value
    if isinstance(value, str):
        value = {"text": value}
    key = _text_key(value)
    if not isinstance(value, dict) or key is None:
        findings.skip(record.line, "unknown-record")
        return
    if _is_deleted(value):
        findings.skip(record.line, "deleted")
        return
    text = value[key]
    said = text.strip() if isinstance(text, str) else ""
    reason = nothing_said(said)
    if reason:
        findings.skip(record.line, reason)
        return
    path = _categories(value)
    kinds = (CLASS_TAGS.get(category.lower()) or kind_of_words(category) for category in path)
    findings.add(
        said, record.line_of(str(text)), path, date=_day(value), kind=next(filter(None, kinds), None)
    )


def _has_text(value: Json) -> bool:
    return isinstance(value, dict) and _text_key(value) is not None


def _text_key(value: Json) -> str | None:
    if not isinstance(value, dict):
        return None
    found = (
        key for key in _TEXT_KEYS if key in value and (value[key] is None or isinstance(value[key], str))
    )
    return next(found, None)


def _is_deleted(value: dict[str, Json]) -> bool:
    event = value.get("event")
    if isinstance(event, str) and event.upper() in {"DELETE", "DELETED"}:
        return True
    return any(value.get(key) not in (None, False, 0, "") for key in ("is_deleted", "deleted", "deleted_at"))


def _categories(value: dict[str, Json]) -> tuple[str, ...]:
    metadata = value.get("metadata")
    for found in (
        value.get("categories"),
        value.get("category"),
        metadata.get("category") if isinstance(metadata, dict) else None,
    ):
        names = found if isinstance(found, list) else [found]
        path = tuple(name.strip() for name in names if isinstance(name, str) and name.strip())
        if path:
            return path
    return ()


def _day(value: dict[str, Json]) -> datetime.date | None:
    stamp = next((value[key] for key in _STAMPS if value.get(key) is not None), None)
    if isinstance(stamp, str):
        found = first_date(stamp)
        if found:
            return found.day
        try:
            return day_of_number(float(stamp))
        except ValueError:
            return None
    if isinstance(stamp, int | float) and not isinstance(stamp, bool):
        return day_of_number(stamp)
    return None
