"""Hermes files: entries between lines that hold only `§`."""

from palace.exchange.findings import Findings
from palace.exchange.note_file import NoteFile
from palace.exchange.placeholders import nothing_said
from palace.exchange.tags import read_statement_tags, read_tags

FORMAT = "hermes"
DIVIDER = "§"
_BLOCKED = "[BLOCKED"


def is_hermes(lines: tuple[str, ...]) -> bool:
    """Return whether some line is exactly the divider, spaces aside."""
    return any(DIVIDER in line and line.strip() == DIVIDER for line in lines)


def read_hermes(note: NoteFile, findings: Findings) -> None:
    """Read each entry whole; only entries of one line have a leading or closing date."""
    entry: list[tuple[int, str]] = []
    for number, line in enumerate(note.lines[note.body_start :], note.body_start + 1):
        if line.strip() == DIVIDER:
            _read_entry(entry, note, findings)
            entry = []
        elif line.strip():
            entry.append((number, line.rstrip()))
    _read_entry(entry, note, findings)


def _read_entry(entry: list[tuple[int, str]], note: NoteFile, findings: Findings) -> None:
    if not entry:
        return
    number, first = entry[0][0], entry[0][1].strip()
    if first.startswith(_BLOCKED):
        findings.skip(number, "blocked")
        return
    if len(entry) == 1:
        tags = read_statement_tags(first, log=False)
    else:
        tags = read_tags(first, log=False, leading_dates=False)
    text = "\n".join(filter(None, [tags.text, *(line for _, line in entry[1:])]))
    reason = nothing_said(text)
    if reason:
        findings.skip(number, reason)
        return
    findings.add(
        text,
        number,
        priority=tags.priority,
        date=tags.date,
        valid_to=tags.valid_to,
        kind=tags.kind or note.kind_of_role,
    )
