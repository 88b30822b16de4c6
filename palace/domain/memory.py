"""A memory: one statement worth keeping, with its provenance."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from palace.domain.errors import InvalidInput
from palace.domain.rules import Rules
from palace.domain.vocabulary import Band, Kind, Layer, LinkKind, Priority, SourceKind, Status, Wing

LONGEST_TEXT = 1_000_000
"""A statement of more characters than this is refused by name."""


@dataclass(frozen=True, slots=True)
class Binding:
    """When X, do Y, unless Z: what makes a memory change behaviour. Empty texts mean "not said"."""

    when: str = ""
    do: str = ""
    unless: str = ""

    @property
    def complete(self) -> bool:
        """Whether it says both when and what to do."""
        return bool(self.when and self.do)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a statement came from and how far that is believed (quality 0 to 1)."""

    kind: SourceKind = SourceKind.USER
    quality: float = 1.0
    origin: str = ""
    session: str = ""
    agent: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory as stored. All instants are UTC; `importance` and `confidence` lie in 0 to 1.

    `valid_from` and `valid_to` say when it holds in the world, `recorded_at` and `retired_at` when the
    palace knew it. `heading` is the path of headings it stood under. `version` rises with every change
    and guards against deciding on an old view. `id` is 0 until the palace has given it one.
    """

    id: int
    uid: str
    text: str
    wing: Wing
    recorded_at: datetime
    band: Band = Band.WARM
    layer: Layer = Layer.PERSISTENT
    priority: Priority = Priority.P1
    kind: Kind = Kind.FACT
    status: Status = Status.ACTIVE
    pinned: bool = False
    scenes: tuple[str, ...] = ()
    heading: tuple[str, ...] = ()
    binding: Binding = field(default_factory=Binding)
    importance: float = 0.5
    confidence: float = 0.5
    source: Source = field(default_factory=Source)
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    retired_at: datetime | None = None
    hits: int = 0
    loads: int = 0
    last_hit_at: datetime | None = None
    last_loaded_at: datetime | None = None
    calibrated_at: datetime | None = None
    content_hash: str = ""
    version: int = 1

    @property
    def searchable(self) -> bool:
        """Whether search may show it: not trashed and not retired by something newer."""
        return self.status is not Status.TRASHED and self.retired_at is None


@dataclass(frozen=True, slots=True)
class MemoryVersion:
    """An earlier text of a memory, kept whole, with the instant at which it was replaced."""

    memory_id: int
    version: int
    text: str
    replaced_at: datetime


@dataclass(frozen=True, slots=True)
class Link:
    """One memory refers to another; `note` is the scope in which the first one holds, for a scoped link."""

    from_id: int
    to_id: int
    kind: LinkKind
    made_at: datetime
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tombstone:
    """The hash of a text that was rejected, deleted or superseded; it bars every way in."""

    content_hash: str
    reason: str
    made_at: datetime
    memory_id: int | None = None
    candidate_id: int | None = None


def check_text(text: str) -> None:
    """Raise InvalidInput for a text that no memory can have: an empty or an endless one."""
    if not text.strip():
        raise InvalidInput("a memory cannot be empty", next_step="write at least one word")
    if len(text) > LONGEST_TEXT:
        raise InvalidInput(
            "the text has {length:,} characters; a memory holds at most {most:,}",
            next_step="split it into several memories",
            length=len(text),
            most=LONGEST_TEXT,
        )


class Weighable(Protocol):
    """What the weight of a memory depends on; a memory has it, and so has a row of a long list."""

    @property
    def kind(self) -> Kind: ...
    @property
    def priority(self) -> Priority: ...
    @property
    def pinned(self) -> bool: ...
    @property
    def importance(self) -> float: ...
    @property
    def hits(self) -> int: ...
    @property
    def recorded_at(self) -> datetime: ...
    @property
    def last_hit_at(self) -> datetime | None: ...


def last_used_at(memory: Weighable) -> datetime:
    """Return the later of recorded and last hit, from which age and expiry are counted."""
    return memory.recorded_at if memory.last_hit_at is None else max(memory.recorded_at, memory.last_hit_at)


def is_protected(memory: Weighable, rules: Rules) -> bool:
    """Whether no automatic rule may archive it: protected kinds, P0 and what is pinned."""
    return memory.kind in rules.weight.protected_kinds or memory.priority is Priority.P0 or memory.pinned


def never_decays(memory: Weighable) -> bool:
    """Whether its weight ignores age: P0 and what is pinned."""
    return memory.priority is Priority.P0 or memory.pinned
