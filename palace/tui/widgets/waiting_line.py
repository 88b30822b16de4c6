"""What waits for the person, the brightest line of the floor plan."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from palace.services.ports import Waiting
from palace.text.width import truncate
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS
from palace.tui.presenters.keys import key_word


class WaitingLine(Widget):
    """One line: open candidates, conflicts and contradictions of a P0, with the key that leads to them."""

    can_focus = False
    waiting: reactive[Waiting | None] = reactive(None)

    def render(self) -> Content:
        """Return the line; what is not there is not named."""
        app = palace_app(self)
        waiting = self.waiting
        if waiting is None:
            return Content("")
        counts = {
            "candidates": waiting.candidates,
            "conflicts": waiting.conflicts,
            "contradictions": waiting.contradictions,
        }
        parts = [app.say(f"tui.home.waiting.{name}", count=count) for name, count in counts.items() if count]
        if not parts:
            return Content.styled(truncate(app.say("tui.home.waiting.nothing"), self.size.width), "dim")
        key = key_word(app.first_key(ACTIONS["go.review"]))
        label = app.say("tui.home.waiting.label")
        text = truncate("   ".join(parts) + f"   → {key}", max(0, self.size.width - len(label) * 2 - 2))
        return Content.assemble((label, "bold $warning"), "  ", (text, "bold"))
