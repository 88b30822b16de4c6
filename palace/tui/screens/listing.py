"""The memories behind a figure, however they are told apart."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.widget import Widget

from palace.domain.errors import PalaceError
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.actions import Action, Context, bindings_in
from palace.tui.screens.memory_listing import MemoryListingScreen
from palace.tui.widgets.one_line import OneLine, TitleLine

ReadIds = Callable[[Palace, Surroundings], Sequence[int]]
"""Returns the ids of the memories to show, in order."""

ONLY_IN_A_ROOM = frozenset({"room.filter", "room.order"})


class ListingScreen(MemoryListingScreen):
    """A list under the name of a figure; Escape leads back to it."""

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.ROOM, Context.TENDING)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.ROOM), *bindings_in(Context.TENDING)]

    def __init__(self, name: Callable[[], str], details: Callable[[], str], read_ids: ReadIds) -> None:
        super().__init__()
        self._name_of_list = name
        self._details_of_list = details
        self._ids_of = read_ids

    def compose_body(self) -> Iterable[Widget]:
        """Return the title, and list and memory side by side."""
        yield TitleLine(self._name_of_list, self._details_of_list, self._numbers)
        yield from self.list_and_pane()

    def footer_actions(self) -> list[Action]:
        """Leave out what only a room can do."""
        return [action for action in super().footer_actions() if action.id not in ONLY_IN_A_ROOM]

    def look(self) -> None:
        """Read the ids anew."""
        self._read_ids()

    @work(exclusive=True, group="ids", exit_on_error=False)
    async def _read_ids(self) -> None:
        try:
            ids = await palace_app(self).gateway.read(self._ids_of, caller="listing")
        except PalaceError as error:
            palace_app(self).report(error)
            return
        self.rows.forget()
        self.rows.show(ids)
        self.read_memory(self.rows.row_id)
        for line in self.query(OneLine):
            line.refresh()

    def _numbers(self) -> str:
        return palace_app(self).say("health.list_count", count=f"{len(self.rows.ids):,}")

    def _empty(self) -> str:
        return palace_app(self).say("health.list_empty")
