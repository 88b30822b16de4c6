"""What putting a copy in the place of a palace would change, told before it is done."""

from dataclasses import dataclass
from pathlib import Path

from palace.domain.core_memory import CoreChange
from palace.domain.memory import Memory

BRINGS_NOTHING_BACK = frozenset({"superseded", "merged"})
"""Reasons of tombstones that do not keep a text of a copy away: going back to it is what a copy is for."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How many there are in the palace now, and how many there would be."""

    now: int
    then: int


@dataclass(frozen=True, slots=True)
class RestoreDifference:
    """What a restore would change.

    Memories are known by their uid: `added` are in the copy only, `gone` in the palace only, `changed` in
    both and not alike, use aside. Of each only the first few are samples; `core` names every P0 that changes.
    `kept_away` are memories and candidates of the copy that were deleted or rejected since, and stay so.
    `unreadable` says that the palace itself is damaged or gone, so that it was compared with nothing.
    """

    added: int
    changed: int
    gone: int
    added_samples: tuple[Memory, ...]
    changed_samples: tuple[tuple[Memory, Memory], ...]
    gone_samples: tuple[Memory, ...]
    core: tuple[CoreChange, ...]
    kept_away: int
    kept_away_samples: tuple[Memory, ...]
    candidates: Counted
    decisions: Counted
    unreadable: bool

    @property
    def empty(self) -> bool:
        """Whether the palace holds what the copy holds."""
        same = self.candidates.now == self.candidates.then and self.decisions.now == self.decisions.then
        return same and not (self.added or self.changed or self.gone or self.unreadable)


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did; `before` is the copy of what was there (None where nothing was)."""

    difference: RestoreDifference
    before: Path | None
    memories: int
