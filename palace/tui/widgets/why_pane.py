"""Why a memory was found: the words it shares, how near it is, its ranks, its weight and the parts of it."""

from collections.abc import Sequence

from palace.services.search import Hit, Mode
from palace.text.query_terms import Term
from palace.tui.acting import palace_app
from palace.tui.presenters.lines import Line
from palace.tui.presenters.moments import day
from palace.tui.presenters.search_words import why_lines
from palace.tui.widgets.line_view import LineView


class WhyPane(LineView):
    """Explains one hit, or is empty."""

    def explain(self, hit: Hit | None, terms: Sequence[Term], mode: Mode) -> None:
        """Explain a hit of an answer of this mode."""
        if hit is None:
            self.show(lambda cells: ())
            return
        app = palace_app(self)
        recorded = day(hit.memory.recorded_at, app.gateway.surroundings.zone)

        def make(cells: int) -> Sequence[Line]:
            return why_lines(hit, terms, mode, app.say, recorded, cells)

        self.show(make)
