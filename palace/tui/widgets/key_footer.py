"""The footer: as many whole keys as fit, the most wanted first, and always the way to the rest."""

from collections.abc import Iterator, Sequence

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS
from palace.tui.presenters.frame_lines import FooterEntry, footer
from palace.tui.presenters.keys import key_word
from palace.tui.widgets.tones import drawn

MORE = ACTIONS["app.help"]


class KeyFooter(Widget):
    """One line of keys, made from the registry at every drawing, so that it follows language and keymap.

    An entry is shown whole or not at all; `?` is always the last. What cannot be done now is dimmed.
    A click does the action.
    """

    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self._spans: Sequence[tuple[int, int, str]] = ()

    def render_line(self, y: int) -> Strip:
        """Return the only line."""
        width = self.size.width
        if y != 0 or width <= 0:
            return Strip.blank(width, self.rich_style)
        app = palace_app(self)
        last = FooterEntry(MORE.id, key_word(app.first_key(MORE)), app.say("tui.footer.more"))
        made = footer(self._entries(), last, width)
        self._spans = made.spans
        return drawn(self, made.line, width, self.rich_style)

    def _entries(self) -> Iterator[FooterEntry]:
        app = palace_app(self)
        for action in app.footer_actions(self.screen):
            if action is not MORE:
                on = app.why_not_now(action, self.screen) is None
                yield FooterEntry(action.id, key_word(app.first_key(action)), app.say(action.label_key), on)

    async def on_click(self, event: events.Click) -> None:
        """Do the action that was clicked."""
        for start, end, action_id in self._spans:
            if start <= event.x < end:
                event.stop()
                await palace_app(self).perform(action_id)
                return
