"""The list of a room, of search results, of anything that is memories."""

from collections.abc import Callable

from palace.tui.presenters.lines import Line, Say
from palace.tui.presenters.memory_rows import MemoryRow, memory_line
from palace.tui.widgets.row_list import LoadRows, RowList

MemoryList = RowList[MemoryRow]


def memory_list(
    load: LoadRows[MemoryRow], say: Say, *, empty: Callable[[], str], widget_id: str | None = None
) -> MemoryList:
    """Return a virtual list of memories whose rows `load` reads."""

    def draw(row: MemoryRow, width: int, marked: bool) -> Line:
        return memory_line(row, width, say, marked=marked)

    return RowList(load, draw, empty=empty, widget_id=widget_id)
