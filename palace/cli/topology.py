"""The palace as a map: what comes in, the wings with their bands, the scenes that load them, what leaves."""

from collections.abc import Mapping, Sequence

from palace.cli.page_parts import curve, picture, rectangle, text_at
from palace.domain.vocabulary import Band, Wing
from palace.i18n.catalog import Catalog
from palace.services.health import Health
from palace.services.health_ports import SceneLink

WIDTH, WING_HEIGHT, TOP = 960.0, 84.0, 40.0
WING_X, WING_WIDTH, SCENE_X = 300.0, 260.0, 760.0
FLOW_X, FLOW_WIDTH = 20.0, 150.0
THICKEST = 14.0
SCENES_SHOWN = 14


def topology(health: Health, links: Sequence[SceneLink], catalog: Catalog) -> str:
    """Return the map as inline SVG."""
    say = catalog.text
    height = TOP + len(Wing) * WING_HEIGHT + 20
    middles = {wing: TOP + place * WING_HEIGHT + WING_HEIGHT / 2 - 8 for place, wing in enumerate(Wing)}
    parts = [
        text_at(FLOW_X, 22, say("health.page.in_and_out"), **{"class": "head"}),
        text_at(WING_X, 22, say("health.page.wings"), **{"class": "head"}),
        text_at(SCENE_X, 22, say("health.page.scenes"), **{"class": "head"}),
        *_flows(health, middles, catalog, height),
        *_scenes(links, middles, height),
        *(part for known in health.wings for part in _wing(health, known.wing, middles[known.wing], catalog)),
    ]
    return picture(WIDTH, height, *parts, kind="map", title=say("health.page.map"))


def _wing(health: Health, wing: Wing, middle: float, catalog: Catalog) -> list[str]:
    known = next(each for each in health.wings if each.wing is wing)
    fullest = max([1, *(count for each in health.wings for count in each.by_band.values())])
    top = middle - WING_HEIGHT / 2 + 8
    parts = [
        rectangle(WING_X, top, WING_WIDTH, WING_HEIGHT - 14, "room" if known.count else "room empty"),
        rectangle(WING_X, top, 5, WING_HEIGHT - 14, f"wing-{wing.value}"),
        text_at(WING_X + 14, top + 17, catalog.text(f"vocabulary.wing.{wing}"), **{"class": "strong"}),
        text_at(WING_X + WING_WIDTH - 8, top + 17, f"{known.count:,}", text_anchor="end"),
    ]
    for place, band in enumerate(Band):
        count = known.by_band.get(band, 0)
        y = top + 26 + place * 14
        parts += [
            text_at(WING_X + 14, y + 9, catalog.text(f"vocabulary.band.{band}"), **{"class": "small"}),
            rectangle(WING_X + 60, y, 140 * count / fullest, 10, f"band-{band.value}"),
            text_at(WING_X + WING_WIDTH - 8, y + 9, f"{count:,}", text_anchor="end", **{"class": "small"}),
        ]
    return parts


def _flows(health: Health, middles: Mapping[Wing, float], catalog: Catalog, height: float) -> list[str]:
    """Return what waits, what came in and what left, each flow as thick as its number."""
    waiting = sum(queue.count for queue in health.queues)
    new, cleared = health.metabolism.new, health.metabolism.cleared
    most = max(1, new, cleared, waiting)
    boxes = (
        ("waiting", waiting, TOP + 30, "flow-waiting"),
        ("new", new, TOP + 130, "flow-new"),
        ("cleared", cleared, height - 110, "flow-cleared"),
    )
    flows = {
        "new": {known.wing: known.new for known in health.wings},
        "cleared": {known.wing: known.cleared for known in health.wings},
    }
    parts: list[str] = []
    for name, _, y, kind in boxes:
        for wing, number in flows.get(name, {}).items():
            if number:
                width = max(0.6, THICKEST * number / most)
                parts.append(curve(FLOW_X + FLOW_WIDTH, y + 24, WING_X, middles[wing], width, kind))
    if waiting and new:
        down = TOP + 78
        parts.append(curve(FLOW_X + 75, down, FLOW_X + 75, TOP + 130, 4, "flow-waiting"))
    for name, number, y, _ in boxes:
        parts += [
            rectangle(FLOW_X, y, FLOW_WIDTH, 48, "room"),
            text_at(FLOW_X + 10, y + 20, catalog.text(f"health.page.{name}"), **{"class": "small"}),
            text_at(FLOW_X + 10, y + 40, f"{number:,}", **{"class": "strong"}),
        ]
    return parts


def _scenes(links: Sequence[SceneLink], middles: Mapping[Wing, float], height: float) -> list[str]:
    """Return the commonest scenes, each tied to the wings in which its memories stand."""
    totals: dict[str, int] = {}
    for link in links:
        totals[link.scene] = totals.get(link.scene, 0) + link.count
    shown = sorted(totals, key=lambda scene: (-totals[scene], scene))[:SCENES_SHOWN]
    if not shown:
        return []
    most = max(link.count for link in links)
    step = min(38.0, (height - TOP - 20) / len(shown))
    places = {scene: TOP + 14 + place * step for place, scene in enumerate(shown)}
    parts = [
        curve(
            WING_X + WING_WIDTH,
            middles[link.wing],
            SCENE_X - 8,
            places[link.scene],
            max(0.6, THICKEST * link.count / most),
            f"tie tie-{link.wing.value}",
        )
        for link in links
        if link.scene in places
    ]
    for scene in shown:
        label = scene if len(scene) <= 16 else f"{scene[:15]}…"
        parts.append(text_at(SCENE_X, places[scene] + 4, f"{label}  {totals[scene]:,}"))
    return parts
