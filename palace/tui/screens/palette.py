"""The command palette: type to find an action or a memory, Enter does it."""

from collections.abc import Mapping, Sequence
from inspect import isawaitable
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from palace.domain.errors import PalaceError
from palace.tui.acting import palace_app
from palace.tui.actions import Context, bindings_in
from palace.tui.commands.actions import action_entries
from palace.tui.commands.entries import Deed, Entry
from palace.tui.commands.memories import memory_entries
from palace.tui.presenters.lines import Line, cut_line
from palace.tui.screens.dialogs import FRAME_LINES, Dialog
from palace.tui.widgets.row_list import RowList
from palace.tui.widgets.writing import LONGEST_LINE, LineBox

MOST_LINES = 14


class PaletteDialog(Dialog[Deed]):
    """Answers the deed that was chosen. `below` is the screen over which it was opened."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.LIST)]

    def __init__(self, title: str, below: Screen[object]) -> None:
        super().__init__(title)
        self._below = below
        self._entries: tuple[Entry, ...] = ()

    def compose_body(self) -> Sequence[Widget]:
        """Return the field and the list under it."""
        say = palace_app(self).say
        rows: RowList[Entry] = RowList(self._load, self._draw, empty=lambda: say("tui.palette.nothing"))
        rows.can_focus = False
        return [LineBox(placeholder=say("tui.palette.placeholder"), max_length=LONGEST_LINE), rows]

    def on_mount(self) -> None:
        """Offer everything, and let the person type."""
        self.query_one(Input).focus()
        self._offer("")

    def fit(self) -> None:
        """Give the list what the screen has, whatever it holds, so that the window stands still."""
        self._rows.styles.height = max(1, min(MOST_LINES, self.size.height - FRAME_LINES - 1))

    @property
    def _rows(self) -> RowList[Entry]:
        return self.query_one(RowList)

    @on(Input.Changed)
    def _typed(self, message: Input.Changed) -> None:
        self._offer(message.value)

    @work(exclusive=True, group="palette", exit_on_error=False)
    async def _offer(self, typed: str) -> None:
        app = palace_app(self)
        entries = list(action_entries(app, self._below, typed.strip()))
        self._show(entries)
        try:
            entries += await memory_entries(app, typed)
        except PalaceError:
            # Actions are offered even where the palace cannot be read; the banner says why it cannot.
            return
        self._show(entries)

    def _show(self, entries: Sequence[Entry]) -> None:
        self._entries = tuple(sorted(entries, key=lambda entry: -entry.fits))
        self._rows.forget()
        self._rows.show(range(len(self._entries)), at=0)

    async def _load(self, ids: Sequence[int]) -> Mapping[int, Entry]:
        return {place: self._entries[place] for place in ids if place < len(self._entries)}

    def _draw(self, entry: Entry, cells: int, marked: bool) -> Line:
        return cut_line(entry.line, cells)

    @on(Input.Submitted)
    def _choose(self) -> None:
        place = self._rows.row_id
        self.dismiss(None if place is None else self._entries[place].deed)

    @on(RowList.Opened)
    def _clicked(self) -> None:
        self._choose()

    def do_list_up(self) -> None:
        """One entry up."""
        self._rows.do_list_up()

    def do_list_down(self) -> None:
        """One entry down."""
        self._rows.do_list_down()

    def do_list_page_up(self) -> None:
        """One page up."""
        self._rows.do_list_page_up()

    def do_list_page_down(self) -> None:
        """One page down."""
        self._rows.do_list_page_down()


async def do_deed(deed: Deed) -> None:
    """Do what was chosen."""
    outcome = deed()
    if isawaitable(outcome):
        await outcome
