"""The command palette: every action by its name in either language, and memories by number or words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from palace.domain.errors import PalaceError
from palace.domain.filters import Filters, Query
from palace.i18n.catalog import LANGUAGES, texts_of
from palace.services.search import Answer
from palace.text.display import one_line
from palace.tui.actions import ACTIONS, Action
from palace.tui.presenters.keys import keys_in_words

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp

MEMORIES_OFFERED = 20
LONGEST_TITLE = 120
"""Cells of a memory's text that the palette shows."""


def open_palette(app: PalaceApp) -> None:
    """Open the palette over the screen in front."""
    app.push_screen(
        CommandPalette([ActionCommands, MemoryCommands], placeholder=app.say("tui.palette.placeholder"))
    )


class ActionCommands(Provider):
    """What can be done on the screen below, named in the person's language and found in both."""

    async def discover(self) -> Hits:
        """Offer everything that can be done here."""
        for action in self._actions():
            yield DiscoveryHit(self._shown(action), self._deed(action), text=action.id)

    async def search(self, query: str) -> Hits:
        """Offer the actions whose names or sentences hold what was typed."""
        for action in self._actions():
            score = match_score(query, self._names(action))
            if score > 0:
                yield Hit(score, self._shown(action), self._deed(action), text=action.id)

    @property
    def _app(self) -> PalaceApp:
        return cast("PalaceApp", self.app)

    def _actions(self) -> Iterator[Action]:
        for action in ACTIONS.values():
            moves = action.id.startswith(("list.", "home.", "dialog.", "reading.", "memory.scroll"))
            if not moves and self._app.who_does(action, self.screen) is not None:
                yield action

    def _names(self, action: Action) -> Sequence[str]:
        keys = (action.label_key, action.tooltip_key)
        return [texts_of(language)[key] for language in LANGUAGES for key in keys]

    def _shown(self, action: Action) -> Content:
        app = self._app
        keys = keys_in_words(action.keys_in(app.keymap))
        reason = app.why_not_now(action, self.screen)
        tail = f"  {reason}" if reason else f"  {app.say(action.tooltip_key)}"
        return Content.assemble(
            (app.say(action.label_key), "" if reason else "bold"), (f"  {keys}", "$accent"), (tail, "dim")
        )

    def _deed(self, action: Action) -> Callable[[], object]:
        return partial(self._app.perform, action.id)


class MemoryCommands(Provider):
    """Memories, by `#142` or by words; found through the gateway, shown literally."""

    async def search(self, query: str) -> Hits:
        """Offer what the words find, the best first."""
        app = cast("PalaceApp", self.app)
        number = query.strip().lstrip("#＃")
        if number.isdecimal() and len(number) < 16:
            title = app.say("tui.palette.go_to", id=int(number))
            yield Hit(1.0, Content(title), partial(app.open_memory, int(number)), text=number)
        try:
            answer: Answer = await app.gateway.search(
                Query(query, Filters()), limit=MEMORIES_OFFERED, words_only=True, caller="palette"
            )
        except PalaceError:
            return
        for place, hit in enumerate(answer.hits):
            memory = hit.memory
            shown = Content.assemble(
                (f"#{memory.id} ", "$accent"),
                (one_line(memory.text, LONGEST_TITLE), f"$wing-{memory.wing}"),
            )
            score = 0.5 - place / (4 * MEMORIES_OFFERED)
            yield Hit(score, shown, partial(app.open_memory, memory.id), text=f"#{memory.id}")


def match_score(query: str, names: Sequence[str]) -> float:
    """Return how well what was typed fits one of some names, 0 to 1; 0 where its words are not in it."""
    words = query.casefold().split()
    best = 0.0
    for place, name in enumerate(names):
        lowered = name.casefold()
        if words and all(word in lowered for word in words):
            share = min(1.0, len(query) / max(1, len(name)))
            best = max(best, (0.6 if place % 2 == 0 else 0.3) + 0.4 * share)
    return best
