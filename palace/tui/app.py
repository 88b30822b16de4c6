"""The app: four modes over one gateway, and an honest way out."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, Literal

from rich.style import Style
from rich.text import Text
from textual.app import App
from textual.binding import BindingType
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.screen import Screen
from textual.signal import Signal

from palace.config.themes import ThemeSpec
from palace.domain.changes import Changed
from palace.domain.errors import InvalidInput, PalaceError
from palace.services.review_queues import QueueKind
from palace.text.display import displayable
from palace.tui.acting import Acting
from palace.tui.actions import ACTIONS, Action, Context, Danger, bindings_in, keymap_of, textual_keymap
from palace.tui.control_guard import ControlGuard
from palace.tui.everywhere import DoneEverywhere
from palace.tui.first_page import FirstPage
from palace.tui.gateway import Gateway
from palace.tui.kept_stylesheet import KeptStylesheet
from palace.tui.messages import News, PalaceChanged, PalaceTrouble
from palace.tui.opened import Doors
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import Tone
from palace.tui.screens.frame import PalaceScreen
from palace.tui.screens.home import HomeScreen
from palace.tui.speaking import Speaking
from palace.tui.taking_over import taking_over
from palace.tui.terminal import (
    colours_wanted,
    decode_terminal_safely,
    end_on_signals,
    write_to_a_lasting_terminal,
)
from palace.tui.theme_choice import MONO, theme_named
from palace.tui.theming import default_variables, textual_theme
from palace.tui.widgets.tones import tone_styles
from palace.tui.workspace_watch import WorkspaceWatch

log = logging.getLogger("palace.tui")

Mode = Literal["home", "search", "review", "conflicts", "contradictions", "health", "journal"]


def _search_screen() -> Screen[None]:
    from palace.tui.screens.search import SearchScreen

    return SearchScreen()


def _review_screen() -> Screen[None]:
    from palace.tui.screens.review import ReviewScreen

    return ReviewScreen()


def _conflicts_screen() -> Screen[None]:
    from palace.tui.screens.conflicts import ConflictsScreen

    return ConflictsScreen()


def _contradictions_screen() -> Screen[None]:
    from palace.tui.screens.contradictions import ContradictionsScreen

    return ContradictionsScreen()


def _health_screen() -> Screen[None]:
    from palace.tui.screens.health import HealthScreen

    return HealthScreen()


def _journal_screen() -> Screen[None]:
    from palace.tui.screens.journal import JournalScreen

    return JournalScreen()


class PalaceApp(Speaking, DoneEverywhere, App[int], inherit_bindings=False):
    """The app. `news_signal` tells screens of every change; `say` is the only source of words."""

    CSS_PATH = "css/palace.tcss"
    MODES: ClassVar[dict[str, str | Callable[[], Screen[None]]]] = {
        "home": HomeScreen,
        "search": _search_screen,
        "review": _review_screen,
        "conflicts": _conflicts_screen,
        "contradictions": _contradictions_screen,
        "health": _health_screen,
        "journal": _journal_screen,
    }
    QUEUE_MODES: ClassVar[Mapping[QueueKind, Mode]] = {
        QueueKind.CANDIDATES: "review",
        QueueKind.CONFLICTS: "conflicts",
        QueueKind.CONTRADICTIONS: "contradictions",
    }
    """The mode in which each queue is worked through."""
    DEFAULT_MODE = "home"
    TITLE = "Palace"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.EVERYWHERE)]

    def __init__(
        self,
        doors: Doors,
        *,
        mode: Mode = "home",
        environ: Mapping[str, str] | None = None,
        page: FirstPage | None = None,
    ) -> None:
        self.doors = doors
        self._page = page
        self._colours = colours_wanted(os.environ if environ is None else environ)
        super().__init__(ansi_color=True if self._colours.mono else None)
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-medium"), (120, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]
        self._guard = ControlGuard()
        self.catalog = doors.catalog
        self.gateway = Gateway(doors, self._take_in)
        self.news_signal: Signal[News] = Signal(self, "news")
        self.workspace_watch = WorkspaceWatch(self)
        self._first_mode = mode
        self.last_queue = QueueKind.CANDIDATES
        self.stepped_from: Mode | None = None  # where a queue, journal or search was opened
        self.first_plan = None if page is None else page.plan
        self._toned_for = ""
        self._tones: Mapping[Tone, Style] = {}
        self.keymap = keymap_of(doors.settings)
        self._specs = {spec.name: spec for spec in doors.themes}
        for spec in doors.themes:
            self.register_theme(textual_theme(spec))
        wanted = theme_named(MONO if self._colours.mono else doors.settings.theme, doors.themes)
        self._begin_with(wanted)
        self.set_keymap(textual_keymap(self.keymap))
        self.animation_level = "none"

    def copy_to_clipboard(self, text: str) -> None:
        """Copy what was selected with the mouse."""
        self.run_worker(self.copy(text), exit_on_error=False)

    def write_to_terminal(self, sequence: str) -> None:
        """Send the terminal a sequence of our own making."""
        if self._driver is not None:
            self._driver.write(sequence)

    # Actions

    def first_key(self, action: Action) -> str:
        """Return the key to show for an action."""
        return action.keys_in(self.keymap)[0]

    def footer_actions(self, screen: Screen[object]) -> list[Action]:
        """Return what the footer names on a screen, also while a window stands over it."""
        return screen.footer_actions() if isinstance(screen, PalaceScreen) else []

    def why_never(self, action: Action) -> str | None:
        """Return why nothing can be written just now; None when the palace can be changed."""
        if self.gateway.trouble is not None:
            return self.explain(self.gateway.trouble)
        if self.read_only_because:
            return self.say("tui.why_not.read_only", reason=self.read_only_because)
        return None

    def why_not_now(self, action: Action, screen: Screen[object] | None = None) -> str | None:
        """Return why an action would be refused now (on `screen`, else the one in front); None when not."""
        actor = self.who_does(action, screen)
        if actor is None:
            return self.say("tui.why_not.elsewhere")
        never = self.why_never(action) if action.danger is not Danger.NONE else None
        return never or actor.why_not(action)

    async def perform(self, action_id: str) -> None:
        """Do an action as if its key had been pressed: where the focus is, on the screen, or in the app."""
        actor = self.who_does(ACTIONS[action_id])
        if actor is None:
            self.toast(self.say("tui.why_not.elsewhere"), severity="warning")
        else:
            await actor.action_act(action_id)

    def who_does(self, action: Action, screen: Screen[object] | None = None) -> Acting | None:
        """Return what does an action: the widget in focus, what it stands in, the screen, or the app."""
        below = screen or self.screen
        chain: list[DOMNode] = list((below.focused or below).ancestors_with_self)
        return next((node for node in chain if isinstance(node, Acting) and node.can_do(action)), None)

    @property
    def queue_in_front(self) -> QueueKind | None:
        """The queue that the person stands in; None where they stand elsewhere."""
        return next((kind for kind, mode in self.QUEUE_MODES.items() if mode == self.current_mode), None)

    # News

    @property
    def palace_name(self) -> str:
        """What the palace is called: the name of its file, displayable."""
        return displayable(self.doors.palace_name or self.doors.palace_path.stem)

    @property
    def read_only_because(self) -> str:
        """Why the palace cannot be written, in words; empty when it can."""
        return self.gateway.read_only_because

    def trouble_in_words(self) -> str:
        """Return what is wrong with the palace; empty when nothing is."""
        trouble = self.gateway.trouble
        if trouble is None:
            return ""
        key = key_word(self.first_key(ACTIONS["app.reopen"]))
        return f"{self.explain(trouble)} · {self.say('tui.trouble.reopen', press=key)}"

    def _take_in(self, news: News) -> None:
        if isinstance(news, PalaceChanged) and news.foreign:
            self.toast(self.say("tui.changed_elsewhere"))
        if isinstance(news, PalaceChanged) and news.changes.kinds & {Changed.MEMORY, Changed.CANDIDATE}:
            changes = None if news.foreign else news.changes
            self.run_worker(self.gateway.take_in(changes), exit_on_error=False)
        if isinstance(news, PalaceTrouble) and news.reason is None:
            self._load_meaning()
        self.news_signal.publish(news)

    # Life

    def on_load(self) -> None:
        """Begin to open the palace before the screen is taken, and let the terminal be safe to listen to."""
        end_on_signals(asyncio.get_running_loop(), self._leave)
        decode_terminal_safely(self._leave_from_thread)
        write_to_a_lasting_terminal()
        self.gateway.begin()

    async def on_mount(self) -> None:
        """Open the palace; load the model once the first frame stands."""
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        for fault in self.doors.theme_faults:
            self.toast(self.explain(fault), severity="warning", title=self.say("tui.theme_faults"))
        if self._first_mode != self.DEFAULT_MODE:
            self.switch_mode(self._first_mode)
        self.run_worker(self._open(), name="open the palace", exit_on_error=False)

    async def _open(self) -> None:
        with suppress(PalaceError):
            # What is wrong was told as news; the gateway tries again by itself.
            await self.gateway.opened()
            await self.announce_jobs()
            self.run_worker(self.workspace_watch.run(), name="watch the workspace", exit_on_error=False)
        self.call_after_refresh(self._load_meaning)

    def _load_meaning(self) -> None:
        self.run_worker(self.gateway.load_meaning(), name="load the model", exit_on_error=False)

    def _leave(self, status: int) -> None:
        self.exit(status, return_code=status)

    def _leave_from_thread(self) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._leave, 129)

    async def on_unmount(self) -> None:
        """Close the palace, in bounded time."""
        await self.gateway.close()

    def get_driver_class(self) -> type[Driver]:
        """Return the driver; one that takes a painted first page over without clearing it."""
        driver = super().get_driver_class()
        return driver if self._page is None else taking_over(driver, self._page)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what every painted line goes through; last of all the guard against control characters."""
        return [*super().get_line_filters(), self._guard]

    def _fatal_error(self) -> None:
        """Leave after a fault: one line for the person, the details in the log, no memory on the terminal."""
        log.critical("the app stopped", exc_info=self._exception)
        name = f"{type(self._exception).__name__}: {self._exception}"
        told = self.say("tui.stopped", cause=name, log=str(self.doors.state_directory / "palace.log"))
        self._exit_renderables.append(Text(told))
        self._close_messages_no_wait()

    # Themes

    def _begin_with(self, theme: ThemeSpec | None) -> None:
        """Take a theme before anything was styled: setting it would style everything a second time."""
        if theme is None:
            raise InvalidInput(
                "no theme was found", next_step="install the program anew: its themes are missing"
            )
        self.set_reactive(App.theme, theme.name)
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)
        self._refresh_truecolor_filter(self.ansi_theme)
        self.stylesheet = KeptStylesheet(variables=self.get_css_variables())

    @property
    def tones(self) -> Mapping[Tone, Style]:
        """The style of every tone in the theme in use."""
        if self._toned_for != self.theme:
            self._toned_for = self.theme
            self._tones = tone_styles(self._specs[self.theme])
        return self._tones

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return what a theme need not say: the colours of wings, bands and verbs."""
        return dict(default_variables(self.doors.themes))
