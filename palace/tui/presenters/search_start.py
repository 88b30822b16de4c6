"""What an empty search says: the searches to choose from, and how to ask; and what may be completed."""

from collections.abc import Sequence

from palace.domain.saved_search import SavedSearch
from palace.services.completing import Completion
from palace.text.display import one_line
from palace.text.width import cell_width
from palace.tui.presenters.lines import EMPTY, Line, Piece, Say, Tone, cut_line, wrapped_lines

HINTS = ("meaning", "filters", "quotes")
LEFT_OUT = "…  "
NAME_CELLS = 24
"""Cells for the name of a saved search before what it asks."""


def start_lines(
    saved: Sequence[SavedSearch],
    recent: Sequence[str],
    chosen: int | None,
    open_candidates: int,
    say: Say,
    cells: int,
) -> list[Line]:
    """Return what is shown before anything was typed; `chosen` counts through the saved, then the recent."""
    room = max(8, cells - 2)
    lines: list[Line] = []
    if saved:
        lines.append(((" " + say("tui.search.saved"), Tone.LABEL),))
        names = min(NAME_CELLS, max(cell_width(one_line(search.name, NAME_CELLS)) for search in saved))
        for place, search in enumerate(saved):
            name = one_line(search.name, names)
            gap = " " * (names - cell_width(name) + 2)
            asked: Piece = (one_line(search.question, max(1, cells - names - 6)), Tone.DIM)
            lines.append(_row("★", (name, Tone.STRONG), gap, asked, at=place == chosen, cells=cells))
        lines.append(EMPTY)
    if recent:
        lines.append(((" " + say("tui.search.recent"), Tone.LABEL),))
        for place, question in enumerate(recent, start=len(saved)):
            key = "↑" if place == len(saved) and chosen is None else " "
            asked = (one_line(question, max(1, cells - 4)), Tone.PLAIN)
            lines.append(_row(key, asked, at=place == chosen, cells=cells))
        lines.append(EMPTY)
    if saved or recent:
        lines += [
            ((" ", Tone.PLAIN), *line)
            for line in wrapped_lines(say("tui.search.hint.chosen"), room, Tone.DIM)
        ]
    for hint in HINTS:
        lines += [((" ", Tone.PLAIN), *line) for line in wrapped_lines(say(f"tui.search.hint.{hint}"), room)]
    if open_candidates:
        lines.append(EMPTY)
        words = say("tui.search.hint.candidates", count=open_candidates)
        lines += [((" ", Tone.PLAIN), *line) for line in wrapped_lines(words, room, Tone.DIM)]
    return lines


def _row(key: str, *pieces: Piece | str, at: bool, cells: int) -> Line:
    mark: Piece = (" ▸ ", Tone.ACCENT) if at else (f" {key} ", Tone.KEY)
    body = [(piece, Tone.PLAIN) if isinstance(piece, str) else piece for piece in pieces]
    if at:
        body = [(text, Tone.ACCENT if tone is Tone.PLAIN else tone) for text, tone in body]
    return cut_line((mark, *body), cells)


def offer_line(completion: Completion, taken: int | None, key: str, cells: int) -> Line:
    """Return the choices on one line, the one that stands in the box marked and in view."""
    head: list[Piece] = [(f" {key} ", Tone.KEY)]
    room = max(1, cells - cell_width(key) - 2 - 2 * cell_width(LEFT_OUT))
    first = taken or 0
    shown = [one_line(choice, room) for choice in completion.choices]
    # As many before the marked one as leave it in view.
    start, used = first, cell_width(shown[first])
    while start > 0 and used + cell_width(shown[start - 1]) + 2 <= room:
        start -= 1
        used += cell_width(shown[start]) + 2
    if start:
        head.append((LEFT_OUT, Tone.DIM))
    for place in range(start, len(shown)):
        tone = Tone.MARKED if place == taken else Tone.PLAIN
        head += [(shown[place], tone), ("  ", Tone.PLAIN)]
    return cut_line(head, cells)
