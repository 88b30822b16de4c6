"""The footer: as many whole keys as fit, the most wanted first, and always the way to the rest."""

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from palace.text.width import cell_width
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Action
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import Piece, Tone
from palace.tui.widgets.tones import drawn

GAP = 2
"""Cells between two entries."""


class KeyFooter(Widget):
    """One line of keys, made from the registry at every drawing, so that it follows language and keymap.

    An entry is shown whole or not at all; `?` is always the last. What cannot be done now is dimmed.
    A click does the action.
    """

    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self._spans: list[tuple[int, int, str]] = []

    def render_line(self, y: int) -> Strip:
        """Return the only line."""
        width = self.size.width
        if y != 0 or width <= 0:
            return Strip.blank(width, self.rich_style)
        pieces: list[Piece] = [(" ", Tone.PLAIN)]
        self._spans = []
        at = 1
        *entries, last = self._fitting(width)
        for action, key, label, on in entries:
            length = cell_width(key) + 1 + cell_width(label)
            pieces += [(key, Tone.KEY if on else Tone.OFF), (" " + label, Tone.PLAIN if on else Tone.OFF)]
            pieces.append((" " * GAP, Tone.PLAIN))
            self._spans.append((at, at + length, action.id))
            at += length + GAP
        more, key, label, _ = last
        length = cell_width(key) + 1 + cell_width(label)
        start = max(at, width - 1 - length)
        pieces += [(" " * (start - at), Tone.PLAIN), (key, Tone.KEY), (" " + label, Tone.PLAIN)]
        self._spans.append((start, start + length, more.id))
        return drawn(self, tuple(pieces), width, self.rich_style)

    def _fitting(self, width: int) -> list[tuple[Action, str, str, bool]]:
        app = palace_app(self)
        more = ACTIONS["app.help"]
        last = (more, key_word(app.first_key(more)), app.say("tui.footer.more"), True)
        room = width - 2 - cell_width(last[1]) - 1 - cell_width(last[2])
        entries = []
        for action in app.footer_actions():
            if action is more:
                continue
            key, label = key_word(app.first_key(action)), app.say(action.label_key)
            taken = cell_width(key) + 1 + cell_width(label) + GAP
            if taken > room:
                break
            room -= taken
            entries.append((action, key, label, app.why_not_now(action) is None))
        return [*entries, last]

    async def on_click(self, event: events.Click) -> None:
        """Do the action that was clicked."""
        for start, end, action_id in self._spans:
            if start <= event.x < end:
                event.stop()
                await palace_app(self).perform(action_id)
                return
