"""A list of any length: it knows all ids, and reads only the rows that are looked at."""

from array import array
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from palace.domain.errors import PalaceError
from palace.tui.acting import Acting, palace_app
from palace.tui.actions import Context, bindings_in
from palace.tui.presenters.lines import Line, Tone
from palace.tui.widgets.tones import drawn

Row = TypeVar("Row")

LoadRows = Callable[[Sequence[int]], Awaitable[Mapping[int, Row]]]
"""Reads the rows of some ids; ids that are gone are left out."""

DrawRow = Callable[[Row, int, bool], Line]
"""Returns a row as a line of some cells; the flag says that it is marked."""

AHEAD = 20
"""Rows read beyond each edge of what is seen."""

KEPT = 4000
"""Rows that are kept once they were read."""

BEING_READ: Line = (("  ·", Tone.DIM),)
"""What stands in the place of a row that is being read."""


class RowList(Acting, ScrollView, Generic[Row], can_focus=True):
    """A virtual list of rows known by id: one line a row, a cursor, marks, and messages. It opens nothing.

    Give it ids with `show`; it asks `load` for the rows in view and `draw` for their lines. `empty` says
    what to show when there is nothing. 100,000 rows cost what ten cost.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.LIST)]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "row-list--cursor",
        "row-list--cursor-resting",
    }

    cursor: reactive[int] = reactive(0, repaint=False)

    @dataclass
    class Highlighted(Message):
        """The cursor stands on another row, or on none."""

        row_list: "RowList[Any]"
        row_id: int | None

        @property
        def control(self) -> "RowList[Any]":
            """The list it came from."""
            return self.row_list

    @dataclass
    class Opened(Message):
        """The person stepped into the row under the cursor."""

        row_list: "RowList[Any]"
        row_id: int

        @property
        def control(self) -> "RowList[Any]":
            """The list it came from."""
            return self.row_list

    class Known(Message):
        """The row under the cursor has been read: what depends on it can be told now."""

    def __init__(
        self,
        load: LoadRows[Row],
        draw: DrawRow[Row],
        *,
        empty: Callable[[], str],
        widget_id: str | None = None,
    ) -> None:
        super().__init__(id=widget_id)
        self._load = load
        self._draw = draw
        self._empty = empty
        self._ids: array[int] = array("q")
        self._rows: OrderedDict[int, Row] = OrderedDict()
        self._stale: set[int] = set()
        self._gone: set[int] = set()
        self._reading = False
        self._known = False
        self._announced: int | None = None
        self.marked: frozenset[int] = frozenset()

    # What it shows

    @property
    def ids(self) -> Sequence[int]:
        """All ids, in the order shown."""
        return self._ids

    @property
    def row_id(self) -> int | None:
        """The id under the cursor."""
        return self._ids[self.cursor] if self.cursor < len(self._ids) else None

    @property
    def row(self) -> Row | None:
        """The row under the cursor, None while it is being read."""
        return None if self.row_id is None else self._rows.get(self.row_id)

    def show(self, ids: Iterable[int], *, at: int | None = None) -> None:
        """Show these ids. The cursor goes to the row `at`, else stays on its row, else near its place."""
        wanted = self.row_id if at is None else at
        place = self.cursor
        self._ids = array("q", ids)
        self._known = True
        self._gone.clear()
        self.virtual_size = Size(self.scrollable_size.width, len(self._ids))
        if wanted is not None:
            with suppress(ValueError):
                place = self._ids.index(wanted)
        self.set_reactive(RowList.cursor, max(0, min(place, len(self._ids) - 1)))
        self._keep_in_view()
        self._announce()
        self.refresh()

    def forget(self, ids: Iterable[int] | None = None) -> None:
        """Read some rows anew (None: all); what was read before is shown until then."""
        self._stale.update(self._rows if ids is None else ids)
        self._gone.clear()
        self.refresh()

    def go_to(self, row_id: int) -> bool:
        """Put the cursor on a row; False when it is not in the list."""
        try:
            self.cursor = self._ids.index(row_id)
        except ValueError:
            return False
        return True

    def mark(self, ids: Iterable[int]) -> None:
        """Draw these rows as marked."""
        self.marked = frozenset(ids)
        self.refresh()

    # Walking

    def do_list_up(self) -> None:
        """One row up."""
        self.cursor -= 1

    def do_list_down(self) -> None:
        """One row down."""
        self.cursor += 1

    def do_list_page_up(self) -> None:
        """One page up."""
        self.cursor -= max(1, self.size.height - 1)

    def do_list_page_down(self) -> None:
        """One page down."""
        self.cursor += max(1, self.size.height - 1)

    def do_list_first(self) -> None:
        """To the first row."""
        self.cursor = 0

    def do_list_last(self) -> None:
        """To the last row."""
        self.cursor = len(self._ids) - 1

    def do_list_open(self) -> None:
        """Step into the row under the cursor."""
        if self.row_id is not None:
            self.post_message(self.Opened(self, self.row_id))

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor on a row."""
        return max(0, min(cursor, len(self._ids) - 1))

    def watch_cursor(self, before: int, now: int) -> None:
        """Draw the two rows anew and bring the cursor into view."""
        self.refresh_line(before)
        self.refresh_line(now)
        self._keep_in_view()
        self._announce()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the row that was clicked; a double click opens it."""
        place = event.y + self.scroll_offset.y
        if 0 <= place < len(self._ids):
            self.cursor = place
            if event.chain > 1:
                self.do_list_open()

    def on_focus(self) -> None:
        """Draw the cursor as the active one."""
        self.refresh()

    def on_blur(self) -> None:
        """Draw the cursor as a resting one."""
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Keep the cursor in view."""
        self.virtual_size = Size(self.scrollable_size.width, len(self._ids))
        self._keep_in_view()

    def _announce(self) -> None:
        if self.row_id != self._announced:
            self._announced = self.row_id
            self.post_message(self.Highlighted(self, self.row_id))

    def _keep_in_view(self) -> None:
        height = self.size.height
        if height <= 0:
            return
        top = self.scroll_offset.y
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False, immediate=True)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False, immediate=True)

    # Reading

    def _missing_in_view(self) -> list[int]:
        top = self.scroll_offset.y
        return [
            row_id
            for row_id in self._ids[max(0, top - AHEAD) : top + self.size.height + AHEAD]
            if (row_id not in self._rows or row_id in self._stale) and row_id not in self._gone
        ]

    def _read_what_is_seen(self) -> None:
        if not self._reading and self.is_attached:
            self._reading = True
            self.run_worker(self._read(), group="rows", exit_on_error=False)

    async def _read(self) -> None:
        """Read the rows in view until none is missing: one read at a time, always of what is seen then."""
        try:
            while missing := self._missing_in_view():
                rows = await self._load(missing)
                for row_id in missing:
                    self._stale.discard(row_id)
                    if row_id in rows:
                        self._rows[row_id] = rows[row_id]
                    else:
                        self._rows.pop(row_id, None)
                        self._gone.add(row_id)
                while len(self._rows) > KEPT:
                    self._rows.popitem(last=False)
                if self.row_id in missing:
                    self.post_message(self.Known())
                self.refresh()
        except PalaceError as error:
            palace_app(self).report(error)
        finally:
            self._reading = False

    # Drawing

    def render_line(self, y: int) -> Strip:
        """Return the line at `y` of what is in view."""
        width = self.scrollable_size.width
        place = y + self.scroll_offset.y
        if place >= len(self._ids):
            nothing = not self._ids and self._known and y == 1
            return drawn(self, ((f"  {self._empty()}", Tone.DIM),) if nothing else (), width, self.rich_style)
        row_id = self._ids[place]
        base = self._background(cursor=place == self.cursor)
        row = self._rows.get(row_id)
        if (row is None or row_id in self._stale) and row_id not in self._gone:
            self.call_later(self._read_what_is_seen)
        line = BEING_READ if row is None else self._draw(row, width, row_id in self.marked)
        return drawn(self, line, width, base)

    def _background(self, *, cursor: bool) -> Style:
        if not cursor:
            return self.rich_style
        return self.get_component_rich_style(
            "row-list--cursor" if self.has_focus else "row-list--cursor-resting"
        )
