"""A palace as a whole: every row that is truth, for a copy that loses nothing, and back into an empty one."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from palace.domain.journal import Row


@dataclass(frozen=True, slots=True)
class PalaceHeader:
    """What a palace says of itself before its rows.

    `schema` numbers the tables that its rows belong to, `meta` is what it is called and known by, `last_ids`
    the last id that each numbered table gave (none is given twice), `counts` how many rows of each table
    follow.
    """

    schema: int
    meta: Mapping[str, str]
    last_ids: Mapping[str, int]
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PalaceRow:
    """One row: its table, its columns as the file holds them, and the line it was read from (0: none)."""

    table: str
    values: Row
    line: int = 0


class WholePalace(Protocol):
    """The rows of a palace, out and in."""

    def reading(self) -> AbstractContextManager[tuple[PalaceHeader, Iterator[PalaceRow]]]:
        """Return all that is truth, as it is at one instant; others may write meanwhile.

        Nothing else may be written through this palace within the block.
        """
        ...

    def is_empty(self) -> bool:
        """Whether nothing was ever taken in or decided here."""
        ...

    def restore(self, header: PalaceHeader, rows: Iterable[PalaceRow], *, apply: bool) -> None:
        """Make an empty palace what these rows say, in one transaction; without `apply` only try it.

        What can be rebuilt (full text) is; vectors come when memories are embedded. Raises Refused where
        the palace is not empty, InvalidInput naming the line of a row that does not fit, PalaceBusy,
        ReadOnlyPalace.
        """
        ...


class FileMarks(Protocol):
    """What the palace remembers of files outside it: what it last wrote there, or last read."""

    def mark(self, path: str) -> "FileMark | None":
        """Return what is remembered of a file."""
        ...

    def remember(self, path: str, mark: "FileMark") -> None:
        """Remember what a file holds; raises as `unit_of_work`."""
        ...


@dataclass(frozen=True, slots=True)
class FileMark:
    """The SHA-256 of what a file held when the palace wrote it (`written`) or read it."""

    digest: str
    written: bool
