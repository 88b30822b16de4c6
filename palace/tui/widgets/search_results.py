"""The hits of a search as a list, each with its similarity and the words that were found in it."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from textual import events

from palace.services.search import Hit
from palace.text.query_terms import Term
from palace.tui.acting import palace_app
from palace.tui.presenters.lines import Line
from palace.tui.presenters.search_words import Divider, HitRow, divider_line, hit_line, hit_row
from palace.tui.widgets.row_list import RowList

DIVIDER = -1
"""Stands in the place of an id where the weak hits begin; no memory has it, and the cursor passes over it."""


class SearchResults(RowList[HitRow | Divider]):
    """Shows the hits that it is given, the close ones first; a row is made when it is first looked at."""

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
        self._rows = OrderedDict((hit.memory.id, self._row(hit)) for hit in first)
        self._rows[DIVIDER] = Divider()
        self._stale.clear()
        close = [hit.memory.id for hit in hits if not hit.weak]
        weak = [hit.memory.id for hit in hits if hit.weak]
        divider = [DIVIDER] if close and weak else []
        self.show(close + divider + weak, at=None if stay or not hits else hits[0].memory.id)
        if self.row_id == DIVIDER:
            self.cursor -= 1

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor on a hit."""
        cursor = super().validate_cursor(cursor)
        if cursor < len(self.ids) and self.ids[cursor] == DIVIDER:
            return cursor + 1 if cursor > self.cursor else cursor - 1
        return cursor

    def _row(self, hit: Hit) -> HitRow:
        return hit_row(hit, self._terms, self.app.size.width)

    def on_resize(self, event: events.Resize) -> None:
        """Cut the texts anew for the new width."""
        self.forget()

    async def _make(self, ids: Sequence[int]) -> Mapping[int, HitRow | Divider]:
        rows: dict[int, HitRow | Divider] = {DIVIDER: Divider()} if DIVIDER in ids else {}
        rows.update((row_id, self._row(self._hits[row_id])) for row_id in ids if row_id in self._hits)
        return rows

    def _line(self, row: HitRow | Divider, cells: int, marked: bool) -> Line:
        say = palace_app(self).say
        return divider_line(say, cells) if isinstance(row, Divider) else hit_line(row, cells, say)
