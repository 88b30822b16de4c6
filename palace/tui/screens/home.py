"""The floor plan of the palace, what is hot in each room, and what waits for the person."""

from collections.abc import Iterable
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.widget import Widget

from palace.domain.errors import PalaceError
from palace.services.browsing import FloorPlan, floor_plan
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Context, bindings_in
from palace.tui.presenters.frame_lines import waiting_line
from palace.tui.presenters.home_page import TITLES_READ, numbers_in_words, scores_in_title
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import Line
from palace.tui.screens.frame import PalaceScreen
from palace.tui.widgets.floor_plan import FloorPlanView
from palace.tui.widgets.one_line import OneLine, TitleLine


class HomeScreen(PalaceScreen):
    """The first screen. Arrow keys walk from room to room, Enter or 1 to 6 step in."""

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.HOME,)
    TELLS_KEPT_HEALTH: ClassVar[bool] = True
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.HOME)]

    def compose_body(self) -> Iterable[Widget]:
        """Return the title, the plan and what waits."""
        yield TitleLine(self._title, self._owner, self._numbers, self._scores)
        yield FloorPlanView(palace_app(self).first_plan)
        yield OneLine(self._waiting, widget_id="waiting")

    @property
    def plan(self) -> FloorPlan | None:
        """The plan that is shown; None before it was read."""
        return self.query_one(FloorPlanView).plan

    def look(self) -> None:
        """Read the plan."""
        self._read_plan()

    @work(exclusive=True, group="plan", exit_on_error=False)
    async def _read_plan(self) -> None:
        def read(palace: Palace, surroundings: Surroundings) -> FloorPlan:
            return floor_plan(palace, surroundings, TITLES_READ)

        try:
            plan = await palace_app(self).gateway.read(read, caller="home")
        except PalaceError as error:
            palace_app(self).report(error)
            return
        self.query_one(FloorPlanView).plan = plan
        for line in self.query(OneLine):
            line.refresh()

    @on(FloorPlanView.Entered)
    def _step_in(self, message: FloorPlanView.Entered) -> None:
        from palace.tui.screens.room import RoomScreen

        self.app.push_screen(RoomScreen(message.wing))

    def do_app_import(self) -> None:
        """Show what would come in from files."""
        palace_app(self).do_app_import()

    def do_app_export(self) -> None:
        """Write what the palace knows into a file."""
        palace_app(self).do_app_export()

    def _waiting(self, width: int) -> Line:
        app = palace_app(self)
        waiting = None if self.plan is None else self.plan.waiting
        return waiting_line(waiting, key_word(app.first_key(ACTIONS["go.review"])), app.say, width)

    def _title(self) -> str:
        return palace_app(self).say("tui.home.title")

    def _owner(self) -> str:
        return palace_app(self).palace_name

    def _scores(self, width: int) -> Line:
        return scores_in_title(self.plan, palace_app(self).say, width)

    def _numbers(self) -> str:
        plan = self.plan
        if plan is None:
            return ""
        return numbers_in_words(plan, palace_app(self).say)
