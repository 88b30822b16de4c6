"""How the tones of `presenters.lines` are drawn: each is a component class that the css gives its colours."""

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from palace.tui.presenters.lines import Line, Tone

TONE_CLASSES = frozenset(f"tone-{tone}" for tone in Tone)
"""What a widget that draws lines adds to its COMPONENT_CLASSES."""


def tone_style(widget: Widget, tone: Tone, base: Style) -> Style:
    """Return the style of a tone on a background; the widget has TONE_CLASSES among its components."""
    if tone is Tone.PLAIN:
        return base
    return base + widget.get_component_rich_style(f"tone-{tone}", partial=True)


def drawn(widget: Widget, line: Line, width: int, base: Style) -> Strip:
    """Return a line as a strip of exactly `width` cells, cut or filled on the right."""
    segments = [Segment(text, tone_style(widget, tone, base)) for text, tone in line if text]
    return Strip(segments).adjust_cell_length(width, base)
