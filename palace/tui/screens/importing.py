"""What shall come in from files: first shown, then taken in, with one undo."""

from asyncio import to_thread
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from palace.domain.errors import PalaceError
from palace.services.importing import ImportReport, apply_import, plan_import
from palace.services.ports import Palace
from palace.services.readings import FileReading
from palace.services.remembering import Outcome
from palace.services.surroundings import Surroundings
from palace.text.display import one_line
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Action, Context, bindings_in
from palace.tui.file_doors import FileProgress, ImportStopped
from palace.tui.messages import PalaceChanged
from palace.tui.presenters.import_rows import ImportRow, import_row_line, import_rows
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import Line
from palace.tui.screens.frame import PalaceScreen
from palace.tui.widgets.one_line import TitleLine
from palace.tui.widgets.row_list import RowList
from palace.tui.widgets.writing import LONGEST_LINE, LineBox

TOLD_EVERY = 0.25
"""Seconds between two looks at how far it is."""


class ImportScreen(PalaceScreen):
    """A path, the report of what would come in, and one key that takes it in."""

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.IMPORT,)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.IMPORT)]

    def __init__(self) -> None:
        super().__init__()
        self._readings: list[FileReading] = []
        self._report: ImportReport | None = None
        self._rows: list[ImportRow] = []
        self._progress: FileProgress | None = None
        self._looking: Timer | None = None

    def compose_body(self) -> Iterable[Widget]:
        """Return the title, the field and the report."""
        say = palace_app(self).say
        yield TitleLine(lambda: say("tui.import.title"), self._details, self._numbers)
        yield LineBox(placeholder=say("tui.import.path"), max_length=LONGEST_LINE, id="import-path")
        yield RowList(self._load, self._draw, empty=lambda: say("tui.import.nothing_yet"), widget_id="report")

    @property
    def rows(self) -> RowList[ImportRow]:
        """The report."""
        return self.query_one("#report", RowList)

    def on_mount(self) -> None:
        """Let the person type a path at once."""
        self.query_one(Input).focus()
        self._looking = self.set_interval(TOLD_EVERY, self.query_one(TitleLine).refresh, pause=True)

    def matters(self, news: PalaceChanged) -> bool:
        """The report says how things stood when it was made."""
        return False

    def retell(self) -> None:
        """Say the report in another language."""
        self.query_one(Input).placeholder = palace_app(self).say("tui.import.path")
        self.rows.refresh()

    def why_not(self, action: Action) -> str | None:
        """Nothing is taken in before it was shown."""
        if action.id != "import.apply":
            return None
        app = palace_app(self)
        if self._progress is not None:
            return app.say("tui.import.busy")
        if self._report is None or self._report.applied:
            return app.say("tui.import.show_first")
        return None

    # Showing and taking in

    @on(Input.Submitted, "#import-path")
    def _named(self, message: Input.Submitted) -> None:
        if message.value.strip():
            self._plan(message.value.strip())

    @work(exclusive=True, group="import", exit_on_error=False)
    async def _plan(self, named: str) -> None:
        app = palace_app(self)
        progress = self._begin()
        self._show(None)
        try:
            readings = await to_thread(lambda: list(progress.watched(app.doors.files.read(named))))

            def plan(palace: Palace, around: Surroundings) -> ImportReport:
                return plan_import(palace, progress.watched(readings), around)

            report = await app.gateway.read(plan)
        except ImportStopped:
            app.status(app.say("tui.import.stopped"), tone="warning")
        except PalaceError as error:
            app.report(error)
        else:
            self._readings = readings
            self._show(report)
            self.rows.focus()
            key = key_word(app.first_key(ACTIONS["import.apply"]))
            app.status(app.say("tui.import.planned", press=key))
        finally:
            self._end()

    def do_import_apply(self) -> None:
        """Take in what is shown."""
        self._apply()

    @work(exclusive=True, group="import", exit_on_error=False)
    async def _apply(self) -> None:
        app = palace_app(self)
        progress = self._begin()

        def take_in(palace: Palace, around: Surroundings) -> ImportReport:
            done = apply_import(palace, progress.watched(self._readings), around, app.gateway.actor)
            app.doors.files.remember(palace, self._readings)
            return done

        try:
            report = await app.gateway.write(take_in)
        except ImportStopped:
            app.status(app.say("tui.import.stopped"), tone="warning")
        except PalaceError as error:
            app.report(error)
        else:
            self._show(report)
            key = key_word(app.first_key(ACTIONS["app.undo"]))
            app.status(app.say("tui.import.applied", new=report.count(Outcome.NEW), press=key), tone="done")
        finally:
            self._end()

    def do_import_leave(self) -> None:
        """Stop what is going on; where nothing is, leave."""
        if self._progress is not None:
            self._progress.stop()
        else:
            self.dismiss(None)

    def do_import_other_part(self) -> None:
        """Go from the field to the report, and back."""
        field = self.query_one(Input)
        (self.rows if field.has_focus else field).focus()

    def _begin(self) -> FileProgress:
        self._progress = FileProgress()
        if self._looking is not None:
            self._looking.resume()
        return self._progress

    def _end(self) -> None:
        self._progress = None
        if self._looking is not None:
            self._looking.pause()
        self.query_one(TitleLine).refresh()
        self.refresh_frame()

    # Drawing

    def _show(self, report: ImportReport | None) -> None:
        self._report = report
        self._rows = [] if report is None else import_rows(report)
        self.rows.forget()
        self.rows.show(range(len(self._rows)))
        self.query_one(TitleLine).refresh()

    async def _load(self, ids: Sequence[int]) -> Mapping[int, ImportRow]:
        return {place: self._rows[place] for place in ids if place < len(self._rows)}

    def _draw(self, row: ImportRow, cells: int, marked: bool) -> Line:
        app = palace_app(self)
        return import_row_line(row, cells, app.say, app.catalog)

    def _details(self) -> str:
        app = palace_app(self)
        if self._progress is None:
            return ""
        key = key_word(app.first_key(ACTIONS["import.leave"]))
        told = app.say(
            "tui.import.going_on",
            files=f"{self._progress.files:,}",
            statements=f"{self._progress.statements:,}",
            press=key,
        )
        return one_line(told, max(8, self.size.width - 20))

    def _numbers(self) -> str:
        report = self._report
        if report is None:
            return ""
        return palace_app(self).say(
            "tui.import.numbers",
            new=report.count(Outcome.NEW),
            again=report.count(Outcome.SEEN_AGAIN),
            known=report.count(Outcome.KNOWN),
            barred=report.count(Outcome.SUPPRESSED),
            flagged=report.flagged,
        )
