"""The checksum beside each copy of a palace, by which bytes that rotted or were written over are known.

SQLite keeps no checksums of its pages: a copy that was overwritten within a text opens, counts and passes
every check of its own. The sum lies beside the copy in the format of `sha256sum`, so that
`sha256sum -c *.sha256` in the folder of copies checks them without Palace.
"""

import hashlib
import os
import re
from enum import StrEnum
from pathlib import Path

from palace.domain.errors import PalaceUnavailable

SUFFIX = ".sha256"

_SUM = re.compile(rb"\\?([0-9a-fA-F]{64})[ \t\r\n]")
_LONGEST_SUM_FILE = 64 * 1024


class BySum(StrEnum):
    """How a copy compares with the sum that was kept when it was made."""

    SAME = "same"
    OTHER = "other"
    """Its bytes are others, or what SQLite keeps beside a file holds changes of it, or the sum is none."""
    NONE = "none"
    """No sum lies beside it: an older Palace made it, or it was carried here without."""


def sum_file_of(copy: Path) -> Path:
    """Return where the sum of a copy lies."""
    return copy.with_name(copy.name + SUFFIX)


def copy_of_sum(sums: Path) -> Path:
    """Return the copy whose sum a file holds."""
    return sums.with_name(sums.name.removesuffix(SUFFIX))


def sum_line(made: Path, copy: Path) -> bytes:
    """Return what the sum file of a copy holds whose bytes are those of the file `made`; raises OSError."""
    name = os.fsencode(copy.name)
    told = name.replace(b"\\", b"\\\\").replace(b"\n", b"\\n").replace(b"\r", b"\\r")
    mark = b"" if told == name else b"\\"
    return mark + _sum_of(made).encode() + b"  " + told + b"\n"


def by_sum(copy: Path) -> BySum:
    """Return how a copy compares with its sum, after reading all of it; raises PalaceUnavailable."""
    try:
        with sum_file_of(copy).open("rb") as file:
            kept = _SUM.match(file.read(_LONGEST_SUM_FILE))
    except FileNotFoundError:
        return BySum.NONE
    except OSError:
        return BySum.OTHER
    try:
        if kept is None or has_changes_beside(copy):
            return BySum.OTHER
        return BySum.SAME if _sum_of(copy) == kept[1].decode().lower() else BySum.OTHER
    except OSError as error:
        raise PalaceUnavailable(
            "the copy {path} cannot be read: {cause}",
            next_step="check the permissions of the file and of its folder",
            path=copy,
            cause=error.strerror or error,
        ) from None


def written_since(copy: Path) -> bool:
    """Whether something wrote to a copy after its sum was kept, as far as the files tell unread.

    Bytes that rotted leave no such trace. Without a sum nothing is told.
    """
    try:
        kept = sum_file_of(copy).stat().st_mtime_ns
        return copy.stat().st_mtime_ns > kept or has_changes_beside(copy)
    except FileNotFoundError:
        return False
    except OSError:
        return True


def changed_since(copy: Path) -> PalaceUnavailable:
    """Return the fault of a copy whose bytes are others than its sum says."""
    return PalaceUnavailable(
        "its bytes are not those that were checked when it was made (see {sums}): they rotted, or somebody"
        " wrote into it",
        next_step="palace backup list --check says which copies are whole",
        sums=sum_file_of(copy).name,
    )


def has_changes_beside(copy: Path) -> bool:
    """Whether a log of SQLite with content lies beside a copy: what is read is then not the file alone."""
    try:
        return any(Path(f"{copy}{log}").stat().st_size for log in ("-wal", "-journal") if _lies(copy, log))
    except OSError:
        return True


def _lies(copy: Path, log: str) -> bool:
    return os.path.lexists(f"{copy}{log}")


def _sum_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
