"""Lines as a terminal takes them: with the colours of a theme, as many as the terminal has."""

import colorsys
from collections.abc import Mapping, Sequence
from enum import StrEnum

from palace.config.themes import ThemeSpec
from palace.tui.presenters.lines import Line, Tone, cut_line, line_width
from palace.tui.presenters.tone_looks import look_of


class Depth(StrEnum):
    """How many colours a terminal shows."""

    TRUE = "true"
    PALETTE = "palette"
    NONE = "none"


def colour_depth(environ: Mapping[str, str]) -> Depth:
    """Return how many colours an environment promises: 24 bits, a palette of 256, or none to rely on."""
    if environ.get("COLORTERM", "").strip().lower() in {"truecolor", "24bit"}:
        return Depth.TRUE
    return Depth.PALETTE if environ.get("TERM", "").endswith("256color") else Depth.NONE


def painted(lines: Sequence[Line], grounds: Sequence[str], theme: ThemeSpec, depth: Depth, cells: int) -> str:
    """Return the sequences that paint lines from the top left corner on, each on its ground.

    A ground is the name of a colour in the theme. The pieces of the lines are displayable already.
    """
    parts: list[str] = []
    for number, (line, ground) in enumerate(zip(lines, grounds, strict=True), start=1):
        parts.append(f"\x1b[{number};1H")
        filled = cut_line(line, cells)
        gap = " " * (cells - line_width(filled))
        for text, tone in (*filled, (gap, Tone.PLAIN)):
            if text:
                parts.append(_styled(text, tone, ground, theme, depth))
    return "".join(parts) + "\x1b[0m"


def _styled(text: str, tone: Tone, ground: str, theme: ThemeSpec, depth: Depth) -> str:
    look = look_of(tone, theme)
    codes = ["0"]
    if look.bold:
        codes.append("1")
    if look.dim:
        codes.append("2")
    if depth is not Depth.NONE and not theme.ansi:
        codes.append("38;" + _color(look.color or theme.color("foreground"), depth))
        codes.append("48;" + _color(theme.color(ground), depth))
    return f"\x1b[{';'.join(codes)}m{text}"


def _color(color: str, depth: Depth) -> str:
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    if depth is Depth.TRUE:
        return f"2;{red};{green};{blue}"
    return f"5;{palette_place(red, green, blue)}"


def palette_place(red: int, green: int, blue: int) -> int:
    """Return the place in xterm's palette of 256 that Textual, too, takes for a colour."""
    _, lightness, saturation = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    if saturation < 0.15:
        grey = round(lightness * 25)
        return 16 if grey == 0 else 231 if grey == 25 else 231 + grey
    six = [channel / 95 if channel < 95 else 1 + (channel - 95) / 40 for channel in (red, green, blue)]
    return 16 + 36 * round(six[0]) + 6 * round(six[1]) + round(six[2])
