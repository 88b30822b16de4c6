"""What all screens have in common: the frame of title, body, status line and footer, and news of changes."""

from collections.abc import Iterable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widget import Widget

from palace.domain.changes import Changed
from palace.tui.acting import Acting, palace_app
from palace.tui.actions import Action, Context, footer_actions_of
from palace.tui.messages import MeaningChanged, News, PalaceChanged
from palace.tui.widgets.key_footer import KeyFooter
from palace.tui.widgets.row_list import RowList
from palace.tui.widgets.status_line import StatusLine
from palace.tui.widgets.trouble_banner import TroubleBanner


class PalaceScreen(Acting, Screen[None]):
    """A screen of the app.

    Subclasses yield their parts in `compose_body`, read what they show in `look` (called when the screen
    appears and when the palace changed; begin a worker there), and name the contexts of their keys.
    `BINDINGS` come from `bindings_in(...)`.
    """

    CONTEXTS: ClassVar[tuple[Context, ...]] = ()
    """The contexts whose actions the footer and help show for this screen, nearest first."""

    TELLS_KEPT_HEALTH: ClassVar[bool] = False
    """Whether the screen tells what was kept of health; to all others it is no change that it was kept."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self) -> None:
        super().__init__()
        self._stale = False

    def compose(self) -> ComposeResult:
        """Lay out the body between the banner for trouble and the status line and footer."""
        yield TroubleBanner()
        yield from self.compose_body()
        yield StatusLine()
        yield KeyFooter()

    def compose_body(self) -> Iterable[Widget]:
        """Return what the screen is about, from the top line to above the status line."""
        raise NotImplementedError

    def look(self) -> None:
        """Read what the screen shows, in a worker. Called on mount and after every change that matters."""

    def matters(self, news: PalaceChanged) -> bool:
        """Whether a change is shown on this screen; the default is that every one is."""
        return True

    def retell(self) -> None:
        """Say everything again after the language changed; what asks the catalogue at drawing does itself."""

    def status(self, text: str, *, tone: str = "plain") -> None:
        """Say in the status line what just happened; `text` is displayable (made with `app.say`)."""
        self.query_one(StatusLine).show(text, tone=tone)

    def do_pairs_find_all(self) -> None:
        """Go over all pairs, or stop that."""
        palace_app(self).do_pairs_find_all()

    def footer_actions(self) -> list[Action]:
        """Return the actions that the footer names, most wanted first."""
        return footer_actions_of((*self.CONTEXTS, Context.EVERYWHERE))

    # Textual's events

    def on_mount(self) -> None:
        """Begin to listen to news, and look."""
        palace_app(self).news_signal.subscribe(self, self._take_in)
        self.look()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Look again where something changed while another screen was in front."""
        if self._stale:
            self._stale = False
            self.look()
        self.refresh_frame()

    @on(RowList.Known)
    @on(RowList.Highlighted)
    def _tell_what_fits(self) -> None:
        """Say in the footer what can be done with the row under the cursor."""
        for footer in self.query(KeyFooter):
            footer.refresh()

    def refresh_frame(self) -> None:
        """Draw the footer, status line and banner again."""
        for part in (*self.query(KeyFooter), *self.query(StatusLine)):
            part.refresh()
        for banner in self.query(TroubleBanner):
            banner.tell()

    def _take_in(self, news: News) -> None:
        if isinstance(news, PalaceChanged) and self._shows(news) and self.matters(news):
            if self.is_current:
                self.look()
            else:
                self._stale = True
        if isinstance(news, MeaningChanged):
            self.meaning_changed(news)
        self.refresh_frame()

    def _shows(self, news: PalaceChanged) -> bool:
        return self.TELLS_KEPT_HEALTH or news.changes.kinds != {Changed.HEALTH}

    def meaning_changed(self, news: MeaningChanged) -> None:
        """Take notice that the model is ready, or is not to be had."""
