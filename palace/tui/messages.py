"""What the gateway tells the app, and the app its screens."""

from dataclasses import dataclass
from enum import StrEnum

from palace.domain.changes import Changed, ChangeSet
from palace.domain.errors import PalaceError

EVERYTHING = ChangeSet(kinds=frozenset(Changed))
"""What may have changed when somebody else wrote: any of it."""


@dataclass(frozen=True, slots=True)
class PalaceChanged:
    """The palace changed. `foreign` says that another program did it, not this one."""

    changes: ChangeSet
    foreign: bool = False


class Meaning(StrEnum):
    """Whether search understands meaning yet."""

    WAITING = "waiting"
    LOADING = "loading"
    READY = "ready"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class MeaningChanged:
    """The model is being loaded, is ready, or cannot be used for a reason.

    `done` of `total` memories have their vectors; both are 0 until that is known. So many get one
    `per_second`, and it takes `seconds_left` still, where that can be said. `paused` says that a person
    stopped it.
    """

    meaning: Meaning
    reason: PalaceError | None = None
    done: int = 0
    total: int = 0
    per_second: float | None = None
    seconds_left: float | None = None
    paused: bool = False


@dataclass(frozen=True, slots=True)
class PalaceTrouble:
    """The palace cannot be used as it should for a reason; `reason` None means that it can again."""

    reason: PalaceError | None


@dataclass(frozen=True, slots=True)
class PairsSought:
    """How far it is: so many of so many texts compared, so many pairs found, so many closed.

    `stopped` says that a person stopped it, `failed` why it could not go on.
    """

    done: int = 0
    total: int = 0
    found: int = 0
    closed: int = 0
    stopped: bool = False
    failed: PalaceError | None = None


@dataclass(frozen=True, slots=True)
class PairsNews:
    """How far going over all pairs is, and whether it goes on."""

    progress: PairsSought
    going_on: bool


News = PalaceChanged | MeaningChanged | PalaceTrouble | PairsNews
