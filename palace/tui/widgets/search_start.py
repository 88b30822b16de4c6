"""What an empty search shows: the saved searches and what was asked lately, to be chosen, and how to ask."""

from collections.abc import Sequence

from palace.domain.saved_search import SavedSearch
from palace.tui.acting import palace_app
from palace.tui.presenters.lines import Line
from palace.tui.presenters.search_start import start_lines
from palace.tui.widgets.line_view import LineView


class SearchStart(LineView):
    """Searches to choose from with the arrows, the box keeping the keys; none is chosen at first."""

    def __init__(self) -> None:
        super().__init__(self._made, widget_id="start")
        self._saved: Sequence[SavedSearch] = ()
        self._recent: Sequence[str] = ()
        self._candidates_waiting = 0
        self._chosen: int | None = None

    @property
    def recent(self) -> Sequence[str]:
        """What was asked lately, newest first."""
        return self._recent

    @property
    def question(self) -> str | None:
        """What the chosen search asks."""
        if self._chosen is None:
            return None
        return [*(search.question for search in self._saved), *self._recent][self._chosen]

    @property
    def saved(self) -> SavedSearch | None:
        """The chosen search, where it is a saved one."""
        return (
            self._saved[self._chosen]
            if self._chosen is not None and self._chosen < len(self._saved)
            else None
        )

    def tell(self, saved: Sequence[SavedSearch], recent: Sequence[str], candidates_waiting: int) -> None:
        """Show these; what was chosen stays chosen where it still is in its place."""
        self._saved, self._recent, self._candidates_waiting = saved, recent, candidates_waiting
        if self._chosen is not None and self._chosen >= len(saved) + len(recent):
            self._chosen = None
        self.retell()

    def walk(self, step: int) -> None:
        """Choose the next or the previous; before the first none is chosen."""
        count = len(self._saved) + len(self._recent)
        place = (-1 if self._chosen is None else self._chosen) + step
        self._chosen = None if place < 0 or not count else min(place, count - 1)
        self.retell()
        self.scroll_to(y=max(0, self._line_of_chosen() - self.size.height + 2), animate=False)

    def leave(self) -> None:
        """Choose none."""
        self._chosen = None
        self.retell()

    def _line_of_chosen(self) -> int:
        if self._chosen is None:
            return 0
        headings = 1 + (2 if self._saved and self._chosen >= len(self._saved) else 0)
        return headings + self._chosen

    def _made(self, cells: int) -> Sequence[Line]:
        say = palace_app(self).say
        return start_lines(self._saved, self._recent, self._chosen, self._candidates_waiting, say, cells)
