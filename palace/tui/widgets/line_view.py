"""A text of prepared lines that is read and scrolled: the memory pane, a candidate, help, a difference."""

from asyncio import to_thread
from collections.abc import Callable, Sequence

from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from palace.tui.presenters.lines import EMPTY, Line
from palace.tui.widgets.tones import drawn

MakeLines = Callable[[int], Sequence[Line]]
"""Returns the lines of a text for a width in cells."""


class LineView(ScrollView, can_focus=False):
    """Draws the lines that `make(width)` returns, made anew when the width changes. Nothing is markup."""

    def __init__(self, make: MakeLines | None = None, *, widget_id: str | None = None) -> None:
        super().__init__(id=widget_id)
        self._make = make
        self._lines: Sequence[Line] = ()
        self._made_for = -1
        self._base = Style()

    def show(self, make: MakeLines, *, keep_place: bool = False) -> None:
        """Show another text, from its top unless its place is to be kept."""
        self._make = make
        self._made_for = -1
        if not keep_place:
            self.scroll_to(y=0, animate=False)
        self._lay_out()

    async def show_beside(self, make: MakeLines) -> None:
        """Show a very long text from its top, laid out in a thread so that the screen goes on meanwhile."""
        width = self.scrollable_size.width
        if width <= 0:
            self.show(make)
            return
        lines = await to_thread(make, width)
        self.show(lambda cells: lines if cells == width else make(cells))

    def retell(self) -> None:
        """Make the lines anew, for instance in another language."""
        self._made_for = -1
        self._lay_out()

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines for the new width."""
        self._lay_out()

    def on_mount(self) -> None:
        """Lay out what was given from the start."""
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.scrollable_size.width
        if self._make is None or width <= 0:
            return
        if width != self._made_for:
            self._made_for = width
            self._lines = self._make(width)
            self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines in view, on a background that is looked up once for all of them."""
        self._base = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return the line at `y` of what is in view."""
        place = y + self.scroll_offset.y
        line = self._lines[place] if place < len(self._lines) else EMPTY
        return drawn(self, line, self.scrollable_size.width, self._base)
