"""One memory as a row of a list: everything of it that fits on one line, ready to be drawn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from palace.domain.memory import Memory
from palace.domain.vocabulary import Band, Kind, Priority, Status, Wing
from palace.domain.weight import Weight
from palace.text.display import one_line
from palace.text.width import pad
from palace.tui.presenters.lines import Line, Piece, Say, Tone, cut_line, tone_of
from palace.tui.presenters.scale import BAND_BARS, bar_pieces

LONGEST_ROW = 400
"""Cells of a text that are kept for a row; no terminal in use is wider."""


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """What a list shows of a memory; `text` is one displayable line, `weight` lies in 0 to 1."""

    id: int
    wing: Wing
    band: Band
    priority: Priority
    kind: Kind
    status: Status
    pinned: bool
    weight: float
    text: str

    @property
    def faded(self) -> bool:
        """Whether it is no longer in use: archived, trashed or retired."""
        return self.status in {Status.ARCHIVED, Status.TRASHED}


def memory_row(memory: Memory, weight: float) -> MemoryRow:
    """Return a memory as a row."""
    return MemoryRow(
        id=memory.id,
        wing=memory.wing,
        band=memory.band,
        priority=memory.priority,
        kind=memory.kind,
        status=memory.status,
        pinned=memory.pinned,
        weight=weight,
        text=one_line(memory.text, LONGEST_ROW),
    )


def memory_rows(memories: Iterable[Memory], weights: Mapping[int, Weight]) -> dict[int, MemoryRow]:
    """Return memories as rows, by id."""
    return {memory.id: memory_row(memory, weights[memory.id].value) for memory in memories}


EDGE = "▌"
BAND_CELLS = 5
WEIGHT_CELLS = 4
_WIDE, _MIDDLE = 44, 28


def memory_line(row: MemoryRow, cells: int, say: Say, *, marked: bool = False) -> Line:
    """Return a row as a line of at most `cells` cells.

    Its edge is the wing's colour, then come band, priority, a pin, the weight as a bar, and the text.
    Narrow lists leave out the weight and shorten the band.
    """
    band = tone_of(row.band)
    line: list[Piece] = [(EDGE, tone_of(row.wing)), ("+" if marked else " ", Tone.MARKED)]
    if cells >= _WIDE:
        line.append((pad(say(f"vocabulary.band.{row.band}"), BAND_CELLS), band))
    elif cells >= _MIDDLE:
        line.append((BAND_BARS[row.band] + " ", band))
    line += [
        (row.priority, Tone.WARNING if row.priority is Priority.P0 else Tone.DIM),
        ("^" if row.pinned else " ", Tone.ACCENT),
    ]
    if cells >= _WIDE:
        line += [*bar_pieces(row.weight, WEIGHT_CELLS, band), (" ", Tone.PLAIN)]
    line.append((row.text, Tone.DIM if row.faded else Tone.PLAIN))
    return cut_line(line, cells)
