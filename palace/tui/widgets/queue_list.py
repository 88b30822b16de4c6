"""The whole queue beside the item, where there is room: what waits, what is marked, what was decided."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from palace.services.queue import ReviewQueue, Row
from palace.tui.presenters.lines import Line
from palace.tui.widgets.tones import drawn


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

    def show(self, queue: ReviewQueue[Any]) -> None:
        """Show a queue, its current row in view."""
        self._queue, self._shown = queue, queue.shown
        self.virtual_size = Size(self.size.width, len(self._shown))
        place, height = queue.place, self.size.height
        if place is not None and height > 0:
            top = self.scroll_offset.y
            wanted = min(max(top, place - height), place - 1)
            if wanted != top:
                self.scroll_to(y=wanted, animate=False, immediate=True)
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Keep the current row in view."""
        self.show(self._queue)

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
            return Strip.blank(width, self.rich_style)
        row = self._shown[place]
        current = row.id == self._queue.current_id
        base = self.get_component_rich_style("row-list--cursor") if current else self.rich_style
        line = self._draw(row, width)
        return drawn(self, line, width, base)
