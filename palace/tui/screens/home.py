"""The floor plan of the palace, what is hot in each room, and what waits for the person."""

from collections.abc import Iterable
from typing import ClassVar

from textual import on, work
from textual.widget import Widget

from palace.domain.errors import PalaceError
from palace.services.browsing import FloorPlan, floor_plan
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.actions import Context
from palace.tui.screens.frame import PalaceScreen
from palace.tui.widgets.floor_plan import FloorPlanView
from palace.tui.widgets.one_line import TitleLine
from palace.tui.widgets.waiting_line import WaitingLine


class HomeScreen(PalaceScreen):
    """The first screen. Arrow keys walk from room to room, Enter or 1 to 6 step in."""

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.HOME,)

    def compose_body(self) -> Iterable[Widget]:
        """Return the title, the plan and what waits."""
        yield TitleLine(self._title, self._owner, self._numbers)
        yield FloorPlanView()
        yield WaitingLine()

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
            return floor_plan(palace, surroundings)

        try:
            plan = await palace_app(self).gateway.read(read, caller="home")
        except PalaceError as error:
            palace_app(self).report(error)
            return
        self.query_one(FloorPlanView).plan = plan
        self.query_one(WaitingLine).waiting = plan.waiting
        self.query_one(TitleLine).refresh()

    @on(FloorPlanView.Entered)
    def _step_in(self, message: FloorPlanView.Entered) -> None:
        from palace.tui.screens.room import RoomScreen

        self.app.push_screen(RoomScreen(message.wing))

    def _title(self) -> str:
        return palace_app(self).say("tui.home.title")

    def _owner(self) -> str:
        return palace_app(self).palace_name

    def _numbers(self) -> str:
        plan = self.plan
        if plan is None:
            return ""
        say = palace_app(self).say
        return say("tui.home.numbers", memories=f"{plan.memories:,}", new=f"{plan.new_today:,}")
