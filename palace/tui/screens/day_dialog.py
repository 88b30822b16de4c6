"""The small window that asks for a day to come, and says of what is typed whether it is one."""

from collections.abc import Sequence
from datetime import datetime, tzinfo

from textual import on
from textual.widget import Widget
from textual.widgets import Input

from palace.domain.coming_days import instant_after
from palace.domain.errors import InvalidInput
from palace.tui.acting import palace_app
from palace.tui.presenters.lines import Line, Tone, wrapped_lines
from palace.tui.presenters.moments import day
from palace.tui.screens.dialogs import Dialog
from palace.tui.widgets.line_view import LineView
from palace.tui.widgets.writing import LONGEST_LINE, LineBox


class DayDialog(Dialog[datetime]):
    """Type a day; answers its first instant. What is no day to come is told, and the window stays."""

    def __init__(self, title: str, now: datetime, zone: tzinfo) -> None:
        super().__init__(title)
        self._now = now
        self._zone = zone
        self._refused: InvalidInput | None = None

    def compose_body(self) -> Sequence[Widget]:
        """Return what is known of the day, and the field."""
        return [LineView(self._say), LineBox("", max_length=LONGEST_LINE)]

    def on_mount(self) -> None:
        """Let the person type at once."""
        self.query_one(Input).focus()

    @on(Input.Changed)
    def _read(self) -> None:
        self._refused = None
        self.query_one(LineView).retell()

    @on(Input.Submitted)
    def _accept(self, message: Input.Submitted) -> None:
        try:
            self.dismiss(instant_after(message.value, self._now, self._zone))
        except InvalidInput as error:
            self._refused = error
            self.query_one(LineView).retell()

    def _say(self, width: int) -> Sequence[Line]:
        app = palace_app(self)
        if self._refused is not None:
            return wrapped_lines(app.explain(self._refused), width, Tone.WARNING)
        try:
            read = instant_after(self.query_one(Input).value, self._now, self._zone)
        except InvalidInput:
            return wrapped_lines(app.say("tui.review.snooze.how"), width, Tone.DIM)
        return wrapped_lines(app.say("tui.review.snooze.read", day=day(read, self._zone)), width)
