"""The bar of verbs under an item: every verb with its keys and what it would do to this item."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from palace.tui.presenters.verb_rows import VerbEntry, VerbRows, verb_rows
from palace.tui.widgets.tones import drawn


class VerbBar(Widget):
    """Shows the verbs it is given; a click on one says so and does nothing by itself."""

    can_focus = False

    @dataclass
    class Chosen(Message):
        """A verb was clicked once, at `at` seconds on the monotonic clock."""

        action_id: str
        at: float

    def __init__(self) -> None:
        super().__init__()
        self._entries: Sequence[VerbEntry] = ()
        self._rows = VerbRows((), ())
        self._made_for = -1

    def show(self, entries: Sequence[VerbEntry]) -> None:
        """Show these verbs; none at all makes the bar disappear."""
        before = (self.display, len(self._rows.lines))
        self._entries = entries
        self._made_for = -1
        self.display = bool(entries)
        rows = self._arranged(self.size.width)
        self.refresh(layout=(self.display, len(rows.lines)) != before)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many rows the verbs take."""
        return len(self._arranged(width).lines)

    def render_line(self, y: int) -> Strip:
        """Return one row."""
        rows = self._arranged(self.size.width)
        line = rows.lines[y] if y < len(rows.lines) else ()
        return drawn(self, line, self.size.width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Tell which verb was clicked; the second click of a double click is none."""
        if event.chain > 1:
            return
        for span in self._rows.spans:
            if span.row == event.y and span.start <= event.x < span.end:
                event.stop()
                self.post_message(self.Chosen(span.action_id, event.time))

    def _arranged(self, width: int) -> VerbRows:
        if self._made_for != width:
            self._made_for = width
            self._rows = verb_rows(self._entries, width)
        return self._rows
