"""`palace import`: read memory files into the review queue. Shown first; done only with --apply."""

from collections.abc import Callable, Iterator
from pathlib import Path

from palace.cli.invocation import Invocation
from palace.exchange.reading import read_file
from palace.files.walking import ReadFile, read_files
from palace.services.importing import FileReport, ImportReport, apply_import, plan_import
from palace.services.readings import FileReading
from palace.services.remembering import Outcome

FAILED = 1
NOTHING_FOUND = 3


def run(invocation: Invocation) -> int:
    """Import; exit status 1 when a file could not be read, 3 when no file was there to read."""
    readings = [reading for named in invocation.arguments.paths for reading in _readings(invocation, named)]
    with invocation.palace() as palace:
        if invocation.arguments.apply:
            report = apply_import(palace, readings, invocation.surroundings, invocation.actor)
        else:
            report = plan_import(palace, readings, invocation.surroundings)
    if invocation.wants_json:
        invocation.output.json(report_json(report))
    else:
        _print(invocation, report)
    if not report.files:
        return NOTHING_FOUND
    return FAILED if any(file.reading.errors for file in report.files) else 0


def _readings(invocation: Invocation, named: str) -> Iterator[FileReading]:
    for file in read_files(Path(named).expanduser()):
        if isinstance(file, ReadFile):
            yield read_file(
                str(file.path),
                file.data,
                neighbours=_stands_beside(file.path),
                format=invocation.arguments.format,
            )
        else:
            yield FileReading(str(file.path), format="unread", encoding="", errors=(file.reason,))


def _stands_beside(path: Path) -> Callable[[str], bool]:
    """Return the function that tells whether a name leads to a file, seen from a file's folder."""
    return lambda name: (path.parent / name).exists()


def report_json(report: ImportReport) -> dict[str, object]:
    """Return a report for programs; docs/json.md describes it."""
    return {
        "files": [_file_json(file) for file in report.files],
        "new": report.count(Outcome.NEW),
        "known": report.count(Outcome.KNOWN) + report.count(Outcome.SEEN_AGAIN),
        "suppressed": report.count(Outcome.SUPPRESSED),
        "flagged": report.flagged,
        "applied": report.applied,
        "group": report.group or None,
    }


def _file_json(file: FileReport) -> dict[str, object]:
    reading = file.reading
    return {
        "path": reading.path,
        "format": reading.format,
        "encoding": reading.encoding,
        "memories": [
            {
                "text": found.text,
                "line": found.line,
                "heading": list(found.heading),
                "priority": found.priority,
                "date": None if found.date is None else found.date.isoformat(),
                "valid_to": None if found.valid_to is None else found.valid_to.isoformat(),
                "scenes": list(found.scenes),
                "wing": found.wing,
                "kind": found.kind,
                "when": found.when,
                "do": found.do,
                "unless": found.unless,
                "flags": list(found.flags),
                "outcome": fate.outcome,
            }
            for fate in file.fates
            for found in [fate.found]
        ],
        "skipped": [{"line": line.line, "reason": line.reason} for line in reading.skipped],
        "errors": [*reading.errors, *file.errors],
        "notes": list(reading.notes),
    }


def _print(invocation: Invocation, report: ImportReport) -> None:
    output = invocation.output
    for file in report.files:
        reading = file.reading
        output.line(
            invocation.say(
                "cli.import.file",
                path=reading.path,
                format=reading.format,
                encoding=reading.encoding or "—",
                count=len(file.fates),
            )
        )
        for fate in file.fates:
            found = fate.found
            mark = invocation.say(f"cli.import.outcome.{fate.outcome}")
            tags = " ".join(str(tag) for tag in (found.priority, found.kind, found.date, *found.flags) if tag)
            path = " / ".join(found.heading)
            first = found.text.splitlines()[0]
            output.line(f"  {found.line:>5}  {mark}  {f'[{tags}] ' if tags else ''}{first}")
            if path:
                output.line(f"         {path}")
        for line in reading.skipped:
            reason = invocation.say("cli.import.skipped", line=line.line, reason=line.reason)
            output.line(f"  {line.line:>5}  {reason}")
        for error in (*reading.errors, *file.errors):
            output.error(invocation.say("cli.import.error", path=reading.path, error=error))
        for note in reading.notes:
            output.line(f"         {note}")
    output.line(
        invocation.say(
            "cli.import.applied" if report.applied else "cli.import.planned",
            new=report.count(Outcome.NEW),
            again=report.count(Outcome.SEEN_AGAIN),
            known=report.count(Outcome.KNOWN),
            suppressed=report.count(Outcome.SUPPRESSED),
            flagged=report.flagged,
        )
    )
