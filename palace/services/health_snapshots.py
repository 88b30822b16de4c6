"""The figures of health that are kept of each day, so that a trend can be told."""

from contextlib import suppress
from dataclasses import replace

from palace.domain.clock import local_day
from palace.domain.errors import PalaceError
from palace.domain.journal import Actor
from palace.services.health import Health, health
from palace.services.health_ports import DayFigures
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.services.syncing import LogState


def figures_of(health: Health) -> dict[str, float | None]:
    """Return the figures that are kept of each day, by name.

    Scores keep decimals that nobody sees: what is rounded twice would be told as another whole number.
    """
    kept: dict[str, float | None] = {
        layer.layer.value: None if layer.score is None else round(layer.score, 3) for layer in health.layers
    }
    rate = health.metabolism.rate
    kept |= {
        "metabolism": None if rate is None else round(rate, 3),
        "new": health.metabolism.new,
        "cleared": health.metabolism.cleared,
        "memories": health.memories,
        "hot_lines": health.hot_lines,
        "waiting": sum(queue.count for queue in health.queues),
        "conflicting": health.conflicting.counted,
        "loaded_unused": health.loaded_unused,
        "value": None if health.value is None else round(health.value, 3),
        "search_p50": health.search.p50,
    }
    kept |= {f"layer.{growth.layer.value}": growth.count for growth in health.growth}
    return kept


def snapshot_is_due(health: Health, surroundings: Surroundings) -> bool:
    """Whether today has no snapshot of these figures yet."""
    today = local_day(surroundings.now, surroundings.zone)
    kept = next((day.figures for day in health.days if day.day == today), None)
    return kept is None or dict(kept) != figures_of(health)


def keep_snapshot(palace: Palace, health: Health, surroundings: Surroundings) -> None:
    """Keep the figures of today where they are not kept yet; a palace that is only read keeps none."""
    today = local_day(surroundings.now, surroundings.zone)
    kept = palace.health.days(today)
    figures = figures_of(health)
    if not palace.read_only_because and not any(day.figures == figures for day in kept[:1]):
        with palace.unit_of_work(Actor.JOB) as work:
            work.health.keep_day(DayFigures(today, figures), surroundings.now)


def take_snapshot(
    palace: Palace, surroundings: Surroundings, model_id: str | None = None, logs: LogState | None = None
) -> Health:
    """Look at the health of a palace, keep the figures of today, and return it with today among its days.

    A palace that is being written by somebody else, or cannot be written, is only looked at.
    """
    found = health(palace, surroundings, model_id, logs)
    with suppress(PalaceError):
        keep_snapshot(palace, found, surroundings)
    return with_today(found, surroundings)


def with_today(health: Health, surroundings: Surroundings) -> Health:
    """Return the health with the figures of now as the last of its days."""
    today = local_day(surroundings.now, surroundings.zone)
    earlier = [day for day in health.days if day.day < today]
    return replace(health, days=(*earlier, DayFigures(today, figures_of(health))))
