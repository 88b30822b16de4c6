"""Memories as a list, the one under the cursor beside it: what rooms and the lists behind figures share."""

from collections.abc import Iterable, Mapping, Sequence

from textual import on, work
from textual.containers import Horizontal
from textual.widget import Widget

from palace.domain.errors import NotFound, PalaceError
from palace.services.browsing import MemoryView, memory_view, weights_of
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.presenters.memory_rows import MemoryRow, memory_rows
from palace.tui.screens.tending import TendingScreen
from palace.tui.widgets.memory_list import memory_list
from palace.tui.widgets.memory_pane import MemoryPane
from palace.tui.widgets.row_list import RowList


class MemoryListingScreen(TendingScreen):
    """Subclasses read the ids in `look` and hand them to `rows.show`, then call `read_memory`."""

    def list_and_pane(self) -> Iterable[Widget]:
        """Yield list and memory side by side."""
        with Horizontal(id="room"):
            yield memory_list(self._load_rows, palace_app(self).say, empty=self._empty, widget_id="memories")
            yield MemoryPane()

    def _empty(self) -> str:
        """Return what stands in a list without memories."""
        raise NotImplementedError

    @property
    def rows(self) -> RowList[MemoryRow]:
        """The list."""
        return self.query_one("#memories", RowList)

    @property
    def shown_memory(self) -> MemoryView | None:
        """The memory in the pane, if it is the one under the cursor."""
        view = self.query_one(MemoryPane).view
        return view if view is not None and view.memory.id == self.rows.row_id else None

    def on_mount(self) -> None:
        """Stand in the list."""
        self.rows.focus()

    async def _load_rows(self, ids: Sequence[int]) -> Mapping[int, MemoryRow]:
        def read(palace: Palace, surroundings: Surroundings) -> Mapping[int, MemoryRow]:
            memories = palace.memories(ids)
            return memory_rows(memories, weights_of(palace, memories, surroundings))

        return await palace_app(self).gateway.read(read)

    @on(RowList.Highlighted, "#memories")
    def _look_at(self, message: RowList.Highlighted) -> None:
        self.read_memory(message.row_id)

    @work(exclusive=True, group="memory", exit_on_error=False)
    async def read_memory(self, memory_id: int | None) -> None:
        """Read the memory for the pane."""
        pane = self.query_one(MemoryPane)
        if memory_id is None:
            pane.show_memory(None)
            self.refresh_frame()
            return

        def read(palace: Palace, surroundings: Surroundings) -> MemoryView:
            return memory_view(palace, memory_id, surroundings)

        try:
            view = await palace_app(self).gateway.read(read, caller="pane")
        except NotFound:
            view = None
        except PalaceError as error:
            palace_app(self).report(error)
            return
        pane.show_memory(view)
        self.refresh_frame()

    # Walking

    @on(RowList.Opened, "#memories")
    def _open(self, message: RowList.Opened) -> None:
        if self.query_one(MemoryPane).display:
            self.query_one(MemoryPane).focus()
        else:
            self._go_to_memory(message.row_id)

    @on(MemoryPane.LeftForList)
    def _back_to_list(self) -> None:
        self.rows.focus()

    @on(MemoryPane.Followed)
    def _follow(self, message: MemoryPane.Followed) -> None:
        self._go_to_memory(message.memory_id)

    def _go_to_memory(self, memory_id: int) -> None:
        from palace.tui.screens.memory import MemoryScreen

        self.app.push_screen(MemoryScreen(memory_id))

    def do_room_other_pane(self) -> None:
        """Go between list and memory."""
        pane = self.query_one(MemoryPane)
        if not pane.display:
            self.rows.do_list_open()
        elif pane.has_focus:
            self.rows.focus()
        else:
            pane.focus()

    def do_room_leave(self) -> None:
        """From the memory to the list, from the list out of the room."""
        if self.query_one(MemoryPane).has_focus:
            self.rows.focus()
        else:
            self.dismiss(None)
