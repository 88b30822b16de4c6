"""Importing what was read from files: first as a plan that changes nothing, then in one journal group."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta, tzinfo

from palace.domain.candidate import Evidence, Verdict
from palace.domain.clock import day_start
from palace.domain.errors import PalaceError, Suppressed
from palace.domain.journal import Actor
from palace.domain.memory import Binding, Memory, Source
from palace.domain.vocabulary import Kind, Priority, SourceKind, Wing
from palace.services.ports import Known, Palace, UnitOfWork
from palace.services.readings import FileReading, FoundMemory, Remark
from palace.services.remembering import (
    Outcome,
    Statement,
    check_statement,
    evidence_for,
    is_new_sighting,
    sight,
    with_suggestions,
)
from palace.services.surroundings import Surroundings
from palace.text.classification import guess_kind
from palace.text.identity import identity_hash

DAILY_LOG = "daily-log"
"""The format whose file date says on which day its statements were seen."""

AFTER_ITS_TIME = "the file is dated {day}, but was written on {written}: is its year right?"
FUTURE = "the file is dated {day}, which lies in the future: is its year right?"


MOST_AT_ONCE = 20_000
"""So many statements of files are held and written at once; further ones follow, of the same act."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What an import does, or would do, with one statement."""

    found: FoundMemory
    outcome: Outcome
    express: bool
    candidate_id: int | None = None
    memory_id: int | None = None


@dataclass(frozen=True, slots=True)
class BadStatement:
    """A statement that cannot be taken in: the line it stands on, and why."""

    line: int
    error: PalaceError


@dataclass(frozen=True, slots=True)
class FileReport:
    """One file with the fate of each of its statements, and those that cannot be taken in."""

    reading: FileReading
    fates: tuple[Fate, ...]
    bad: tuple[BadStatement, ...] = ()

    def without_fates(self) -> "FileReport":
        """Return the report without the statements themselves."""
        return replace(self, reading=replace(self.reading, memories=()), fates=())


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import does, or would do, file by file."""

    files: tuple[FileReport, ...]
    applied: bool
    group: str = ""

    def count(self, outcome: Outcome) -> int:
        """Return how many statements have an outcome."""
        return sum(fate.outcome is outcome for file in self.files for fate in file.fates)

    @property
    def flagged(self) -> int:
        """How many statements hold a secret or an instruction aimed at an agent."""
        return sum(bool(fate.found.flags) for file in self.files for fate in file.fates)


def statement_of(found: FoundMemory, reading: FileReading, zone: tzinfo, quality: float) -> Statement:
    """Return what a file's statement says, with the file and line as its origin."""
    kind, wing = _placed(found, reading)
    return Statement(
        text=found.text,
        wing=wing,
        priority=found.priority,
        kind=kind,
        scenes=found.scenes,
        binding=Binding(found.when, found.do, found.unless),
        source=Source(SourceKind.FILE, quality, origin=f"{reading.path}:{found.line}"),
        seen_on=found.date if reading.format == DAILY_LOG else None,
        seen_in=reading.place,
        valid_from=day_start(found.date, zone) if found.date else None,
        valid_to=day_start(found.valid_to, zone) if found.valid_to else None,
        flags=found.flags,
        heading=found.heading,
        note=found.note,
    )


def _placed(found: FoundMemory, reading: FileReading) -> tuple[Kind | None, Wing | None]:
    """Return kind and wing as the file tells them; None is left to the words of the statement.

    A bullet of a log is an event where nothing tells another kind, and knowledge is the wing of whatever has
    no other: telling words know better.
    """
    if found.kind is None:
        return None, None if found.wing is Wing.KNOWLEDGE else found.wing
    if reading.format == DAILY_LOG and found.kind is Kind.EVENT:
        guess = guess_kind(found.text)
        if guess.sure and guess.kind is not found.kind:
            return guess.kind, None
    return found.kind, found.wing


def with_warning_of_future(reading: FileReading, today: date, written: date | None = None) -> FileReading:
    """Return a reading with a note where its file is dated for a day that is still to come.

    With the day on which it was `written` last, also where it is dated for a later one: a year that somebody
    mistyped. One day more is nothing: zones differ. Of a file in parts the last one has the note.
    """
    if reading.goes_on:
        return reading
    day = day_of_name(reading.path)
    if day is None and reading.format == DAILY_LOG:
        day = min((found.date for found in reading.memories if found.date), default=None)
    if day is not None and day > today:
        return replace(reading, notes=(*reading.notes, Remark(FUTURE, {"day": day.isoformat()})))
    if day is not None and written is not None and day > written + timedelta(days=1):
        told = Remark(AFTER_ITS_TIME, {"day": day.isoformat(), "written": written.isoformat()})
        return replace(reading, notes=(*reading.notes, told))
    return reading


def day_of_name(path: str) -> date | None:
    """Return the day that a file's name begins with, as the names of daily logs do."""
    try:
        return date.fromisoformat(path.replace("\\", "/").rpartition("/")[2][: len("2026-01-31")])
    except ValueError:
        return None


def is_express(found: FoundMemory) -> bool:
    """Whether a statement goes first in the queue: it carries P0 or P1 in a file that the person named."""
    return found.priority in {Priority.P0, Priority.P1}


@dataclass(slots=True)
class Foreseen:
    """A candidate as it is, or would be by then: its sightings, and whether it is express."""

    sightings: list[Evidence]
    express: bool


def plan_import(palace: Palace, readings: Iterable[FileReading], surroundings: Surroundings) -> ImportReport:
    """Return what importing these files would do. Nothing is changed."""
    return ImportReport(tuple(planned_files(palace, readings, surroundings)), applied=False)


def planned_files(
    palace: Palace, readings: Iterable[FileReading], surroundings: Surroundings
) -> Iterator[FileReport]:
    """Yield what importing each of these files would do, one after the other. Nothing is changed."""
    foreseen: dict[str, Foreseen] = {}
    for reading in readings:
        yield _planned(palace, reading, foreseen, surroundings)


def _planned(
    palace: Palace, reading: FileReading, foreseen: dict[str, Foreseen], surroundings: Surroundings
) -> FileReport:
    fates: list[Fate] = []
    bad: list[BadStatement] = []
    for found in reading.memories:
        statement = statement_for(found, reading, surroundings)
        express = is_express(found)
        if known := _with_its_uid(palace, found):
            fates.append(Fate(found, Outcome.KNOWN, express, memory_id=known.id))
            continue
        try:
            check_statement(statement)
        except PalaceError as error:
            bad.append(BadStatement(found.line, error))
        else:
            outcome = foretold(palace, statement, foreseen, surroundings, express=express)
            fates.append(Fate(found, outcome, express))
    return FileReport(reading, tuple(fates), tuple(bad))


def foretold(
    palace: Palace,
    statement: Statement,
    foreseen: dict[str, Foreseen],
    surroundings: Surroundings,
    *,
    express: bool,
) -> Outcome:
    """Return what `sight` would do by then, and note it for the statements that follow."""
    key = identity_hash(statement.text, statement.heading)
    if palace.memory_with_hash(key) is not None:
        return Outcome.KNOWN
    if palace.tombstone(key) is not None:
        return Outcome.SUPPRESSED
    evidence = evidence_for(0, statement, surroundings)
    if key not in foreseen:
        waiting = palace.candidate_with_hash(key)
        if waiting is None or waiting.verdict is not Verdict.OPEN:
            foreseen[key] = Foreseen([evidence], express)
            return Outcome.NEW
        foreseen[key] = Foreseen(list(palace.evidence_of(waiting.id)), waiting.express)
    candidate = foreseen[key]
    is_new = is_new_sighting(evidence, statement, candidate.sightings)
    if not is_new and (candidate.express or not express):
        return Outcome.KNOWN
    if is_new:
        candidate.sightings.append(evidence)
    candidate.express = candidate.express or express
    return Outcome.SEEN_AGAIN


def apply_import(
    palace: Palace, readings: Iterable[FileReading], surroundings: Surroundings, actor: Actor
) -> ImportReport:
    """Put the statements of these files before the review queue, in one journal group with one undo.

    What is known already adds evidence at most; what a tombstone bars is counted and stays away.
    """
    importing = Importing(palace, surroundings, actor)
    files = importing.take_in(list(readings))
    return ImportReport(tuple(files), applied=True, group=importing.group)


class Importing:
    """An import that is carried out in portions, all of one act: `group` names it once it has begun."""

    def __init__(self, palace: Palace, surroundings: Surroundings, actor: Actor) -> None:
        self._palace = palace
        self._surroundings = surroundings
        self._actor = actor
        self.group = ""

    def files(self, readings: Iterable[FileReading]) -> Iterator[FileReport]:
        """Take in these files and yield what became of each, once it is committed.

        So many statements as MOST_AT_ONCE are held and written in one transaction. If it ends early, what
        was yielded stays, with one undo, and the same import again adds what is missing. Raises PalaceBusy,
        ReadOnlyPalace.
        """
        waiting: list[FileReading] = []
        statements = 0
        for reading in readings:
            waiting.append(reading)
            statements += len(reading.memories)
            if statements >= MOST_AT_ONCE:
                yield from self.take_in(waiting)
                waiting, statements = [], 0
        if waiting or not self.group:
            yield from self.take_in(waiting)

    def take_in(self, readings: Sequence[FileReading]) -> list[FileReport]:
        """Take in these files in one transaction."""
        around = self._surroundings
        prepared = [(reading, _prepared(self._palace, reading, around)) for reading in readings]
        with self._palace.unit_of_work(self._actor, group=self.group) as work:
            files = [_applied(work, reading, statements, around) for reading, statements in prepared]
            self.group = work.group
        return files


def _prepared(palace: Palace, reading: FileReading, surroundings: Surroundings) -> list[Statement]:
    """Return the statements of a file, what is new with what its words suggest.

    Reading words takes longer than writing rows; so it is done before the palace is locked for writing.
    """
    prepared: list[Statement] = []
    for found in reading.memories:
        statement = statement_for(found, reading, surroundings)
        key = identity_hash(statement.text, statement.heading)
        known = palace.memory_with_hash(key) or palace.candidate_with_hash(key)
        prepared.append(statement if known else with_suggestions(statement))
    return prepared


def _applied(
    work: UnitOfWork, reading: FileReading, statements: Sequence[Statement], surroundings: Surroundings
) -> FileReport:
    fates: list[Fate] = []
    bad: list[BadStatement] = []
    for found, statement in zip(reading.memories, statements, strict=True):
        express = is_express(found)
        if known := _with_its_uid(work, found):
            fates.append(Fate(found, Outcome.KNOWN, express, memory_id=known.id))
            continue
        try:
            with work.attempt():
                taken = sight(work, statement, surroundings, express=express)
        except Suppressed:
            fates.append(Fate(found, Outcome.SUPPRESSED, express))
        except PalaceError as error:
            bad.append(BadStatement(found.line, error))
        else:
            fates.append(Fate(found, taken.outcome, express, taken.candidate_id, taken.memory_id))
    return FileReport(reading, tuple(fates), tuple(bad))


def _with_its_uid(known: Known, found: FoundMemory) -> Memory | None:
    """Return the memory that a statement of another palace already is here, whatever became of its text."""
    return known.memory_with_uid(found.uid) if found.uid else None


def statement_for(found: FoundMemory, reading: FileReading, surroundings: Surroundings) -> Statement:
    """Return what a file's statement says, as far as a file is believed and in the configured zone."""
    quality = surroundings.rules.importance.source_quality[SourceKind.FILE]
    return statement_of(found, reading, surroundings.zone, quality)
