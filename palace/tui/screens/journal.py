"""The journal of decisions, newest first, each with its undo."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.widget import Widget

from palace.domain.errors import PalaceError
from palace.domain.journal import Decision
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.actions import Action, Context, bindings_in
from palace.tui.presenters.journal_rows import journal_line
from palace.tui.presenters.lines import Line
from palace.tui.screens.frame import PalaceScreen
from palace.tui.showing_decisions import show_decision
from palace.tui.widgets.one_line import TitleLine
from palace.tui.widgets.row_list import RowList


class JournalScreen(PalaceScreen):
    """Enter shows a decision, `t` takes the one under the cursor back."""

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.JOURNAL,)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.JOURNAL)]

    def compose_body(self) -> Iterable[Widget]:
        """Return the title and the list."""
        say = palace_app(self).say
        yield TitleLine(lambda: say("tui.journal.title"), lambda: say("tui.journal.details"), self._numbers)
        yield RowList(self._load, self._draw, empty=lambda: say("tui.journal.empty"), widget_id="journal")

    @property
    def journal(self) -> RowList[Decision]:
        """The list of decisions."""
        return self.query_one("#journal", RowList)

    def on_mount(self) -> None:
        """Stand in the journal."""
        self.journal.focus()

    def look(self) -> None:
        """Read how long the journal is."""
        self._read()

    @work(exclusive=True, group="journal", exit_on_error=False)
    async def _read(self) -> None:
        def read(palace: Palace, surroundings: Surroundings) -> int:
            newest = palace.decisions(limit=1)
            return newest[0].id if newest else 0

        try:
            newest = await palace_app(self).gateway.read(read, caller="journal")
        except PalaceError as error:
            palace_app(self).report(error)
            return
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

    def do_mode_leave(self) -> None:
        """Back to the figure that led here, else to the floor plan."""
        palace_app(self).go_back()

    @on(RowList.Opened, "#journal")
    def _show(self, message: RowList.Opened) -> None:
        if self.journal.row is not None:
            show_decision(palace_app(self), self.journal.row)
