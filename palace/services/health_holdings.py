"""The figures of what a palace holds: rooms and scenes, what has grown, search, jobs and copies."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from palace.domain.health import Share
from palace.domain.jobs import JobState
from palace.services.backup_ports import Copy
from palace.services.health import Health
from palace.services.health_figure import (
    Beside,
    Door,
    DoorKind,
    Figure,
    Said,
    Section,
    ago,
    filter_door,
    list_door,
    room_door,
    scene_door,
    share_words,
)
from palace.services.health_ports import Behind, SceneCount
from palace.services.health_verdict import Verdict
from palace.services.surroundings import Surroundings

SCENES_TOLD = 12

OLD_COPY = timedelta(days=2)


def held_figures(health: Health, beside: Beside, surroundings: Surroundings) -> Iterable[Figure]:
    """Yield the figures of what the palace holds and how it is looked after."""
    yield from _rooms(health, surroundings)
    yield from _importance(health)
    yield from _growth(health)
    yield from _search(health)
    yield from _care(beside, surroundings)
    yield from _scenes(health.scenes, surroundings)


def _rooms(health: Health, surroundings: Surroundings) -> Iterable[Figure]:
    for known in health.wings:
        told = Said("health.empty_room")
        if known.count:
            told = Said(
                "health.known_unconfirmed" if known.confirmed_at is None else "health.known",
                {
                    "count": f"{known.count:,}",
                    "share": f"{known.used.value or 0:.0%}",
                    "age": ago(known.confirmed_at, surroundings.now),
                },
            )
        yield Figure(
            f"wing.{known.wing.value}",
            "room",
            Section.ROOMS,
            Said(f"vocabulary.wing.{known.wing.value}"),
            told,
            room_door(known.wing),
            Verdict.PLAIN if known.count else Verdict.NONE,
            heat=known.by_band,
        )


_FIFTHS = (
    Behind.IMPORTANCE_1,
    Behind.IMPORTANCE_2,
    Behind.IMPORTANCE_3,
    Behind.IMPORTANCE_4,
    Behind.IMPORTANCE_5,
)


def _importance(health: Health) -> Iterable[Figure]:
    for place, (behind, count) in enumerate(zip(_FIFTHS, health.importance, strict=True)):
        share = Share(count, sum(health.importance))
        yield Figure(
            behind.value,
            "importance",
            Section.IMPORTANCE,
            Said("health.label.importance", {"low": f"{place / 5:.1f}", "high": f"{(place + 1) / 5:.1f}"}),
            share_words(share),
            list_door(behind),
            Verdict.NONE if share.value is None else Verdict.PLAIN,
            share.value,
        )


def _growth(health: Health) -> Iterable[Figure]:
    for growth in health.growth:
        yield Figure(
            f"growth.{growth.layer.value}",
            "growth",
            Section.GROWTH,
            Said(f"vocabulary.layer.{growth.layer.value}"),
            Said("health.grown", {"count": f"{growth.count:,}", "new": f"{growth.new:,}"}),
            filter_door(f"layer:{growth.layer.value}"),
            Verdict.PLAIN if growth.count else Verdict.NONE,
            Share(growth.count, health.memories).value,
            trend=health.trend(f"layer.{growth.layer.value}"),
        )


def _search(health: Health) -> Iterable[Figure]:
    speed = health.search
    told = Said("health.no_search")
    if speed.p50 is not None and speed.p95 is not None:
        told = Said(
            "health.search_times",
            {"p50": f"{speed.p50:.0f}", "p95": f"{speed.p95:.0f}", "count": f"{speed.searches:,}"},
        )
    yield Figure(
        "search",
        "search",
        Section.SEARCH,
        Said("health.label.search"),
        told,
        Door(DoorKind.SEARCH, "", "palace search WORDS"),
        Verdict.NONE if speed.p50 is None else Verdict.PLAIN,
        trend=health.trend("search_p50"),
    )
    indexed = health.indexed.value
    yield Figure(
        "indexed",
        "indexed",
        Section.SEARCH,
        Said("health.label.indexed"),
        share_words(health.indexed),
        list_door(Behind.NOT_EMBEDDED),
        Verdict.NONE if indexed is None else Verdict.GOOD if indexed == 1 else Verdict.WARNING,
        indexed,
    )


def _care(beside: Beside, surroundings: Surroundings) -> Iterable[Figure]:
    if beside.copies is not None:
        yield _copies(beside.copies, surroundings.now)
    for job in beside.jobs or ():
        yield _job(job, surroundings)


def _copies(copies: tuple[Copy, ...], now: datetime) -> Figure:
    whole = [copy for copy in copies if not copy.fault]
    values: dict[str, object] = {"count": f"{len(whole):,}", "broken": f"{len(copies) - len(whole):,}"}
    key, verdict = "health.no_copies", Verdict.WARNING
    if whole:
        newest = max(copy.made_at for copy in whole)
        values["age"] = ago(newest, now)
        broken = len(whole) < len(copies)
        key = "health.copies_broken" if broken else "health.copies"
        verdict = Verdict.WARNING if broken or now - newest > OLD_COPY else Verdict.GOOD
    names = "\n".join(f"{copy.made_at:%Y-%m-%d %H:%M}Z  {copy.path.name}" for copy in copies)
    return Figure(
        "backups",
        "backups",
        Section.CARE,
        Said("health.label.backups"),
        Said(key, values),
        Door(DoorKind.WORDS, names, "palace backup list"),
        verdict,
    )


def _job(state: JobState, surroundings: Surroundings) -> Figure:
    values: dict[str, object] = {}
    key = "health.job.never"
    if state.last is not None:
        key = f"health.job.{state.last.outcome.value}"
        values["age"] = ago(state.last.started_at, surroundings.now)
    if state.next_at is not None:
        values["next"] = f"{state.next_at.astimezone(surroundings.zone):%m-%d %H:%M}"
    told = Said(key, values)
    if state.is_due:
        told = Said("health.job.due", {"last": told, "missed": state.missed})
    elif state.next_at is not None:
        told = Said("health.job.next", {"last": told, "next": values["next"]})
    return Figure(
        f"job.{state.job.value}",
        "job",
        Section.CARE,
        Said(f"health.job.name.{state.job.value}"),
        told,
        Door(DoorKind.JOURNAL, state.job.value, f"palace job {state.job.value} --dry-run"),
        Verdict.WARNING if state.is_due else Verdict.PLAIN if state.last is not None else Verdict.NONE,
    )


def _scenes(scenes: tuple[SceneCount, ...], surroundings: Surroundings) -> Iterable[Figure]:
    for scene in scenes[:SCENES_TOLD]:
        share = Share(scene.used, scene.count)
        yield Figure(
            f"scene.{scene.scene}",
            "scene",
            Section.SCENES,
            Said("health.label.scene", {"scene": scene.scene}),
            Said(
                "health.known_unconfirmed" if scene.confirmed_at is None else "health.known",
                {
                    "count": f"{scene.count:,}",
                    "share": f"{share.value or 0:.0%}",
                    "age": ago(scene.confirmed_at, surroundings.now),
                },
            ),
            scene_door(scene.scene),
            Verdict.PLAIN if scene.warm else Verdict.WARNING,
            share.value,
        )
