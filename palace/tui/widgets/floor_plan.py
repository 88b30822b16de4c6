"""The floor plan that a person walks through with the arrow keys."""

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from palace.domain.vocabulary import Wing
from palace.services.browsing import FloorPlan
from palace.tui.acting import Acting, palace_app
from palace.tui.actions import Context, bindings_in
from palace.tui.presenters.floor_plan import (
    Arrangement,
    neighbour,
    room_at,
)
from palace.tui.presenters.home_page import MARGIN, plan_arranged, rooms_and_scores
from palace.tui.presenters.lines import EMPTY, Line
from palace.tui.widgets.tones import drawn


class FloorPlanView(Acting, Widget, can_focus=True):
    """Six rooms. The person stands in `wing`; stepping in is a message."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.HOME)]

    wing: reactive[Wing] = reactive(Wing.IDENTITY)
    plan: reactive[FloorPlan | None] = reactive(None)

    def __init__(self, plan: FloorPlan | None = None) -> None:
        super().__init__()
        self.set_reactive(FloorPlanView.plan, plan)
        self._laid_out_for: tuple[object, ...] = ()
        self._laid_out: list[Line] = []

    @dataclass
    class Entered(Message):
        """The person steps into a room."""

        wing: Wing

    @property
    def arranged(self) -> Arrangement:
        """How the rooms stand at the present size."""
        inner = self.size.width - 2 * MARGIN
        return plan_arranged(self.plan, inner, self.size.height, palace_app(self).say)

    def render_line(self, y: int) -> Strip:
        """Return one line of the plan."""
        width = self.size.width
        lines = self._lines()
        line: Line = lines[y] if y < len(lines) else EMPTY
        strip = drawn(self, line, width - MARGIN, self.rich_style)
        return Strip([Segment(" " * MARGIN, self.rich_style), *strip]).adjust_cell_length(width)

    def _lines(self) -> list[Line]:
        """Return the lines of the plan, laid out once for all that are drawn in one go."""
        app = palace_app(self)
        cells, arranged = self.size.width - 2 * MARGIN, self.arranged
        lines = self.size.height
        laid_out_for = (self.plan, cells, lines, arranged, self.wing, app.catalog)
        if self._laid_out_for != laid_out_for:
            self._laid_out_for = laid_out_for
            self._laid_out = rooms_and_scores(self.plan, cells, lines, arranged, self.wing, app.say)
        return self._laid_out

    def on_click(self, event: events.Click) -> None:
        """Stand in the room that was clicked; a double click steps in."""
        wing = room_at(event.x - MARGIN, event.y, self.size.width - 2 * MARGIN, self.arranged)
        if wing is not None:
            self.wing = wing
            if event.chain > 1:
                self.post_message(self.Entered(wing))

    def _walk(self, across: int, down: int) -> None:
        self.wing = neighbour(self.wing, across, down, self.arranged.columns)

    def do_home_left(self) -> None:
        """To the room on the left."""
        self._walk(-1, 0)

    def do_home_right(self) -> None:
        """To the room on the right."""
        self._walk(1, 0)

    def do_home_up(self) -> None:
        """To the room above."""
        self._walk(0, -1)

    def do_home_down(self) -> None:
        """To the room below."""
        self._walk(0, 1)

    def do_home_enter(self) -> None:
        """Step into the room."""
        self.post_message(self.Entered(self.wing))

    def _enter(self, place: int) -> None:
        self.wing = tuple(Wing)[place - 1]
        self.post_message(self.Entered(self.wing))

    def do_home_wing_1(self) -> None:
        """Step into the first room."""
        self._enter(1)

    def do_home_wing_2(self) -> None:
        """Step into the second room."""
        self._enter(2)

    def do_home_wing_3(self) -> None:
        """Step into the third room."""
        self._enter(3)

    def do_home_wing_4(self) -> None:
        """Step into the fourth room."""
        self._enter(4)

    def do_home_wing_5(self) -> None:
        """Step into the fifth room."""
        self._enter(5)

    def do_home_wing_6(self) -> None:
        """Step into the sixth room."""
        self._enter(6)
