"""Reads scripts/sample: what its files tell, as the values of the domain and as the rows they came from."""

import re
import tomllib
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from palace.domain.candidate import Candidate, Evidence
from palace.domain.memory import Binding, Memory, Source
from palace.domain.vocabulary import Band, Kind, Layer, Priority, SourceKind, Status, Wing

FOLDER = Path(__file__).parent / "sample"

TABLES = {
    "conflicts": "conflict",
    "links": "link",
    "versions": "version",
    "tombstones": "tombstone",
    "journal": "decision",
    "searches": "search",
    "daily_logs": "bullet",
    "questions": "question",
}
"""The files whose rows are read as they stand, each with the name of its table."""

Row = dict[str, Any]

_BEFORE_NOW = re.compile(r"-(?=\d)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?")


@dataclass(frozen=True, slots=True)
class ToldMemory:
    """A memory, and the row that tells it; `memory.id` is 0 and `memory.uid` empty."""

    key: str
    row: Row
    memory: Memory


@dataclass(frozen=True, slots=True)
class ToldCandidate:
    """A candidate with its sightings, and the row that tells it; the ids are 0."""

    key: str
    row: Row
    candidate: Candidate
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """Everything that scripts/sample holds; memories and candidates by their keys, in the files' order."""

    setting: Row
    now: datetime
    zone: ZoneInfo
    memories: dict[str, ToldMemory]
    candidates: dict[str, ToldCandidate]
    rows: dict[str, list[Row]]

    def before_now(self, relative: str) -> datetime:
        """Return the instant that lies so far before the sample's now: "-12d3h"; raises ValueError."""
        return self.now - _length(relative)

    def local_day(self, relative: str) -> date:
        """Return the day on which that instant fell in the sample's zone."""
        return self.before_now(relative).astimezone(self.zone).date()


def read_sample(folder: Path = FOLDER) -> Sample:
    """Return what the files of `folder` tell; raises ValueError naming the file and the key."""
    setting = _read(folder / "sample.toml")
    now, zone = setting["now"], ZoneInfo(setting["zone"])
    memories: dict[str, ToldMemory] = {}
    for wing in Wing:
        path = folder / f"memories_{wing}.toml"
        for key, row in _keyed(path, "memory"):
            if key in memories:
                raise ValueError(f"{path}: {key} is told twice")
            try:
                memories[key] = ToldMemory(key, row, _memory(row, now, zone))
            except (KeyError, ValueError) as error:
                raise ValueError(f"{path}: {key}: {error}") from error
    path = folder / "candidates.toml"
    candidates: dict[str, ToldCandidate] = {}
    for key, row in _keyed(path, "candidate"):
        try:
            candidates[key] = ToldCandidate(key, row, _candidate(row, now), _evidence(row, now, zone))
        except (KeyError, ValueError) as error:
            raise ValueError(f"{path}: {key}: {error}") from error
    rows: dict[str, list[Row]] = {
        name: _read(folder / f"{name}.toml")[table] for name, table in TABLES.items()
    }
    return Sample(setting, now, zone, memories, candidates, rows)


def _read(path: Path) -> Row:
    with path.open("rb") as opened:
        try:
            return tomllib.load(opened)
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"{path}: {error}") from error


def _keyed(path: Path, table: str) -> list[tuple[str, Row]]:
    rows: list[Row] = _read(path)[table]
    keys = [row["key"] for row in rows]
    repeated = sorted({key for key in keys if keys.count(key) > 1})
    if repeated:
        raise ValueError(f"{path}: told twice: {', '.join(repeated)}")
    return list(zip(keys, rows, strict=True))


def _length(relative: str) -> timedelta:
    matched = _BEFORE_NOW.fullmatch(relative)
    if matched is None:
        raise ValueError(f'{relative!r} is no time before now; write it like "-12d3h"')
    days, hours, minutes = (int(part or 0) for part in matched.groups())
    return timedelta(days=days, hours=hours, minutes=minutes)


def _instant(row: Row, name: str, now: datetime) -> datetime | None:
    return now - _length(row[name]) if name in row else None


def _start_of_day(row: Row, name: str, zone: ZoneInfo) -> datetime | None:
    day: date | None = row.get(name)
    return None if day is None else datetime(day.year, day.month, day.day, tzinfo=zone)


def _binding(row: Row) -> Binding:
    return Binding(row.get("when", ""), row.get("do", ""), row.get("unless", ""))


def _source(row: Row) -> Source:
    return Source(
        kind=SourceKind(row["source_kind"]),
        quality=row["source_quality"],
        origin=row["origin"],
        session=row.get("session", ""),
        agent=row["agent"],
    )


def _memory(row: Row, now: datetime, zone: ZoneInfo) -> Memory:
    return Memory(
        id=0,
        uid="",
        text=row["text"],
        wing=Wing(row["wing"]),
        recorded_at=now - _length(row["recorded"]),
        band=Band(row["band"]),
        layer=Layer(row["layer"]),
        priority=Priority(row["priority"]),
        kind=Kind(row["kind"]),
        status=Status(row.get("status", Status.ACTIVE)),
        pinned=row.get("pinned", False),
        scenes=tuple(row.get("scenes", ())),
        binding=_binding(row),
        importance=row["importance"],
        confidence=row["confidence"],
        source=_source(row),
        valid_from=_start_of_day(row, "valid_from", zone),
        valid_to=_start_of_day(row, "valid_to", zone),
        retired_at=_instant(row, "retired", now),
        hits=row.get("hits", 0),
        loads=row.get("loads", 0),
        last_hit_at=_instant(row, "last_hit", now),
        last_loaded_at=_instant(row, "last_loaded", now),
        calibrated_at=_instant(row, "calibrated", now),
    )


def _candidate(row: Row, now: datetime) -> Candidate:
    return Candidate(
        id=0,
        uid="",
        text=row["text"],
        first_seen_at=now - _length(row["first_seen"]),
        wing=Wing(row["wing"]),
        band=Band(row["band"]),
        priority=Priority(row["priority"]),
        kind=Kind(row["kind"]),
        scenes=tuple(row.get("scenes", ())),
        binding=_binding(row),
        importance=row["importance"],
        source=_source(row),
        express=row.get("express", False),
        flags=tuple(row.get("flags", ())),
        note=row.get("note", ""),
        checks_passed=row.get("checks_passed", 0),
        checked_at=_instant(row, "checked", now),
        failed_at=_instant(row, "failed", now),
    )


def _evidence(row: Row, now: datetime, zone: ZoneInfo) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(
            candidate_id=0,
            source=seen["source"],
            day=(now - _length(seen["at"])).astimezone(zone).date(),
            seen_at=now - _length(seen["at"]),
            origin=seen["origin"],
            session=seen["session"],
        )
        for seen in row["evidence"]
    )
