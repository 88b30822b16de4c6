"""Palace's own JSON Lines beside other files: the memories in them come in like those of any file."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime, timedelta

from palace.domain.vocabulary import Kind, Priority, Status, Wing
from palace.exchange.encoding import without_lone_surrogates
from palace.exchange.findings import Findings
from palace.exchange.flags import flags_of
from palace.exchange.json_records import Json, JsonFile, Record
from palace.exchange.palace_lines import FORMAT as FORMAT
from palace.exchange.palace_lines import MARK, TABLE
from palace.exchange.records import FoundMemory, Remark

NOT_CURRENT = "not-current"
"""Why a memory stays behind: it was trashed, purged, or something newer took its place."""

_TO_THE_DAY = timedelta(hours=12)
"""Half a day behind a local midnight lies its day in UTC, in every zone."""


def is_palace_lines(file: JsonFile) -> bool:
    """Whether JSON begins with the header of a palace."""
    value = file.whole if file.document else file.records[0].value
    return isinstance(value, dict) and MARK in value


def read_palace_memories(file: JsonFile, findings: Findings) -> None:
    """Read the memories of a palace; what else it is made of stays behind and is counted."""
    left: Counter[str] = Counter()
    if not is_palace_lines(file):
        findings.skip(1, "unknown-json")
        return
    for line in file.bad_lines:
        findings.skip(line, "bad-json")
    for record in file.records[1:] if file.document is None else ():
        value = record.value if isinstance(record.value, dict) else {}
        if value.get(TABLE) != "memory":
            left[str(value.get(TABLE))] += 1
            continue
        try:
            memory = _memory_of(value, record)
        except (KeyError, TypeError, ValueError):
            findings.skip(record.line, "unknown-record")
            continue
        if memory is None:
            findings.skip(record.line, NOT_CURRENT)
        else:
            findings.keep(memory)
    for table, count in left.items():
        findings.note(
            Remark(
                "{count} {count?row|rows} of {table} {count?stays|stay} behind: only memories come in",
                {"count": count, "table": table},
            )
        )


def _memory_of(value: Mapping[str, Json], record: Record) -> FoundMemory | None:
    """Return the memory of a row, None for one that is not current; raises where a column does not fit."""
    text = _text(value, "text")
    if (
        not text.strip()
        or Status(_text(value, "status")) is Status.TRASHED
        or value["retired_at"] is not None
    ):
        return None
    return FoundMemory(
        text=text,
        line=record.line,
        heading=_texts(value, "heading"),
        priority=Priority(_text(value, "priority")),
        date=_day(value.get("valid_from")),
        valid_to=_day(value.get("valid_to")),
        kind=Kind(_text(value, "kind")),
        wing=Wing(_text(value, "wing")),
        scenes=_texts(value, "scenes"),
        when=_text(value, "binding_when"),
        do=_text(value, "binding_do"),
        unless=_text(value, "binding_unless"),
        flags=flags_of(text),
        uid=_text(value, "uid"),
    )


def _text(value: Mapping[str, Json], name: str) -> str:
    text = value[name]
    if not isinstance(text, str):
        raise TypeError(f"{name} is a text")
    return without_lone_surrogates(text)


def _texts(value: Mapping[str, Json], name: str) -> tuple[str, ...]:
    listed = value[name]
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise TypeError(f"{name} is a list of texts")
    return tuple(without_lone_surrogates(str(each)) for each in listed)


def _day(value: Json) -> date | None:
    """Return the local day that an instant begins, whatever the zone was."""
    if not isinstance(value, str):
        return None
    return (datetime.fromisoformat(value) + _TO_THE_DAY).date()
