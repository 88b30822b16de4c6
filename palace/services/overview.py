"""Honest basic counts of a palace; every number is a number in the database."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from palace.domain.bands import rendered_lines
from palace.domain.clock import age
from palace.domain.conflict import is_alarming
from palace.domain.filters import Filters
from palace.domain.vocabulary import Band, Priority, Status
from palace.services.browsing import LIVE, start_of_today
from palace.services.ports import Palace, Waiting
from palace.services.surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class Overview:
    """How many memories there are by status and band, what is hot in lines, and what waits how long.

    `by_band` counts the live ones; `hot_lines` are the rendered lines of the active hot memories, of which
    `p0_lines` are those of P0; `hot_budget` is how many there may be, `pressure_from` the share of it
    from which it grows tight. `conflicting` memories stand in open conflicts; `crowded` says that they are so
    many of the active ones that all should be gone over.
    """

    by_status: Mapping[Status, int]
    by_band: Mapping[Band, int]
    new_today: int
    hot_lines: int
    p0_lines: int
    hot_budget: int
    pressure_from: float
    waiting: Waiting
    oldest_waiting: timedelta | None
    conflicting: int = 0
    crowded: bool = False

    @property
    def live(self) -> int:
        """How many memories the floor plan counts: all but those in the trash."""
        return sum(self.by_band.values())


@dataclass(frozen=True, slots=True)
class Density:
    """How many memories stand in open conflicts, of how many active ones, and whether those are too many."""

    conflicting: int
    active: int
    alarming: bool


def density(palace: Palace, surroundings: Surroundings) -> Density:
    """Return how dense the conflicts are."""
    conflicting = palace.conflicting_memories()
    active = sum(row.count for row in palace.room_counts() if row.status is Status.ACTIVE)
    alarming = is_alarming(conflicting, active, surroundings.rules.conflicts.alarming_density)
    return Density(conflicting, active, alarming)


def overview(palace: Palace, surroundings: Surroundings) -> Overview:
    """Return the counts of a palace."""
    by_status = dict.fromkeys(Status, 0)
    by_band = dict.fromkeys(Band, 0)
    for row in palace.room_counts():
        by_status[row.status] += row.count
        if row.status in LIVE:
            by_band[row.band] += row.count
    active_hot = Filters(bands=frozenset({Band.HOT}), statuses=frozenset({Status.ACTIVE}))
    hot = palace.memories(palace.memory_ids(active_hot))
    waiting = palace.waiting()
    oldest = waiting.oldest_candidate_at
    conflicting = palace.conflicting_memories()
    density = surroundings.rules.conflicts.alarming_density
    return Overview(
        by_status=by_status,
        by_band=by_band,
        new_today=palace.recorded_since(start_of_today(surroundings)),
        hot_lines=rendered_lines(hot),
        p0_lines=rendered_lines(memory for memory in hot if memory.priority is Priority.P0),
        hot_budget=surroundings.rules.bands.hot_lines,
        pressure_from=surroundings.rules.bands.pressure_from,
        waiting=waiting,
        oldest_waiting=None if oldest is None else age(oldest, surroundings.now),
        conflicting=conflicting,
        crowded=is_alarming(conflicting, by_status[Status.ACTIVE], density),
    )
