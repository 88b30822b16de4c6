"""Bands: what is always in context, what waits for its scene, and what only a search finds."""

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from palace.domain.clock import age
from palace.domain.memory import Binding, Memory, Weighable, last_used_at
from palace.domain.rules import BandRules
from palace.domain.vocabulary import Band, Kind, Priority, Status, Wing

HOT_WINGS = frozenset({Wing.IDENTITY, Wing.SOCIAL, Wing.INTENT})
RULE_KINDS = frozenset({Kind.CORRECTION, Kind.FAILURE, Kind.SKILL})


class Banded(Weighable, Protocol):
    """What the band of a memory depends on; a memory has it, and so has its Standing."""

    @property
    def wing(self) -> Wing:
        """Where it belongs."""
        ...

    @property
    def band(self) -> Band:
        """When it is loaded."""
        ...

    @property
    def status(self) -> Status:
        """Whether it is in use."""
        ...

    @property
    def binding(self) -> Binding:
        """When, do, unless."""
        ...


def always_hot(memory: Banded) -> bool:
    """Whether it is hot whatever its use: an active P0, or pinned to the hot band."""
    active = memory.status is Status.ACTIVE
    return active and (memory.priority is Priority.P0 or (memory.pinned and memory.band is Band.HOT))


def may_be_hot(memory: Banded, hits_in_window: int, rules: BandRules) -> bool:
    """Whether use has earned it the hot band: hit often lately, and in a wing or kind that steers."""
    steers = memory.wing in HOT_WINGS or memory.kind in RULE_KINDS or memory.binding.complete
    return memory.status is Status.ACTIVE and steers and hits_in_window >= rules.hits_to_heat


def band_after(memory: Banded, now: datetime, rules: BandRules) -> Band:
    """Return the band in which disuse leaves a memory at `now`."""
    if always_hot(memory):
        return Band.HOT
    if memory.status is Status.ARCHIVED:
        return Band.COLD
    unused = age(last_used_at(memory), now)
    if memory.pinned:
        return memory.band
    if memory.band is Band.HOT and unused <= rules.hot_to_warm_after:
        return Band.HOT
    if memory.band is Band.COLD or unused > rules.warm_to_cold_after:
        return Band.COLD
    return Band.WARM


def band_after_hit(band: Band) -> Band:
    """Return the band of a memory that was just used: cold ones warm up."""
    return Band.WARM if band is Band.COLD else band


def demotion_threshold(lines_used: int, rules: BandRules) -> float:
    """Return the weight below which hot memories are demoted when `lines_used` rendered lines are hot.

    0 below the pressure, then a straight line from `threshold_at_pressure` to `threshold_when_full`.
    """
    pressing_from = rules.hot_lines * rules.pressure_from
    if lines_used >= rules.hot_lines:
        return rules.threshold_when_full
    if lines_used < pressing_from:
        return 0.0
    share = (lines_used - pressing_from) / (rules.hot_lines - pressing_from)
    return rules.threshold_at_pressure + share * (rules.threshold_when_full - rules.threshold_at_pressure)


def rendered_lines(memories: Iterable[Memory]) -> int:
    """Return how many lines these memories take in context: the lines of each text and of its binding."""
    return sum(lines_of(memory) for memory in memories)


def lines_of(memory: Memory) -> int:
    """Return how many lines a memory takes in context."""
    return len(memory.text.splitlines()) + (1 if memory.binding.complete else 0)
