"""What health asks of the palace file: counts made where the rows are, and the figures of each day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol

from palace.domain.vocabulary import Band, Kind, Priority, Status, Wing


class Behind(StrEnum):
    """The lists that stand behind the figures of health."""

    NEW = "new"
    CLEARED = "cleared"
    YOUNG = "young"
    MIDDLE = "middle"
    OLD = "old"
    NEVER_USED = "never-used"
    LOADED_UNUSED = "loaded-unused"
    UNBOUND = "unbound"
    PRINCIPLES = "principles"
    OUT_OF_STEP = "out-of-step"
    OVERDUE = "overdue"
    WARM_WITHOUT_SCENE = "warm-without-scene"
    NOT_EMBEDDED = "not-embedded"
    CORRECTED = "corrected"
    CONFLICTING = "conflicting"
    IMPORTANCE_1 = "importance-1"
    IMPORTANCE_2 = "importance-2"
    IMPORTANCE_3 = "importance-3"
    IMPORTANCE_4 = "importance-4"
    IMPORTANCE_5 = "importance-5"


@dataclass(frozen=True, slots=True)
class Moments:
    """The instants that counts are made against.

    `window_from` begins the days that are measured, `young_from` and `middle_from` the two younger ages,
    `use_expected_until` is the last instant of recording after which a memory may still be too young to have
    been used, `p1_due` and `p2_due` are before which the last use makes a memory due for the archive.
    """

    now: datetime
    window_from: datetime
    young_from: datetime
    middle_from: datetime
    use_expected_until: datetime
    p1_due: datetime
    p2_due: datetime


@dataclass(frozen=True, slots=True)
class Group:
    """Counts by wing, band, status, kind and priority, of memories that nothing newer took the place of.

    `settled` are old enough to have been used, `importance` counts the active and the noted in fifths from
    0 to 1, `used_at` is when one of them was used last. `left` counts what was archived, trashed, replaced
    or merged since the days that are measured began, also where something newer took its place.
    """

    wing: Wing
    band: Band
    status: Status
    kind: Kind
    priority: Priority
    count: int
    used: int
    young: int
    young_or_middle: int
    new: int
    settled: int
    settled_used: int
    importance: tuple[int, int, int, int, int]
    used_at: datetime | None
    left: int = 0


@dataclass(frozen=True, slots=True)
class Bindings:
    """How many active memories have a binding.

    `beyond_rules` are of a kind that needs none, `full` say when, do and unless. `complete_settled` say when
    and do, are of a kind that wants a binding and old enough to have been used; `complete_settled_used` were.
    """

    beyond_rules: int
    full: int
    complete_settled: int
    complete_settled_used: int


@dataclass(frozen=True, slots=True)
class SceneCount:
    """Active memories of one scene: how many, how many of them warm, how many ever used, and the last sign.

    `confirmed_at` is when one of them was last used; None where never.
    """

    scene: str
    count: int
    warm: int
    used: int
    confirmed_at: datetime | None


@dataclass(frozen=True, slots=True)
class SceneLink:
    """How many active memories of a scene stand in a wing."""

    scene: str
    wing: Wing
    count: int


@dataclass(frozen=True, slots=True)
class Ties:
    """What active memories are tied to: their scenes, the commonest first, and their bindings.

    `loaded_unused` of them were put in context and never used.
    """

    scenes: tuple[SceneCount, ...]
    warm_with_scene: int
    bindings: Bindings
    loaded_unused: int


@dataclass(frozen=True, slots=True)
class Steps:
    """Searchable memories, and the warm of them, whose full-text row and vector are those of their text."""

    in_step: int
    warm_in_step: int


@dataclass(frozen=True, slots=True)
class DayFigures:
    """The figures that were kept of one day; see `services.health.figures_of` for their names."""

    day: date
    figures: Mapping[str, float | None]


class HealthReading(Protocol):
    """The counts behind the figures, as many as go together in one pass, and the daily snapshots."""

    def groups(self, moments: Moments) -> list[Group]:
        """Return the counts by wing, band, status, kind and priority."""
        ...

    def overdue(self, moments: Moments) -> int:
        """Return how many memories are past the time at which they belong into the archive."""
        ...

    def ties(self, moments: Moments) -> Ties:
        """Return the scenes and the bindings of active memories."""
        ...

    def scene_links(self) -> list[SceneLink]:
        """Return how many active memories of each scene stand in each wing."""
        ...

    def steps(self, model_id: str | None, if_all_agree: Steps) -> Steps:
        """Return whether full text and vectors agree with the texts; without a model, the full text alone.

        `if_all_agree` is how many there are to agree.
        """
        ...

    def corrected(self) -> tuple[int, int]:
        """Return how many memories were replaced by something that contradicted them, of how many ever."""
        ...

    def search_times(self, moments: Moments, limit: int) -> list[float]:
        """Return how long the newest searches took, in milliseconds."""
        ...

    def oldest_waiting(self) -> Mapping[str, datetime]:
        """Return since when the oldest waits, by queue."""
        ...

    def log_names(self, since: date) -> Sequence[str]:
        """Return the names of logs of which anything was read that was seen since a day."""
        ...

    def saw_logs(self) -> bool:
        """Return whether any log was ever read."""
        ...

    def listed(self, behind: Behind, moments: Moments, model_id: str | None, kind: Kind | None) -> list[int]:
        """Return the ids of the memories behind a figure, oldest first; of one kind, if one is named."""
        ...

    def days(self, since: date) -> list[DayFigures]:
        """Return the snapshots since a day, oldest first."""
        ...


class HealthKeeping(Protocol):
    """What is kept of health; it is no decision, so no undo takes it back."""

    def keep_day(self, day: DayFigures, at: datetime) -> None:
        """Keep the snapshot of a day in place of an earlier one of that day."""
        ...


class KeepsHealth(Protocol):
    """A unit of work in which the figures of a day are kept."""

    @property
    def health(self) -> HealthKeeping:
        """What is kept of health."""
        ...
