"""How well the palace is: the figures of health, and what each is counted from."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from palace.domain.bands import rendered_lines
from palace.domain.clock import age, local_day
from palace.domain.conflict import is_alarming
from palace.domain.filters import Filters
from palace.domain.health import (
    CORE_PARTS,
    Age,
    AgeGroup,
    HealthLayer,
    LayerCounts,
    LayerHealth,
    Metabolism,
    Share,
    UseOf,
    age_structure,
    layers,
    memory_value,
    metabolism,
    percentile,
)
from palace.domain.vocabulary import (
    KINDS_WANTING_BINDING,
    Band,
    Kind,
    Layer,
    Priority,
    Status,
    Wing,
    layer_for,
)
from palace.services.browsing import LIVE
from palace.services.health_ports import (
    Bindings,
    DayFigures,
    Group,
    Moments,
    SceneCount,
    Steps,
)
from palace.services.ports import Palace, Waiting
from palace.services.surroundings import Surroundings
from palace.services.syncing import LogState

SEARCHES_LOOKED_AT = 1000
PRINCIPLE = "principle"
"""What is told of the use of instructions without a complete binding, beside the kinds."""

TREND_DAYS = timedelta(days=30)

READ_UP_TO = 10
"""So many times the budget of lines is read in hot memories."""

_DAILY = re.compile(r"(?:^|[/\\])([0-9]{4}-[0-9]{2}-[0-9]{2})[^/\\]*$")


@dataclass(frozen=True, slots=True)
class Queue:
    """How many wait in a queue, and since when the oldest does (None where nothing waits)."""

    name: str
    count: int
    oldest: timedelta | None


@dataclass(frozen=True, slots=True)
class WingKnowledge:
    """What is known in a wing: where it stands, how much of it was ever used, when it was last confirmed.

    `new` and `cleared` are what came and what left of late.
    """

    wing: Wing
    by_band: Mapping[Band, int]
    used: Share
    confirmed_at: datetime | None
    new: int = 0
    cleared: int = 0

    @property
    def count(self) -> int:
        """How many memories stand in the wing."""
        return sum(self.by_band.values())


@dataclass(frozen=True, slots=True)
class LayerGrowth:
    """How many memories a layer of the palace holds, and how many of them are new."""

    layer: Layer
    count: int
    new: int


@dataclass(frozen=True, slots=True)
class SearchSpeed:
    """How long searches of the last days took, in milliseconds; None where none was made."""

    searches: int
    p50: float | None
    p95: float | None


@dataclass(frozen=True, slots=True)
class Health:
    """All figures of health at an instant. What has nothing to count says None, never 0."""

    at: datetime
    memories: int
    active: int
    layers: tuple[LayerHealth, ...]
    metabolism: Metabolism
    ages: tuple[AgeGroup, ...]
    used: tuple[UseOf, ...]
    used_altogether: Share
    confirmed: Share
    value: float | None
    loaded_unused: int
    hot_lines: int
    p0_lines: int
    hot_budget: int
    queues: tuple[Queue, ...]
    conflicting: Share
    crowded: bool
    importance: tuple[int, ...]
    growth: tuple[LayerGrowth, ...]
    search: SearchSpeed
    indexed: Share
    wings: tuple[WingKnowledge, ...]
    scenes: tuple[SceneCount, ...]
    days: tuple[DayFigures, ...]
    missing: tuple[str, ...]
    """Which of identity, rules and profile are not there."""

    def layer(self, layer: HealthLayer) -> LayerHealth:
        """Return one of the three layers."""
        return next(each for each in self.layers if each.layer is layer)

    def trend(self, figure: str) -> tuple[float | None, ...]:
        """Return a figure of the last days, oldest first, None for the days of which nothing was kept."""
        kept = {day.day: day.figures.get(figure) for day in self.days}
        if not kept:
            return ()
        last = max(kept)
        first = min(kept)
        return tuple(kept.get(first + timedelta(days=place)) for place in range((last - first).days + 1))


def moments(surroundings: Surroundings) -> Moments:
    """Return the instants that the counts of now are made against."""
    now, rules = surroundings.now, surroundings.rules
    return Moments(
        now=now,
        window_from=now - rules.health.measured_over,
        young_from=now - rules.health.young_until,
        middle_from=now - rules.health.middle_until,
        use_expected_until=now - rules.health.use_expected_after,
        p1_due=now - rules.expiry.archive_p1_after,
        p2_due=now - rules.expiry.archive_p2_after,
    )


def health(
    palace: Palace, surroundings: Surroundings, model_id: str | None, logs: LogState | None = None
) -> Health:
    """Return how well a palace is; `logs` is what the folder beside it says, None where there is none.

    Nothing is written.
    """
    at, rules = moments(surroundings), surroundings.rules
    today = local_day(surroundings.now, surroundings.zone)
    groups = palace.health.groups(at)
    ties = palace.health.ties(at)
    live = [group for group in groups if group.status in LIVE]
    searchable = Steps(_sum(live), _sum(group for group in live if group.band is Band.WARM))
    steps = palace.health.steps(model_id, searchable)
    active = [group for group in groups if group.status is Status.ACTIVE]
    missing = _missing_of_core(active)
    conflicting = Share(palace.conflicting_memories(), _sum(active))
    hot_lines, p0_lines = _hot_lines(palace, active, rules.bands.hot_lines)
    seen = _log_days(palace, surroundings, logs)
    counts = LayerCounts(
        active=_sum(active),
        core=CORE_PARTS - len(missing),
        rules=_rules(active, ties.bindings),
        bound=ties.bindings.full,
        scenes=len(ties.scenes),
        routed=sum(each.warm > 0 for each in ties.scenes),
        warm=sum(group.count for group in active if group.band is Band.WARM),
        warm_searchable=searchable.warm_in_step,
        warm_in_step=steps.warm_in_step,
        archived=sum(group.count for group in groups if group.status is Status.ARCHIVED),
        overdue=palace.health.overdue(at),
        log_days=seen.counted,
        days_looked_at=seen.of,
        wings_in_use=len({group.wing for group in active}),
        wings=len(Wing),
        warm_with_scene=ties.warm_with_scene,
        bullets_read=0 if logs is None else logs.read,
        bullets=0 if logs is None else logs.read + logs.unread,
    )
    used = Share(sum(group.settled_used for group in active), sum(group.settled for group in active))
    cleared = {wing: sum(group.left for group in groups if group.wing is wing) for wing in Wing}
    corrected, ever = palace.health.corrected()
    confirmed = Share(ever - corrected, ever)
    times = palace.health.search_times(at, SEARCHES_LOOKED_AT)
    return Health(
        at=surroundings.now,
        memories=_sum(live),
        active=_sum(active),
        layers=layers(counts, rules.health),
        metabolism=metabolism(sum(group.new for group in live), sum(cleared.values()), rules.health),
        ages=_ages(active, surroundings),
        used=_use(active, ties.bindings, surroundings),
        used_altogether=used,
        confirmed=confirmed,
        value=memory_value(confirmed, used),
        loaded_unused=ties.loaded_unused,
        hot_lines=hot_lines,
        p0_lines=p0_lines,
        hot_budget=rules.bands.hot_lines,
        queues=_queues(palace.waiting(), palace.health.oldest_waiting(), surroundings.now),
        conflicting=conflicting,
        crowded=is_alarming(conflicting.counted, conflicting.of, rules.conflicts.alarming_density),
        importance=tuple(sum(group.importance[fifth] for group in active) for fifth in range(5)),
        growth=_growth(live),
        search=SearchSpeed(len(times), percentile(times, 0.5), percentile(times, 0.95)),
        indexed=Share(steps.in_step, searchable.in_step),
        wings=_wings(live, cleared),
        scenes=ties.scenes,
        days=tuple(day for day in palace.health.days(today - TREND_DAYS) if day.day <= today),
        missing=missing,
    )


def _sum(groups: Iterable[Group]) -> int:
    return sum(group.count for group in groups)


def _missing_of_core(active: Sequence[Group]) -> tuple[str, ...]:
    """Return which of identity, rules and user profile no active memory gives.

    Identity is a memory of its wing that is no preference; rules are what instructs or is P0; the profile is
    a preference or stands in the social wing.
    """
    there = {
        "identity": any(
            group.wing is Wing.IDENTITY and group.kind is not Kind.PREFERENCE for group in active
        ),
        "rules": any(
            group.kind in KINDS_WANTING_BINDING or group.priority is Priority.P0 for group in active
        ),
        "profile": any(group.kind is Kind.PREFERENCE or group.wing is Wing.SOCIAL for group in active),
    }
    return tuple(name for name, is_there in there.items() if not is_there)


def _rules(active: Sequence[Group], bindings: Bindings) -> int:
    """Return how many active memories are rules: of a kind that wants a binding, or with one."""
    instructive = sum(group.count for group in active if group.kind in KINDS_WANTING_BINDING)
    return instructive + bindings.beyond_rules


def _hot_lines(palace: Palace, active: Sequence[Group], budget: int) -> tuple[int, int]:
    """Return the lines of the hot band and of its P0.

    A band of more than ten times the budget in memories is not read: each counts as one line.
    """
    hot = [group for group in active if group.band is Band.HOT]
    if _sum(hot) > READ_UP_TO * budget:
        return _sum(hot), _sum(group for group in hot if group.priority is Priority.P0)
    filters = Filters(bands=frozenset({Band.HOT}), statuses=frozenset({Status.ACTIVE}))
    memories = palace.memories(palace.memory_ids(filters))
    return rendered_lines(memories), rendered_lines(
        memory for memory in memories if memory.priority is Priority.P0
    )


def _log_days(palace: Palace, surroundings: Surroundings, logs: LogState | None) -> Share:
    """Return on how many of the last days a log was written; 0 of 0 where none was ever seen."""
    today = local_day(surroundings.now, surroundings.zone)
    looked_at = surroundings.rules.health.log_days
    since = today - timedelta(days=looked_at - 1)
    found = set() if logs is None else set(logs.days)
    found |= {day for name in palace.health.log_names(since) if (day := day_of_log(name)) is not None}
    if not found and not palace.health.saw_logs():
        return Share(0, 0)
    return Share(sum(since <= day <= today for day in found), looked_at)


def day_of_log(name: str) -> date | None:
    """Return the day that the name of a daily log begins with, such as `memory/2026-03-14.md`."""
    match = _DAILY.search(name)
    with suppress(ValueError):
        return date.fromisoformat(match[1]) if match else None
    return None


def _ages(active: Sequence[Group], surroundings: Surroundings) -> tuple[AgeGroup, ...]:
    young, up_to_middle = sum(group.young for group in active), sum(group.young_or_middle for group in active)
    counts = {Age.YOUNG: young, Age.MIDDLE: up_to_middle - young, Age.OLD: _sum(active) - up_to_middle}
    return age_structure(counts, surroundings.rules.health)


def _use(active: Sequence[Group], bindings: Bindings, surroundings: Surroundings) -> tuple[UseOf, ...]:
    """Return the use of every kind that there is, and of principles, those with a reference first."""
    rules = surroundings.rules.health
    references = {Kind.FAILURE: rules.used_failures, Kind.SUMMARY: rules.used_summaries}
    by_kind = [
        UseOf(
            kind,
            Share(
                sum(group.settled_used for group in active if group.kind is kind),
                sum(group.settled for group in active if group.kind is kind),
            ),
            references.get(kind),
        )
        for kind in Kind
    ]
    instructive = [group for group in active if group.kind in KINDS_WANTING_BINDING]
    principles = Share(
        sum(group.settled_used for group in instructive) - bindings.complete_settled_used,
        sum(group.settled for group in instructive) - bindings.complete_settled,
    )
    told = [*by_kind, UseOf(PRINCIPLE, principles, rules.used_principles)]
    present = {group.kind.value for group in active} | {PRINCIPLE}
    return tuple(
        sorted(
            (use for use in told if use.reference is not None or use.sort in present),
            key=lambda use: use.reference is None,
        )
    )


def _queues(waiting: Waiting, oldest: Mapping[str, datetime], now: datetime) -> tuple[Queue, ...]:
    counts = {
        "candidates": waiting.candidates,
        "conflicts": waiting.conflicts,
        "contradictions": waiting.contradictions,
    }
    return tuple(
        Queue(name, count, age(oldest[name], now) if name in oldest else None)
        for name, count in counts.items()
    )


def _growth(live: Sequence[Group]) -> tuple[LayerGrowth, ...]:
    found = {layer: [0, 0] for layer in Layer}
    for group in live:
        counted = found[layer_for(group.wing, group.kind)]
        counted[0] += group.count
        counted[1] += group.new
    return tuple(LayerGrowth(layer, count, new) for layer, (count, new) in found.items())


def _wings(live: Sequence[Group], cleared: Mapping[Wing, int]) -> tuple[WingKnowledge, ...]:
    told = []
    for wing in Wing:
        here = [group for group in live if group.wing is wing]
        by_band = {band: _sum(group for group in here if group.band is band) for band in Band}
        used = Share(sum(group.used for group in here), _sum(here))
        signs = [group.used_at for group in here if group.used_at is not None]
        new = sum(group.new for group in here)
        told.append(WingKnowledge(wing, by_band, used, max(signs, default=None), new, cleared.get(wing, 0)))
    return tuple(told)
