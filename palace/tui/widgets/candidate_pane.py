"""One candidate to decide about: its text, its place, its evidence, what is missing, what is near."""

from collections.abc import Sequence
from dataclasses import replace

from palace.services.candidate_queue import CandidateView
from palace.tui.presenters.candidate_sheet import Near, Sheet, sheet_lines
from palace.tui.presenters.lines import Line
from palace.tui.widgets.line_view import LineView, MakeLines

LONG = 20_000
"""Characters from which on a text shown whole is laid out beside the event loop, not in it."""

TEXT_LINES, TEXT_LINES_LOW = 8, 3
LOW = 20
"""Below so many lines of screen fewer lines of the text are shown at first."""


class CandidatePane(LineView):
    """Shows a candidate in short, or whole with every sighting and all of its text."""

    def show_candidate(
        self, view: CandidateView, near: Near, sheet: Sheet, *, keep_place: bool = False
    ) -> None:
        """Show a candidate as the sheet says; the sheet's width is taken from the pane."""
        self.show(_maker(view, near, sheet), keep_place=keep_place)

    async def show_whole(self, view: CandidateView, near: Near, sheet: Sheet) -> None:
        """Show all of a candidate; a very long text is laid out in a thread before it is shown."""
        make = _maker(view, near, sheet)
        if len(view.candidate.text) < LONG:
            self.show(make)
        else:
            await self.show_beside(make)

    def text_lines(self) -> int:
        """Return how many lines of a text stand in the pane at first."""
        return TEXT_LINES_LOW if self.screen.size.height < LOW else TEXT_LINES


def _maker(view: CandidateView, near: Near, sheet: Sheet) -> MakeLines:
    def make(cells: int) -> Sequence[Line]:
        return sheet_lines(view, near, replace(sheet, cells=max(8, cells)))

    return make
