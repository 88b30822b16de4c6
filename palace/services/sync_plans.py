"""What a sync makes of the workspace, as plain records: its plan file by file, and its report."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from enum import StrEnum

from palace.domain.candidate import Evidence
from palace.domain.errors import PalaceError
from palace.services.importing import DAILY_LOG, BadStatement
from palace.services.readings import FoundMemory, Remark
from palace.services.remembering import Statement
from palace.services.sync_ports import LeftOutFile, ReadBullet, ReadFileMark, Workspace, WorkspaceFile

SETTLED_AFTER = timedelta(seconds=2)
"""A file written later than this before it was read may have changed since without looking different."""

STILL_THE_SAME = 60
"""So alike, 0 to 100 as rapidfuzz measures it, is a line to what stood there before it was edited."""

MOST_PLACES = 20
"""What stands in more files than this is said again and again: it is not looked for where it stood before."""


class Step(StrEnum):
    """What happens with a statement that was not read before."""

    SIGHT = "sight"
    EDIT = "edit"
    MOVE = "move"
    PASS_OVER = "pass_over"


EDITED, MOVED, MINOR, BAD = "edited", "moved", "minor", "bad"
"""Outcomes of a read bullet beside those of `Outcome`: the same candidate with a new text, the same statement
in another place, one that says too little to be a sighting, one that cannot be taken in."""


@dataclass(frozen=True, slots=True)
class PlannedBullet:
    """A statement that was not read before, and what would happen with it.

    `outcome` is what would become of it, `instead_of` what stood there before it was edited or moved.
    """

    found: FoundMemory
    statement: Statement
    content_hash: str
    step: Step
    outcome: str
    instead_of: ReadBullet | None = None
    candidate_id: int | None = None


@dataclass(frozen=True, slots=True)
class FilePlan:
    """What a file says that was not read before, and which read statements it says no longer.

    Of a file that says very much there are several; only the last one is `whole`.
    """

    file: WorkspaceFile
    format: str
    new: tuple[PlannedBullet, ...]
    shifted: tuple[ReadBullet, ...]
    gone: tuple[str, ...]
    known: int
    bad: tuple[BadStatement, ...] = ()
    errors: tuple[Remark, ...] = ()
    whole: bool = True

    @property
    def is_sound(self) -> bool:
        """Whether the file was read to its end without trouble; only then is it not opened again."""
        return self.whole and not self.errors and not self.bad

    @property
    def changes_something(self) -> bool:
        """Whether there is anything to write down."""
        return self.is_sound or bool(self.new or self.shifted or self.gone)

    @property
    def bullets(self) -> int:
        """How many of its new statements are bullets of a daily log."""
        return len(self.new) if self.format == DAILY_LOG else 0


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong in one place of the workspace: a path, with a line where there is one."""

    where: str
    said: Remark

    @property
    def text(self) -> str:
        """The sentence in English."""
        return f"{self.where}: {self.said.text}"


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync does, or would do. `plans` holds the files of a plan, none of what was done already."""

    folder: str
    plans: tuple[FilePlan, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    flagged: int = 0
    files_read: int = 0
    files_unchanged: int = 0
    left_out: tuple[LeftOutFile, ...] = ()
    errors: tuple[Trouble, ...] = ()
    warnings: tuple[Trouble, ...] = ()
    forgotten: tuple[str, ...] = ()
    applied: bool = False
    group: str = ""
    candidate_ids: tuple[int, ...] = ()

    def count(self, outcome: str) -> int:
        """Return how many statements that were not read before have an outcome."""
        return self.counts.get(str(outcome), 0)

    @property
    def faults(self) -> tuple[LeftOutFile, ...]:
        """The files that ought to have been read and were not."""
        return tuple(file for file in self.left_out if file.is_fault)

    @property
    def read(self) -> int:
        """How many statements were not read before."""
        return sum(self.counts.values())


def trouble_of(where: str, error: PalaceError) -> Trouble:
    """Return what an error says, as trouble in a place."""
    return Trouble(where, Remark(error.template, error.values))


def looks_as_read(file: WorkspaceFile, read: ReadFileMark | None) -> bool:
    """Whether a file looks as it did when it was read, and was at rest then."""
    if read is None or read.stamp != file.stamp:
        return False
    written = file.stamp.modified_ns / 1e9
    return written <= (read.read_at - SETTLED_AFTER).timestamp()


def changed_files(workspace: Workspace, marks: Mapping[str, ReadFileMark]) -> list[WorkspaceFile]:
    """Return the files of a workspace that look otherwise than when they were read, without opening any."""
    return [
        file
        for file in workspace.files()
        if isinstance(file, WorkspaceFile) and not looks_as_read(file, marks.get(file.path))
    ]


def speaks_only(
    statement: Statement, evidence: Iterable[Evidence], read: Sequence[ReadBullet], folder: str
) -> bool:
    """Return whether every sighting comes from the file that a statement stands in.

    A single file of the folder that says it no longer counts for that too: the line moved on from there.
    `read` tells where what was seen stands by now.
    """
    origin = statement.source.origin.rsplit(":", 1)[0]
    places = {statement.seen_in, origin} - {""}
    sources = {seen.source for seen in evidence}
    if sources <= places:
        return True
    left = {source for source in sources if source.startswith(f"{folder}/")}
    left -= {f"{folder}/{bullet.path}" for bullet in read}
    return len(sources) == 1 and sources == left


def day_written(file: WorkspaceFile, zone: tzinfo) -> date:
    """Return the local day on which a file was written last."""
    return datetime.fromtimestamp(file.stamp.modified_ns / 1e9, zone).date()
