"""How the palace is doing: every figure a row, and behind every row the list that it was counted from."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.containers import Container
from textual.widget import Widget

from palace.domain.errors import PalaceError
from palace.domain.health import HealthLayer
from palace.services.health import Health, health
from palace.services.health_figure import Beside, Figure
from palace.services.health_figures import figures
from palace.services.health_snapshots import keep_snapshot, snapshot_is_due, with_today
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.text.gauges import sparkline
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Context, bindings_in
from palace.tui.figure_doors import step_behind
from palace.tui.messages import Meaning, MeaningChanged
from palace.tui.presenters.figure_rows import explanation_lines, figure_line, fullest_room, label_width
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import Line
from palace.tui.screens.frame import PalaceScreen
from palace.tui.widgets.line_view import LineView
from palace.tui.widgets.one_line import TitleLine
from palace.tui.widgets.row_list import RowList

TREND_IN_TITLE = 7


class HealthScreen(PalaceScreen):
    """The figures, and what the one under the cursor means; Enter opens the list behind it."""

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.HEALTH,)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.HEALTH)]

    def __init__(self) -> None:
        super().__init__()
        self._health: Health | None = None
        self._figures: dict[int, Figure] = {}
        self._places: dict[str, int] = {}
        self._leading: frozenset[int] = frozenset()

    def compose_body(self) -> Iterable[Widget]:
        """Return the title, the figures and what one of them means."""
        say = palace_app(self).say
        yield TitleLine(lambda: say("health.title"), self._meaning, self._numbers)
        yield Container(
            RowList(self._load, self._draw, empty=lambda: say("health.being_counted"), widget_id="figures"),
            LineView(self._explained, widget_id="explained"),
            id="figures-and-meaning",
        )

    @property
    def rows(self) -> RowList[Figure]:
        """The list of figures."""
        return self.query_one("#figures", RowList)

    def on_mount(self) -> None:
        """Stand in the figures."""
        self.rows.focus()

    def retell(self) -> None:
        """Say the figures in another language."""
        self.rows.refresh()
        self._explain()

    def meaning_changed(self, news: MeaningChanged) -> None:
        """Say anew how search by meaning stands."""
        self.query_one(TitleLine).refresh()

    def look(self) -> None:
        """Count anew."""
        self._read()

    @work(exclusive=True, group="health", exit_on_error=False)
    async def _read(self) -> None:
        app = palace_app(self)

        def read(palace: Palace, around: Surroundings) -> tuple[Health, Beside, bool]:
            beside = app.doors.look_beside(palace)
            found = health(palace, around, beside.model_id, beside.logs)
            return with_today(found, around), beside, snapshot_is_due(found, around)

        try:
            found, beside, due = await app.gateway.read(read, caller="health")
        except PalaceError as error:
            app.report(error)
            return
        self._show(found, figures(found, beside, app.gateway.surroundings))
        if due and not app.read_only_because:
            self._keep(found)

    @work(exclusive=True, group="snapshot", exit_on_error=False)
    async def _keep(self, found: Health) -> None:
        app = palace_app(self)
        try:
            await app.gateway.write(lambda palace, around: keep_snapshot(palace, found, around))
        except PalaceError as error:
            app.report(error)

    def _show(self, found: Health, told: Sequence[Figure]) -> None:
        self._health = found
        numbers = [self._places.setdefault(figure.name, len(self._places) + 1) for figure in told]
        self._figures = dict(zip(numbers, told, strict=True))
        sections = [figure.section for figure in told]
        self._leading = frozenset(
            number
            for number, before, section in zip(numbers, [None, *sections], sections, strict=False)
            if section is not before
        )
        self.rows.forget()
        self.rows.show(numbers)
        self.query_one(TitleLine).refresh()
        self._explain()

    async def _load(self, ids: Sequence[int]) -> Mapping[int, Figure]:
        return {number: self._figures[number] for number in ids if number in self._figures}

    def _draw(self, figure: Figure, cells: int, marked: bool) -> Line:
        say = palace_app(self).say
        all_of_them = tuple(self._figures.values())
        return figure_line(
            figure,
            cells,
            say,
            label_cells=label_width(all_of_them, say, cells),
            fullest=fullest_room(all_of_them),
            leads=self._places.get(figure.name) in self._leading,
        )

    @on(RowList.Highlighted, "#figures")
    def _explain(self) -> None:
        self.query_one("#explained", LineView).show(self._explained)

    def _explained(self, cells: int) -> Sequence[Line]:
        number = self.rows.row_id
        return explanation_lines(self._figures.get(number or 0), palace_app(self).say, cells)

    @on(RowList.Opened, "#figures")
    def _step_behind(self, message: RowList.Opened) -> None:
        figure = self._figures.get(message.row_id)
        if figure is not None:
            step_behind(palace_app(self), figure)

    def do_mode_leave(self) -> None:
        """Back to the floor plan."""
        palace_app(self).go_back()

    def _numbers(self) -> str:
        if self._health is None:
            return ""
        return "  ".join(self._score(layer) for layer in HealthLayer)

    def _score(self, layer: HealthLayer) -> str:
        found = self._health
        score = None if found is None else found.layer(layer).score
        trend = () if found is None else found.trend(layer.value)
        drawn = sparkline(trend, TREND_IN_TITLE) if len(trend) > 1 and self.size.width >= 80 else ""
        return f"{layer.value} {'—' if score is None else f'{score:.0f}'}" + (f" {drawn}" if drawn else "")

    def _meaning(self) -> str:
        """Return the alarm that too many memories stand in conflicts, else how search by meaning stands."""
        app, found = palace_app(self), self._health
        if found is not None and found.crowded:
            return app.say(
                "tui.health.crowded",
                count=f"{found.conflicting.counted:,}",
                share=f"{found.conflicting.value or 0:.0%}",
                press=key_word(app.first_key(ACTIONS["pairs.find_all"])),
            )
        news = app.gateway.meaning
        if news.meaning is Meaning.ABSENT and news.reason is not None:
            return app.explain(news.reason)
        return app.say(f"tui.health.meaning.{news.meaning}")
