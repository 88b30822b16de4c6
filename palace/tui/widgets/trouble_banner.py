"""The banner over a screen: what is wrong with the palace, for as long as it is."""

from textual.content import Content
from textual.widget import Widget

from palace.tui.acting import palace_app


class TroubleBanner(Widget):
    """Shown only while the palace cannot be used as it should; says the reason and the next step."""

    can_focus = False

    def render(self) -> Content:
        """Return the reason in words."""
        app = palace_app(self)
        return Content(app.trouble_in_words())

    def tell(self) -> None:
        """Draw it anew, and take no place while there is nothing to say."""
        self.display = bool(palace_app(self).trouble_in_words())
        self.refresh(layout=True)
