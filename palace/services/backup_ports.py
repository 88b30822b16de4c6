"""Copies of a palace as the use cases and screens see them."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from palace.domain.errors import PalaceError


class CopySort(StrEnum):
    """Why a copy was made."""

    ROTATED = "rotated"
    """By `palace backup`; it makes room for newer ones in time."""
    KEPT = "kept"
    """By `palace backup --keep`; it stays until somebody removes it."""
    BEFORE_RESTORE = "before_restore"
    BEFORE_SCHEMA = "before_schema"
    DAMAGED = "damaged"
    """A damaged palace as it was, byte by byte, before another took its place."""
    FOREIGN = "foreign"
    """Put there by somebody else."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One file in the folder of backups.

    `made_at` is told by its name, else by its date; `memories` and `schema` are None where it cannot be read,
    and `fault` says why (empty where it can), as `error` does in a form that can be translated.
    """

    path: Path
    sort: CopySort
    made_at: datetime
    size: int
    memories: int | None
    schema: int | None
    palace_uid: str
    fault: str
    error: PalaceError | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A copy that was made and found whole, and the older ones that made room for it."""

    copy: Copy
    removed: tuple[Path, ...]


class Backups(Protocol):
    """The copies beside an open palace."""

    @property
    def folder(self) -> Path:
        """Where they lie; it need not be there yet."""
        ...

    def back_up(self, now: datetime, *, keep: bool = False) -> BackedUp:
        """Make a copy now, check it, and let older ones go; with `keep` it never makes room itself.

        Raises PalaceUnavailable when it cannot be made or is not whole; older copies are then all there.
        """
        ...

    def back_up_once_a_day(self, now: datetime) -> BackedUp | None:
        """Make a copy as `back_up` does unless a good one of today is there; None where it is."""
        ...

    def copies(self) -> list[Copy]:
        """Return every copy that is there, newest first; each is opened, not checked through."""
        ...

    def fault_of(self, copy: Copy) -> str:
        """Return what is wrong with a copy after reading all of it; empty where nothing is."""
        ...
