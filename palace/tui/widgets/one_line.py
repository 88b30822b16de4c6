"""One line, made anew at every drawing for the width that it has."""

from collections.abc import Callable

from textual.strip import Strip
from textual.widget import Widget

from palace.tui.presenters.frame_lines import title_line
from palace.tui.presenters.lines import EMPTY, Line
from palace.tui.widgets.tones import drawn


class OneLine(Widget, can_focus=False):
    """Draws the line that `make(width)` returns; never parsed, never wrapped. `refresh()` makes it anew."""

    def __init__(self, make: Callable[[int], Line], *, widget_id: str | None = None) -> None:
        super().__init__(id=widget_id)
        self._make = make

    def render_line(self, y: int) -> Strip:
        """Return the line; what lies below it is empty."""
        width = self.size.width
        return drawn(self, self._make(width) if y == 0 else EMPTY, width, self.rich_style)


class TitleLine(OneLine):
    """The first line of a screen: where one is, what belongs to it, and on the right the numbers.

    The three texts are asked for at every drawing and must be displayable. The middle one gives way first.
    `further(width)` is what stands behind the numbers.
    """

    def __init__(
        self,
        name: Callable[[], str],
        details: Callable[[], str],
        numbers: Callable[[], str],
        further: Callable[[int], Line] = lambda width: EMPTY,
    ) -> None:
        super().__init__(lambda width: title_line(name(), details(), numbers(), width, further(width)))
