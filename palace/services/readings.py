"""What the importers of `exchange/` make of a file: plain records, each with the line it stands on."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from palace.domain.plurals import filled
from palace.domain.vocabulary import Kind, Priority, Wing


@dataclass(frozen=True, slots=True)
class FoundMemory:
    """One statement of a file. `heading` is the path of headings above it, `line` its first line.

    `uid` is that of a memory which another palace wrote out; empty elsewhere.
    """

    text: str
    line: int
    heading: tuple[str, ...] = ()
    priority: Priority | None = None
    date: datetime.date | None = None
    valid_to: datetime.date | None = None
    kind: Kind | None = None
    wing: Wing | None = None
    scenes: tuple[str, ...] = ()
    when: str = ""
    do: str = ""
    unless: str = ""
    flags: tuple[str, ...] = ()
    note: str = ""
    uid: str = ""


@dataclass(frozen=True, slots=True)
class SkippedLine:
    """A line that holds no memory, and why, by the name of the rule."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a file: an English template, whose translations the catalogue has, and its values."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The sentence in English."""
        return filled(self.template, self.values)


@dataclass(frozen=True, slots=True)
class FileReading:
    """All that was made of one file: nothing of its content is left unsaid.

    `path` is how the person called it, `place` where it really is (empty: the same): a file that is called
    in two ways is one source. `unread` names the rule by which the file was left out; empty for one that
    was read. `digest` is the SHA-256 of its bytes where it is known. `goes_on` says that this is a part of a
    file, and that the next reading is a further one.
    """

    path: str
    format: str
    encoding: str
    memories: tuple[FoundMemory, ...] = ()
    skipped: tuple[SkippedLine, ...] = ()
    errors: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()
    place: str = ""
    unread: str = ""
    digest: str = ""
    goes_on: bool = False

    def without_content(self) -> "FileReading":
        """Return which file this was, without what it says."""
        return replace(self, memories=(), skipped=(), errors=(), notes=())
