"""One figure of health, told so that the terminal, the app and a page say the same, and its door.

Words are named by their keys in the catalogue.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from palace.domain.health import Share
from palace.domain.jobs import JobState
from palace.domain.vocabulary import Band, Kind, Status, Wing
from palace.services.backup_ports import Copy
from palace.services.health_ports import Behind
from palace.services.health_verdict import Verdict
from palace.services.syncing import LogState


class Section(StrEnum):
    """What figures stand together, in this order."""

    LAYERS = "layers"
    PACE = "pace"
    WAITING = "waiting"
    AGES = "ages"
    USE = "use"
    ROOMS = "rooms"
    IMPORTANCE = "importance"
    GROWTH = "growth"
    SEARCH = "search"
    CARE = "care"
    SCENES = "scenes"


class DoorKind(StrEnum):
    """Where the list behind a figure is."""

    LIST = "list"
    """Memories of one list of `Behind`; `kind` may narrow it down."""
    FILTER = "filter"
    """Memories that fit a filter, written as in a search."""
    ROOM = "room"
    QUEUE = "queue"
    SEARCH = "search"
    TIMELINE = "timeline"
    JOURNAL = "journal"
    WORDS = "words"
    """Nothing but what is said of it."""


@dataclass(frozen=True, slots=True)
class Door:
    """What stepping into a figure opens; `command` is what opens the same on the command line."""

    kind: DoorKind
    name: str = ""
    command: str = ""
    of_kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A text of the catalogue and its values; values may be texts of the catalogue themselves."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure. `name` is unique, `topic` names the text that explains it.

    `share` from 0 to 1 is drawn as a bar, `mark` is where it ought to be, `heat` holds the counts of the
    three bands of a wing, `trend` the last days, oldest first. `behind` names the list that the door opens,
    where it is called otherwise than the figure.
    """

    name: str
    topic: str
    section: Section
    label: Said
    told: Said
    door: Door
    verdict: Verdict = Verdict.PLAIN
    share: float | None = None
    mark: float | None = None
    heat: Mapping[Band, int] = field(default_factory=dict)
    trend: tuple[float | None, ...] = ()
    behind: Said | None = None


@dataclass(frozen=True, slots=True)
class Beside:
    """What is told beside the palace file: its logs, its jobs, its copies; None where nobody asked.

    `model_id` is the model whose vectors count; None where there is no usable model.
    """

    model_id: str | None = None
    logs: LogState | None = None
    jobs: tuple[JobState, ...] | None = None
    copies: tuple[Copy, ...] | None = None


ACTIVE_ONLY = f"status:{Status.ACTIVE.value}"
"""The word of a filter without which archived memories would be listed behind a count of active ones."""


def list_door(behind: Behind, kind: Kind | None = None) -> Door:
    """Return the door to a list of memories."""
    of_kind = f" --kind {kind.value}" if kind else ""
    return Door(DoorKind.LIST, behind.value, f"palace health --list {behind.value}{of_kind}", kind)


def filter_door(words: str) -> Door:
    """Return the door to the memories that fit a filter."""
    return Door(DoorKind.FILTER, words, f"palace list {words}")


def room_door(wing: Wing) -> Door:
    """Return the door to a wing."""
    return Door(DoorKind.ROOM, wing.value, f"palace list wing:{wing.value}")


def scene_door(scene: str) -> Door:
    """Return the door to the active memories of a scene, however it is spelt."""
    plain = scene if scene.replace("_", "").replace("-", "").isalnum() else f'"{scene}"'
    return filter_door(f"scene:{plain} {ACTIVE_ONLY}")


def share_words(share: Share, key: str = "health.of") -> Said:
    """Return how many of how many, and what share that is."""
    if share.value is None:
        return Said("health.no_data")
    values = {"counted": f"{share.counted:,}", "of": f"{share.of:,}", "share": f"{share.value:.0%}"}
    return Said(key, values)


def ago(instant: datetime | None, now: datetime) -> Said:
    """Return how long ago an instant was; the future counts as now."""
    return span(timedelta(0) if instant is None else max(timedelta(0), now - instant))


def span(length: timedelta) -> Said:
    """Return a length of time in its largest fitting unit."""
    if length >= timedelta(days=1):
        return Said("tui.span.days", {"count": length.days})
    if length >= timedelta(hours=1):
        return Said("tui.span.hours", {"count": length.seconds // 3600})
    return Said("tui.span.minutes", {"count": length.seconds // 60})
