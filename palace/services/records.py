"""Plain records of programs: `{"text": …}` with optional fields, taken in as active memories."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import TypeVar

from palace.domain.clock import day_start
from palace.domain.errors import InvalidInput, PalaceError
from palace.domain.filters import priority_of, word_of
from palace.domain.journal import Actor
from palace.domain.memory import Binding, Source
from palace.domain.vocabulary import Band, Kind, SourceKind, Wing
from palace.services.ports import Palace
from palace.services.remembering import Statement, Taken, memorise
from palace.services.surroundings import Surroundings

Word = TypeVar("Word")


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

    Raises InvalidInput naming the field that does not fit.
    """
    if not isinstance(record, Mapping):
        raise InvalidInput("a record is an object with a text, not {value!r:.60}", value=record)
    text = record.get("text")
    if not isinstance(text, str):
        raise InvalidInput('a record needs a field "text" that is a string')
    kind = _word(record, "source", lambda value: word_of(SourceKind, value)) or SourceKind.FILE
    quality = _number(record, "confidence")
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
        source=Source(
            kind=kind,
            quality=1.0 if quality is None else quality,
            origin=_text(record, "origin"),
            session=_text(record, "session"),
            agent=_text(record, "agent"),
        ),
        importance=_number(record, "importance"),
        confidence=quality,
        pinned=_truth(record, "pinned"),
        recorded_at=_instant(record, "recorded_at", zone),
        valid_from=_instant(record, "valid_from", zone),
        valid_to=_instant(record, "valid_to", zone),
    )


def _text(record: Mapping[str, object], name: str) -> str:
    value = record.get(name)
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if name == "uid" and isinstance(value, int) and not isinstance(value, bool):
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
    text = _text(record, name)
    if not text:
        return None
    try:
        if len(text) == len("2026-01-31"):
            return day_start(date.fromisoformat(text), zone)
        instant = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidInput(
            '"{name}" is not an instant: {text!r:.60}',
            next_step="write it like 2026-01-31T09:30:00+08:00",
            name=name,
            text=text,
        ) from None
    return instant if instant.tzinfo else instant.replace(tzinfo=zone)
