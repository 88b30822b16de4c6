"""Plain records of programs: `{"text": …}` with optional fields, taken in as active memories."""

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import TypeVar

from palace.domain.clock import day_start
from palace.domain.errors import InvalidInput, PalaceError
from palace.domain.filters import priority_of, word_of
from palace.domain.journal import Actor
from palace.domain.memory import Binding, Source
from palace.domain.vocabulary import Band, Kind, SourceKind, Status, Wing
from palace.services.ports import Palace
from palace.services.remembering import Statement, Taken, memorise
from palace.services.surroundings import Surroundings

Word = TypeVar("Word")

TAKEN_FIELDS = frozenset(
    {
        *("text", "uid", "wing", "band", "priority", "kind", "status", "scenes", "heading", "when", "do"),
        *("unless", "source", "origin", "session", "agent", "importance", "confidence", "pinned"),
        *("recorded_at", "valid_from", "valid_to"),
    }
)
"""The fields of a record that say something about its memory."""

_OWN_FIELDS = frozenset(
    {
        *("id", "layer", "retired_at", "hits", "loads", "last_hit_at", "last_loaded_at", "version"),
        *("weight", "citations", "links", "versions", "conflicts", "decisions"),
        *("score", "similarity", "weak", "why"),
    }
)
"""Further fields that Palace itself prints with a memory; a new memory begins without them."""

LIKE_A_FIELD = 0.8
"""From this likeness on (difflib's ratio), an unknown field is taken for a misspelled one."""


@dataclass(frozen=True, slots=True)
class ImportedRecords:
    """What became of many records, in their order, and those that were refused: place and reason."""

    taken: tuple[Taken, ...]
    failed: tuple[tuple[int, PalaceError], ...]


def import_records(
    palace: Palace, records: Iterable[Mapping[str, object]], surroundings: Surroundings, actor: Actor
) -> ImportedRecords:
    """Keep records as active memories, in one transaction and one journal group."""
    taken: list[Taken] = []
    failed: list[tuple[int, PalaceError]] = []
    with palace.unit_of_work(actor) as work:
        for place, record in enumerate(records):
            try:
                statement = statement_from_record(record, surroundings.zone)
                with work.attempt():
                    taken.append(memorise(work, statement, surroundings))
            except PalaceError as error:
                failed.append((place, error))
    return ImportedRecords(tuple(taken), tuple(failed))


def statement_from_record(record: Mapping[str, object], zone: tzinfo) -> Statement:
    """Return the statement that a record says; instants without a zone are taken as in `zone`.

    Fields that mean nothing here are passed over, unless they look like a misspelled one. Raises
    InvalidInput naming the field that does not fit.
    """
    if not isinstance(record, Mapping):
        raise InvalidInput("a record is an object with a text, not {value!r:.60}", value=record)
    _check_fields(record)
    text = record.get("text")
    if not isinstance(text, str):
        raise InvalidInput('a record needs a field "text" that is a string')
    confidence = _number(record, "confidence")
    return Statement(
        text=text,
        uid=_text(record, "uid") or None,
        wing=_word(record, "wing", lambda value: word_of(Wing, value)),
        band=_word(record, "band", lambda value: word_of(Band, value)),
        priority=_word(record, "priority", priority_of),
        kind=_word(record, "kind", lambda value: word_of(Kind, value)),
        scenes=_texts(record, "scenes"),
        heading=_texts(record, "heading"),
        binding=Binding(_text(record, "when"), _text(record, "do"), _text(record, "unless")),
        source=_source(record, 1.0 if confidence is None else confidence),
        importance=_number(record, "importance"),
        confidence=confidence,
        pinned=_truth(record, "pinned"),
        recorded_at=_instant(record, "recorded_at", zone),
        valid_from=_instant(record, "valid_from", zone),
        valid_to=_instant(record, "valid_to", zone),
    )


def nearest_field(name: object) -> str | None:
    """Return the field that an unknown one is probably meant to be, or None."""
    near = difflib.get_close_matches(str(name), TAKEN_FIELDS, n=1, cutoff=LIKE_A_FIELD)
    return near[0] if near else None


def _check_fields(record: Mapping[str, object]) -> None:
    for name in record.keys() - TAKEN_FIELDS - _OWN_FIELDS:
        if near := nearest_field(name):
            raise InvalidInput(
                "a record has no field “{name}”", next_step="did you mean “{near}”?", name=name, near=near
            )
    status = _word(record, "status", lambda value: word_of(Status, value))
    if status not in {None, Status.ACTIVE}:
        raise InvalidInput(
            "a record that is {status} does not become a memory",
            next_step="take it out, or leave its status out",
            status=status,
        )


def _source(record: Mapping[str, object], quality: float) -> Source:
    """Return the source of a record: its fields side by side, or in an object as Palace prints it."""
    said = record.get("source")
    if isinstance(said, Mapping):
        own = _number(said, "quality")
        return _source({**said, "source": said.get("kind")}, quality if own is None else own)
    return Source(
        kind=_word(record, "source", lambda value: word_of(SourceKind, value)) or SourceKind.FILE,
        quality=quality,
        origin=_text(record, "origin"),
        session=_text(record, "session"),
        agent=_text(record, "agent"),
    )


def _text(record: Mapping[str, object], name: str) -> str:
    value = record.get(name)
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if name in {"uid", "priority"} and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise InvalidInput('"{name}" is a string, not {value!r:.60}', name=name, value=value)


def _texts(record: Mapping[str, object], name: str) -> tuple[str, ...]:
    value = record.get(name)
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        return tuple(value)
    raise InvalidInput('"{name}" is a list of strings, not {value!r:.60}', name=name, value=value)


def _word(record: Mapping[str, object], name: str, read: Callable[[str], Word]) -> Word | None:
    text = _text(record, name)
    return read(text) if text else None


def _truth(record: Mapping[str, object], name: str) -> bool:
    value = record.get(name)
    if value is None or isinstance(value, bool):
        return bool(value)
    raise InvalidInput('"{name}" is true or false, not {value!r:.60}', name=name, value=value)


def _number(record: Mapping[str, object], name: str) -> float | None:
    value = record.get(name)
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    raise InvalidInput('"{name}" is a number from 0 to 1, not {value!r:.60}', name=name, value=value)


def _instant(record: Mapping[str, object], name: str, zone: tzinfo) -> datetime | None:
    value = record.get(name)
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=zone)
    if isinstance(value, date):
        return day_start(value, zone)
    text = _text(record, name)
    if not text:
        return None
    try:
        if len(text) == len("2026-01-31"):
            return day_start(date.fromisoformat(text), zone)
        instant = datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        raise InvalidInput(
            '"{name}" is not an instant: {text!r:.60}',
            next_step="write it like 2026-01-31T09:30:00+08:00",
            name=name,
            text=text,
        ) from None
    return instant if instant.tzinfo else instant.replace(tzinfo=zone)
