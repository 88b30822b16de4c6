"""What the weekly job needs of the folder in which daily logs lie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from palace.services.readings import FileReading


@dataclass(frozen=True, slots=True)
class OldLog:
    """A log that has been in its place for long enough; `path` is relative to the workspace."""

    path: str
    day: date
    reading: FileReading


@dataclass(frozen=True, slots=True)
class ShelvedLog:
    """A log that lies on the shelf, byte for byte: where it lay, where it lies, its SHA-256 and its bytes."""

    path: str
    shelf: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class LeftLog:
    """A log that stays in its place, and why, by the name of the reason."""

    path: str
    reason: str


class LogShelf(Protocol):
    """Puts old logs away, compressed and checked, and brings them back."""

    def old_logs(self) -> Sequence[OldLog | LeftLog]:
        """Return the logs that may go, oldest first, and those that ought to and cannot."""
        ...

    def shelve(self, path: str) -> ShelvedLog | LeftLog:
        """Write a compressed copy to the shelf and read it back; the log itself stays where it is."""
        ...

    def let_go(self, shelved: ShelvedLog) -> LeftLog | None:
        """Remove a log whose checked copy lies on the shelf; returns why not where it changed since."""
        ...

    def bring_back(self, shelf: str, path: str) -> ShelvedLog | LeftLog:
        """Write a log back to where it lay, check it, and only then take it from the shelf."""
        ...

    def shelved(self) -> Mapping[str, int]:
        """Return what lies on the shelf, by its path within the workspace, with its bytes there."""
        ...
