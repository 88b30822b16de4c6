"""Actions in the palette: named in the person's language, found by their names in either language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.screen import Screen

from palace.i18n.catalog import LANGUAGES, texts_of
from palace.text.width import pad
from palace.tui.actions import ACTIONS, Action, Group
from palace.tui.commands.entries import Entry, fitting
from palace.tui.presenters.keys import keys_in_words
from palace.tui.presenters.lines import Line, Tone

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp

NAME_CELLS, KEY_CELLS = 16, 12


def action_entries(app: PalaceApp, below: Screen[object], typed: str) -> Iterator[Entry]:
    """Yield what can be done on the screen below the palette; everything when nothing was typed."""
    for place, action in enumerate(_offered(app, below)):
        fits = fitting(typed, _names(action)) if typed else 1 - place / len(ACTIONS)
        if fits > 0:
            reason = app.why_not_now(action, below)
            yield Entry(_line(app, action, reason), fits, partial(app.perform, action.id))


def _offered(app: PalaceApp, below: Screen[object]) -> Iterator[Action]:
    for action in ACTIONS.values():
        if action.group is not Group.MOVE and app.who_does(action, below) is not None:
            yield action


def _names(action: Action) -> tuple[str, ...]:
    keys = (action.label_key, action.tooltip_key)
    return tuple(texts_of(language)[key] for key in keys for language in LANGUAGES)


def _line(app: PalaceApp, action: Action, reason: str | None) -> Line:
    off = reason is not None
    return (
        (" " + pad(app.say(action.label_key), NAME_CELLS), Tone.OFF if off else Tone.STRONG),
        (pad(keys_in_words(action.keys_in(app.keymap)), KEY_CELLS), Tone.OFF if off else Tone.KEY),
        (reason or app.say(action.tooltip_key), Tone.WARNING if off else Tone.DIM),
    )
