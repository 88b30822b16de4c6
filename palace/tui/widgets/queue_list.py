"""The whole queue beside the item, where there is room: what waits, what is marked, what was decided."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from palace.services.queue import ReviewQueue, Row
from palace.tui.presenters.lines import Line
from palace.tui.widgets.tones import drawn

ROWS_ABOVE = 4
"""Where the current row would leave the view, a part of the view as small as this is left above it."""


class QueueList(ScrollView, can_focus=False):
    """One line a row, as `draw(row, cells)` makes it of the queue that is given.

    A click says which row, and walks nowhere itself.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"row-list--cursor"}

    @dataclass
    class Picked(Message):
        """A row was clicked."""

        row_id: int

    def __init__(self, draw: Callable[[Row[Any], int], Line]) -> None:
        super().__init__()
        self._draw = draw
        self._queue: ReviewQueue[Any] = ReviewQueue()
        self._shown = self._queue.shown
        self._base = Style()

    def show(self, queue: ReviewQueue[Any]) -> None:
        """Show a queue, its current row in view; only the rows that are others than before are drawn anew."""
        before, shown_before, top_before = self._queue, self._shown, self.scroll_offset.y
        self._queue, self._shown = queue, queue.shown
        self.virtual_size = Size(self.size.width, len(self._shown))
        top = self._top(queue.place)
        if top != top_before:
            self.scroll_to(y=top, animate=False, immediate=True)
        if top != top_before or len(shown_before) != len(self._shown):
            self.refresh()
            return
        for place in range(top, min(top + self.size.height, len(self._shown))):
            if _looks(before, shown_before[place]) != _looks(queue, self._shown[place]):
                self.refresh_line(place)

    def _top(self, place: int | None) -> int:
        """Return the first row in view: as it is if the current one is seen so, else with rows around it."""
        top, height = self.scroll_offset.y, self.size.height
        if place is None or height <= 0 or top < place <= top + height:
            return top
        return max(0, min(place - 1 - height // ROWS_ABOVE, len(self._shown) - height))

    def on_resize(self, event: events.Resize) -> None:
        """Keep the current row in view."""
        self.show(self._queue)
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows in view, on a background that is looked up once for all of them."""
        self._base = self.rich_style
        return super().render_lines(crop)

    def on_click(self, event: events.Click) -> None:
        """Tell which row was clicked."""
        place = event.y + self.scroll_offset.y
        if 0 <= place < len(self._shown):
            event.stop()
            self.post_message(self.Picked(self._shown[place].id))

    def render_line(self, y: int) -> Strip:
        """Return the row at `y` of what is in view."""
        width, place = self.size.width, y + self.scroll_offset.y
        if place >= len(self._shown):
            return Strip.blank(width, self._base)
        row = self._shown[place]
        current = row.id == self._queue.current_id
        base = self.get_component_rich_style("row-list--cursor") if current else self._base
        line = self._draw(row, width)
        return drawn(self, line, width, base)


def _looks(queue: ReviewQueue[Any], row: Row[Any]) -> tuple[Row[Any], bool, bool]:
    """Return all that the line of a row depends on."""
    return row, row.id == queue.current_id, row.id in queue.marked
