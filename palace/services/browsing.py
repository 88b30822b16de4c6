"""Walking through the palace: the floor plan, the rooms, and one memory with all that belongs to it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from palace.domain.clock import day_start, local_day
from palace.domain.conflict import Conflict
from palace.domain.errors import NotFound
from palace.domain.filters import Filters
from palace.domain.journal import Decision, Subject
from palace.domain.memory import Link, Memory, MemoryVersion
from palace.domain.vocabulary import Band, LinkKind, Status, Wing
from palace.domain.weight import Weight, weigh
from palace.services.kept_health import NOTHING_KEPT, KeptHealth, kept_health
from palace.services.ports import Palace, Waiting
from palace.services.surroundings import Surroundings

LIVE = frozenset({Status.ACTIVE, Status.NOTE, Status.ARCHIVED})
"""The statuses that the floor plan counts and the rooms show: all but what was trashed."""

IN_A_ROOM = Filters(statuses=LIVE, current=True)
"""What stands in the rooms: what is live and not superseded or merged into something newer."""

TITLES_IN_A_ROOM = 2

TAKING_THE_PLACE = frozenset({LinkKind.SUPERSEDES, LinkKind.MERGED_FROM})
"""The links whose newer memory stands in the place of the older one."""


class Order(StrEnum):
    """The orders in which a room can be walked."""

    WEIGHT = "weight"
    NEWEST = "newest"
    USED = "used"
    OLDEST = "oldest"


@dataclass(frozen=True, slots=True)
class Room:
    """One wing on the floor plan: its counts by band and what is heaviest in it."""

    wing: Wing
    counts: dict[Band, int]
    foremost: tuple[Memory, ...]

    @property
    def count(self) -> int:
        """How many live memories stand in the wing; what was superseded is history and stands nowhere."""
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """The whole palace in one look; every count is the count in the database, the health that kept last."""

    rooms: tuple[Room, ...]
    memories: int
    new_today: int
    waiting: Waiting
    health: KeptHealth = NOTHING_KEPT

    def room(self, wing: Wing) -> Room:
        """Return the room of a wing."""
        return next(room for room in self.rooms if room.wing is wing)


@dataclass(frozen=True, slots=True)
class MemoryView:
    """One memory with its weight and its parts, its links, earlier texts, conflicts and history."""

    memory: Memory
    weight: Weight
    citations: int
    links: tuple[Link, ...]
    linked: tuple[Memory, ...]
    versions: tuple[MemoryVersion, ...]
    conflicts: tuple[Conflict, ...]
    decisions: tuple[Decision, ...]

    @property
    def deleted_sources(self) -> tuple[int, ...]:
        """The memories that it was merged from and that were deleted since: does it still hold?"""
        gone = {other.id for other in self.linked if other.status is Status.TRASHED}
        sources = (
            link.to_id
            for link in self.links
            if link.kind is LinkKind.MERGED_FROM and link.from_id == self.memory.id
        )
        return tuple(source for source in sources if source in gone)

    @property
    def successors(self) -> tuple[Link, ...]:
        """The links from the memories that took its place, by superseding it or by merging it in."""
        return tuple(
            link for link in self.links if link.to_id == self.memory.id and link.kind in TAKING_THE_PLACE
        )


def floor_plan(palace: Palace, surroundings: Surroundings, titles: int = TITLES_IN_A_ROOM) -> FloorPlan:
    """Return the counts of every room, what is foremost in each (so many), and what waits."""
    counts = {wing: dict.fromkeys(Band, 0) for wing in Wing}
    for row in palace.room_counts():
        if row.status in LIVE:
            counts[row.wing][row.band] += row.count
    rooms = tuple(Room(wing, counts[wing], foremost(palace, wing, surroundings, titles)) for wing in Wing)
    return FloorPlan(
        rooms=rooms,
        memories=sum(room.count for room in rooms),
        new_today=palace.recorded_since(start_of_today(surroundings)),
        waiting=palace.waiting(),
        health=kept_health(palace, surroundings),
    )


def start_of_today(surroundings: Surroundings) -> datetime:
    """Return the instant at which the local day began, in UTC."""
    return day_start(local_day(surroundings.now, surroundings.zone), surroundings.zone)


def foremost(palace: Palace, wing: Wing, surroundings: Surroundings, count: int) -> tuple[Memory, ...]:
    """Return the heaviest memories of the warmest band of a wing that has any."""
    for band in Band if count else ():
        filters = replace(IN_A_ROOM, wings=frozenset({wing}), bands=frozenset({band}))
        ids = listing(palace, filters, Order.WEIGHT, surroundings)[:count]
        if ids:
            return tuple(palace.memories(ids))
    return ()


def listing(palace: Palace, filters: Filters, order: Order, surroundings: Surroundings) -> list[int]:
    """Return the ids of all memories that fit, in order: one list of numbers, however many there are."""
    if order is Order.OLDEST:
        return palace.memory_ids(filters)
    if order is Order.NEWEST:
        return palace.memory_ids(filters)[::-1]
    rows = palace.weighings(filters)
    if order is Order.USED:
        ancient = datetime.min.replace(tzinfo=surroundings.now.tzinfo)
        rows.sort(key=lambda row: (row.last_hit_at or ancient, row.recorded_at, row.id), reverse=True)
        return [row.id for row in rows]
    now, rules = surroundings.now, surroundings.rules
    weighed = [(-weigh(row, row.citations, now, rules).value, -row.id) for row in rows]
    weighed.sort()
    return [-negative_id for _, negative_id in weighed]


def listing_by_band(palace: Palace, filters: Filters, order: Order, surroundings: Surroundings) -> list[int]:
    """Return what `listing` does, in the order by weight with the warmest band first."""
    if order is not Order.WEIGHT:
        return listing(palace, filters, order, surroundings)
    bands = [band for band in Band if not filters.bands or band in filters.bands]
    return [
        memory_id
        for band in bands
        for memory_id in listing(palace, replace(filters, bands=frozenset({band})), order, surroundings)
    ]


def memory_view(palace: Palace, memory_id: int, surroundings: Surroundings) -> MemoryView:
    """Return one memory with all that belongs to it; raises NotFound."""
    found = palace.memories([memory_id])
    if not found:
        raise NotFound("there is no memory #{id}", next_step="palace list shows the ids", id=memory_id)
    memory = found[0]
    citations = palace.citations([memory_id]).get(memory_id, 0)
    links = tuple(palace.links_of(memory_id))
    others = {link.to_id if link.from_id == memory_id else link.from_id for link in links}
    return MemoryView(
        memory=memory,
        weight=weigh(memory, citations, surroundings.now, surroundings.rules),
        citations=citations,
        links=links,
        linked=tuple(palace.memories(sorted(others))),
        versions=tuple(palace.versions_of(memory_id)),
        conflicts=tuple(palace.conflicts_of(memory_id)),
        decisions=tuple(palace.decisions_about(Subject.MEMORY, memory_id)),
    )


def weights_of(palace: Palace, memories: Sequence[Memory], surroundings: Surroundings) -> dict[int, Weight]:
    """Return the weights of some memories, by id."""
    citations = palace.citations([memory.id for memory in memories])
    return {
        memory.id: weigh(memory, citations.get(memory.id, 0), surroundings.now, surroundings.rules)
        for memory in memories
    }


def days_old(instant: datetime, now: datetime) -> int:
    """Return how many whole days ago an instant was, 0 for the future."""
    return max(timedelta(0), now - instant).days
