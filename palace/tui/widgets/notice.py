"""A short notice above an item: that it changed since one looked, that an edit of it is kept."""

from textual.content import Content
from textual.widget import Widget


class Notice(Widget):
    """Takes no place while it has nothing to say."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self.display = False

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    def say(self, text: str) -> None:
        """Say a displayable text, or nothing."""
        self._text = text
        self.display = bool(text)
        self.refresh(layout=True)

    def render(self) -> Content:
        """Return the text as it is."""
        return Content(self._text)
