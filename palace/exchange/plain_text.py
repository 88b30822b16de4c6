"""Plain text without any Markdown: a statement a line, or a paragraph where lines were broken to a width."""

from palace.exchange.blocks import item_marker
from palace.exchange.findings import Findings
from palace.exchange.headings import heading_level
from palace.exchange.line_joining import join_lines
from palace.exchange.note_file import NoteFile
from palace.exchange.placeholders import nothing_said
from palace.exchange.tables import is_table_row
from palace.exchange.tags import read_tags

FORMAT = "plain-text"

_ENDING = ".txt"
_ENDS = tuple(".。!！?？;；:：")
SHORTEST_BROKEN = 55
"""A line that was broken to a width has at least so many characters."""
LONGEST_BROKEN = 110


def is_plain_text(note: NoteFile) -> bool:
    """Return whether a file is named as text and nothing in it is Markdown."""
    return note.path.lower().endswith(_ENDING) and not any(map(_is_markdown, note.lines))


def read_plain_text(note: NoteFile, findings: Findings) -> None:
    """Read each line as a memory; a paragraph whose lines were broken to a width is one."""
    paragraph: list[tuple[int, str]] = []
    for number, line in enumerate((*note.lines, ""), 1):
        if line.strip():
            paragraph.append((number, line.strip()))
            continue
        _read_paragraph(paragraph, note, findings)
        paragraph = []


def _read_paragraph(paragraph: list[tuple[int, str]], note: NoteFile, findings: Findings) -> None:
    if len(paragraph) > 1 and all(_is_broken(line) for _, line in paragraph[:-1]):
        paragraph = [(paragraph[0][0], join_lines([line for _, line in paragraph]))]
    for number, line in paragraph:
        tags = read_tags(line, log=False)
        reason = nothing_said(tags.text)
        if reason:
            findings.skip(number, reason)
            continue
        findings.add(
            tags.text,
            number,
            priority=tags.priority,
            date=tags.date or note.name_date,
            valid_to=tags.valid_to,
            kind=tags.kind or note.kind_of_role,
        )


def _is_broken(line: str) -> bool:
    """Whether a line goes on in the next one."""
    return SHORTEST_BROKEN <= len(line) <= LONGEST_BROKEN and not line.endswith(_ENDS)


def _is_markdown(line: str) -> bool:
    stripped = line.strip()
    if not stripped:
        return False
    return bool(
        heading_level(stripped)
        or item_marker(stripped)
        or stripped.startswith((">", "```"))
        or is_table_row(stripped)
    )
