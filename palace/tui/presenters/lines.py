"""Lines of a screen as plain values: displayable pieces, each with the tone in which it is drawn.

Every text in a piece has gone through the text boundary already; what stands here is only laid out.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Protocol

from palace.domain.vocabulary import Band, Wing
from palace.text.width import cell_width, truncate
from palace.text.wrap import wrap


class Say(Protocol):
    """Returns a text of the catalogue in the person's language, its values made displayable."""

    def __call__(self, key: str, **values: object) -> str:
        """Return the text under `key`, its placeholders filled."""
        ...


class Tone(StrEnum):
    """How a piece is drawn; the wing and band tones carry their colours."""

    PLAIN = "plain"
    TITLE = "title"
    STRONG = "strong"
    DIM = "dim"
    LABEL = "label"
    ACCENT = "accent"
    KEY = "key"
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"
    MARKED = "marked"
    OFF = "off"
    IDENTITY = "identity"
    KNOWLEDGE = "knowledge"
    SOCIAL = "social"
    HISTORY = "history"
    REFLECTION = "reflection"
    INTENT = "intent"
    HOT = "hot"
    WARM = "warm"
    COLD = "cold"


def tone_of(word: Wing | Band) -> Tone:
    """Return the tone of a wing or a band."""
    return Tone(word.value)


Piece = tuple[str, Tone]
Line = tuple[Piece, ...]

EMPTY: Line = ()


def line_width(line: Iterable[Piece]) -> int:
    """Return the cells that a line takes."""
    return sum(cell_width(text) for text, _ in line)


def cut_line(line: Sequence[Piece], cells: int) -> Line:
    """Return a line cut to `cells`, with an ellipsis where something is left out."""
    if line_width(line) <= cells:
        return tuple(line)
    fitting: list[Piece] = []
    room = cells
    for place, (text, tone) in enumerate(line):
        width = cell_width(text)
        last = place == len(line) - 1
        if width < room or (width == room and last):
            fitting.append((text, tone))
            room -= width
            continue
        fitting.append((truncate(text + (" …" if not last else ""), room), tone))
        break
    return tuple(fitting)


def spread(left: Sequence[Piece], right: Sequence[Piece], cells: int, gap: int = 2) -> Line:
    """Return a line with one part on the left, cut if need be, and one at the right edge.

    Where both cannot stand, the right part is left out.
    """
    taken = line_width(right)
    if not right or taken + gap >= cells:
        return cut_line(left, cells)
    beginning = cut_line(left, cells - taken - gap)
    return (*beginning, (" " * (cells - taken - line_width(beginning)), Tone.PLAIN), *right)


def wrapped_lines(text: str, cells: int, tone: Tone = Tone.PLAIN) -> list[Line]:
    """Return a displayable text as lines of one tone."""
    return [((line.rstrip(), tone),) for line in wrap(text, max(1, cells))]


def wrapped_pieces(pieces: Sequence[Piece], cells: int) -> list[Line]:
    """Return pieces as lines of `cells`, each piece keeping its tone across line breaks."""
    text = "".join(piece for piece, _ in pieces)
    tones = [tone for piece, tone in pieces for _ in piece]
    lines: list[Line] = []
    place = 0
    for row in wrap(text, max(1, cells)):
        place = text.index(row, place)
        lines.append(_in_tones(row, tones[place : place + len(row)]))
        place += len(row)
    return lines


def _in_tones(row: str, tones: Sequence[Tone]) -> Line:
    line: list[Piece] = []
    start = 0
    for at in range(1, len(row) + 1):
        if at == len(row) or tones[at] is not tones[start]:
            line.append((row[start:at], tones[start]))
            start = at
    return tuple(line)


def labelled(label: str, lines: Sequence[Line], label_cells: int) -> list[Line]:
    """Return lines that stand to the right of a label; a label without lines is left out."""
    blank = " " * label_cells
    head = truncate(label, label_cells - 1)
    head += " " * (label_cells - cell_width(head))
    return [
        (((head, Tone.LABEL) if place == 0 else (blank, Tone.PLAIN)), *line)
        for place, line in enumerate(lines)
    ]
