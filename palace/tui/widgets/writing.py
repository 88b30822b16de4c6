"""Boxes to write in that never hand a pasted control character to the terminal."""

from textual import events
from textual.widgets import Input, TextArea

from palace.text.display import displayable

LONGEST_LINE = 2000
"""Characters that a line to search by or to answer with may have; each key draws and reads it all again."""


class TextBox(TextArea):
    """Many lines."""

    def on_paste(self, event: events.Paste) -> None:
        """Make what is pasted displayable before it is put in."""
        event.text = displayable(event.text, keep_newlines=True)


class LineBox(Input):
    """One line."""

    def on_paste(self, event: events.Paste) -> None:
        """Make what is pasted displayable, and as long as there is room, before its first line is put in."""
        event.text = displayable(event.text, keep_newlines=True)
        if self.max_length:
            room = self.max_length - len(self.value) + len(self.selected_text)
            event.text = event.text[: max(0, room)]

    def restricted(self) -> None:
        """Let a character that finds no room go by: a long paste would ring the bell thousands of times."""
