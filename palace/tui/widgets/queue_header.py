"""The first two lines of a queue: place, verdicts and what is left; under them a rule that fills."""

from collections.abc import Callable

from textual.strip import Strip
from textual.widget import Widget

from palace.tui.presenters.lines import EMPTY, Line
from palace.tui.widgets.tones import drawn


class QueueHeader(Widget):
    """Asks for its two lines at every drawing, so that they always tell how things stand."""

    can_focus = False

    def __init__(self, title: Callable[[int], Line], rule: Callable[[int], Line]) -> None:
        super().__init__()
        self._makers = (title, rule)

    def render_line(self, y: int) -> Strip:
        """Return the title, or the rule."""
        width = self.size.width
        line = self._makers[y](width) if y < len(self._makers) else EMPTY
        return drawn(self, line, width, self.rich_style)
