"""`palace migrate`: move in from a single memory file or from another palace, shown first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from palace import bootstrap
from palace.cli.comparing_on_the_way import follow_up, follow_up_and_tell, on_the_way_json
from palace.cli.invocation import Invocation
from palace.cli.output import first_line
from palace.cli.workspace_folder import beside
from palace.config.paths import path_named
from palace.domain.errors import InvalidInput, NotFound, PalaceError, Refused
from palace.domain.vocabulary import Priority
from palace.exchange.flags import flags_of
from palace.exchange.line_account import LineAccount, LinePlace, account_of_file
from palace.exchange.reading import read_file
from palace.files.walking import ReadFile, WhyUnread, is_database, read_one
from palace.services.comparing_arrivals import Arrivals
from palace.services.joining_palaces import Fate, JoinReport, Sort, join_palace, plan_joining
from palace.services.migrating import Landing, MigrationReport, migrate, plan_migration
from palace.services.readings import FileReading, FoundMemory

if TYPE_CHECKING:
    from palace.storage.palace_file import PalaceFile

FAILED = 1
NO_LEVEL = "-"


def run(invocation: Invocation) -> int:
    """Move in; exit status 1 when something could not be taken, 3 when there is no such file."""
    path = path_named(invocation.arguments.file)
    if is_database(path):
        return _join(invocation, path)
    data, place = _bytes_of(invocation, path)
    reading = replace(read_file(str(path), data, neighbours=beside(path)), place=place)
    account = account_of_file(data, reading)
    reading = _with_lost_lines(reading, account)
    with invocation.palace() as palace:
        how = migrate if invocation.arguments.apply else plan_migration
        report = how(palace, reading, invocation.surroundings, invocation.actor)
        if invocation.wants_json:
            found = follow_up(invocation, palace, _arrivals(report))
            invocation.output.json({**migration_json(report, account), **on_the_way_json(found)})
        else:
            _print(invocation, report, account)
            follow_up_and_tell(invocation, palace, _arrivals(report))
    return FAILED if report.bad or reading.errors else 0


def _bytes_of(invocation: Invocation, path: Path) -> tuple[bytes, str]:
    if path.is_dir():
        raise InvalidInput(
            "{path} is a folder; one file is moved in at a time",
            next_step="for a folder there is palace import, or palace workspace and palace sync",
            path=path,
        )
    found = read_one(path)
    if isinstance(found, ReadFile):
        return found.data, str(found.place)
    if found.reason in {WhyUnread.MISSING, WhyUnread.VANISHED}:
        raise NotFound("there is no file {path}", path=path)
    raise PalaceError(
        "{path} cannot be read: {why}", path=path, why=invocation.say(f"cli.import.unread.{found.reason}")
    )


def _with_lost_lines(reading: FileReading, account: LineAccount) -> FileReading:
    """Return a reading in which also the lines stand that no rule of its format accounts for."""
    lost = tuple(FoundMemory(text, line, flags=flags_of(text)) for line, text in account.unaccounted)
    return replace(reading, memories=tuple(sorted((*reading.memories, *lost), key=lambda found: found.line)))


def _arrivals(report: MigrationReport) -> Arrivals:
    return Arrivals(
        tuple(
            moved.candidate_id
            for moved in report.moved
            if moved.landing is Landing.QUEUE and moved.candidate_id is not None
        ),
        tuple(
            moved.memory_id
            for moved in report.moved
            if moved.landing is Landing.MEMORY and moved.memory_id is not None
        ),
    )


def migration_json(report: MigrationReport, account: LineAccount) -> dict[str, object]:
    """Return a report for programs; docs/json.md describes it."""
    reading = report.reading
    return {
        "path": reading.path,
        "format": reading.format,
        "encoding": reading.encoding,
        "lines": {
            "total": len(account.places),
            **{place.value: account.count(place) for place in LinePlace},
        },
        "in": {level: report.came_in[level] for level in (*Priority, NO_LEVEL)},
        "out": {where: report.went_out[where] for where in (*Landing, "bad")},
        "statements": [
            {
                "line": moved.found.line,
                "text": moved.found.text,
                "priority": moved.found.priority,
                "lands": moved.landing,
                "flags": list(moved.found.flags),
                "memory_id": moved.memory_id,
                "candidate_id": moved.candidate_id,
            }
            for moved in report.moved
        ],
        "skipped": [{"line": line.line, "reason": line.reason} for line in reading.skipped],
        "bad": [{"line": bad.line, "error": bad.error.message} for bad in report.bad],
        "errors": [error.text for error in reading.errors],
        "flagged": report.flagged,
        "applied": report.applied,
        "group": report.group or None,
    }


def _print(invocation: Invocation, report: MigrationReport, account: LineAccount) -> None:
    say, output, catalog = invocation.say, invocation.output, invocation.catalog
    reading = report.reading
    output.line(
        say(
            "cli.import.file",
            path=reading.path,
            format=reading.format,
            encoding=reading.encoding,
            count=len(reading.memories),
        )
    )
    for moved in report.moved:
        found = moved.found
        tags = " ".join(str(tag) for tag in (found.priority, *found.flags) if tag)
        mark = say(f"cli.migrate.lands.{moved.landing}")
        output.line(f"  {found.line:>5}  {mark}  {f'[{tags}] ' if tags else ''}{first_line(found.text)}")
    for line in reading.skipped:
        key = f"cli.import.reason.{line.reason}"
        reason = say(key) if catalog.has(key) else line.reason
        output.line(f"  {line.line:>5}  {say('cli.import.skipped', reason=reason)}")
    for error in reading.errors:
        told = catalog.sentence(error.template, error.values)
        output.error(say("cli.import.error", path=reading.path, error=told))
    for bad in report.bad:
        told = say("cli.import.bad", line=bad.line, error=catalog.error_message(bad.error))
        output.error(say("cli.import.error", path=reading.path, error=told))
    output.line(
        say(
            "cli.migrate.lines",
            total=len(account.places),
            **{place.value: account.count(place) for place in LinePlace},
        )
    )
    levels = report.came_in
    output.line(
        say(
            "cli.migrate.in",
            total=len(reading.memories),
            p0=levels[Priority.P0],
            p1=levels[Priority.P1],
            p2=levels[Priority.P2],
            none=levels[NO_LEVEL],
        )
    )
    out = report.went_out
    output.line(
        say(
            "cli.migrate.out",
            total=sum(out.values()),
            **{where: out[where] for where in (*Landing, "bad")},
            flagged=report.flagged,
        )
    )
    output.line(say(_closing(report.applied, bool(out[Landing.MEMORY] + out[Landing.QUEUE]))))


def _closing(applied: bool, changed: bool) -> str:
    """Return the key of the last line: nothing can be taken back where nothing was added."""
    if not applied:
        return "cli.migrate.planned"
    return "cli.migrate.applied" if changed else "cli.migrate.applied_nothing"


def _join(invocation: Invocation, path: Path) -> int:
    if path.exists() and invocation.palace_path.exists() and path.samefile(invocation.palace_path):
        raise Refused("{path} is this palace itself", next_step="name another palace", path=path)
    with invocation.palace() as palace:
        other = bootstrap.open_palace_to_read(path, invocation.settings)
        try:
            report = _joined(invocation, palace, other)
        finally:
            other.close()
        arrivals = _joined_arrivals(report)
        if invocation.wants_json:
            found = follow_up(invocation, palace, arrivals)
            invocation.output.json({**joining_json(report, str(path)), **on_the_way_json(found)})
        else:
            _print_joined(invocation, report, path)
            follow_up_and_tell(invocation, palace, arrivals)
    return FAILED if report.of(Fate.BAD) else 0


def _joined(invocation: Invocation, palace: PalaceFile, other: PalaceFile) -> JoinReport:
    if invocation.arguments.apply:
        return join_palace(palace, other, invocation.surroundings, invocation.actor)
    return plan_joining(palace, other, invocation.actor)


def _joined_arrivals(report: JoinReport) -> Arrivals:
    if not report.applied:
        return Arrivals()
    new = report.of(Fate.NEW, Fate.QUEUE, Fate.CONFLICT)
    return Arrivals(
        tuple(item.candidate_id for item in new if item.candidate_id is not None),
        tuple(
            item.memory_id
            for item in new
            if item.memory_id is not None and item.sort is Sort.MEMORY and item.fate is Fate.NEW
        ),
    )


def joining_json(report: JoinReport, path: str) -> dict[str, object]:
    """Return a report for programs; docs/json.md describes it."""
    counted = {sort: report.counts(sort) for sort in Sort}
    return {
        "path": path,
        "format": "palace",
        "in": {sort.value: sum(counts.values()) for sort, counts in counted.items()},
        "out": {
            sort.value: {fate.value: counts[fate] for fate in Fate if counts[fate]}
            for sort, counts in counted.items()
        },
        "told": [
            {
                "sort": item.sort,
                "their_id": item.their_id,
                "text": item.text,
                "fate": item.fate,
                "memory_id": item.memory_id,
                "candidate_id": item.candidate_id,
                "error": item.error.message if item.error else None,
            }
            for item in report.of(Fate.CONFLICT, Fate.SUPPRESSED, Fate.QUEUE, Fate.BAD)
            if item.text
        ],
        "flagged": report.flagged,
        "applied": report.applied,
        "group": report.group or None,
    }


def _print_joined(invocation: Invocation, report: JoinReport, path: Path) -> None:
    say, output = invocation.say, invocation.output
    output.line(say("cli.migrate.palace", path=path))
    for item in report.of(Fate.CONFLICT, Fate.SUPPRESSED, Fate.QUEUE):
        if item.text:
            mark = say(f"cli.migrate.fate.{item.fate}")
            output.line(f"  #{item.their_id:<5}  {mark}  {first_line(item.text)}")
    for item in report.of(Fate.BAD):
        if item.error:
            output.error(f"#{item.their_id}: {invocation.catalog.error_message(item.error)}")
    for sort in Sort:
        counts = report.counts(sort)
        parts = [f"{say(f'cli.migrate.fate.{fate}').strip()} {counts[fate]}" for fate in Fate if counts[fate]]
        if parts:
            output.line(
                say(
                    "cli.migrate.sort",
                    sort=say(f"cli.migrate.sorts.{sort}"),
                    total=sum(counts.values()),
                    parts=" · ".join(parts),
                )
            )
    if report.flagged:
        output.line(say("cli.migrate.flagged", flagged=report.flagged))
    output.line(say("cli.migrate.left_behind"))
    changed = bool(report.of(Fate.NEW, Fate.QUEUE, Fate.CONFLICT))
    output.line(say(_closing(report.applied, changed)))
