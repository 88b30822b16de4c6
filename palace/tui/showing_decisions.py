"""Stepping into a decision: to the memory that it is about, else to the whole of its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from palace.domain.journal import Decision, Subject
from palace.text.display import displayable
from palace.tui.presenters.journal_rows import journal_line
from palace.tui.presenters.lines import EMPTY, Line, Tone, wrapped_lines

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp


def show_decision(app: PalaceApp, decision: Decision) -> None:
    """Show what a decision is about."""
    if decision.subject is Subject.MEMORY:
        app.open_memory(decision.subject_id)
        return
    from palace.tui.screens.dialogs import ReadingDialog

    zone = app.gateway.surroundings.zone

    def lines(cells: int) -> Sequence[Line]:
        head = journal_line(decision, cells, zone, app.say)
        text = displayable(decision.summary, keep_newlines=True)
        return [head, EMPTY, *wrapped_lines(text, cells, Tone.STRONG)]

    app.push_screen(ReadingDialog(app.say("tui.journal.decision", id=decision.id), lines))
