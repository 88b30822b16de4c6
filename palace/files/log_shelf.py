"""The shelf of old logs in a workspace: each one compressed with zstd, read back, and only then let go.

Whatever stops it, at no moment is there less than one whole copy of a log: the copy on the shelf is written
beside its place and renamed, read back from the disk and compared with the log, before the log is removed.
"""

import hashlib
import logging
import os
import stat
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from palace.domain.old_logs import PACKED, SHELF, day_of_log, is_at_rest, is_old, shelf_path
from palace.files.walking import ListedFile, list_files
from palace.services.log_ports import LeftLog, OldLog, ShelvedLog
from palace.services.readings import FileReading

LEVEL = 19
"""How hard logs are compressed: they are written once."""

LARGEST_LOG = 256 * 1024 * 1024

log = logging.getLogger("palace.files")

Read = Callable[[str], FileReading | None]
"""Reads the file of a path within the workspace; None where it cannot be read or is no log."""


@dataclass(frozen=True, slots=True)
class FolderOfLogs:
    """See `log_ports.LogShelf`. `today` is the local day, `now` the present instant."""

    root: Path
    today: date
    now: datetime
    stays: timedelta
    at_rest: timedelta
    read: Read

    def old_logs(self) -> Sequence[OldLog | LeftLog]:
        """Return the logs that may go, oldest first, and those that ought to and cannot."""
        found: list[OldLog | LeftLog] = []
        for each in list_files(self.root):
            path = each.path.relative_to(self.root).as_posix()
            day = day_of_log(path)
            if day is None or not is_old(day, self.today, self.stays):
                continue
            if not isinstance(each, ListedFile):
                found.append(LeftLog(path, each.reason))
            elif not is_at_rest(each.modified_ns / 1e9, self.now.timestamp(), self.at_rest):
                found.append(LeftLog(path, "being-written"))
            elif (reading := self.read(path)) is not None:
                found.append(OldLog(path, day, reading))
        return sorted(found, key=lambda each: (Path(each.path).name, each.path))

    def shelve(self, path: str) -> ShelvedLog | LeftLog:
        """Write a compressed copy to the shelf and read it back; the log itself stays."""
        data = _bytes_of(self.root / path)
        if data is None:
            return LeftLog(path, "unreadable")
        shelf = self._place_for(path, data)
        target = self.root / shelf
        if not target.exists() and not _is_written(target, _packed(data)):
            return LeftLog(path, "shelf-unwritable")
        _date_like(target, self.root / path)
        if _unpacked(target) != data:
            return LeftLog(path, "copy-differs")
        return ShelvedLog(path, shelf, hashlib.sha256(data).hexdigest(), len(data))

    def let_go(self, shelved: ShelvedLog) -> LeftLog | None:
        """Remove a log whose checked copy lies on the shelf; returns why not where it changed since."""
        original = self.root / shelved.path
        data = _bytes_of(original)
        if data is None:
            return LeftLog(shelved.path, "unreadable")
        if hashlib.sha256(data).hexdigest() != shelved.sha256:
            return LeftLog(shelved.path, "changed")
        if _unpacked(self.root / shelved.shelf) != data:
            return LeftLog(shelved.path, "copy-differs")
        return None if _is_removed(original) else LeftLog(shelved.path, "not-removable")

    def bring_back(self, shelf: str, path: str) -> ShelvedLog | LeftLog:
        """Write a log back to where it lay, check it, and only then take it from the shelf."""
        packed, target = self.root / shelf, self.root / path
        data = _unpacked(packed)
        if data is None:
            return LeftLog(shelf, "copy-differs")
        if target.exists() or target.is_symlink():
            if _bytes_of(target) != data:
                return LeftLog(path, "in-the-way")
        elif not _is_written(target, data):
            return LeftLog(path, "place-unwritable")
        if _bytes_of(target) != data:
            return LeftLog(path, "copy-differs")
        _date_like(target, packed)
        if not _is_removed(packed):
            return LeftLog(shelf, "not-removable")
        return ShelvedLog(path, shelf, hashlib.sha256(data).hexdigest(), len(data))

    def shelved(self) -> Mapping[str, int]:
        """Return what lies on the shelf, by its path within the workspace, with its bytes there."""
        folder = self.root / SHELF
        if not folder.is_dir():
            return {}
        return {
            path.relative_to(self.root).as_posix(): path.stat().st_size
            for path in sorted(folder.iterdir())
            if path.name.endswith(PACKED) and path.is_file() and not path.is_symlink()
        }

    def _place_for(self, path: str, data: bytes) -> str:
        """Return where a log goes: where the same bytes lie already, else the first place that is free."""
        taken: list[str] = []
        while True:
            place = shelf_path(path, taken)
            if not os.path.lexists(self.root / place) or _unpacked(self.root / place) == data:
                return place
            taken.append(place)


def _packed(data: bytes) -> bytes:
    import zstandard

    return zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compress(data)


def _unpacked(path: Path) -> bytes | None:
    """Return what a copy on the shelf holds, None where it is damaged or cannot be read."""
    import zstandard

    packed = _bytes_of(path)
    if packed is None:
        return None
    try:
        return zstandard.ZstdDecompressor().decompress(packed, max_output_size=LARGEST_LOG)
    except zstandard.ZstdError:
        return None


def _bytes_of(path: Path) -> bytes | None:
    try:
        found = path.stat(follow_symlinks=False)
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_LOG:
            return None
        return path.read_bytes()
    except OSError:
        return None


def _is_written(target: Path, data: bytes) -> bool:
    """Write a file and return whether it is there: the disk may be full, the folder closed."""
    try:
        _write_whole(target, data)
    except OSError as error:
        log.warning("%s was not written: %s", target, error)
        return False
    return True


def _date_like(path: Path, other: Path) -> None:
    """Date a file like another one, so that a log keeps the time at which it was written."""
    with suppress(OSError):
        written = other.stat().st_mtime_ns
        os.utime(path, ns=(written, written))


def _is_removed(path: Path) -> bool:
    try:
        path.unlink()
    except OSError as error:
        log.warning("%s was not removed: %s", path, error)
        return False
    return True


def _write_whole(target: Path, data: bytes) -> None:
    """Write a file beside its place, see it on the disk, and put it there; raises OSError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    number, beside = tempfile.mkstemp(dir=target.parent, prefix=".shelving-", suffix=".new")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise
    with suppress(OSError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
