"""The line at the bottom: what just happened with its undo, and on the right how things stand."""

from typing import TYPE_CHECKING

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from palace.domain.pace import span_text
from palace.text.width import cell_width, truncate
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS
from palace.tui.messages import Meaning, MeaningChanged
from palace.tui.presenters.keys import key_word

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp


class StatusLine(Widget):
    """One line. The left part is set by `show`; the right part tells of the model, of write
    protection and of the workspace that is watched.

    `tone` is `plain`, `done`, `warning` or `error`.
    """

    can_focus = False
    text: reactive[str] = reactive("")
    tone: reactive[str] = reactive("plain")

    def show(self, text: str, *, tone: str = "plain") -> None:
        """Say a displayable text until the next one is said."""
        self.text, self.tone = text, tone

    def watch_tone(self, before: str, now: str) -> None:
        """Colour the text by what it tells of."""
        self.remove_class(f"-{before}")
        self.add_class(f"-{now}")

    def render(self) -> Content:
        """Return the two parts, the left one shortened where both do not fit."""
        width = self.size.width
        right = truncate(self._standing(), max(0, width // 2))
        room = width - cell_width(right) - (2 if right else 0)
        left = truncate(self.text, max(0, room))
        gap = " " * max(0, width - cell_width(left) - cell_width(right))
        return Content.assemble((left, "bold" if self.tone == "done" else ""), gap, (right, "dim"))

    def _standing(self) -> str:
        app = palace_app(self)
        watching = app.say("tui.status.watching") if app.workspace_watch.going_on else ""
        return " · ".join(filter(None, (watching, self._state(app))))

    def _state(self, app: "PalaceApp") -> str:
        if app.read_only_because:
            return app.say("tui.status.read_only")
        if app.gateway.reorganising.going_on:
            pairs = app.gateway.reorganising.progress
            press = key_word(app.first_key(ACTIONS["pairs.find_all"]))
            return app.say("tui.status.pairs", done=pairs.done, total=pairs.total, press=press)
        news = app.gateway.meaning
        if news.meaning is Meaning.READY and news.done < news.total:
            return self._embedding(news)
        if news.meaning in {Meaning.LOADING, Meaning.ABSENT}:
            return app.say(f"tui.status.meaning.{news.meaning}")
        return ""

    def _embedding(self, news: MeaningChanged) -> str:
        say = palace_app(self).say
        far = {"done": f"{news.done:,}", "total": f"{news.total:,}"}
        if news.paused:
            return say("tui.status.embedding_paused", **far)
        if news.per_second is None or news.seconds_left is None:
            return say("tui.status.embedding", **far)
        left = span_text(news.seconds_left)
        return say("tui.status.embedding_pace", **far, rate=f"{news.per_second:.0f}", left=left)
