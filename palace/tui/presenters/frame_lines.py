"""The lines that every screen has: its title, what waits, and the footer of keys."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from palace.services.ports import Waiting
from palace.text.counts import ways_to_tell
from palace.text.width import cell_width
from palace.tui.presenters.lines import EMPTY, Line, Piece, Say, Tone, cut_line, line_width

FOOTER_GAP = 2
"""Cells between two entries of the footer."""


def title_line(name: str, details: str, numbers: str, cells: int, further: Line = EMPTY) -> Line:
    """Return a title of exactly `cells` cells; the details give way first, the numbers after them.

    `further` stands behind the numbers where `fits_in_title` says that it can.
    """
    left: Line = ((" ", Tone.PLAIN), (name, Tone.TITLE), ("  ", Tone.PLAIN))
    behind: Line = (("   ", Tone.PLAIN), *further) if further else EMPTY
    right: Line = ((numbers, Tone.PLAIN), *behind, (" ", Tone.PLAIN))
    if line_width(left) + line_width(right) > cells:
        return cut_line(left, cells)
    room = cells - line_width(left) - line_width(right)
    middle = cut_line(((details, Tone.DIM),), max(0, room - 1))
    gap = room - line_width(middle)
    return (*left, *middle, (" " * gap, Tone.PLAIN), *right)


def fits_in_title(name: str, numbers: str, further: Line, cells: int) -> bool:
    """Whether the name of a screen, its numbers and what stands behind them fit into its title."""
    return 1 + cell_width(name) + 2 + cell_width(numbers) + 3 + line_width(further) + 1 <= cells


def waiting_line(waiting: Waiting | None, review_key: str, say: Say, cells: int) -> Line:
    """Return what waits for the person and the key that leads there; what is not there is not named."""
    if waiting is None:
        return EMPTY
    counts = {
        "candidates": waiting.candidates,
        "conflicts": waiting.conflicts,
        "contradictions": waiting.contradictions,
    }
    there = {name: count for name, count in counts.items() if count}
    if not there:
        return cut_line(((say("tui.home.waiting.nothing"), Tone.DIM),), cells)
    label: Piece = (say("tui.home.waiting.label") + "  ", Tone.WARNING)
    parts = [say(f"tui.home.waiting.{name}", count=f"{count:,}") for name, count in there.items()]
    line: Line = (label, ("   ".join(parts), Tone.STRONG), (f"   → {review_key}", Tone.KEY))
    if line_width(line) <= cells:
        return line
    for way in zip(*(ways_to_tell(count) for count in there.values()), strict=True):
        told = zip(there, way, strict=True)
        parts = [say(f"tui.home.waiting_short.{name}", count=count) for name, count in told]
        line = (("  ".join(parts), Tone.WARNING), (f"  → {review_key}", Tone.KEY))
        if line_width(line) <= cells:
            return line
    return cut_line(line[:1], cells)


@dataclass(frozen=True, slots=True)
class FooterEntry:
    """One entry of the footer: the action, its key in words, its name, and whether it can be done now."""

    action_id: str
    key: str
    label: str
    on: bool = True

    @property
    def cells(self) -> int:
        """How many cells it takes."""
        return cell_width(self.key) + 1 + cell_width(self.label)


@dataclass(frozen=True, slots=True)
class Footer:
    """The footer as a line, and which cells (start, end) belong to which action."""

    line: Line
    spans: Sequence[tuple[int, int, str]]


def footer(entries: Iterable[FooterEntry], last: FooterEntry, cells: int) -> Footer:
    """Return as many whole entries as fit, in their order, and `last` always, at the right edge."""
    pieces: list[Piece] = [(" ", Tone.PLAIN)]
    spans: list[tuple[int, int, str]] = []
    at, room = 1, cells - 2 - last.cells
    for entry in entries:
        if entry.cells + FOOTER_GAP > room:
            break
        room -= entry.cells + FOOTER_GAP
        key_tone, label_tone = (Tone.KEY, Tone.PLAIN) if entry.on else (Tone.OFF, Tone.OFF)
        pieces += [(entry.key, key_tone), (" " + entry.label, label_tone), (" " * FOOTER_GAP, Tone.PLAIN)]
        spans.append((at, at + entry.cells, entry.action_id))
        at += entry.cells + FOOTER_GAP
    start = max(at, cells - 1 - last.cells)
    pieces += [(" " * (start - at), Tone.PLAIN), (last.key, Tone.KEY), (" " + last.label, Tone.PLAIN)]
    spans.append((start, start + last.cells, last.action_id))
    return Footer(tuple(pieces), tuple(spans))
