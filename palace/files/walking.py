"""Finds the files that may hold memories and reads their bytes; what is not read is named with the reason."""

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from palace.files.text_bytes import is_text

READABLE_ENDINGS = frozenset({".md", ".markdown", ".txt", ".json", ".jsonl", ".ndjson", ".af"})
DATABASE_ENDINGS = frozenset({".db", ".sqlite", ".sqlite3"})
DATABASE_START = b"SQLite format 3\x00"
LARGEST_FILE = 64 * 1024 * 1024
"""Bytes of a file that is read at most. Markdown that is imported is held as its lines, some three times as
much, and one portion of its statements; any other file with all its statements, some fifteen times as much.
"""
MOST_FILES = 20_000


class WhyUnread(StrEnum):
    """Why a file was left out."""

    MISSING = "missing"
    LINK = "link"
    LINK_TO_NOWHERE = "link-to-nowhere"
    NOT_A_FILE = "not-a-file"
    NOT_TEXT = "not-text"
    DATABASE = "database"
    TOO_LARGE = "too-large"
    TOO_MANY_FILES = "too-many-files"
    UNREADABLE = "unreadable"
    VANISHED = "vanished"


PASSED_OVER = frozenset({WhyUnread.LINK, WhyUnread.NOT_A_FILE, WhyUnread.NOT_TEXT, WhyUnread.DATABASE})
"""What a folder may well hold; leaving it out is no failure."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The bytes of one file, the path it is known by, and where it really is."""

    path: Path
    place: Path
    data: bytes


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file that was left out, and why."""

    path: Path
    reason: WhyUnread


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file that may hold memories, not opened: its size in bytes and when it was last written."""

    path: Path
    size: int
    modified_ns: int


def list_files(root: Path, *, most: int = MOST_FILES) -> Iterator[ListedFile | UnreadFile]:
    """Yield what `read_files` would read below a folder, in the same order, without opening anything."""
    count = 0
    for path in _paths_below(root):
        listed = path if isinstance(path, UnreadFile) else _listed(path)
        count += isinstance(listed, ListedFile)
        if count > most:
            yield UnreadFile(listed.path, WhyUnread.TOO_MANY_FILES)
            return
        yield listed


def _listed(path: Path) -> ListedFile | UnreadFile:
    try:
        found = path.stat(follow_symlinks=False)
    except FileNotFoundError:
        return UnreadFile(path, WhyUnread.VANISHED)
    except OSError:
        return UnreadFile(path, WhyUnread.UNREADABLE)
    if not stat.S_ISREG(found.st_mode):
        return UnreadFile(path, WhyUnread.NOT_A_FILE)
    return ListedFile(path, found.st_size, found.st_mtime_ns)


def read_one(path: Path, *, largest: int = LARGEST_FILE) -> ReadFile | UnreadFile:
    """Return what one file holds, or why it cannot be read."""
    return _read(path, largest)


def read_files(
    root: Path, *, largest: int = LARGEST_FILE, most: int = MOST_FILES
) -> Iterator[ReadFile | UnreadFile]:
    """Yield every file below a folder, or the one file that `root` names, in the order of their names.

    A link that the person names is followed, and a file is read whatever its ending. In a folder, hidden
    files and folders and those that cannot hold memories are passed over; links, devices, pipes and what
    cannot be read are told by name.
    """
    try:
        is_folder = stat.S_ISDIR(root.stat().st_mode)
    except OSError as error:
        yield UnreadFile(root, _why_not_there(root, error))
        return
    if is_folder:
        yield from _read_folder(root, largest, most)
    else:
        yield _read(root, largest)


def _why_not_there(root: Path, error: OSError) -> WhyUnread:
    if error.errno in {errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG}:
        return WhyUnread.LINK_TO_NOWHERE if os.path.lexists(root) else WhyUnread.MISSING
    return WhyUnread.UNREADABLE


def _read_folder(root: Path, largest: int, most: int) -> Iterator[ReadFile | UnreadFile]:
    count = 0
    for path in _paths_below(root):
        if isinstance(path, UnreadFile):
            yield path
            continue
        count += 1
        if count > most:
            yield UnreadFile(path, WhyUnread.TOO_MANY_FILES)
            return
        yield _read(path, largest)


def _paths_below(root: Path) -> Iterator[Path | UnreadFile]:
    unreadable: list[UnreadFile] = []

    def note(error: OSError) -> None:
        unreadable.append(UnreadFile(Path(error.filename), WhyUnread.UNREADABLE))

    for folder, folders, names in os.walk(root, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here = Path(folder)
        for name in list(folders):
            if (here / name).is_symlink():
                folders.remove(name)
                yield UnreadFile(here / name, WhyUnread.LINK)
        for name in sorted(names):
            path = here / name
            ending = path.suffix.lower()
            if ending in DATABASE_ENDINGS and not name.startswith("."):
                yield UnreadFile(path, WhyUnread.DATABASE)
            elif ending in READABLE_ENDINGS and not name.startswith("."):
                yield UnreadFile(path, WhyUnread.LINK) if path.is_symlink() else path
    yield from unreadable


def _read(path: Path, largest: int) -> ReadFile | UnreadFile:
    try:
        # Looked at before it is opened: opening alone may wake the writer of a pipe, or move a device.
        if not stat.S_ISREG(path.stat().st_mode):
            return UnreadFile(path, WhyUnread.NOT_A_FILE)
        data = _bytes_of(path, largest)
    except FileNotFoundError:
        return UnreadFile(path, WhyUnread.VANISHED)
    except OSError:
        return UnreadFile(path, WhyUnread.UNREADABLE)
    if data is None:
        return UnreadFile(path, WhyUnread.TOO_LARGE)
    if data.startswith(DATABASE_START):
        return UnreadFile(path, WhyUnread.DATABASE)
    if not is_text(data):
        return UnreadFile(path, WhyUnread.NOT_TEXT)
    return ReadFile(path, Path(os.path.realpath(path)), data)


def is_database(path: Path) -> bool:
    """Return whether a file that a person names is a SQLite database; nothing else is opened."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return False
        with path.open("rb") as file:
            return file.read(len(DATABASE_START)) == DATABASE_START
    except OSError:
        return False


def _bytes_of(path: Path, largest: int) -> bytes | None:
    """Return what a file holds, None where that is too much; it may have become a pipe in between."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if status.st_size > largest or not stat.S_ISREG(status.st_mode):
            return None
        data = file.read(largest + 1)
    return data if len(data) <= largest else None
