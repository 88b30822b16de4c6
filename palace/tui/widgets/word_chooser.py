"""A choice of one word out of few, on one line: arrows change it, a click chooses, no menu opens."""

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from palace.text.width import cell_width
from palace.tui.presenters.lines import Line, Piece, Tone, cut_line
from palace.tui.widgets.tones import drawn

Word = TypeVar("Word")


class WordChooser(Widget, Generic[Word], can_focus=True):
    """Shows all words with the chosen one bright, or only the chosen one between arrows where room is short.

    `names` are displayable and as many as `words`.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"row-list--cursor"}
    place: reactive[int] = reactive(0)

    def __init__(self, words: Sequence[Word], names: Sequence[str], chosen: Word, *, widget_id: str) -> None:
        super().__init__(id=widget_id)
        self._words, self._names = tuple(words), tuple(names)
        self.set_reactive(WordChooser.place, self._words.index(chosen))

    @property
    def word(self) -> Word:
        """The word that is chosen."""
        return self._words[self.place]

    def choose(self, word: Word) -> None:
        """Choose a word."""
        self.place = self._words.index(word)

    def validate_place(self, place: int) -> int:
        """Go round at both ends."""
        return place % len(self._words)

    def on_key(self, event: events.Key) -> None:
        """Change the choice by arrows, space, the number of a word, or its first letter."""
        character = event.character or ""
        if event.key in {"left", "right", "space"}:
            self.place += -1 if event.key == "left" else 1
        elif character.isdecimal() and 0 < int(character) <= len(self._words):
            self.place = int(character) - 1
        elif character.isalpha() and (found := self._next_with(character)) is not None:
            self.place = found
        else:
            return
        event.stop()
        event.prevent_default()

    def _next_with(self, letter: str) -> int | None:
        """Return the place of the next word that begins with a letter; None when there is none."""
        count = len(self._words)
        for place in ((self.place + ahead) % count for ahead in range(1, count + 1)):
            if letter.lower() in (str(self._words[place])[:1].lower(), self._names[place][:1].lower()):
                return place
        return None

    def on_click(self, event: events.Click) -> None:
        """Choose the word that was clicked, or the next one where only one is shown."""
        if not self._all_fit():
            self.place += 1
            return
        at = 0
        for place, name in enumerate(self._names):
            width = cell_width(name) + 2
            if at <= event.x < at + width:
                self.place = place
            at += width

    def _all_fit(self) -> bool:
        return sum(cell_width(name) + 2 for name in self._names) <= self.size.width

    def render_line(self, y: int) -> Strip:
        """Return the only line."""
        width = self.size.width
        base = self.get_component_rich_style("row-list--cursor") if self.has_focus else self.rich_style
        if y != 0:
            return Strip.blank(width, base)
        if self._all_fit():
            return drawn(self, tuple(self._named(place) for place in range(len(self._names))), width, base)
        one: Line = (
            ("◂ ", Tone.DIM),
            (self._names[self.place], Tone.ACCENT),
            (" ▸", Tone.DIM),
            (f"  {self.place + 1}/{len(self._names)}", Tone.DIM),
        )
        return drawn(self, cut_line(one, width), width, base)

    def _named(self, place: int) -> Piece:
        name = self._names[place]
        return (f"[{name}]", Tone.ACCENT) if place == self.place else (f" {name} ", Tone.DIM)
