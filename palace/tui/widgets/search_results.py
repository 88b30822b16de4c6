"""The hits of a search as a list, each with its similarity and the words that were found in it."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from textual import events

from palace.services.search import Hit
from palace.text.query_terms import Term
from palace.tui.acting import palace_app
from palace.tui.presenters.lines import Line
from palace.tui.presenters.search_words import HitRow, hit_line, hit_row
from palace.tui.widgets.row_list import RowList


class SearchResults(RowList[HitRow]):
    """Shows the hits that it is given; a row is made when it is first looked at."""

    def __init__(self) -> None:
        super().__init__(self._make, self._line, empty=lambda: "", widget_id="results")
        self._hits: Mapping[int, Hit] = {}
        self._terms: Sequence[Term] = ()

    @property
    def hit(self) -> Hit | None:
        """The hit under the cursor."""
        return None if self.row_id is None else self._hits.get(self.row_id)

    @property
    def terms(self) -> Sequence[Term]:
        """What is marked in the hits."""
        return self._terms

    def show_hits(self, hits: Sequence[Hit], terms: Sequence[Term], *, stay: bool) -> None:
        """Show hits; the cursor stays on its memory (`stay`) or goes to the first."""
        self._hits = {hit.memory.id: hit for hit in hits}
        self._terms = terms
        first = hits[: max(1, self.size.height)]
        self._rows = OrderedDict((row.id, row) for row in (self._row(hit) for hit in first))
        self._stale.clear()
        self.show(self._hits, at=None if stay or not hits else hits[0].memory.id)

    def _row(self, hit: Hit) -> HitRow:
        return hit_row(hit, self._terms, self.app.size.width)

    def on_resize(self, event: events.Resize) -> None:
        """Cut the texts anew for the new width."""
        self.forget()

    async def _make(self, ids: Sequence[int]) -> Mapping[int, HitRow]:
        return {row_id: self._row(self._hits[row_id]) for row_id in ids if row_id in self._hits}

    def _line(self, row: HitRow, cells: int, marked: bool) -> Line:
        return hit_line(row, cells, palace_app(self).say)
