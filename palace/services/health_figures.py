"""The figures of health as rows: what each says, how good that is, and what lies behind."""

from collections.abc import Iterable
from datetime import timedelta

from palace.domain.health import Age, LayerHealth, Pace, Part, PartName, Share, UseOf
from palace.domain.rules import HealthRules
from palace.domain.vocabulary import Kind, Wing
from palace.services.health import PRINCIPLE, Health
from palace.services.health_figure import (
    ACTIVE_ONLY,
    Beside,
    Door,
    DoorKind,
    Figure,
    Said,
    Section,
    filter_door,
    list_door,
    room_door,
    scene_door,
    share_words,
    span,
)
from palace.services.health_holdings import held_figures
from palace.services.health_ports import Behind
from palace.services.health_verdict import Verdict, verdict_of_score
from palace.services.surroundings import Surroundings

WAITS_LONG = timedelta(days=7)


def figures(health: Health, beside: Beside, surroundings: Surroundings) -> tuple[Figure, ...]:
    """Return all figures, in the order in which they are told."""
    rules = surroundings.rules.health
    found = [
        *(figure for layer in health.layers for figure in _layer(health, layer, beside)),
        *_pace(health),
        *_waiting(health, surroundings),
        *_ages(health),
        *_use(health, rules),
        *held_figures(health, beside, surroundings),
    ]
    order = {section: place for place, section in enumerate(Section)}
    return tuple(sorted(found, key=lambda figure: order[figure.section]))


_QUEUES = {
    "candidates": "palace review",
    "conflicts": "palace conflicts",
    "contradictions": "palace contradictions",
}

_TIMELINE = Door(DoorKind.TIMELINE, "", "palace timeline")


def _layer(health: Health, layer: LayerHealth, beside: Beside) -> Iterable[Figure]:
    score = layer.score
    doors = {part.name: _part_door(health, part, beside) for part in layer.parts}
    weakest = max(layer.parts, key=_points_lost)
    yield Figure(
        f"layer.{layer.layer.value}",
        f"layer_{layer.layer.value}",
        Section.LAYERS,
        Said(f"health.layer.{layer.layer.value}"),
        Said("health.no_data") if score is None else Said("health.score", {"score": f"{score:.0f}"}),
        doors[weakest.name],
        verdict_of_score(score),
        None if score is None else score / 100,
        trend=health.trend(layer.layer.value),
        behind=Said(f"health.part.{weakest.name.value}"),
    )
    for part in layer.parts:
        yield Figure(
            f"part.{part.name.value}",
            part.name.value,
            Section.LAYERS,
            Said(f"health.part.{part.name.value}"),
            _told_of_part(health, part),
            doors[part.name],
            verdict_of_score(None if part.share.value is None else 100 * part.share.value),
            part.share.value,
        )


def _points_lost(part: Part) -> float:
    value = part.share.value
    return -1.0 if value is None else part.weight * (1 - value)


def _told_of_part(health: Health, part: Part) -> Said:
    if part.share.value is None:
        return Said("health.no_data")
    if part.name is PartName.CORE and health.missing:
        return Said(
            "health.core_missing",
            {"missing": Said(f"health.core.{health.missing[0]}"), "count": f"{part.share.counted}"},
        )
    return share_words(part.share)


def _part_door(health: Health, part: Part, beside: Beside) -> Door:
    match part.name:
        case PartName.CORE:
            return room_door(Wing.SOCIAL if health.missing == ("profile",) else Wing.IDENTITY)
        case PartName.BINDING:
            return list_door(Behind.UNBOUND)
        case PartName.ROUTING:
            scene = next((scene.scene for scene in health.scenes if not scene.warm), None)
            return filter_door(f"band:warm {ACTIVE_ONLY}") if scene is None else scene_door(scene)
        case PartName.IN_STEP:
            return list_door(Behind.OUT_OF_STEP)
        case PartName.ARCHIVE:
            return list_door(Behind.OVERDUE)
        case PartName.LOGS:
            return _TIMELINE
        case PartName.WINGS:
            empty = next((wing.wing for wing in health.wings if not wing.count), None)
            return room_door(empty or Wing.IDENTITY)
        case PartName.SCENES:
            return list_door(Behind.WARM_WITHOUT_SCENE)
        case PartName.BULLETS:
            unread = () if beside.logs is None else beside.logs.unread_files
            return Door(DoorKind.WORDS, "\n".join(unread), "palace sync --dry-run")


_PACE_VERDICTS = {
    Pace.NO_DATA: Verdict.NONE,
    Pace.NOTHING_CLEARED: Verdict.PLAIN,
    Pace.TIMID: Verdict.BAD,
    Pace.SLOW: Verdict.WARNING,
    Pace.HEALTHY: Verdict.GOOD,
    Pace.FAST: Verdict.WARNING,
    Pace.OBESE: Verdict.BAD,
}

WIDEST_RATE = 3.0
"""The rate at the right end of its bar."""


def _pace(health: Health) -> Iterable[Figure]:
    found = health.metabolism
    rate = found.rate
    told = Said(
        f"health.pace.{found.pace.value}", {"rate": "" if rate is None else f"{rate:.2f}", "new": found.new}
    )
    yield Figure(
        "metabolism",
        "metabolism",
        Section.PACE,
        Said("health.label.metabolism"),
        told,
        list_door(Behind.NEW),
        _PACE_VERDICTS[found.pace],
        None if rate is None else min(1.0, rate / WIDEST_RATE),
        None if rate is None else 1 / WIDEST_RATE,
        trend=health.trend("metabolism"),
    )
    for behind, count in ((Behind.NEW, found.new), (Behind.CLEARED, found.cleared)):
        yield Figure(
            behind.value,
            behind.value,
            Section.PACE,
            Said(f"health.label.{behind.value}"),
            Said("health.count", {"count": f"{count:,}"}),
            list_door(behind),
            trend=health.trend(behind.value),
        )


def _waiting(health: Health, surroundings: Surroundings) -> Iterable[Figure]:
    for queue in health.queues:
        values: dict[str, object] = {"count": f"{queue.count:,}"}
        if queue.oldest is not None:
            values["age"] = span(queue.oldest)
        late = queue.oldest is not None and queue.oldest >= WAITS_LONG
        graver = queue.name == "contradictions" and queue.count
        yield Figure(
            f"queue.{queue.name}",
            "queue",
            Section.WAITING,
            Said(f"health.queue.{queue.name}"),
            Said("health.waiting" if queue.oldest is not None else "health.count", values),
            Door(DoorKind.QUEUE, queue.name, _QUEUES[queue.name]),
            Verdict.WARNING if late or graver else Verdict.PLAIN,
        )
    density = health.conflicting.value
    alarming = surroundings.rules.conflicts.alarming_density
    yield Figure(
        "conflicts",
        "density",
        Section.WAITING,
        Said("health.label.density"),
        share_words(health.conflicting, "health.too_many" if health.crowded else "health.of"),
        list_door(Behind.CONFLICTING),
        Verdict.NONE if density is None else Verdict.BAD if health.crowded else Verdict.GOOD,
        None if density is None else min(1.0, density / (4 * alarming)) if alarming else None,
        0.25,
        trend=health.trend("conflicting"),
    )
    used = Share(min(health.hot_lines, health.hot_budget), health.hot_budget)
    over = health.p0_lines > health.hot_budget
    tight = health.hot_lines >= surroundings.rules.bands.pressure_from * health.hot_budget
    values = {
        "used": f"{health.hot_lines:,}",
        "budget": f"{health.hot_budget:,}",
        "p0": f"{health.p0_lines:,}",
    }
    yield Figure(
        "hot",
        "hot",
        Section.WAITING,
        Said("health.label.hot"),
        Said("health.hot_p0_over" if over else "health.hot", values),
        filter_door(f"band:hot {ACTIVE_ONLY}"),
        Verdict.BAD
        if over or health.hot_lines > health.hot_budget
        else Verdict.WARNING
        if tight
        else Verdict.GOOD
        if health.hot_lines
        else Verdict.NONE,
        used.value,
        trend=health.trend("hot_lines"),
    )


_AGE_LISTS = {Age.YOUNG: Behind.YOUNG, Age.MIDDLE: Behind.MIDDLE, Age.OLD: Behind.OLD}


def _ages(health: Health) -> Iterable[Figure]:
    for group in health.ages:
        value = group.share.value
        told = Said("health.no_data")
        if value is not None:
            told = Said(
                "health.beside",
                {
                    "share": f"{value:.0%}",
                    "wished": f"{group.wished:.0%}",
                    "count": f"{group.share.counted:,}",
                },
            )
        yield Figure(
            f"age.{group.age.value}",
            "age",
            Section.AGES,
            Said(f"health.age.{group.age.value}"),
            told,
            list_door(_AGE_LISTS[group.age]),
            Verdict.NONE if value is None else Verdict.PLAIN,
            value,
            group.wished,
        )


def _use(health: Health, rules: HealthRules) -> Iterable[Figure]:
    value = health.value
    yield Figure(
        "value",
        "value",
        Section.USE,
        Said("health.label.value"),
        Said("health.no_data")
        if value is None
        else Said(
            "health.value",
            {
                "value": f"{value:.0%}",
                "confirmed": f"{health.confirmed.value or 0:.0%}",
                "used": f"{health.used_altogether.value or 0:.0%}",
            },
        ),
        list_door(Behind.CORRECTED),
        Verdict.NONE if value is None else Verdict.PLAIN,
        value,
        trend=health.trend("value"),
    )
    yield Figure(
        "loaded_unused",
        "loaded_unused",
        Section.USE,
        Said("health.label.loaded_unused"),
        Said("health.count", {"count": f"{health.loaded_unused:,}"}),
        list_door(Behind.LOADED_UNUSED),
        trend=health.trend("loaded_unused"),
    )
    for use in health.used:
        yield _used(use)


def _used(use: UseOf) -> Figure:
    principle = use.sort == PRINCIPLE
    value, told = use.share.value, share_words(use.share)
    if value is not None and use.reference is not None:
        told = Said(
            "health.beside_others",
            {
                "share": f"{value:.0%}",
                "others": f"{use.reference:.0%}",
                "counted": f"{use.share.counted:,}",
                "of": f"{use.share.of:,}",
            },
        )
    below = value is not None and use.reference is not None and value < use.reference
    return Figure(
        f"used.{use.sort}",
        "principle" if principle else "used",
        Section.USE,
        Said("health.label.principle") if principle else Said(f"vocabulary.kind.{use.sort}"),
        told,
        list_door(Behind.PRINCIPLES) if principle else list_door(Behind.NEVER_USED, Kind(use.sort)),
        Verdict.NONE if value is None else Verdict.WARNING if below else Verdict.PLAIN,
        value,
        use.reference,
    )
