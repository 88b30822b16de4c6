"""Memory files that were taken in: an export may replace them as long as they stay as they were read."""

import hashlib
from collections.abc import Iterable

from palace.exchange import memory_file, palace_markdown
from palace.services.exporting import remember
from palace.services.readings import FileReading
from palace.services.whole_palace_ports import FileMark, FileMarks

_REPLACEABLE = frozenset({memory_file.FORMAT, palace_markdown.FORMAT})
"""The formats of files that an export writes."""


def remember_memory_files(marks: FileMarks, readings: Iterable[FileReading]) -> None:
    """Remember what these files held when they were read; a file that the palace wrote stays its own."""
    for reading in readings:
        if reading.unread or not reading.digest or reading.format not in _REPLACEABLE:
            continue
        mark = marks.mark(reading.place)
        if mark is None or mark.digest != reading.digest:
            remember(marks, reading.place, FileMark(reading.digest, written=False))


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of what a file holds."""
    return hashlib.sha256(data).hexdigest()
