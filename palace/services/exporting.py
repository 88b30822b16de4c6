"""Exporting: what leaves the palace, what holds it back, and the file that takes it.

A file that changed since the palace wrote or read it is not replaced unless the person says so; then the
earlier one is kept. What looks like a secret leaves only confirmed or masked.
"""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from palace.domain.clock import local_day
from palace.domain.errors import PalaceError, Refused
from palace.domain.filters import Filters
from palace.domain.memory import Binding, Memory
from palace.domain.vocabulary import Band, Priority, Status
from palace.services.browsing import Order, listing
from palace.services.export_ports import ExportedMemory, ExportFormat, MemoryDocument, Target
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.services.whole_palace_ports import FileMark, FileMarks, PalaceRow
from palace.text.masking import holds_order, holds_secret, masked

MOST_LINES = 200
"""Agents read so many lines of a memory file and pass the rest over."""

MOST_BYTES = 25_000
"""Some agents stop after so many bytes of it."""

NAMED_PLACES = 20
"""Places with secrets that an error names."""

SHOWN_DIFFERENCE = 60
"""Lines of a difference that are shown."""

AT_ONCE = 500
"""Memories that are read at once."""

IN_MEMORY_FILE = Filters(statuses=frozenset({Status.ACTIVE}), current=True)
"""What a memory file for agents holds where nothing else is asked for."""

_BANDS = list(Band)

_APART = "\0"
"""Stands between the texts of a row, so that no secret begins in one and ends in the next."""


class Secrets(StrEnum):
    """What becomes of what looks like a secret."""

    STOP = "stop"
    KEEP = "keep"
    MASK = "mask"


class TargetChanged(Refused):
    """The target changed since the palace wrote or read it; `difference` are lines of a unified diff."""

    def __init__(
        self, message: str, *, next_step: str = "", difference: Sequence[str] = (), **values: object
    ) -> None:
        self.difference = tuple(difference)
        super().__init__(message, next_step=next_step, **values)


class SecretsHeldBack(Refused):
    """What would be exported holds what looks like secrets; `places` name where."""

    def __init__(
        self, message: str, *, next_step: str = "", places: Sequence[str] = (), **values: object
    ) -> None:
        self.places = tuple(places)
        super().__init__(message, next_step=next_step, **values)


def secrets_held_back(places: Sequence[str]) -> SecretsHeldBack:
    """Return the refusal to let these places out of the palace as they are."""
    named = ", ".join(places[:NAMED_PLACES]) + (", …" if len(places) > NAMED_PLACES else "")
    return SecretsHeldBack(
        "{count} of what would leave the palace {count?holds|hold} what looks like a secret: {named}",
        next_step="hide it with --mask, or let it out with --with-secrets",
        places=places,
        count=len(places),
        named=named,
    )


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What shall be exported, where to, and what the person confirmed.

    `target` is a path as the person named it; empty means the memory file of the workspace. `format` None is
    told by the target. `filters` None are those that belong to the format.
    """

    target: str = ""
    format: ExportFormat | None = None
    filters: Filters | None = None
    secrets: Secrets = Secrets.STOP
    force: bool = False
    dry_run: bool = False
    most_lines: int = MOST_LINES


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What an export did, or would do.

    `rows` counts what a whole palace consists of, by table; `left_out` are the memories that a file had no
    room for, `marked` those that read like an order to an agent, `secret` those with a secret in them.
    """

    format: ExportFormat
    files: tuple["Replaced", ...]
    memories: int
    dry_run: bool
    lines: int = 0
    rows: Mapping[str, int] = field(default_factory=dict)
    left_out: tuple[ExportedMemory, ...] = ()
    marked: tuple[int, ...] = ()
    secret: tuple[str, ...] = ()

    @property
    def too_long(self) -> bool:
        """Whether it is longer than some agents read a memory file."""
        return self.format is ExportFormat.MEMORY and any(file.size > MOST_BYTES for file in self.files)


@dataclass(frozen=True, slots=True)
class Replaced:
    """What became of a target: whether it is another now, and where the earlier file was kept.

    `changed` says that the target holds other bytes than before; in a dry run, that it would. `remembered`
    is False where the file was written but the palace could not take note of it.
    """

    place: str
    size: int
    digest: str
    changed: bool
    written: bool
    kept: str = ""
    remembered: bool = True


def exported_memories(palace: Palace, filters: Filters, surroundings: Surroundings) -> list[ExportedMemory]:
    """Return the memories that fit, most wanted first.

    P0 come first, the newest before all; then what is pinned; then hot, warm and cold, each by weight.
    """
    ids = listing(palace, filters, Order.WEIGHT, surroundings)
    memories = [
        memory
        for start in range(0, len(ids), AT_ONCE)
        for memory in palace.memories(ids[start : start + AT_ONCE])
    ]
    return [exported(memory, surroundings) for memory in sorted(memories, key=_wanted)]


def _wanted(memory: Memory) -> tuple[bool, float, bool, int]:
    is_core = memory.priority is Priority.P0
    newest = -memory.recorded_at.timestamp() if is_core else 0.0
    return not is_core, newest, not memory.pinned, _BANDS.index(memory.band)


def exported(memory: Memory, surroundings: Surroundings) -> ExportedMemory:
    """Return a memory as it leaves, with the local days between which it holds; nothing is flagged yet."""
    zone = surroundings.zone
    return ExportedMemory(
        memory,
        date=local_day(memory.valid_from, zone) if memory.valid_from else None,
        valid_to=local_day(memory.valid_to, zone) if memory.valid_to else None,
    )


def _flagged(each: ExportedMemory) -> ExportedMemory:
    told = "\n".join(_texts_of(each.memory))
    return replace(each, holds_secret=holds_secret(told), holds_order=holds_order(told))


def _texts_of(memory: Memory) -> tuple[str, ...]:
    binding = memory.binding
    return (memory.text, *memory.heading, *memory.scenes, binding.when, binding.do, binding.unless)


def let_out(memories: Iterable[ExportedMemory], secrets: Secrets) -> list[ExportedMemory]:
    """Return memories as they may leave, with what is flagged in them.

    Raises SecretsHeldBack where there are secrets that are neither kept nor masked.
    """
    found = list(map(_flagged, memories))
    if secrets is Secrets.MASK:
        return [_masked(each) if each.holds_secret else each for each in found]
    flagged = [f"#{each.memory.id}" for each in found if each.holds_secret]
    if flagged and secrets is Secrets.STOP:
        raise secrets_held_back(flagged)
    return found


def fitting_document(
    memories: Sequence[ExportedMemory],
    secrets: Secrets,
    write: Callable[[Sequence[ExportedMemory]], MemoryDocument],
) -> MemoryDocument:
    """Return the document that `write` makes of memories, looking only into those that it has room for.

    Raises SecretsHeldBack as `let_out` does. What is flagged may take room, so that others come in or go.
    """
    known: dict[int, ExportedMemory] = {}
    while True:
        document = write([known.get(each.memory.id, each) for each in memories])
        fresh = [each for each in document.written if each.memory.id not in known]
        if not fresh:
            return document
        known.update((each.memory.id, each) for each in let_out(fresh, secrets))


def _masked(each: ExportedMemory) -> ExportedMemory:
    memory, binding = each.memory, each.memory.binding
    hidden = replace(
        memory,
        text=masked(memory.text),
        heading=tuple(map(masked, memory.heading)),
        scenes=tuple(map(masked, memory.scenes)),
        binding=Binding(masked(binding.when), masked(binding.do), masked(binding.unless)),
    )
    return replace(each, memory=hidden)


class RowsLetOut:
    """Rows of a whole palace on their way out; `flagged` names those that hold what looks like a secret."""

    def __init__(self, rows: Iterable[PalaceRow]) -> None:
        self._rows = rows
        self.flagged: list[str] = []

    def __iter__(self) -> Iterator[PalaceRow]:
        for row in self._rows:
            told = _APART.join(value for value in row.values.values() if isinstance(value, str))
            if holds_secret(told):
                key = row.values.get("id") or next(iter(row.values.values()), "")
                self.flagged.append(f"{row.table} #{key}")
            yield row


def replace_target(
    target: Target,
    marks: FileMarks,
    chunks: Iterable[bytes],
    surroundings: Surroundings,
    *,
    force: bool = False,
    dry_run: bool = False,
    check: Callable[[], None] = lambda: None,
) -> Replaced:
    """Let a target hold these bytes, whole or not at all, and remember what was written.

    `check` is called when all bytes are known and before anything is replaced. Raises TargetChanged where
    the target is not as the palace wrote or read it and nobody said `force`, PalaceError where it cannot be
    written. The earlier file is kept where it was not the palace that wrote it.
    """
    before = target.digest()
    mark = marks.mark(target.place)
    as_known = before is None or (mark is not None and mark.digest == before)
    with target.drafted(chunks, dry_run=dry_run) as draft:
        check()
        changed = draft.digest != before
        if changed and not as_known and not force:
            shown = difference_shown(target.beginning(), draft.beginning)
            raise TargetChanged(
                "{path} changed since the palace last wrote or read it; it was left as it is"
                if mark is not None
                else "{path} was there before the palace ever wrote or read it; it was left as it is",
                next_step="import it first, or write over it with --force: the earlier file is kept",
                difference=shown,
                path=target.place,
            )
        written, kept = changed and not dry_run, ""
        if written:
            own = as_known and mark is not None and mark.written
            keep_as = "" if own else _word_for(surroundings.now)
            kept = target.put(expected=before, keep_as=keep_as)
        remembered = dry_run or remember(marks, target.place, FileMark(draft.digest, written=True))
        return Replaced(target.place, draft.size, draft.digest, changed, written, kept, remembered)


def remember(marks: FileMarks, place: str, mark: FileMark) -> bool:
    """Remember what a file holds; returns False where the palace cannot be written now."""
    if marks.mark(place) == mark:
        return True
    try:
        marks.remember(place, mark)
    except PalaceError:
        return False
    return True


def difference_shown(before: str, after: str, most: int = SHOWN_DIFFERENCE) -> list[str]:
    """Return the lines in which two texts differ, secrets masked.

    Where they are more than `most`, those that would go are shown, and the others counted: they are what
    nobody could see again.
    """
    old, new = masked(before).splitlines(), masked(after).splitlines()
    lines = list(difflib.unified_diff(old, new, "as it is", "as it would be", lineterm="", n=1))
    if len(lines) <= most:
        return lines
    gone = [line for line in lines[2:] if line.startswith("-")]
    come = sum(line.startswith("+") for line in lines[2:])
    return [*lines[:2], *gone[:most], f"… +{come}" + (f" -{len(gone) - most}" if len(gone) > most else "")]


def _word_for(now: datetime) -> str:
    return f"before-{now:%Y%m%dT%H%M%SZ}"
