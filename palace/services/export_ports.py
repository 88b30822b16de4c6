"""What leaves the palace for other programs, and the file that takes it, as protocols and plain values."""

import datetime
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from palace.domain.memory import Memory


class ExportFormat(StrEnum):
    """What an export is written as."""

    MEMORY = "memory"
    WINGS = "wings"
    LINES = "jsonl"
    TABLE = "csv"


@dataclass(frozen=True, slots=True)
class ExportedMemory:
    """A memory on its way out: the local days between which it holds, and what was flagged in it."""

    memory: Memory
    date: datetime.date | None = None
    valid_to: datetime.date | None = None
    holds_secret: bool = False
    holds_order: bool = False


@dataclass(frozen=True, slots=True)
class MemoryDocument:
    """A written memory file: its text, the memories in it, and those that its lines had no room for."""

    text: str
    written: tuple[ExportedMemory, ...]
    left_out: tuple[ExportedMemory, ...]

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return self.text.count("\n")


@dataclass(frozen=True, slots=True)
class Draft:
    """What shall stand in a file: its SHA-256, its size in bytes, and how it begins."""

    digest: str
    size: int
    beginning: str


class Target(Protocol):
    """A file outside the palace that an export replaces."""

    @property
    def place(self) -> str:
        """Where it really is, links resolved: what it is remembered by."""
        ...

    def digest(self) -> str | None:
        """Return the SHA-256 of what it holds; None where it does not exist."""
        ...

    def beginning(self) -> str:
        """Return how its text begins: enough to show what changed."""
        ...

    def drafted(self, chunks: Iterable[bytes], *, dry_run: bool) -> AbstractContextManager[Draft]:
        """Write what shall stand there beside it, under another name; gone when the block is left.

        With `dry_run` nothing is written. Raises PalaceError where the folder or its disk takes no more.
        """
        ...

    def put(self, *, expected: str | None, keep_as: str) -> str:
        """Put the draft in its place at once; returns where the earlier file was kept, or an empty text.

        `expected` is the digest that the file had when it was looked at: raises Refused where it has
        another by now. `keep_as` is a word for the name under which the earlier file is kept (empty: not).
        """
        ...


class Writers(Protocol):
    """The formats that memories are written in."""

    def memory_file(self, memories: Iterable[ExportedMemory], most_lines: int | None) -> MemoryDocument:
        """Return a memory file of at most so many lines; the memories come most wanted first."""
        ...

    def table(self, memories: Iterable[ExportedMemory]) -> Iterator[str]:
        """Yield the lines of a table for spreadsheets."""
        ...
