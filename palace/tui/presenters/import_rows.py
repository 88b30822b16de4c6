"""The rows of an import's report: each file, and below it what becomes of its statements and other lines."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from palace.i18n.catalog import Catalog
from palace.services.importing import Fate, FileReport, ImportReport
from palace.services.readings import Remark
from palace.services.remembering import Outcome
from palace.text.display import displayable, one_line
from palace.text.masking import summary_of
from palace.text.width import cell_width
from palace.tui.presenters.lines import Line, Say, Tone, cut_line

_TONES = {
    Outcome.NEW: Tone.GOOD,
    Outcome.SEEN_AGAIN: Tone.ACCENT,
    Outcome.KNOWN: Tone.DIM,
    Outcome.SUPPRESSED: Tone.WARNING,
}
_NUMBER_CELLS = 7


class Part(StrEnum):
    """What a row of the report is about."""

    FILE = "file"
    FATE = "fate"
    BAD = "bad"
    ERROR = "error"
    SKIPPED = "skipped"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One row: its file, what it is about, and which of those it is."""

    file: FileReport
    part: Part
    place: int = 0


def import_rows(report: ImportReport) -> list[ImportRow]:
    """Return the rows of a report: per file its head, what is wrong, its statements, what was skipped."""
    return [row for file in report.files for row in _rows_of(file)]


def _rows_of(file: FileReport) -> Iterator[ImportRow]:
    yield ImportRow(file, Part.FILE)
    counts = (
        (Part.ERROR, len(file.reading.errors)),
        (Part.BAD, len(file.bad)),
        (Part.FATE, len(file.fates)),
        (Part.SKIPPED, len(file.reading.skipped)),
        (Part.NOTE, len(file.reading.notes)),
    )
    for part, count in counts:
        for place in range(count):
            yield ImportRow(file, part, place)


def import_row_line(row: ImportRow, cells: int, say: Say, catalog: Catalog) -> Line:
    """Return a row as a line of so many cells."""
    reading = row.file.reading
    match row.part:
        case Part.FILE:
            return _file_line(row.file, cells, say)
        case Part.FATE:
            return _fate_line(row.file.fates[row.place], cells, say)
        case Part.BAD:
            bad = row.file.bad[row.place]
            said = displayable(catalog.error_message(bad.error))
            return cut_line(((_number(bad.line), Tone.DIM), (said, Tone.BAD)), cells)
        case Part.ERROR:
            return _remark_line(reading.errors[row.place], cells, Tone.BAD, catalog)
        case Part.NOTE:
            return _remark_line(reading.notes[row.place], cells, Tone.DIM, catalog)
        case Part.SKIPPED:
            skipped = reading.skipped[row.place]
            key = f"cli.import.reason.{skipped.reason}"
            reason = say(key) if catalog.has(key) else displayable(skipped.reason)
            words = say("cli.import.skipped", reason=reason)
            return cut_line(((_number(skipped.line), Tone.DIM), (words, Tone.DIM)), cells)


def _file_line(file: FileReport, cells: int, say: Say) -> Line:
    reading = file.reading
    path = _end_of(displayable(reading.path), cells // 2)
    if reading.unread:
        return cut_line(
            ((f"{path}  ", Tone.STRONG), (say(f"cli.import.unread.{reading.unread}"), Tone.BAD)), cells
        )
    told = say("tui.import.file", format=reading.format, encoding=reading.encoding, count=len(file.fates))
    return cut_line(((f"{path}  ", Tone.STRONG), (told, Tone.DIM)), cells)


def _end_of(path: str, cells: int) -> str:
    """Return the end of a path that has room in so many cells: the name of the file tells most."""
    if cell_width(path) <= cells:
        return path
    while path and cell_width(path) >= cells:
        path = path[1:]
    return f"…{path}"


def _fate_line(fate: Fate, cells: int, say: Say) -> Line:
    found = fate.found
    tags = " ".join(str(tag) for tag in (found.priority, found.kind, found.date) if tag)
    return cut_line(
        (
            (_number(found.line), Tone.DIM),
            (f"{say(f'cli.import.outcome.{fate.outcome}')}  ", _TONES[fate.outcome]),
            (f"{tags}  " if tags else "", Tone.LABEL),
            (f"{' '.join(found.flags)}  " if found.flags else "", Tone.WARNING),
            (one_line(summary_of(found.text), cells), Tone.PLAIN),
        ),
        cells,
    )


def _remark_line(remark: Remark, cells: int, tone: Tone, catalog: Catalog) -> Line:
    said = one_line(catalog.sentence(remark.template, dict(remark.values)), cells)
    return cut_line(((" " * _NUMBER_CELLS, Tone.DIM), (said, tone)), cells)


def _number(line: int) -> str:
    return f"{line:>{_NUMBER_CELLS - 1}} "
