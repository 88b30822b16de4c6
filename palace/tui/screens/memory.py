"""One memory on a screen of its own: where links, jumps and small terminals lead."""

from collections.abc import Iterable
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.widget import Widget

from palace.domain.errors import NotFound, PalaceError
from palace.services.browsing import MemoryView, memory_view
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.text.display import one_line
from palace.tui.acting import palace_app
from palace.tui.actions import Context, bindings_in
from palace.tui.messages import PalaceChanged
from palace.tui.screens.tending import TendingScreen
from palace.tui.widgets.memory_pane import MemoryPane
from palace.tui.widgets.one_line import TitleLine


class MemoryScreen(TendingScreen):
    """Shows a memory and carries the same verbs as a room; Escape leads back to where one came from."""

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.MEMORY, Context.TENDING)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.TENDING)]

    def __init__(self, memory_id: int) -> None:
        super().__init__()
        self.memory_id = memory_id
        self._gone = False

    def compose_body(self) -> Iterable[Widget]:
        """Return the title and the pane."""
        yield TitleLine(self._title, self._details, str)
        yield MemoryPane()

    @property
    def shown_memory(self) -> MemoryView | None:
        """The memory."""
        return self.query_one(MemoryPane).view

    def on_mount(self) -> None:
        """Stand in the memory."""
        self.query_one(MemoryPane).focus()

    def matters(self, news: PalaceChanged) -> bool:
        """Only what touches this memory matters, and what somebody else did."""
        ids = news.changes.memory_ids
        return news.foreign or not ids or self.memory_id in ids

    def look(self) -> None:
        """Read the memory."""
        self._read()

    @work(exclusive=True, group="memory", exit_on_error=False)
    async def _read(self) -> None:
        def read(palace: Palace, surroundings: Surroundings) -> MemoryView:
            return memory_view(palace, self.memory_id, surroundings)

        app = palace_app(self)
        try:
            view = await app.gateway.read(read)
        except NotFound as error:
            app.report(error)
            self.query_one(MemoryPane).show_memory(None)
            return
        except PalaceError as error:
            app.report(error)
            return
        self.query_one(MemoryPane).show_memory(view)
        self.query_one(TitleLine).refresh()
        self.refresh_frame()

    @on(MemoryPane.Followed)
    def _follow(self, message: MemoryPane.Followed) -> None:
        if message.memory_id != self.memory_id:
            self.app.push_screen(MemoryScreen(message.memory_id))

    @on(MemoryPane.LeftForList)
    def _leave(self) -> None:
        self.dismiss(None)

    def do_room_leave(self) -> None:
        """Back to where one came from."""
        self.dismiss(None)

    def _title(self) -> str:
        return f"#{self.memory_id}"

    def _details(self) -> str:
        view = self.shown_memory
        return "" if view is None else one_line(view.memory.text, max(8, self.size.width - 12))
