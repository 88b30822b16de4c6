"""Memory files: MEMORY.md and its kind, USER, IDENTITY, SOUL, AVOID, and the index of Claude Code."""

from palace.exchange.findings import Findings
from palace.exchange.markdown_reading import read_markdown
from palace.exchange.note_file import NoteFile
from palace.exchange.statements import Profile

FORMAT = "memory-file"


def read_memory_file(note: NoteFile, findings: Findings) -> None:
    """Read a file of lasting statements under headings."""
    profile = Profile(
        neighbours=note.neighbours,
        preamble=True,
        file_date=note.name_date or note.created,
        fallback_kind=note.kind_of_role,
    )
    read_markdown(note.lines, note.body_start, profile, findings)
