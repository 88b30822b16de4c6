"""The second act that a change of a P0 asks for: before and after on the screen, and its code typed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import Refused
from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.tui.presenters.core_change_words import core_change_lines, core_change_title, short_change_lines
from palace.tui.presenters.lines import Line
from palace.tui.screens.dialogs import CodeDialog, room_for_changes

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp

LOW = 20
"""Below so many lines of screen every change is told in short."""

Result = TypeVar("Result")


class NoCodeTyped(Refused):
    """The person left the window without typing the code."""

    def __init__(self) -> None:
        super().__init__("no code was typed: nothing was changed")


async def with_code(
    app: PalaceApp, act: Callable[[str], Awaitable[Result]], holds: Memory | None = None
) -> Result:
    """Do an act that is told what was typed; where it needs a P0's code, ask for that and do it again.

    `holds` is a memory that holds from then on, which the window tells above the changes of P0. Called in a
    worker. Raises what the act raises; NoCodeTyped when the person left the window.
    """
    try:
        return await act("")
    except NeedsApproval as needed:
        typed = await ask_code(app, needed, holds)
        if typed is None:
            raise NoCodeTyped from None
        return await act(typed)


async def take_back_with_code(
    app: PalaceApp, write: Callable[[str, bool], Awaitable[Result]]
) -> list[Result]:
    """Undo or redo: at once what changes no P0, the rest of the act after its code was typed.

    `write` is told what was typed, and whether to leave P0 as it is. Returns what each call of it returned,
    at least one; raises what `write` raises, NoCodeTyped when the person left and nothing was done.
    """
    try:
        return [await write("", False)]
    except NeedsApproval as needed:
        done: list[Result] = []
        with suppress(NeedsApproval):
            done.append(await write("", True))
        typed = await ask_code(app, needed)
        if typed is not None:
            return [*done, await write(typed, False)]
        if not done:
            raise NoCodeTyped from None
        return done


async def ask_code(app: PalaceApp, needed: NeedsApproval, holds: Memory | None = None) -> str | None:
    """Show what would change and return the code that was typed; None when the person left the window.

    Notes on what was before are taken away: one that nothing was changed must not outlast the change.
    """
    if needed.actor is not Actor.PERSON:
        return None

    def lines(cells: int) -> list[Line]:
        if app.size.height < LOW:
            room = room_for_changes(app.size.height)
            return short_change_lines(needed, app.say, cells, room, holds)
        return core_change_lines(needed, app.say, cells, holds)

    app.clear_notifications()
    dialog = CodeDialog(core_change_title(needed, app.say), needed.code, lines)
    return await app.push_screen_wait(dialog)
