"""`palace import`: read memory files into the review queue. Shown first; done only with --apply."""

from palace.cli.comparing_on_the_way import follow_up, follow_up_and_tell, on_the_way_json
from palace.cli.invocation import Invocation
from palace.cli.named_files import readings_of
from palace.cli.output import first_line
from palace.cli.read_files_known import remember_memory_files
from palace.cli.restoring_lines import restore_lines, whole_palace_named
from palace.files.walking import PASSED_OVER, WhyUnread
from palace.services.comparing_arrivals import Arrivals
from palace.services.importing import FileReport, ImportReport, apply_import, plan_import
from palace.services.readings import Remark
from palace.services.remembering import Outcome
from palace.text.masking import masked

FAILED = 1
NOTHING_FOUND = 3


def run(invocation: Invocation) -> int:
    """Import; exit status 1 when something could not be taken in, 3 when nothing was there to read."""
    whole = whole_palace_named(invocation)
    with invocation.palace() as palace:
        if whole is not None and palace.whole.is_empty():
            return restore_lines(invocation, palace, whole)
        readings = [
            reading
            for named in invocation.arguments.paths
            for reading in readings_of(named, invocation.surroundings, invocation.arguments.format)
        ]
        if invocation.arguments.apply:
            report = apply_import(palace, readings, invocation.surroundings, invocation.actor)
            remember_memory_files(palace.whole, readings)
        else:
            report = plan_import(palace, readings, invocation.surroundings)
        if not invocation.wants_json:
            _print(invocation, report)
            follow_up_and_tell(invocation, palace, _arrivals(report))
        else:
            found = follow_up(invocation, palace, _arrivals(report))
            invocation.output.json({**report_json(report), **on_the_way_json(found)})
    return _status(report)


def _arrivals(report: ImportReport) -> Arrivals:
    """Return the candidates that an import has made."""
    fates = [fate for file in report.files for fate in file.fates if fate.outcome is Outcome.NEW]
    return Arrivals(tuple(fate.candidate_id for fate in fates if fate.candidate_id is not None))


def _status(report: ImportReport) -> int:
    reasons = {file.reading.unread for file in report.files if file.reading.unread}
    read = [file for file in report.files if not file.reading.unread]
    if not read:
        return NOTHING_FOUND if reasons <= {WhyUnread.MISSING} else FAILED
    faulty = any(file.reading.errors or file.bad for file in read)
    return FAILED if faulty or not reasons <= PASSED_OVER else 0


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
        "errors": [
            *([reading.unread] if reading.unread else []),
            *(remark.text for remark in reading.errors),
            *(f"line {bad.line}: {bad.error.message}" for bad in file.bad),
        ],
        "notes": [remark.text for remark in reading.notes],
    }


def _print(invocation: Invocation, report: ImportReport) -> None:
    say = invocation.say
    for file in report.files:
        if file.reading.unread:
            why = say(f"cli.import.unread.{file.reading.unread}")
            invocation.output.error(say("cli.import.error", path=file.reading.path, error=why))
        else:
            _print_file(invocation, file)
    if not report.files:
        invocation.output.error(say("cli.import.nothing"))
        return
    invocation.output.line(
        say(
            _closing_words(report),
            new=report.count(Outcome.NEW),
            again=report.count(Outcome.SEEN_AGAIN),
            known=report.count(Outcome.KNOWN),
            suppressed=report.count(Outcome.SUPPRESSED),
            flagged=report.flagged,
        )
    )


def _closing_words(report: ImportReport) -> str:
    """Return the key of the line that sums up: nothing can be taken back where nothing was added."""
    if not report.applied:
        return "cli.import.planned"
    changed = report.count(Outcome.NEW) + report.count(Outcome.SEEN_AGAIN)
    return "cli.import.applied" if changed else "cli.import.applied_nothing"


def _print_file(invocation: Invocation, file: FileReport) -> None:
    output, say, reading = invocation.output, invocation.say, file.reading
    output.line(
        say(
            "cli.import.file",
            path=reading.path,
            format=reading.format,
            encoding=reading.encoding,
            count=len(file.fates),
        )
    )
    for fate in file.fates:
        found = fate.found
        mark = say(f"cli.import.outcome.{fate.outcome}")
        tags = " ".join(str(tag) for tag in (found.priority, found.kind, found.date, *found.flags) if tag)
        output.line(f"  {found.line:>5}  {mark}  {f'[{tags}] ' if tags else ''}{first_line(found.text)}")
        if found.heading:
            output.line(f"         {masked(' / '.join(found.heading))}")
    for line in reading.skipped:
        reason = _why_skipped(invocation, line.reason)
        output.line(f"  {line.line:>5}  {say('cli.import.skipped', reason=reason)}")
    for note in reading.notes:
        output.line(f"         {_sentence(invocation, note)}")
    for error in reading.errors:
        output.error(say("cli.import.error", path=reading.path, error=_sentence(invocation, error)))
    for bad in file.bad:
        reason = say("cli.import.bad", line=bad.line, error=invocation.catalog.error_message(bad.error))
        output.error(say("cli.import.error", path=reading.path, error=reason))


def _why_skipped(invocation: Invocation, reason: object) -> str:
    key = f"cli.import.reason.{reason}"
    return invocation.say(key) if invocation.catalog.has(key) else str(reason)


def _sentence(invocation: Invocation, remark: Remark) -> str:
    values = dict(remark.values)
    if "reason" in values:
        values["reason"] = _why_skipped(invocation, values["reason"])
    return invocation.catalog.sentence(remark.template, values)
