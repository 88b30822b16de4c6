"""Daily logs: what happened on one day, told by the file's name or title."""

import datetime

from palace.domain.vocabulary import Kind
from palace.exchange.dates import date_at
from palace.exchange.emoji import emoji_at_start
from palace.exchange.headings import heading_level, heading_text
from palace.exchange.note_file import NoteFile
from palace.exchange.statements import Profile

FORMAT = "daily-log"


def is_daily_log(note: NoteFile) -> bool:
    """Return whether the file's name or its title starts with a date."""
    return note.name_date is not None or _title_date(note) is not None


def log_profile(note: NoteFile) -> Profile:
    """Return how a log is read: its statements are events of that day where nothing says otherwise."""
    return Profile(
        neighbours=note.neighbours,
        log=True,
        file_date=note.name_date or _title_date(note) or note.created,
        fallback_kind=Kind.EVENT,
    )


def title_of(note: NoteFile) -> str:
    """Return the text of the first line that is a `#` heading, or an empty text."""
    for line in note.lines[note.body_start :]:
        stripped = line.strip()
        level = heading_level(stripped)
        if level:
            return heading_text(stripped) if level == 1 else ""
    return ""


def _title_date(note: NoteFile) -> datetime.date | None:
    return _leading_date(title_of(note))


def _leading_date(title: str) -> datetime.date | None:
    found = date_at(title, emoji_at_start(title))
    return found.day if found else None
