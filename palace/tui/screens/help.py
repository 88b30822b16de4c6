"""Help: the keys that work here and now, what each does, why some do not, and what the words mean."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.widget import Widget
from textual.widgets import Input

from palace.tui.acting import palace_app
from palace.tui.actions import Context, bindings_in
from palace.tui.presenters.help_words import HelpEntry, help_lines
from palace.tui.presenters.lines import Line
from palace.tui.screens.dialogs import Dialog
from palace.tui.widgets.line_view import LineView
from palace.tui.widgets.writing import LONGEST_LINE, LineBox


class HelpDialog(Dialog[None]):
    """Opened from any screen; typing narrows it down. `entries` are those of the screen below."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.READING), *bindings_in(Context.MEMORY)]
    KEYS: ClassVar[tuple[str, ...]] = ("reading.leave",)

    def __init__(self, title: str, entries: Sequence[HelpEntry]) -> None:
        super().__init__(title)
        self._entries = entries
        self._wanted = ""

    def compose_body(self) -> Sequence[Widget]:
        """Return the field that narrows it down, and the text."""
        return [
            LineBox(placeholder=palace_app(self).say("tui.help.find"), compact=True, max_length=LONGEST_LINE),
            LineView(self._lines),
        ]

    def on_mount(self) -> None:
        """Let the person type."""
        self.query_one(Input).focus()

    @on(Input.Changed)
    def _narrow(self, message: Input.Changed) -> None:
        self._wanted = message.value
        self.query_one(LineView).show(self._lines)

    def do_reading_leave(self) -> None:
        """Close it."""
        self.dismiss(None)

    def do_memory_scroll_down(self) -> None:
        """One line down."""
        self.query_one(LineView).scroll_relative(y=1, animate=False)

    def do_memory_scroll_up(self) -> None:
        """One line up."""
        self.query_one(LineView).scroll_relative(y=-1, animate=False)

    def do_memory_page_down(self) -> None:
        """One page down."""
        self.query_one(LineView).scroll_page_down(animate=False)

    def do_memory_page_up(self) -> None:
        """One page up."""
        self.query_one(LineView).scroll_page_up(animate=False)

    def _lines(self, cells: int) -> Sequence[Line]:
        return help_lines(self._entries, self._wanted, palace_app(self).say, cells)
