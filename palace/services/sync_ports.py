"""What keeping in step with a folder needs of the world: what was read before, and the folder itself."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from palace.services.readings import FileReading


@dataclass(frozen=True, slots=True)
class ReadBullet:
    """A statement of the workspace that was read, known by its file and its content.

    `path` is relative to the workspace, `/` between its parts; `line` is where the statement stood when it
    was read, `outcome` what became of it.
    """

    path: str
    content_hash: str
    line: int
    read_at: datetime
    outcome: str


@dataclass(frozen=True, slots=True)
class Stamp:
    """How a file looked from outside: its size in bytes, and when it was last written, in nanoseconds."""

    size: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class ReadFileMark:
    """A file of the workspace that was read to its end: how it looked then, and when that was."""

    path: str
    stamp: Stamp
    read_at: datetime


@dataclass(frozen=True, slots=True)
class WorkspaceFile:
    """A file of the workspace that may hold memories; `path` is relative to the folder."""

    path: str
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class LeftOutFile:
    """A file of the workspace that is not read; `reason` is the name of the rule.

    `is_fault` says that it ought to have been read: a link is left out by right, a locked file is not.
    """

    path: str
    reason: str
    is_fault: bool = True


class Workspace(Protocol):
    """The folder of files that a palace is kept in step with."""

    @property
    def folder(self) -> str:
        """The folder's absolute path."""
        ...

    def files(self) -> Iterator[WorkspaceFile | LeftOutFile]:
        """Yield every file without opening it, in the order of their names."""
        ...

    def read(self, file: WorkspaceFile) -> FileReading | LeftOutFile:
        """Return what a file holds now, or why it cannot be read."""
        ...


class WorkspaceReading(Protocol):
    """What a palace knows of its workspace."""

    def folder(self) -> str:
        """Return the folder that the palace is tied to; empty when to none."""
        ...

    def marks(self) -> Mapping[str, ReadFileMark]:
        """Return the files that were read to their end, by path."""
        ...

    def of_file(self, path: str) -> list[ReadBullet]:
        """Return what was read of a file, by line."""
        ...

    def counts(self) -> Mapping[str, int]:
        """Return how many statements were read of each file."""
        ...

    def with_hash(self, content_hash: str, limit: int) -> list[ReadBullet]:
        """Return where a statement was read, at most so many places, by path."""
        ...


class WorkspaceKeeping(Protocol):
    """What a unit of work notes of the workspace. Reading is no decision: no undo forgets it."""

    def tie(self, folder: str) -> None:
        """Tie the palace to a folder, or to none (empty); belongs to the next `record`."""
        ...

    def keep(self, bullets: Iterable[ReadBullet], marks: Iterable[ReadFileMark] = ()) -> None:
        """Note that statements were read, and files to their end."""
        ...

    def forget(self, path: str, content_hashes: Iterable[str]) -> None:
        """Note that these statements stand in a file no longer."""
        ...

    def forget_files(self, paths: Iterable[str]) -> None:
        """Forget all that was read of files."""
        ...


class HoldsWorkspace(Protocol):
    """A palace that may be tied to a folder."""

    @property
    def workspace(self) -> WorkspaceReading:
        """What the palace knows of its workspace."""
        ...


class KeepsWorkspace(Protocol):
    """A unit of work that may note what was read of the workspace."""

    @property
    def workspace(self) -> WorkspaceKeeping:
        """What is noted of the workspace."""
        ...
