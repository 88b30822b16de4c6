"""Health for programs: every figure with its parts, numbers as numbers, what is not known as null."""

from palace.domain.vocabulary import Band
from palace.services.health import Health
from palace.services.health_figure import Figure

Json = dict[str, object]


def health_json(health: Health, figures: tuple[Figure, ...]) -> Json:
    """Return all figures by name, the layers with their parts, and the days that were kept."""
    metabolism = health.metabolism
    return {
        "at": health.at.isoformat(),
        "memories": health.memories,
        "active": health.active,
        "layers": {
            layer.layer.value: {
                "score": None if layer.score is None else round(layer.score, 1),
                "parts": {
                    part.name.value: {
                        "share": part.share.value,
                        "counted": part.share.counted,
                        "of": part.share.of,
                        "weight": part.weight,
                    }
                    for part in layer.parts
                },
            }
            for layer in health.layers
        },
        "metabolism": {
            "new": metabolism.new,
            "cleared": metabolism.cleared,
            "rate": metabolism.rate,
            "pace": metabolism.pace.value,
        },
        "ages": {
            group.age.value: {
                "count": group.share.counted,
                "share": group.share.value,
                "wished": group.wished,
            }
            for group in health.ages
        },
        "used": {
            use.sort: {
                "used": use.share.counted,
                "of": use.share.of,
                "share": use.share.value,
                "reference": use.reference,
            }
            for use in health.used
        },
        "value": health.value,
        "loaded_unused": health.loaded_unused,
        "hot": {"lines": health.hot_lines, "p0_lines": health.p0_lines, "budget": health.hot_budget},
        "queues": {
            queue.name: {
                "count": queue.count,
                "oldest_hours": None
                if queue.oldest is None
                else round(queue.oldest.total_seconds() / 3600, 1),
            }
            for queue in health.queues
        },
        "conflicts": {
            "memories": health.conflicting.counted,
            "of": health.conflicting.of,
            "share": health.conflicting.value,
            "alarming": health.crowded,
        },
        "importance": list(health.importance),
        "growth": {
            growth.layer.value: {"count": growth.count, "new": growth.new} for growth in health.growth
        },
        "search": {
            "searches": health.search.searches,
            "p50_ms": health.search.p50,
            "p95_ms": health.search.p95,
            "indexed": health.indexed.counted,
            "of": health.indexed.of,
        },
        "wings": {
            known.wing.value: {
                **{band.value: known.by_band.get(band, 0) for band in Band},
                "used": known.used.counted,
                "confirmed_at": None if known.confirmed_at is None else known.confirmed_at.isoformat(),
            }
            for known in health.wings
        },
        "scenes": [
            {
                "scene": scene.scene,
                "count": scene.count,
                "warm": scene.warm,
                "used": scene.used,
                "confirmed_at": None if scene.confirmed_at is None else scene.confirmed_at.isoformat(),
            }
            for scene in health.scenes
        ],
        "figures": [
            {
                "name": figure.name,
                "section": figure.section.value,
                "verdict": figure.verdict.value,
                "share": figure.share,
                "command": figure.door.command,
            }
            for figure in figures
        ],
        "days": [{"day": day.day.isoformat(), **day.figures} for day in health.days],
    }
