"""The pane that shows one memory; it is scrolled with the arrows, which stop at links on their way."""

import asyncio
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.strip import Strip

from palace.services.browsing import MemoryView
from palace.text.masking import masked
from palace.tui.acting import Acting, palace_app
from palace.tui.actions import Action, Context, bindings_in
from palace.tui.presenters.lines import EMPTY, Line
from palace.tui.presenters.memory_sheet import MemorySheet, SheetSurroundings, memory_sheet
from palace.tui.widgets.line_view import LineView
from palace.tui.widgets.tones import drawn

LONG = 20_000
"""Characters from which on a text is laid out beside the event loop, not in it."""


class MemoryPane(Acting, LineView, can_focus=True):
    """Shows a memory whole. Following a link is a message."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_in(Context.MEMORY)]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"memory-pane--link"}

    @dataclass
    class Followed(Message):
        """The person follows a link to another memory."""

        memory_id: int

    @dataclass
    class LeftForList(Message):
        """The person wants to go back to what stands beside the pane."""

    def __init__(self) -> None:
        super().__init__(self._sheet_lines)
        self.view: MemoryView | None = None
        self._sheet = MemorySheet()
        self._laid_out: tuple[int, MemorySheet] | None = None
        self._link: int | None = None

    def show_memory(self, view: MemoryView | None) -> None:
        """Show a memory, or nothing. The place in the text is kept when it is the same memory."""
        same = view is not None and self.view is not None and view.memory.id == self.view.memory.id
        self.view = view
        self._laid_out = None
        if not same:
            self._link = None
        if view is not None and len(view.memory.text) > LONG:
            self.run_worker(self._lay_out_beside(view), exclusive=True, group="layout", exit_on_error=False)
        else:
            self.show(self._sheet_lines, keep_place=same)

    async def _lay_out_beside(self, view: MemoryView) -> None:
        width = max(8, self.scrollable_size.width)
        around = self._surroundings()
        sheet = await asyncio.to_thread(memory_sheet, view, around, width)
        if self.view is view:
            self._laid_out = (width, sheet)
            self.show(self._sheet_lines)

    def _surroundings(self) -> SheetSurroundings:
        app = palace_app(self)
        around = app.gateway.surroundings
        return SheetSurroundings(app.say, around.zone, around.rules, around.now, opened=self.has_focus)

    def _sheet_lines(self, width: int) -> tuple[Line, ...]:
        if self.view is None:
            self._sheet = MemorySheet()
        elif self._laid_out is not None and self._laid_out[0] == width:
            self._sheet = self._laid_out[1]
        else:
            self._sheet = memory_sheet(self.view, self._surroundings(), max(8, width))
        return tuple(self._sheet.lines)

    # Walking: lines, and the links on the way

    def do_memory_scroll_down(self) -> None:
        """To the next link where one is in view, else one line down."""
        self._step(1)

    def do_memory_scroll_up(self) -> None:
        """To the link before where one is in view, else one line up."""
        self._step(-1)

    def do_memory_page_down(self) -> None:
        """One page down."""
        self._scroll_by(max(1, self.size.height - 1))

    def do_memory_page_up(self) -> None:
        """One page up."""
        self._scroll_by(-max(1, self.size.height - 1))

    def do_memory_first(self) -> None:
        """To the top."""
        self._link = None
        self.scroll_to(y=0, animate=False)
        self.refresh()

    def do_memory_last(self) -> None:
        """To the end."""
        self.scroll_to(y=self.max_scroll_y, animate=False)

    def do_memory_follow(self) -> None:
        """Follow the link under the cursor."""
        target = None if self._link is None else self._sheet.targets.get(self._link)
        if target is not None:
            self.post_message(self.Followed(target))

    def do_memory_to_list(self) -> None:
        """Back to the list."""
        self.post_message(self.LeftForList())

    def why_not(self, action: Action) -> str | None:
        """Say that there is no link to follow."""
        if action.id == "memory.follow" and self._link is None:
            key = "tui.memory.no_link" if not self._sheet.targets else "tui.memory.choose_link"
            return palace_app(self).say(key)
        return None

    def _step(self, direction: int) -> None:
        top, bottom = self.scroll_offset.y, self.scroll_offset.y + self.size.height
        links = sorted(self._sheet.targets)
        if direction > 0:
            beyond = [place for place in links if place > (-1 if self._link is None else self._link)]
        else:
            beyond = [place for place in reversed(links) if self._link is not None and place < self._link]
        upcoming = next((place for place in beyond if top <= place < bottom), None)
        if upcoming is not None:
            self._link = upcoming
            self.refresh()
        else:
            self._scroll_by(direction)

    def _scroll_by(self, lines: int) -> None:
        self.scroll_to(y=self.scroll_offset.y + lines, animate=False)

    def on_click(self, event: events.Click) -> None:
        """Follow the link that was clicked."""
        place = event.y + self.scroll_offset.y
        if place in self._sheet.targets:
            self._link = place
            self.do_memory_follow()

    def render_line(self, y: int) -> Strip:
        """Return the line at `y`, a link under the cursor standing out."""
        place = y + self.scroll_offset.y
        lines = self._sheet.lines
        base = self.rich_style
        if place == self._link and self.has_focus:
            base = self.get_component_rich_style("memory-pane--link")
        return drawn(self, lines[place] if place < len(lines) else EMPTY, self.scrollable_size.width, base)

    def on_focus(self) -> None:
        """Show where the cursor is, and what is secret in a memory that was gone into."""
        self.call_later(self._looked_at_otherwise)

    def on_blur(self) -> None:
        """Let the cursor rest, and hide again what is secret."""
        self.call_later(self._looked_at_otherwise)

    def _looked_at_otherwise(self) -> None:
        text = "" if self.view is None else self.view.memory.text
        if masked(text) == text:
            self.refresh()
        else:
            self._laid_out = None
            self.show(self._sheet_lines, keep_place=True)
