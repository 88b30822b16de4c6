"""How the palace is doing, in counts, and the journal of decisions, each with its undo."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.widget import Widget

from palace.domain.errors import PalaceError
from palace.domain.journal import Decision, Subject
from palace.services.overview import Overview, overview
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.text.display import displayable
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Action, Context, bindings_in
from palace.tui.messages import Meaning, MeaningChanged
from palace.tui.presenters.health_words import health_lines
from palace.tui.presenters.journal_rows import journal_line
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import EMPTY, Line, Tone, wrapped_lines
from palace.tui.screens.dialogs import ReadingDialog
from palace.tui.screens.frame import PalaceScreen
from palace.tui.widgets.line_view import LineView
from palace.tui.widgets.one_line import TitleLine
from palace.tui.widgets.row_list import RowList


class HealthScreen(PalaceScreen):
    """Counts above, the journal below; Enter shows a decision, `t` takes the one under the cursor back."""

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.JOURNAL,)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.JOURNAL)]

    def __init__(self) -> None:
        super().__init__()
        self._overview: Overview | None = None

    def compose_body(self) -> Iterable[Widget]:
        """Return the counts and the journal."""
        say = palace_app(self).say
        yield TitleLine(lambda: say("tui.health.title"), str, str)
        yield LineView(self._counts, widget_id="counts")
        yield TitleLine(lambda: say("tui.journal.title"), lambda: say("tui.journal.details"), self._numbers)
        yield RowList(self._load, self._draw, empty=lambda: say("tui.journal.empty"), widget_id="journal")

    @property
    def journal(self) -> RowList[Decision]:
        """The list of decisions."""
        return self.query_one("#journal", RowList)

    def on_mount(self) -> None:
        """Stand in the journal."""
        self.journal.focus()

    def retell(self) -> None:
        """Say the counts in another language."""
        self.query_one("#counts", LineView).retell()

    def meaning_changed(self, news: MeaningChanged) -> None:
        """Say anew how search by meaning stands."""
        self.query_one("#counts", LineView).retell()

    def look(self) -> None:
        """Read the counts and how long the journal is."""
        self._read()

    @work(exclusive=True, group="health", exit_on_error=False)
    async def _read(self) -> None:
        def read(palace: Palace, surroundings: Surroundings) -> tuple[Overview, int]:
            newest = palace.decisions(limit=1)
            return overview(palace, surroundings), newest[0].id if newest else 0

        try:
            self._overview, newest = await palace_app(self).gateway.read(read, caller="health")
        except PalaceError as error:
            palace_app(self).report(error)
            return
        self.query_one("#counts", LineView).retell()
        at_top = self.journal.cursor == 0
        self.journal.forget()
        self.journal.show(range(newest, 0, -1), at=newest if at_top else None)
        for title in self.query(TitleLine):
            title.refresh()

    async def _load(self, ids: Sequence[int]) -> Mapping[int, Decision]:
        first, last = max(ids), min(ids)

        def read(palace: Palace, surroundings: Surroundings) -> Mapping[int, Decision]:
            found = palace.decisions(before_id=first + 1, limit=first - last + 1)
            return {decision.id: decision for decision in found}

        return await palace_app(self).gateway.read(read)

    def _draw(self, decision: Decision, cells: int, marked: bool) -> Line:
        app = palace_app(self)
        return journal_line(decision, cells, app.gateway.surroundings.zone, app.say)

    def _counts(self, cells: int) -> Sequence[Line]:
        app = palace_app(self)
        news = app.gateway.meaning
        if news.meaning is Meaning.ABSENT and news.reason is not None:
            vectors = app.explain(news.reason)
        else:
            vectors = app.say(f"tui.health.meaning.{news.meaning}")
        press = key_word(app.first_key(ACTIONS["pairs.find_all"]))
        return [
            ((" ", Tone.PLAIN), *line)
            for line in health_lines(self._overview, vectors, app.say, cells - 2, press)
        ]

    def _numbers(self) -> str:
        return palace_app(self).say("tui.journal.count", count=f"{len(self.journal.ids):,}")

    def why_not(self, action: Action) -> str | None:
        """Say why a decision cannot be taken back."""
        if action.id != "journal.take_back":
            return None
        decision, say = self.journal.row, palace_app(self).say
        if decision is None:
            return say("tui.journal.empty")
        if decision.undone_by is not None:
            return say("tui.journal.undone_already", id=decision.undone_by)
        return None

    def do_journal_take_back(self) -> None:
        """Take the decision under the cursor back."""
        if self.journal.row_id is not None:
            palace_app(self).take_back(self.journal.row_id)

    @on(RowList.Opened, "#journal")
    def _show(self, message: RowList.Opened) -> None:
        decision = self.journal.row
        if decision is None:
            return
        app = palace_app(self)
        if decision.subject is Subject.MEMORY:
            app.open_memory(decision.subject_id)
            return
        zone = app.gateway.surroundings.zone

        def lines(cells: int) -> Sequence[Line]:
            head = journal_line(decision, cells, zone, app.say)
            text = displayable(decision.summary, keep_newlines=True)
            return [head, EMPTY, *wrapped_lines(text, cells, Tone.STRONG)]

        app.push_screen(ReadingDialog(app.say("tui.journal.decision", id=decision.id), lines))
