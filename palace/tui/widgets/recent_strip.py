"""The strip between an item and its verbs: what was decided last, and what undo would take back."""

from collections.abc import Sequence

from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from palace.services.recent_acts import Act
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import EMPTY, Line
from palace.tui.presenters.recent_strip import strip_lines
from palace.tui.widgets.tones import drawn

ROWS, ROWS_HIGH = 1, 4
HIGH = 36
"""From so many lines of screen on there is room for several rows."""

ACTS_SHOWN = ROWS_HIGH


class RecentStrip(Widget):
    """Shows the acts that it is given, newest first; its height depends on the screen alone."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self._acts: Sequence[Act] = ()
        self._since = 0

    def show(self, acts: Sequence[Act], since: int) -> None:
        """Show acts; those with a decision up to `since` are of earlier sittings."""
        self._acts, self._since = acts, since
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many rows the strip takes."""
        return ROWS_HIGH if viewport.height >= HIGH else ROWS

    def render_line(self, y: int) -> Strip:
        """Return one row."""
        width = self.size.width
        lines = self._lines(width)
        return drawn(self, lines[y] if y < len(lines) else EMPTY, width, self.rich_style)

    def _lines(self, width: int) -> Sequence[Line]:
        app = palace_app(self)
        key = key_word(app.first_key(ACTIONS["app.undo"]))
        return strip_lines(self._acts, self._since, key, app.say, width, self.size.height)
