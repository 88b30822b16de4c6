"""What happened, day by day, told by the clock of the world or by that of the palace."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.widget import Widget

from palace.domain.errors import InvalidInput, PalaceError
from palace.domain.journal import Decision
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.services.timeline import Days, entries_of, memories_of, named_span, today_of
from palace.services.timeline_ports import By, Happening
from palace.text.display import one_line
from palace.tui.acting import palace_app
from palace.tui.actions import Context, bindings_in
from palace.tui.presenters.lines import Line
from palace.tui.presenters.timeline_rows import DayRows, TimelineRow, day_line, entry_line, rows_of_span
from palace.tui.screens.dialogs import LineDialog
from palace.tui.screens.frame import PalaceScreen
from palace.tui.showing_decisions import show_decision
from palace.tui.widgets.one_line import TitleLine
from palace.tui.widgets.row_list import RowList


class TimelineScreen(PalaceScreen):
    """Opens at today; Enter opens a memory, a decision, or all that is of a day."""

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.TIMELINE,)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.TIMELINE)]

    def __init__(self, by: By = By.VALID) -> None:
        super().__init__()
        self.by = by
        self._rows = DayRows({})
        self._standing: tuple[date, int] | None = None

    def compose_body(self) -> Iterable[Widget]:
        """Return the title and the days."""
        say = palace_app(self).say
        yield TitleLine(
            lambda: say("timeline.title"), lambda: say(f"timeline.by.{self.by.value}"), self._numbers
        )
        yield RowList(self._load, self._draw, empty=lambda: say("timeline.nothing"), widget_id="days")

    @property
    def rows(self) -> RowList[TimelineRow]:
        """The list of days and what happened on them."""
        return self.query_one("#days", RowList)

    def on_mount(self) -> None:
        """Stand in the list."""
        self.rows.focus()

    def retell(self) -> None:
        """Say the days in another language."""
        self.rows.refresh()

    def look(self) -> None:
        """Count the days anew."""
        self._read()

    @work(exclusive=True, group="timeline", exit_on_error=False)
    async def _read(self) -> None:
        by = self.by

        def read(palace: Palace, around: Surroundings) -> Mapping[date, Mapping[Happening, int]]:
            return {today_of(around): {}, **palace.timeline.counts(by)}

        try:
            counts = await palace_app(self).gateway.read(read, caller="timeline")
        except PalaceError as error:
            palace_app(self).report(error)
            return
        day, offset = self._standing or (self._today, -1)
        self._rows = DayRows(counts)
        self.rows.forget()
        self.rows.show(range(self._rows.total), at=self._rows.row_at(day, offset))
        self.rows.call_after_refresh(self._keep_day_in_sight)
        self.query_one(TitleLine).refresh()

    @property
    def _today(self) -> date:
        return today_of(palace_app(self).gateway.surroundings)

    async def _load(self, ids: Sequence[int]) -> Mapping[int, TimelineRow]:
        by, rows = self.by, self._rows

        def read(palace: Palace, around: Surroundings) -> Mapping[int, TimelineRow]:
            found: dict[int, TimelineRow] = {}
            for span in rows.spans(ids):
                heading = span.offset < 0
                wanted = span.count - (1 if heading else 0)
                entries = entries_of(palace, by, span.day, max(0, span.offset), wanted) if wanted else []
                found |= rows_of_span(span, entries)
            return found

        return await palace_app(self).gateway.read(read)

    def _draw(self, row: TimelineRow, cells: int, marked: bool) -> Line:
        app = palace_app(self)
        if row.entry is None:
            return day_line(row.day, self._rows.counts.get(row.day, {}), self._today, cells, app.say)
        return entry_line(row.entry, cells, app.gateway.surroundings.zone, app.say)

    @on(RowList.Highlighted, "#days")
    def _stand(self, message: RowList.Highlighted) -> None:
        if message.row_id is not None and message.row_id < self._rows.total:
            self._standing = self._rows.day_at(message.row_id), self._rows.offset_at(message.row_id)

    @on(RowList.Opened, "#days")
    def _open(self, message: RowList.Opened) -> None:
        row = self.rows.row
        if row is None:
            return
        if row.entry is None or row.entry.happening is Happening.LOG:
            self._open_day(row.day)
        elif row.entry.happening is Happening.DECIDED:
            self._open_decision(row.entry.subject_id)
        else:
            palace_app(self).open_memory(row.entry.subject_id)

    def _open_day(self, day: date) -> None:
        from palace.tui.screens.listing import ListingScreen

        app, by = palace_app(self), self.by
        app.push_screen(
            ListingScreen(
                lambda: day.isoformat(),
                lambda: app.say(f"timeline.by.{by.value}"),
                lambda palace, around: memories_of(palace, by, day),
            )
        )

    @work(exclusive=True, group="decision", exit_on_error=False)
    async def _open_decision(self, decision_id: int) -> None:
        app = palace_app(self)

        def read(palace: Palace, around: Surroundings) -> list[Decision]:
            return palace.decisions(before_id=decision_id + 1, limit=1)

        try:
            found = await app.gateway.read(read, caller="decision")
        except PalaceError as error:
            app.report(error)
            return
        if found:
            show_decision(app, found[0])

    # Walking

    def do_timeline_leave(self) -> None:
        """Back to where one came from."""
        self.dismiss(None)

    def do_timeline_today(self) -> None:
        """Back to today."""
        self._go_to(Days(self._today, self._today))

    def do_timeline_other_clock(self) -> None:
        """Tell by the other clock, from the day one stands on."""
        self.by = By.RECORDED if self.by is By.VALID else By.VALID
        if self._standing is not None:
            self._standing = self._standing[0], -1
        self.status(palace_app(self).say(f"timeline.by.{self.by.value}"))
        self.look()

    def do_timeline_jump(self) -> None:
        """Ask for a day and go to it."""
        app = palace_app(self)

        def typed(text: str | None) -> None:
            if not text:
                return
            try:
                days = named_span(text, self._today)
            except InvalidInput as error:
                app.report(error)
                return
            self._go_to(days, text)

        app.push_screen(LineDialog(app.say("timeline.jump")), typed)

    def _go_to(self, days: Days, words: str = "") -> None:
        """Go to the first of some days on which anything happened, else to the day nearest to them."""
        day = self._rows.day_among(days, self._today)
        row = None if day is None else self._rows.row_of(day)
        if day is None or row is None:
            return
        self.rows.go_to(row)
        self._keep_day_in_sight()
        self.status("" if days.hold(day) else palace_app(self).say("timeline.jumped", day=_name(days, words)))

    def _keep_day_in_sight(self) -> None:
        """Let the day under the cursor stand near the top, so that what happened on it is seen."""
        self.rows.scroll_to(y=max(0, self.rows.cursor - 2), animate=False, immediate=True)

    def _numbers(self) -> str:
        return palace_app(self).say("timeline.rows", count=f"{len(self._rows.days):,}")


def _name(days: Days, words: str) -> str:
    """Return days as they are told: by their first and last, those without an end by the words for them."""
    if days.endless:
        return one_line(words, 40)
    first = days.first.isoformat()
    return first if days.first == days.last else f"{first} – {days.last.isoformat()}"
