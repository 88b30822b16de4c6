"""Health as one page that needs nothing else: no script, no picture, no font, no address outside."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo

from palace.cli.figure_lines import said
from palace.cli.page_parts import element, escaped, line_chart, picture, rectangle
from palace.cli.topology import topology
from palace.config.themes import PALACE_COLORS, ThemeSpec
from palace.domain.health import LayerHealth
from palace.domain.vocabulary import Band
from palace.i18n.catalog import Catalog
from palace.services.health import Health
from palace.services.health_figure import Figure, Section
from palace.services.health_ports import SceneLink
from palace.services.health_verdict import MARKS

SIGN = "<!doctype html><!-- palace health -->"
"""How a page begins; a file that begins otherwise is not replaced."""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

_COLORS = (
    "foreground",
    "background",
    "surface",
    "panel",
    "muted",
    "border",
    "accent",
    "success",
    "warning",
    "error",
)

_STYLE = """
body{margin:0 auto;max-width:1040px;padding:24px;font:15px/1.5 system-ui,sans-serif;
background:var(--background);color:var(--foreground)}
h1{font-size:22px;margin:0}h2{font-size:16px;margin:28px 0 6px;color:var(--accent)}
.lead{color:var(--muted);margin:2px 0 18px}
.scores{display:flex;flex-wrap:wrap;gap:16px}
.score{flex:1 1 200px;background:var(--surface);border:1px solid var(--border);
border-radius:6px;padding:12px 16px}
.score b{font-size:30px}.score .name{color:var(--muted)}.score svg{width:100%;height:40px}
table{border-collapse:collapse;width:100%}td{padding:3px 8px 3px 0;vertical-align:top}
td.mark{width:1.2em;text-align:center}td.name{width:11em}td.bar{width:130px}
td.told{min-width:12em}td.bar svg{width:120px;height:14px}
td.trend:not(:empty){width:110px}td.trend svg{width:100px;height:18px}
td.why{color:var(--muted);font-size:13px}
code{font:12px/1.4 ui-monospace,monospace;color:var(--muted)}
.good{color:var(--success)}.warning{color:var(--warning)}.bad{color:var(--error)}.none{color:var(--muted)}
svg text{fill:var(--foreground);font:13px system-ui,sans-serif}svg .small{font-size:11px;fill:var(--muted)}
svg .strong,svg .head{font-weight:600}svg .head{fill:var(--accent)}
.track{fill:var(--panel)}.fill{fill:var(--accent)}.ought{fill:var(--foreground)}
.room{fill:var(--surface);stroke:var(--border)}.empty{stroke-dasharray:4 3}
.trend{fill:none;stroke:var(--accent);stroke-width:1.5}.trend-point{fill:var(--accent)}
path{fill:none;stroke-opacity:.35}.flow-new{stroke:var(--success)}.flow-cleared{stroke:var(--warning)}
.flow-waiting{stroke:var(--muted)}
.map{width:100%;height:auto;background:var(--background)}
"""


def health_page(
    health: Health,
    figures: Sequence[Figure],
    links: Sequence[SceneLink],
    *,
    name: str,
    catalog: Catalog,
    zone: tzinfo,
    light: ThemeSpec,
    dark: ThemeSpec,
) -> str:
    """Return the page in the language of the catalogue, in the colours that the reader's screen asks for."""
    say = catalog.text
    title = f"{say('health.title')} · {name}"
    lead = say("health.summary", memories=f"{health.memories:,}", active=f"{health.active:,}")
    body = "".join(
        (
            element("h1", {}, escaped(title)),
            element("p", {"class": "lead"}, escaped(f"{health.at.astimezone(zone):%Y-%m-%d %H:%M} · {lead}")),
            element("div", {"class": "scores"}, *(_score(health, layer, catalog) for layer in health.layers)),
            element("h2", {}, escaped(say("health.page.map"))),
            topology(health, links, catalog),
            *_sections(figures, catalog),
        )
    )
    head = "".join(
        (
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            element("title", {}, escaped(title)),
            element("style", {}, _style(light, dark)),
        )
    )
    language = "zh-Hans" if catalog.language == "zh" else "en"
    return f'{SIGN}\n<html lang="{language}"><head>{head}</head><body>{body}</body></html>\n'


def _style(light: ThemeSpec, dark: ThemeSpec) -> str:
    classes = "".join(
        f".{name}{{fill:var(--{name})}}" for name in PALACE_COLORS if name.startswith(("wing-", "band-"))
    )
    ties = "".join(
        f".tie-{name.removeprefix('wing-')}{{stroke:var(--{name})}}"
        for name in PALACE_COLORS
        if name.startswith("wing-")
    )
    return (
        f":root{{{_variables(light)}}}@media (prefers-color-scheme:dark){{:root{{{_variables(dark)}}}}}"
        f"{_STYLE}{classes}{ties}"
    )


def _variables(theme: ThemeSpec) -> str:
    return "".join(f"--{name}:{theme.color(name)};" for name in (*_COLORS, *PALACE_COLORS))


def _score(health: Health, layer: LayerHealth, catalog: Catalog) -> str:
    score = layer.score
    return element(
        "div",
        {"class": "score"},
        element("div", {"class": "name"}, escaped(catalog.text(f"health.layer.{layer.layer.value}"))),
        element("b", {}, "—" if score is None else f"{score:.0f}"),
        line_chart(health.trend(layer.layer.value), 260, 40),
    )


def _sections(figures: Sequence[Figure], catalog: Catalog) -> list[str]:
    parts: list[str] = []
    for section in Section:
        inside = [figure for figure in figures if figure.section is section]
        if inside:
            parts.append(element("h2", {}, escaped(catalog.text(f"health.section.{section.value}"))))
            parts.append(element("table", {}, *(_row(figure, catalog) for figure in inside)))
    return parts


def _row(figure: Figure, catalog: Catalog) -> str:
    told = escaped(said(figure.told, catalog))
    command = element("code", {}, escaped(figure.door.command)) if figure.door.command else ""
    return element(
        "tr",
        {},
        element("td", {"class": f"mark {figure.verdict.value}"}, MARKS[figure.verdict]),
        element("td", {"class": "name"}, escaped(said(figure.label, catalog))),
        element("td", {"class": "bar"}, _bar(figure)),
        element("td", {"class": "told"}, told),
        element("td", {"class": "trend"}, line_chart(figure.trend, 100, 18)),
        element("td", {"class": "why"}, escaped(catalog.text(f"health.why.{figure.topic}")), "<br>", command),
    )


def _bar(figure: Figure) -> str:
    if figure.heat:
        return _heat(figure.heat)
    if figure.share is None:
        return ""
    parts = [rectangle(0, 2, 120, 10, "track"), rectangle(0, 2, 120 * figure.share, 10, "fill")]
    if figure.mark is not None:
        parts.append(rectangle(120 * min(1.0, figure.mark) - 1, 0, 2, 14, "ought"))
    return picture(120, 14, *parts)


def _heat(heat: Mapping[Band, int]) -> str:
    total = max(1, sum(heat.values()))
    parts, x = [], 0.0
    for band in Band:
        width = 120 * heat.get(band, 0) / total
        parts.append(rectangle(x, 2, width, 10, f"band-{band.value}"))
        x += width
    return picture(120, 14, *parts)
