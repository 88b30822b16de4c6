"""Memories in the palette: by number, or by their words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from palace.domain.filters import Filters, Query
from palace.domain.identifiers import id_number
from palace.text.display import one_line
from palace.tui.commands.entries import Entry
from palace.tui.presenters.lines import Tone, tone_of

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp

OFFERED = 20
LONGEST_TITLE = 200
"""Cells of a memory's text that the palette shows."""


def memory_number(typed: str) -> int | None:
    """Return the number that `142`, `#142` or `＃142` names; None for anything else."""
    return id_number(typed.strip().lstrip("#＃:："))


async def memory_entries(app: PalaceApp, typed: str) -> list[Entry]:
    """Return the memories that hold the words typed, best first; raises PalaceError."""
    entries: list[Entry] = []
    number = memory_number(typed)
    if number is not None:
        words = app.say("tui.palette.go_to", id=number)
        entries.append(Entry(((" " + words, Tone.STRONG),), 1.0, partial(_open, app, number)))
    if not typed.strip():
        return entries
    answer = await app.gateway.search(
        Query(typed, Filters()), limit=OFFERED, words_only=True, caller="palette"
    )
    for place, hit in enumerate(answer.hits):
        memory = hit.memory
        line = (
            (f" #{memory.id} ", Tone.ACCENT),
            (one_line(memory.text, LONGEST_TITLE), tone_of(memory.wing)),
        )
        entries.append(Entry(line, 0.3 * (1 - place / OFFERED), partial(_open, app, memory.id)))
    return entries


def _open(app: PalaceApp, memory_id: int) -> None:
    app.open_memory(memory_id)
