"""Reads a table of memories as Palace writes it (`memory_table.py`), also as a spreadsheet saved it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta

from palace.domain.vocabulary import Kind, Priority, Status, Wing
from palace.exchange.findings import Findings
from palace.exchange.flags import flags_of
from palace.exchange.memory_table import guarded
from palace.exchange.note_file import NoteFile
from palace.exchange.records import FoundMemory, Remark

FORMAT = "palace-csv"
NOT_CURRENT = "not-current"
"""Why a row stays behind: it was trashed."""

_NEEDED = frozenset({"uid", "text", "wing", "priority", "kind", "status"})
_SEPARATORS = ",;\t"
"""What parts the cells: spreadsheets of some countries write semicolons."""
_TO_THE_DAY = timedelta(hours=12)
"""Half a day behind a local midnight lies its day in UTC, in every zone."""


def is_memory_table(note: NoteFile) -> bool:
    """Return whether the first line names the columns of a table of memories."""
    return bool(note.lines) and _separator(note.lines[0]) is not None


def read_memory_table(note: NoteFile, findings: Findings) -> None:
    """Read each row as the memory that it was; what does not fit is skipped by its line."""
    separator = (_separator(note.lines[0]) if note.lines else None) or _SEPARATORS[0]
    columns: Sequence[str] = ()
    for line, cells in _rows(note.lines, separator, findings):
        if not any(cell.strip() for cell in cells):
            continue
        if not columns:
            columns = [cell.strip() for cell in cells]
            if not set(columns) >= _NEEDED:
                findings.skip_file(note.lines, "unknown-record")
                return
            continue
        row = dict(zip(columns, cells, strict=False))
        try:
            memory = _memory_of(row, line)
        except (KeyError, ValueError, OverflowError):
            findings.skip(line, "unknown-record")
            continue
        if memory is None:
            findings.skip(line, NOT_CURRENT)
        elif not memory.text.strip():
            findings.skip(line, "empty-value")
        else:
            findings.keep(memory)


def _separator(line: str) -> str | None:
    for sign in _SEPARATORS:
        if set(_cells(line, sign)) >= _NEEDED:
            return sign
    return None


def _rows(lines: Sequence[str], separator: str, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    """Yield the line on which each row begins, and its cells; a cell in quotes may go over several lines."""
    open_lines: list[str] = []
    within_quotes = False
    begins = 1
    for number, line in enumerate(lines, 1):
        if not open_lines:
            begins = number
        open_lines.append(line)
        within_quotes ^= bool(line.count('"') % 2)
        if not within_quotes:
            yield begins, _cells("\n".join(open_lines), separator)
            open_lines = []
    if open_lines:
        findings.skip(begins, "unknown-record")
        findings.errors.append(
            Remark(
                "line {line}: a quotation mark is opened and never closed; close it, then import again",
                {"line": begins},
            )
        )


def _cells(row: str, separator: str) -> list[str]:
    sign = re.escape(separator)
    cell = re.compile(rf'(?:"([^"]*+(?:""[^"]*+)*+)"[^{sign}]*+|([^{sign}]*+))(?:{sign}|\Z)', re.DOTALL)
    cells: list[str] = []
    for found in cell.finditer(f"{row}{separator}"):
        if found.end() > len(row) + 1 or found.start() > len(row):
            break
        cells.append(found[1].replace('""', '"') if found[1] is not None else found[2])
    return cells


def _memory_of(row: Mapping[str, str], line: int) -> FoundMemory | None:
    """Return the memory of a row, None for one that is not current; raises where a cell does not fit."""
    if Status(row["status"]) is Status.TRASHED:
        return None
    text = _unguarded(row["text"])
    return FoundMemory(
        text=text,
        line=line,
        heading=tuple(part for part in _unguarded(row.get("heading", "")).split(" / ") if part),
        priority=Priority(row["priority"]),
        date=_day(row.get("valid_from", "")),
        valid_to=_day(row.get("valid_to", "")),
        kind=Kind(row["kind"]),
        wing=Wing(row["wing"]),
        scenes=tuple(part for part in _unguarded(row.get("scenes", "")).split(", ") if part),
        when=_unguarded(row.get("when", "")),
        do=_unguarded(row.get("do", "")),
        unless=_unguarded(row.get("unless", "")),
        flags=flags_of(text),
        uid=_unguarded(row["uid"]),
    )


def _unguarded(cell: str) -> str:
    """Return a text without the sign that keeps a spreadsheet from running it."""
    return cell[1:] if cell.startswith("'") and guarded(cell[1:]) == cell else cell


def _day(cell: str) -> date | None:
    """Return the local day that an instant begins, whatever the zone was."""
    return (datetime.fromisoformat(cell) + _TO_THE_DAY).date() if cell else None
