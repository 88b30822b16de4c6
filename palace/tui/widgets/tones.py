"""How the tones of `presenters.lines` are drawn: with the looks that the theme in use gives them.

They are no component classes of the css: every widget that draws lines would have a score of them.
"""

from collections.abc import Mapping

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.widget import Widget

from palace.config.themes import ThemeSpec
from palace.tui.acting import palace_app
from palace.tui.presenters.lines import Line, Tone
from palace.tui.presenters.tone_looks import look_of


def tone_styles(theme: ThemeSpec) -> Mapping[Tone, Style]:
    """Return the style of every tone in a theme; none says what it stands on."""
    styles: dict[Tone, Style] = {}
    for tone in Tone:
        look = look_of(tone, theme)
        color = Color.parse(look.color).rich_color if look.color else None
        styles[tone] = Style(color=color, bold=look.bold or None, dim=look.dim or None)
    return styles


def tone_style(widget: Widget, tone: Tone, base: Style) -> Style:
    """Return the style of a tone on a background."""
    return base if tone is Tone.PLAIN else base + palace_app(widget).tones[tone]


def drawn(widget: Widget, line: Line, width: int, base: Style) -> Strip:
    """Return a line as a strip of exactly `width` cells, cut or filled on the right."""
    segments = [Segment(text, tone_style(widget, tone, base)) for text, tone in line if text]
    return Strip(segments).adjust_cell_length(width, base)
