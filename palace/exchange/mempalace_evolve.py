"""The JSON export of mempalace-evolve: one object with a wing and a list of memories in rooms."""

import datetime

from palace.exchange.dates import first_date
from palace.exchange.findings import Findings
from palace.exchange.json_records import Json, JsonFile
from palace.exchange.placeholders import nothing_said

FORMAT = "mempalace-evolve"

_LIST = "memories"


def is_mempalace_evolve(file: JsonFile) -> bool:
    """Return whether JSON is one object with an export's stamp, a count, and memories with content."""
    whole = file.whole
    if not isinstance(whole, dict) or not {"exported_at", "count"} <= whole.keys():
        return False
    listed = whole.get(_LIST)
    return isinstance(listed, list) and all(isinstance(each, dict) and "content" in each for each in listed)


def read_mempalace_evolve(file: JsonFile, findings: Findings) -> None:
    """Read each memory's content, with wing and room as its path, filed on the day that it names."""
    for record in file.records:
        value = record.value
        if record.key != _LIST or not isinstance(value, dict):
            continue
        text = _text(value, "content")
        reason = nothing_said(text)
        if reason:
            findings.skip(record.line, reason)
            continue
        path = tuple(filter(None, (_text(value, "wing"), _text(value, "room"))))
        findings.add(text, record.line_of(text), path, date=_day(_text(value, "filed_at")))


def _text(value: dict[str, Json], key: str) -> str:
    found = value.get(key)
    return found.strip() if isinstance(found, str) else ""


def _day(text: str) -> datetime.date | None:
    found = first_date(text)
    return found.day if found else None
