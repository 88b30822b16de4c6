"""The first line of a screen: where one is on the left, the numbers that matter on the right."""

from collections.abc import Callable

from textual.content import Content
from textual.widget import Widget

from palace.text.width import cell_width, truncate


class TitleLine(Widget):
    """One line of a name, what belongs to it, and a right part that gives way last.

    The three texts are asked for at every drawing and must be displayable.
    """

    can_focus = False

    def __init__(
        self, name: Callable[[], str], details: Callable[[], str], numbers: Callable[[], str]
    ) -> None:
        super().__init__()
        self._title = name
        self._details = details
        self._numbers = numbers

    def render(self) -> Content:
        """Return the line, its middle shortened where the whole does not fit."""
        width = self.size.width - 1
        title = truncate(f" {self._title()}", width)
        room = width - cell_width(title) - 2
        numbers = truncate(self._numbers(), max(0, room))
        room -= cell_width(numbers) + (2 if numbers else 0)
        details = truncate(self._details(), max(0, room))
        left = cell_width(title) + 2 + cell_width(details)
        gap = " " * max(0, width - left - cell_width(numbers))
        return Content.assemble((title, "bold $primary"), "  ", (details, "dim"), gap, numbers)
