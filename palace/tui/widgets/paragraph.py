"""A few lines made for the width there is, as high as they are many; nothing scrolls or is markup."""

from collections.abc import Callable, Sequence

from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from palace.tui.presenters.lines import EMPTY, Line
from palace.tui.widgets.tones import drawn


class Paragraph(Widget, can_focus=False):
    """Draws the lines that `make(width)` returns."""

    DEFAULT_CSS = "Paragraph { height: auto; }"

    def __init__(self, make: Callable[[int], Sequence[Line]], *, widget_id: str | None = None) -> None:
        super().__init__(id=widget_id)
        self._make = make

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines there are in this width."""
        return len(self._make(width))

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        width = self.size.width
        lines = self._make(width)
        return drawn(self, lines[y] if y < len(lines) else EMPTY, width, self.rich_style)
