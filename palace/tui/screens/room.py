"""A wing from inside: its memories as a list, the one under the cursor beside it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.widget import Widget

from palace.domain.errors import PalaceError
from palace.domain.vocabulary import Band, Kind, Priority, Status, Wing
from palace.services.browsing import (
    IN_A_ROOM,
    LIVE,
    Order,
    listing_by_band,
)
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.actions import Context, bindings_in
from palace.tui.presenters.lines import Line
from palace.tui.presenters.room_words import band_line, filter_words
from palace.tui.screens.dialogs import Choice, TogglesDialog
from palace.tui.screens.memory_listing import MemoryListingScreen
from palace.tui.widgets.one_line import OneLine, TitleLine

PANE_FROM = 80
"""Cells of screen from which list and memory stand side by side."""


class RoomScreen(MemoryListingScreen):
    """One wing. `f` filters, `o` changes the order; Tab and the arrows go between list and memory."""

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.ROOM, Context.TENDING)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.ROOM), *bindings_in(Context.TENDING)]

    def __init__(self, wing: Wing, *, at: int | None = None) -> None:
        super().__init__()
        self.wing = wing
        self.order = Order.WEIGHT
        self.filters = IN_A_ROOM
        self._at = at
        self._counts: dict[Band, int] = {}

    def compose_body(self) -> Iterable[Widget]:
        """Return the title, the bands, and list and memory side by side."""
        yield TitleLine(self._title, self._details, self._numbers)
        yield OneLine(self._bands, widget_id="bands")
        yield from self.list_and_pane()

    def look(self) -> None:
        """Read the ids, and the rows that are seen."""
        self._read_ids()

    @work(exclusive=True, group="ids", exit_on_error=False)
    async def _read_ids(self) -> None:
        wing, order = self.wing, self.order
        filters = replace(self.filters, wings=frozenset({wing}))

        def read(palace: Palace, surroundings: Surroundings) -> tuple[list[int], dict[Band, int]]:
            counts = dict.fromkeys(Band, 0)
            for row in palace.room_counts():
                if row.wing is wing and row.status in filters.statuses:
                    counts[row.band] += row.count
            return listing_by_band(palace, filters, order, surroundings), counts

        try:
            ids, self._counts = await palace_app(self).gateway.read(read, caller="room")
        except PalaceError as error:
            palace_app(self).report(error)
            return
        self.rows.forget()
        self.rows.show(ids, at=self._at)
        self._at = None
        self.read_memory(self.rows.row_id)
        self._refresh_words()

    def do_room_next_wing(self) -> None:
        """To the next wing."""
        self._step(1)

    def do_room_previous_wing(self) -> None:
        """To the wing before."""
        self._step(-1)

    def _step(self, by: int) -> None:
        wings = tuple(Wing)
        self.wing = wings[(wings.index(self.wing) + by) % len(wings)]
        self.rows.show(())
        self.look()
        self._refresh_words()

    # Filter and order

    def do_room_order(self) -> None:
        """Take the next order."""
        orders = tuple(Order)
        self.order = orders[(orders.index(self.order) + 1) % len(orders)]
        say = palace_app(self).say
        self.status(say("tui.room.ordered", order=say(f"tui.room.order.{self.order}")))
        self.look()
        self._refresh_words()

    def do_room_filter(self) -> None:
        """Choose what is shown."""
        say = palace_app(self).say
        groups = [
            (
                say(f"tui.filter.{name}"),
                [Choice(f"{name}:{word}", say(f"vocabulary.{name}.{word}")) for word in words],
            )
            for name, words in (("band", Band), ("priority", Priority), ("kind", Kind), ("status", Status))
        ]
        filters = self.filters
        on_now = frozenset(
            [f"band:{word}" for word in filters.bands]
            + [f"priority:{word}" for word in filters.priorities]
            + [f"kind:{word}" for word in filters.kinds]
            + [f"status:{word}" for word in filters.statuses]
        )

        def chosen(names: frozenset[str] | None) -> None:
            if names is None:
                return
            by_group = [name.split(":", 1) for name in names]
            self.filters = replace(
                IN_A_ROOM,
                bands=frozenset(Band(word) for group, word in by_group if group == "band"),
                priorities=frozenset(Priority(word) for group, word in by_group if group == "priority"),
                kinds=frozenset(Kind(word) for group, word in by_group if group == "kind"),
                statuses=frozenset(Status(word) for group, word in by_group if group == "status") or LIVE,
            )
            self.look()
            self._refresh_words()

        self.app.push_screen(TogglesDialog(say("tui.filter.title"), groups, on_now), chosen)

    # Words

    def _refresh_words(self) -> None:
        for line in self.query(OneLine):
            line.refresh()

    def _title(self) -> str:
        place = tuple(Wing).index(self.wing) + 1
        return f"{place} {palace_app(self).say(f'vocabulary.wing.{self.wing}')}"

    def _details(self) -> str:
        say = palace_app(self).say
        words = filter_words(self.filters, say)
        return " · ".join([*words, say(f"tui.room.order.{self.order}")])

    def _numbers(self) -> str:
        return palace_app(self).say("tui.room.count", count=f"{len(self.rows.ids):,}")

    def _bands(self, width: int) -> Line:
        return band_line(self._counts, self.filters.bands, palace_app(self).say, width)

    def _empty(self) -> str:
        say = palace_app(self).say
        return say("tui.room.empty" if self.filters == IN_A_ROOM else "tui.room.nothing_fits")
