"""The small windows that ask: to choose, to agree, to type a line, to type a code, to read.

All of what they show is displayable text or prepared lines; nothing is parsed as markup.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input

from palace.domain.short_code import matches_code
from palace.text.width import cell_width
from palace.tui.acting import Acting, palace_app
from palace.tui.actions import ACTIONS, Context, bindings_in
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import Line, Piece, Tone, cut_line
from palace.tui.widgets.line_view import LineView, MakeLines
from palace.tui.widgets.one_line import OneLine
from palace.tui.widgets.row_list import RowList
from palace.tui.widgets.writing import LONGEST_LINE, LineBox

MOVING: list[BindingType] = [
    Binding("tab", "app.focus_next", show=False, priority=True),
    Binding("shift+tab", "app.focus_previous", show=False, priority=True),
]
"""Keys between the fields of a window. They move before the keys behind them are handed out: however fast
somebody types, what is meant for the next field goes there."""

FRAME_LINES = 5
"""Lines of a window that are not its list: two of its edge, the title, the keys, and one that stays free."""

CODE_LINES = 6
"""Lines of the window for a code that are not what would change: its edge, title, code, field and keys."""

Answer = TypeVar("Answer")
Value = TypeVar("Value")


class Dialog(Acting, ModalScreen[Answer], Generic[Answer]):
    """A window over the screen: a title, a body, and a line that names its keys. Escape answers None."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.DIALOG), *MOVING]
    KEYS: ClassVar[tuple[str, ...]] = ("dialog.accept", "dialog.cancel")
    """The actions that the last line names."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """Lay out the window."""
        # The band is as wide as the screen: a window's edge would cut characters in two where it covers text.
        with Vertical(classes="dialog-band"), Vertical(classes="dialog"):
            yield OneLine(lambda width: ((self._title, Tone.TITLE),))
            yield from self.compose_body()
            yield OneLine(self._keys)

    def compose_body(self) -> Sequence[Widget]:
        """Return what stands between the title and the keys."""
        raise NotImplementedError

    def do_dialog_cancel(self) -> None:
        """Close the window; nothing happens."""
        self.dismiss(None)

    def do_dialog_page_down(self) -> None:
        """Read on in what stands above the field."""
        for view in self.query(LineView):
            view.scroll_page_down(animate=False)

    def do_dialog_page_up(self) -> None:
        """Read back in what stands above the field."""
        for view in self.query(LineView):
            view.scroll_page_up(animate=False)

    def on_resize(self) -> None:
        """Fit the window into the screen."""
        self.fit()

    def fit(self) -> None:
        """Give a list in the window as many lines as it has, or as there are."""
        for rows in self.query(RowList):
            rows.styles.height = max(1, min(len(rows.ids), self.size.height - FRAME_LINES))

    def _keys(self, width: int) -> Line:
        app = palace_app(self)
        pieces: list[Piece] = []
        for action_id in self.KEYS:
            action = ACTIONS[action_id]
            pieces += [
                (key_word(app.first_key(action)), Tone.KEY),
                (f" {app.say(action.label_key)}  ", Tone.DIM),
            ]
        return cut_line(pieces, width)


@dataclass(frozen=True, slots=True)
class Choice(Generic[Value]):
    """One of several things to choose from: the value, its name, and what it means."""

    value: Value
    name: str
    meaning: str = ""


class ChoiceDialog(Dialog[Value], Generic[Value]):
    """Choose one with the arrows and Enter, or with its digit. `preview` is told where the cursor stands."""

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice[Value]],
        current: Value | None = None,
        preview: Callable[[Value], None] | None = None,
    ) -> None:
        super().__init__(title)
        self._choices = tuple(choices)
        self._current = current
        self._preview = preview

    def compose_body(self) -> Sequence[Widget]:
        """Return the list of choices."""
        rows: RowList[Choice[Value]] = RowList(self._load, self._draw, empty=str)
        return [rows]

    def on_mount(self) -> None:
        """Put the cursor on what holds now."""
        values = [choice.value for choice in self._choices]
        at = values.index(self._current) if self._current in values else 0
        rows = self.query_one(RowList)
        rows.show(range(len(values)), at=at)
        rows.focus()
        self.fit()

    async def _load(self, ids: Sequence[int]) -> Mapping[int, Choice[Value]]:
        return {place: self._choices[place] for place in ids}

    def _draw(self, choice: Choice[Value], cells: int, marked: bool) -> Line:
        place = self._choices.index(choice) + 1
        names = max(cell_width(each.name) for each in self._choices)
        gap = " " * (names - cell_width(choice.name) + 2)
        current = choice.value == self._current
        number = f"{place} " if place <= 9 else "  "
        return cut_line(
            (
                ("● " if current else "  ", Tone.ACCENT),
                (number, Tone.KEY),
                (choice.name, Tone.STRONG if current else Tone.PLAIN),
                (gap + choice.meaning, Tone.DIM),
            ),
            cells,
        )

    @on(RowList.Highlighted)
    def _look_at(self, message: RowList.Highlighted) -> None:
        if self._preview is not None and message.row_id is not None:
            self._preview(self._choices[message.row_id].value)

    @on(RowList.Opened)
    def _choose(self, message: RowList.Opened) -> None:
        self.dismiss(self._choices[message.row_id].value)

    def on_key(self, event: events.Key) -> None:
        """Choose by digit, full-width digits too."""
        digit = unicodedata.normalize("NFKC", event.character or "")
        if len(digit) == 1 and "1" <= digit <= "9" and int(digit) <= len(self._choices):
            event.stop()
            self.dismiss(self._choices[int(digit) - 1].value)


class TogglesDialog(Dialog[frozenset[str]]):
    """Switch several things on and off, with Space or their digits, 0 switches all off; Enter answers all
    that are on. `groups` are (heading, choices).
    """

    KEYS: ClassVar[tuple[str, ...]] = ("dialog.toggle", "dialog.accept", "dialog.cancel")

    def __init__(
        self, title: str, groups: Sequence[tuple[str, Sequence[Choice[str]]]], on_now: frozenset[str]
    ) -> None:
        super().__init__(title)
        self._rows = [(heading, choice) for heading, choices in groups for choice in choices]
        self._on = set(on_now)

    def compose_body(self) -> Sequence[Widget]:
        """Return the list of switches."""
        rows: RowList[tuple[str, Choice[str]]] = RowList(self._load, self._draw, empty=str)
        return [rows]

    def on_mount(self) -> None:
        """Show the switches."""
        rows = self.query_one(RowList)
        rows.show(range(len(self._rows)))
        rows.focus()
        self.fit()

    async def _load(self, ids: Sequence[int]) -> Mapping[int, tuple[str, Choice[str]]]:
        return {place: self._rows[place] for place in ids}

    def _draw(self, row: tuple[str, Choice[str]], cells: int, marked: bool) -> Line:
        heading, choice = row
        place = self._rows.index(row)
        first = place == 0 or self._rows[place - 1][0] != heading
        heads = max(cell_width(each) for each, _ in self._rows) + 2
        label = (heading if first else "") + " " * (heads - (cell_width(heading) if first else 0))
        is_on = choice.value in self._on
        return cut_line(
            (
                (label, Tone.LABEL),
                (f"{place + 1} " if place < 9 else "  ", Tone.KEY),
                ("[x] " if is_on else "[ ] ", Tone.ACCENT if is_on else Tone.DIM),
                (choice.name, Tone.STRONG if is_on else Tone.PLAIN),
                ("  " + choice.meaning, Tone.DIM),
            ),
            cells,
        )

    def do_dialog_toggle(self) -> None:
        """Switch the row under the cursor."""
        rows = self.query_one(RowList)
        if rows.row_id is not None:
            self._on ^= {self._rows[rows.row_id][1].value}
            rows.refresh()

    @on(RowList.Opened)
    def _accept(self) -> None:
        self.dismiss(frozenset(self._on))

    def on_key(self, event: events.Key) -> None:
        """Switch by digit, full-width digits too."""
        digit = unicodedata.normalize("NFKC", event.character or "")
        if len(digit) != 1 or not "0" <= digit <= "9" or int(digit) > len(self._rows):
            return
        event.stop()
        if digit == "0":
            self._on.clear()
        else:
            self._on ^= {self._rows[int(digit) - 1][1].value}
        self.query_one(RowList).refresh()

    def on_click(self, event: events.Click) -> None:
        """Switch the row that was clicked."""
        if isinstance(event.widget, RowList):
            self.do_dialog_toggle()


class ConfirmDialog(Dialog[bool]):
    """Say what will happen; Enter agrees, Escape does not (and answers None)."""

    def __init__(self, title: str, make: MakeLines) -> None:
        super().__init__(title)
        self._make = make

    def compose_body(self) -> Sequence[Widget]:
        """Return what will happen."""
        return [LineView(self._make)]

    def do_dialog_accept(self) -> None:
        """Agree."""
        self.dismiss(True)


class LineDialog(Dialog[str]):
    """Type one line. `make` returns what stands above it, for instance what the line decides."""

    def __init__(self, title: str, *, value: str = "", make: MakeLines | None = None) -> None:
        super().__init__(title)
        self._value = value
        self._make = make

    def compose_body(self) -> Sequence[Widget]:
        """Return the lines above, if any, and the field."""
        above = [] if self._make is None else [LineView(self._make)]
        return [*above, LineBox(self._value, max_length=LONGEST_LINE)]

    def on_mount(self) -> None:
        """Let the person type at once."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _accept(self, message: Input.Submitted) -> None:
        self.accept(message.value)

    def accept(self, typed: str) -> None:
        """Answer what was typed."""
        self.dismiss(typed)


def room_for_changes(height: int) -> int:
    """Return how many lines the window for a code has for what would change, on a screen of this height."""
    return max(1, height - CODE_LINES)


class CodeDialog(LineDialog):
    """The second act that a P0 asks for: read before and after, type the code. Answers what was typed."""

    def __init__(self, title: str, code: str, make: MakeLines) -> None:
        super().__init__(title, make=make)
        self._code = code
        self._mistyped = False

    def compose_body(self) -> Sequence[Widget]:
        """Return what will happen, and right above the field the code."""
        *above, field = super().compose_body()
        return [*above, OneLine(self._ask), field]

    def fit(self) -> None:
        """Let what would change take all the room that the code leaves."""
        for view in self.query(LineView):
            view.styles.max_height = room_for_changes(self.size.height)

    def _ask(self, width: int) -> Line:
        say = palace_app(self).say
        key = "tui.code.again" if self._mistyped else "tui.code.type"
        words = say(key, code=self._code)
        if not self._mistyped and cell_width(words) > width:
            words = say("tui.code.type_short", code=self._code)
        return cut_line(((words, Tone.WARNING),), width)

    def accept(self, typed: str) -> None:
        """Answer the code; another word is asked for again, so that nothing that was edited is lost."""
        if matches_code(typed, self._code):
            self.dismiss(typed)
            return
        self._mistyped = True
        self.query_one(Input).value = ""
        for line in self.query(OneLine):
            line.refresh()


class ReadingDialog(Dialog[None]):
    """Something to read and close again."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.READING)]
    KEYS: ClassVar[tuple[str, ...]] = ("reading.leave",)

    def __init__(self, title: str, make: MakeLines) -> None:
        super().__init__(title)
        self._make = make

    def compose_body(self) -> Sequence[Widget]:
        """Return the text."""
        view = LineView(self._make)
        view.can_focus = True
        return [view]

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(LineView).focus()

    def do_reading_leave(self) -> None:
        """Close it."""
        self.dismiss(None)


class EffectsDialog(ReadingDialog):
    """What each verb would do; on a low screen it takes all the room there is."""
