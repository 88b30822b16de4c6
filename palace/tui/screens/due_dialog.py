"""The window that shows what the jobs would do, and asks whether they shall."""

from collections.abc import Sequence

from textual.widget import Widget

from palace.text.display import displayable
from palace.tui.presenters.lines import Line, wrapped_lines
from palace.tui.screens.dialogs import Dialog
from palace.tui.widgets.line_view import LineView


class DueDialog(Dialog[bool]):
    """Read what would be done; Enter agrees, Escape does not (and answers None)."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__(title)
        self._lines = displayable(text, keep_newlines=True).splitlines()

    def compose_body(self) -> Sequence[Widget]:
        """Return what would be done, line by line."""
        return [LineView(self._say)]

    def on_mount(self) -> None:
        """Let the arrows and pages scroll."""
        self.query_one(LineView).focus()

    def do_dialog_accept(self) -> None:
        """Let it be done."""
        self.dismiss(True)

    def _say(self, width: int) -> Sequence[Line]:
        return [line for text in self._lines for line in wrapped_lines(text, width)]
