"""The first page: the floor plan painted at once, before the app is loaded and takes the screen over.

Loading Textual takes several times as long as reading the palace. What is painted here is what the app
paints as its own first frame, at the same places, so that taking over is not seen.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TextIO

from palace.services.browsing import FloorPlan, floor_plan
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.text.display import displayable
from palace.tui.actions import keymap_of
from palace.tui.opened import Doors
from palace.tui.presenters.ansi import Depth, colour_depth, painted
from palace.tui.presenters.home_page import TITLES_READ, home_page
from palace.tui.presenters.saying import saying
from palace.tui.terminal import colours_wanted
from palace.tui.theme_choice import MONO, theme_named

OWN_SCREEN = "\x1b[?1049h"
"""Asks the terminal for the screen that full-screen programs draw on."""

LEAVE_OWN_SCREEN = "\x1b[?1049l\x1b[?25h"
HIDE_CURSOR = "\x1b[?25l"
LARGE = 5_000
"""With more memories than this, choosing the foremost of each room would be waited for."""

LEAST_CELLS, LEAST_LINES = 20, 8
_LOCAL_FLAGS = 3


@dataclass(slots=True)
class FirstPage:
    """A page that stands on the terminal's own screen until the app takes it over.

    `plan` is what it shows, so that the app need not read it again to begin.
    """

    plan: FloorPlan
    terminal: QuietTerminal
    taken_over: bool = False

    def hand_over(self) -> None:
        """Give the terminal back its modes: the app is about to set its own."""
        self.taken_over = True
        self.terminal.restore()


def first_plan(palace: Palace, surroundings: Surroundings) -> FloorPlan:
    """Return the plan for the first page; a large palace shows its counts at once and its titles later."""
    counts = floor_plan(palace, surroundings, titles=0)
    if counts.memories > LARGE:
        return counts
    return floor_plan(palace, surroundings, TITLES_READ)


@contextmanager
def first_page(plan: FloorPlan | None, doors: Doors) -> Iterator[FirstPage | None]:
    """Paint the first page for the length of the block, in which the app is loaded and run.

    Yields None where there is no plan or nothing to paint it on. Whatever happens, the terminal is left as
    it was. Raises InvalidInput for keys in the settings that cannot be.
    """
    stream, environ = sys.__stderr__, os.environ
    keymap = keymap_of(doors.settings)
    colours = colours_wanted(environ)
    theme = theme_named(MONO if colours.mono else doors.settings.theme, doors.themes)
    size = _size_of(stream)
    if plan is None or stream is None or theme is None or size is None or environ.get("TERM") == "dumb":
        yield None
        return
    cells, lines = size
    made = home_page(plan, displayable(doors.palace_name), keymap, saying(doors.catalog), cells, lines)
    grounds = ["panel" if place in (0, len(made) - 1) else "background" for place in range(len(made))]
    depth = Depth.NONE if colours.none else colour_depth(environ)
    page = FirstPage(plan, QuietTerminal())
    page.terminal.begin()
    try:
        stream.write(OWN_SCREEN + HIDE_CURSOR + painted(made, grounds, theme, depth, cells))
        stream.flush()
        yield page
    finally:
        page.terminal.restore()
        if not page.taken_over:
            stream.write(LEAVE_OWN_SCREEN)
            stream.flush()


def _size_of(stream: TextIO | None) -> tuple[int, int] | None:
    try:
        size = os.get_terminal_size(stream.fileno()) if stream is not None else None
    except OSError:
        return None
    if size is None or size.columns < LEAST_CELLS or size.lines < LEAST_LINES:
        return None
    return size.columns, size.lines


class QuietTerminal:
    """A terminal that does not echo what is typed while a page stands on it."""

    def __init__(self) -> None:
        self._fileno = -1
        self._modes: list[Any] | None = None

    def begin(self) -> None:
        """Stop the echo; without effect where the system or the input has no such modes."""
        if sys.platform == "win32" or sys.__stdin__ is None:
            return
        import termios

        try:
            self._fileno = sys.__stdin__.fileno()
            modes = termios.tcgetattr(self._fileno)
        except (OSError, ValueError, termios.error):
            return
        self._modes = list(modes)
        modes[_LOCAL_FLAGS] &= ~termios.ECHO
        termios.tcsetattr(self._fileno, termios.TCSANOW, modes)

    def restore(self) -> None:
        """Let it echo again as it did before."""
        if sys.platform == "win32" or self._modes is None:
            return
        import termios

        modes, self._modes = self._modes, None
        # A terminal that is gone has no modes to restore.
        with suppress(termios.error):
            termios.tcsetattr(self._fileno, termios.TCSANOW, modes)
