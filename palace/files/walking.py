"""Finds the files that may hold memories and reads their bytes; what is not read is named with the reason."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from palace.domain.errors import NotFound

READABLE_ENDINGS = frozenset({".md", ".markdown", ".txt", ".json", ".jsonl"})
LARGEST_FILE = 256 * 1024 * 1024
MOST_FILES = 20_000


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The bytes of one file, and the path it is known by."""

    path: Path
    data: bytes


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file that was left out, and why, by the name of the rule."""

    path: Path
    reason: str


def read_files(
    root: Path, *, largest: int = LARGEST_FILE, most: int = MOST_FILES
) -> Iterator[ReadFile | UnreadFile]:
    """Yield every file below a folder, or the one file that `root` names, in the order of their names.

    A file that the person names is read whatever its ending. In a folder, hidden folders and files that
    cannot hold memories are passed over; links, devices, pipes and what cannot be read are told by name.
    Raises NotFound when `root` does not exist.
    """
    if not os.path.lexists(root):
        raise NotFound("there is no file or folder {path}", next_step="check the path", path=str(root))
    if not root.is_dir():
        yield _read(root.resolve() if root.is_symlink() else root, largest)
        return
    count = 0
    for path in _paths_below(root):
        if isinstance(path, UnreadFile):
            yield path
            continue
        count += 1
        if count > most:
            yield UnreadFile(path, "too-many-files")
            return
        yield _read(path, largest)


def _paths_below(root: Path) -> Iterator[Path | UnreadFile]:
    unreadable: list[UnreadFile] = []

    def note(error: OSError) -> None:
        unreadable.append(UnreadFile(Path(error.filename), "unreadable"))

    for folder, folders, names in os.walk(root, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here = Path(folder)
        for name in list(folders):
            if (here / name).is_symlink():
                folders.remove(name)
                yield UnreadFile(here / name, "link")
        for name in sorted(names):
            path = here / name
            if path.suffix.lower() in READABLE_ENDINGS and not name.startswith("."):
                yield UnreadFile(path, "link") if path.is_symlink() else path
    yield from unreadable


def _read(path: Path, largest: int) -> ReadFile | UnreadFile:
    try:
        # Opened without blocking, so that a pipe with no writer cannot hold the import up.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return UnreadFile(path, "vanished")
    except OSError:
        return UnreadFile(path, "unreadable")
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            return UnreadFile(path, "not-a-file")
        if status.st_size > largest:
            return UnreadFile(path, "too-large")
        try:
            return ReadFile(path, file.read(largest + 1))
        except OSError:
            return UnreadFile(path, "unreadable")
