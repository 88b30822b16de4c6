"""`palace export`: write what the palace knows into a file that others read."""

import sys
from dataclasses import replace

from palace.cli.export_door import STANDARD_OUTPUT, chunks_of, export
from palace.cli.invocation import Invocation, text_of_words
from palace.cli.rendering import memory_line
from palace.domain.errors import InvalidInput, PalaceError
from palace.domain.filters import Filters, word_of
from palace.domain.vocabulary import Priority
from palace.services.asking import read_question
from palace.services.browsing import IN_A_ROOM
from palace.services.export_ports import ExportFormat
from palace.services.exporting import (
    MOST_BYTES,
    MOST_LINES,
    NAMED_PLACES,
    ExportReport,
    ExportRequest,
    Replaced,
    Secrets,
    TargetChanged,
)
from palace.text.masking import summary_of

MOST = 1_000_000
"""More lines than this no memory file has."""


NAMED_LEFT_OUT = 200
"""Memories without room that are named one by one to people; `--json` names all."""


def run(invocation: Invocation) -> int:
    """Export; exit status 4 where a secret or a changed target holds it back, 1 where it fails."""
    with invocation.palace() as palace:
        request = _request(invocation)
        if request.target == STANDARD_OUTPUT:
            if invocation.wants_json:
                raise InvalidInput("standard output holds the export itself: leave out --json")
            _write_out(b"")
            for chunk in chunks_of(palace, request, invocation.surroundings):
                _write_out(chunk)
            return 0
        try:
            report = export(palace, request, invocation.surroundings)
        except TargetChanged as error:
            _tell_difference(invocation, error)
            raise
    if invocation.wants_json:
        invocation.output.json(report_json(report))
    else:
        _print(invocation, report)
    return 0


def _request(invocation: Invocation) -> ExportRequest:
    arguments = invocation.arguments
    if arguments.target == "":
        raise InvalidInput("“{text}” cannot be the name of a file", text="")
    secrets = Secrets.MASK if arguments.mask else Secrets.KEEP if arguments.with_secrets else Secrets.STOP
    return ExportRequest(
        target=arguments.target or "",
        format=word_of(ExportFormat, arguments.format) if arguments.format else None,
        filters=_filters(invocation),
        secrets=secrets,
        force=arguments.force,
        dry_run=arguments.dry_run,
        most_lines=_lines(arguments.lines),
    )


def _lines(said: str | None) -> int:
    if said is None:
        return MOST_LINES
    if not said.isdecimal() or int(said) > MOST:
        raise InvalidInput(
            "“{text}” is not a number that fits here",
            next_step="write one from 0 to {most:,}",
            text=said[:40],
            most=MOST,
        )
    return int(said)


def _filters(invocation: Invocation) -> Filters | None:
    """Return what --only says; what is trashed or superseded leaves only where it is asked for."""
    if not invocation.arguments.only:
        return None
    query = read_question(text_of_words(invocation.arguments.only), invocation.surroundings)
    if query.words:
        raise InvalidInput(
            "“{words}” is not a filter",
            next_step="to search for words: palace search {words}",
            words=query.words,
        )
    if query.filters.statuses:
        return query.filters
    return replace(query.filters, statuses=IN_A_ROOM.statuses, current=IN_A_ROOM.current)


def _write_out(chunk: bytes) -> None:
    try:
        sys.stdout.buffer.write(chunk)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise PalaceError("the output cannot be written: {cause}", cause=error.strerror or error) from None


def _tell_difference(invocation: Invocation, error: TargetChanged) -> None:
    if invocation.wants_json:
        invocation.output.json(
            {"written": False, "refused": error.message, "difference": list(error.difference)}
        )
    for line in error.difference:
        invocation.output.error(line)


def report_json(report: ExportReport) -> dict[str, object]:
    """Return a report for programs; docs/export.md describes it."""
    return {
        "format": report.format,
        "dry_run": report.dry_run,
        "files": [
            {
                "path": file.place,
                "bytes": file.size,
                "sha256": file.digest,
                "changed": file.changed,
                "written": file.written,
                "kept": file.kept or None,
                "remembered": file.remembered,
            }
            for file in report.files
        ],
        "memories": report.memories,
        "lines": report.lines,
        "rows": dict(report.rows),
        "left_out": [
            {
                "id": each.memory.id,
                "uid": each.memory.uid,
                "priority": each.memory.priority,
                "wing": each.memory.wing,
                "text": summary_of(each.memory.text),
            }
            for each in report.left_out
        ],
        "marked": list(report.marked),
        "secrets": list(report.secret),
    }


def _print(invocation: Invocation, report: ExportReport) -> None:
    output, say = invocation.output, invocation.say
    for file in report.files:
        output.line(say(_line_key(report, file), path=file.place, size=file.size))
        if file.kept:
            output.line(say("cli.export.kept", path=file.kept))
        if not file.remembered:
            output.error(say("cli.export.not_remembered", path=file.place))
    output.line(say("cli.export.held", memories=report.memories, lines=report.lines))
    if report.rows:
        output.line(" · ".join(f"{table} {count}" for table, count in report.rows.items() if count))
    if report.left_out:
        output.line(say("cli.export.left_out", count=len(report.left_out)))
        for each in report.left_out[:NAMED_LEFT_OUT]:
            output.line(f"  {memory_line(each.memory, invocation.catalog)}")
        if len(report.left_out) > NAMED_LEFT_OUT:
            output.line(say("cli.export.more", count=len(report.left_out) - NAMED_LEFT_OUT))
    if any(each.memory.priority is Priority.P0 for each in report.left_out):
        output.error(say("cli.export.core_left_out"))
    if report.marked:
        output.line(say("cli.export.marked", ids=", ".join(f"#{number}" for number in report.marked)))
    if report.secret:
        places = ", ".join(report.secret[:NAMED_PLACES])
        output.error(say("cli.export.secrets", places=places, count=len(report.secret)))
    if report.too_long:
        output.error(say("cli.export.too_long", most=MOST_BYTES))


def _line_key(report: ExportReport, file: Replaced) -> str:
    if not file.changed:
        return "cli.export.unchanged"
    return "cli.export.would_write" if report.dry_run else "cli.export.written"
