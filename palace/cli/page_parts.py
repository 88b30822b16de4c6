"""Parts of a page: everything that comes from a palace is escaped, and nothing refers to anything outside."""

import html
from collections.abc import Mapping, Sequence

from palace.text.display import displayable


def escaped(text: str) -> str:
    """Return a text as it may stand in a page: displayable, with every mark of HTML escaped."""
    return html.escape(displayable(text).encode("utf-8", "replace").decode("utf-8"), quote=True)


def element(name: str, attributes: Mapping[str, object], *inside: str) -> str:
    """Return an element; the values of its attributes are escaped, what stands inside is HTML already."""
    told = "".join(f' {key}="{escaped(str(value))}"' for key, value in attributes.items())
    return f"<{name}{told}>{''.join(inside)}</{name}>"


def text_at(x: float, y: float, text: str, **attributes: object) -> str:
    """Return a text of an SVG at a place."""
    named = {name.replace("_", "-"): value for name, value in attributes.items()}
    return element("text", {"x": f"{x:.1f}", "y": f"{y:.1f}", **named}, escaped(text))


def rectangle(x: float, y: float, width: float, height: float, kind: str) -> str:
    """Return a rectangle of an SVG, drawn as its class says."""
    return element(
        "rect",
        {
            "x": f"{x:.1f}",
            "y": f"{y:.1f}",
            "width": f"{max(0.0, width):.1f}",
            "height": f"{max(0.0, height):.1f}",
            "rx": "2",
            "class": kind,
        },
    )


def curve(from_x: float, from_y: float, to_x: float, to_y: float, width: float, kind: str) -> str:
    """Return a flow from one place to another, as thick as what flows."""
    middle = (from_x + to_x) / 2
    path = (
        f"M{from_x:.1f} {from_y:.1f}C{middle:.1f} {from_y:.1f} {middle:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}"
    )
    return element("path", {"d": path, "stroke-width": f"{width:.1f}", "class": kind})


def line_chart(values: Sequence[float | None], width: float, height: float) -> str:
    """Return a trend as a line, broken where nothing was kept; nothing for less than two values."""
    known = [value for value in values if value is not None]
    if len(known) < 2:
        return ""
    low, high = min(known), max(known)
    step = width / max(1, len(values) - 1)
    parts: list[list[str]] = [[]]
    for place, value in enumerate(values):
        if value is None:
            parts.append([])
            continue
        share = 0.5 if high == low else (value - low) / (high - low)
        parts[-1].append(f"{place * step:.1f},{2 + (height - 4) * (1 - share):.1f}")
    drawn = [
        element("polyline", {"points": " ".join(part), "class": "trend"})
        if len(part) > 1
        else element(
            "circle",
            {"cx": part[0].split(",")[0], "cy": part[0].split(",")[1], "r": "1.5", "class": "trend-point"},
        )
        for part in parts
        if part
    ]
    return picture(width, height, *drawn)


def picture(width: float, height: float, *inside: str, kind: str = "", title: str = "") -> str:
    """Return an SVG of so many units; with a title it is an image to those who do not see it."""
    attributes: dict[str, object] = {"viewBox": f"0 0 {width:.0f} {height:.0f}"}
    if kind:
        attributes["class"] = kind
    if title:
        attributes |= {"role": "img", "aria-label": title}
    else:
        attributes["aria-hidden"] = "true"
    return element("svg", attributes, *inside)
