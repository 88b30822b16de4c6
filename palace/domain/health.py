"""How well a palace is: figures made from counts, each of which says so where there is nothing to tell yet.

A share without anything to count is None and never 0 or 1: a new palace is neither ill nor praised.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from palace.domain.rules import HealthRules


class Pace(StrEnum):
    """How the new memories of the last days stand to those that left."""

    NO_DATA = "no_data"
    NOTHING_CLEARED = "nothing_cleared"
    TIMID = "timid"
    SLOW = "slow"
    HEALTHY = "healthy"
    FAST = "fast"
    OBESE = "obese"


class Age(StrEnum):
    """How long ago a memory was recorded, in three steps."""

    YOUNG = "young"
    MIDDLE = "middle"
    OLD = "old"


class HealthLayer(StrEnum):
    """What a palace is judged by: its core, how it is put to use, and what it remembers."""

    GENE = "G"
    EXECUTIVE = "E"
    MEMORY = "M"


class PartName(StrEnum):
    """What each layer is made of."""

    CORE = "core"
    BINDING = "binding"
    ROUTING = "routing"
    IN_STEP = "in_step"
    ARCHIVE = "archive"
    LOGS = "logs"
    WINGS = "wings"
    SCENES = "scenes"
    BULLETS = "bullets"


@dataclass(frozen=True, slots=True)
class Share:
    """So many `of` so many; `value` lies in 0 to 1 and is None where there is nothing to count."""

    counted: int
    of: int

    @property
    def value(self) -> float | None:
        """The share."""
        return None if self.of <= 0 else min(1.0, max(0.0, self.counted / self.of))


@dataclass(frozen=True, slots=True)
class Metabolism:
    """New memories and those that left, over some days; `rate` is None where none left."""

    new: int
    cleared: int
    pace: Pace

    @property
    def rate(self) -> float | None:
        """New memories for each one that left."""
        return self.new / self.cleared if self.cleared else None


@dataclass(frozen=True, slots=True)
class AgeGroup:
    """The memories of an age, beside the share of all that they are wished to be."""

    age: Age
    share: Share
    wished: float


@dataclass(frozen=True, slots=True)
class UseOf:
    """How many memories of a sort were ever used; `reference` is what others report, None where nobody does.

    Memories too young to have been used are not counted.
    """

    sort: str
    share: Share
    reference: float | None


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a layer: its share and how much it counts there."""

    name: PartName
    share: Share
    weight: float


@dataclass(frozen=True, slots=True)
class LayerHealth:
    """A layer with its parts; parts without data are left out of the score: neither good nor bad."""

    layer: HealthLayer
    parts: tuple[Part, ...]

    @property
    def score(self) -> float | None:
        """The score from 0 to 100, None where no part has anything to count."""
        told = [(part.weight, part.share.value) for part in self.parts]
        known = [(weight, value) for weight, value in told if value is not None and weight > 0]
        altogether = sum(weight for weight, _ in known)
        return 100 * sum(weight * value for weight, value in known) / altogether if altogether else None


@dataclass(frozen=True, slots=True)
class LayerCounts:
    """What the layers are made from.

    `core` counts which of identity, rules and user profile are there (0 to 3); `bound` are rules that say
    when, what and unless; `routed` are scenes with at least one warm memory; `overdue` should be in the
    archive by now; `log_days` are days with a log among the last `days_looked_at`, 0 of 0 where no log was
    ever seen; `bullets_read` of `bullets` of the logs were read, 0 of 0 where there is no workspace.
    """

    active: int
    core: int
    rules: int
    bound: int
    scenes: int
    routed: int
    warm: int
    warm_searchable: int
    warm_in_step: int
    archived: int
    overdue: int
    log_days: int
    days_looked_at: int
    wings_in_use: int
    wings: int
    warm_with_scene: int
    bullets_read: int = 0
    bullets: int = 0


CORE_PARTS = 3
"""Identity, rules, user profile."""


def metabolism(new: int, cleared: int, rules: HealthRules) -> Metabolism:
    """Return the metabolic rate with the corridor in which it lies."""
    return Metabolism(new, cleared, _pace(new, cleared, rules))


def _pace(new: int, cleared: int, rules: HealthRules) -> Pace:
    if not cleared:
        return Pace.NOTHING_CLEARED if new else Pace.NO_DATA
    rate = new / cleared
    if rate < rules.timid_below:
        return Pace.TIMID
    if rate < rules.healthy_from:
        return Pace.SLOW
    if rate <= rules.healthy_to:
        return Pace.HEALTHY
    return Pace.FAST if rate <= rules.obese_above else Pace.OBESE


def age_structure(counts: Mapping[Age, int], rules: HealthRules) -> tuple[AgeGroup, ...]:
    """Return the three ages, each beside the share that is wished."""
    altogether = sum(counts.get(age, 0) for age in Age)
    wished = {Age.YOUNG: rules.young_share, Age.MIDDLE: rules.middle_share, Age.OLD: rules.old_share}
    return tuple(AgeGroup(age, Share(counts.get(age, 0), altogether), wished[age]) for age in Age)


def layers(counts: LayerCounts, rules: HealthRules) -> tuple[LayerHealth, ...]:
    """Return the three layers. Without an active memory there is nothing to judge: no part has data."""

    def part(name: PartName, counted: int, of: int, weight: float) -> Part:
        return Part(name, Share(counted, of) if counts.active else Share(0, 0), weight)

    archive = counts.archived + counts.overdue
    return (
        LayerHealth(
            HealthLayer.GENE,
            (
                part(PartName.CORE, counts.core, CORE_PARTS, rules.core_weight),
                part(PartName.BINDING, counts.bound, counts.rules, rules.binding_weight),
            ),
        ),
        LayerHealth(
            HealthLayer.EXECUTIVE,
            (
                part(PartName.ROUTING, counts.routed, counts.scenes, rules.routing_weight),
                part(PartName.IN_STEP, counts.warm_in_step, counts.warm_searchable, rules.in_step_weight),
                part(PartName.ARCHIVE, counts.archived, archive, rules.archive_weight),
            ),
        ),
        LayerHealth(
            HealthLayer.MEMORY,
            (
                part(PartName.LOGS, counts.log_days, counts.days_looked_at, rules.log_weight),
                part(PartName.WINGS, counts.wings_in_use, counts.wings, rules.wings_weight),
                part(PartName.SCENES, counts.warm_with_scene, counts.warm, rules.scene_weight),
                part(PartName.BULLETS, counts.bullets_read, counts.bullets, rules.bullet_weight),
            ),
        ),
    )


def memory_value(confirmed: Share, used: Share) -> float | None:
    """Return confirmed accuracy times hit rate, from 0 to 1; None where either is not known."""
    if confirmed.value is None or used.value is None:
        return None
    return confirmed.value * used.value


def percentile(values: Sequence[float], share: float) -> float | None:
    """Return the smallest value that at least `share` (0 to 1) of the values do not exceed; None for none."""
    if not values:
        return None
    ordered = sorted(values)
    place = math.ceil(len(ordered) * share)
    return ordered[min(len(ordered), max(1, place)) - 1]
