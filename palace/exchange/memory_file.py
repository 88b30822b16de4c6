"""Memory files: MEMORY.md and its kind, USER, IDENTITY, SOUL, AVOID, and the index of Claude Code."""

from palace.exchange.note_file import NoteFile
from palace.exchange.statements import Profile

FORMAT = "memory-file"


def memory_profile(note: NoteFile) -> Profile:
    """Return how a file of lasting statements under headings is read."""
    return Profile(
        neighbours=note.neighbours,
        preamble=True,
        file_date=note.name_date or note.created,
        fallback_kind=note.kind_of_role,
    )
