"""Boxes to write in that never hand a pasted control character to the terminal."""

from textual import events
from textual.widgets import Input, TextArea

from palace.text.display import displayable


class TextBox(TextArea):
    """Many lines."""

    def on_paste(self, event: events.Paste) -> None:
        """Make what is pasted displayable before it is put in."""
        event.text = displayable(event.text, keep_newlines=True)


class LineBox(Input):
    """One line."""

    def on_paste(self, event: events.Paste) -> None:
        """Make what is pasted displayable before its first line is put in."""
        event.text = displayable(event.text, keep_newlines=True)
