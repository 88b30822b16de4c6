"""What the timeline asks of the palace file: how much happened on which day, and what."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol


class By(StrEnum):
    """Which clock days are told by: when it held in the world, or when the palace knew it."""

    VALID = "valid"
    RECORDED = "recorded"


class Happening(StrEnum):
    """What can happen on a day, in the order in which a day's counts are told.

    `log` something was said in a log, `born` a memory was recorded, `begins` one begins to hold, `decided`
    somebody decided, `retired` something newer took a memory's place, `ends` one holds no longer.
    """

    LOG = "log"
    BORN = "born"
    BEGINS = "begins"
    DECIDED = "decided"
    RETIRED = "retired"
    ENDS = "ends"


TOLD_BY: Mapping[By, tuple[Happening, ...]] = {
    By.RECORDED: (Happening.LOG, Happening.BORN, Happening.DECIDED, Happening.RETIRED),
    By.VALID: (Happening.LOG, Happening.BEGINS, Happening.DECIDED, Happening.ENDS),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. `at` is None for a log, of which only the day is known.

    `subject_id` is the memory, or the decision where somebody decided; `verb` is what was decided.
    """

    happening: Happening
    at: datetime | None
    subject_id: int
    text: str
    verb: str = ""


class TimelineReading(Protocol):
    """The days of a palace. Days are those of the palace's zone."""

    def counts(self, by: By) -> Mapping[date, Mapping[Happening, int]]:
        """Return how often what happened on which day; days without anything are left out."""
        ...

    def entries(self, by: By, day: date, offset: int = 0, limit: int | None = None) -> list[Entry]:
        """Return what happened on a day: the logs first, then in the order of the clock."""
        ...
