"""One line, made anew at every drawing for the width that it has."""

from collections.abc import Callable

from textual.strip import Strip
from textual.widget import Widget

from palace.tui.presenters.lines import EMPTY, Line, Tone, cut_line, line_width
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
    """

    def __init__(
        self, name: Callable[[], str], details: Callable[[], str], numbers: Callable[[], str]
    ) -> None:
        super().__init__(lambda width: title(name(), details(), numbers(), width))


def title(name: str, details: str, numbers: str, cells: int) -> Line:
    """Return a title line of exactly `cells` cells."""
    left: Line = ((" ", Tone.PLAIN), (name, Tone.TITLE), ("  ", Tone.PLAIN))
    right: Line = ((numbers, Tone.PLAIN), (" ", Tone.PLAIN))
    if line_width(left) + line_width(right) > cells:
        return cut_line(left, cells)
    room = cells - line_width(left) - line_width(right)
    middle = cut_line(((details, Tone.DIM),), max(0, room - 1))
    gap = room - line_width(middle)
    return (*left, *middle, (" " * gap, Tone.PLAIN), *right)
