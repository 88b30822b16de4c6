"""The palace as a floor plan: six rooms that keep their places, with doors between them."""

from collections.abc import Sequence
from dataclasses import dataclass

from palace.domain.vocabulary import Band, Wing
from palace.services.browsing import FloorPlan, Room
from palace.text.counts import count_within
from palace.text.display import one_line
from palace.text.width import cell_width, pad, truncate
from palace.tui.presenters.lines import EMPTY, Line, Piece, Say, Tone, cut_line, line_width, tone_of
from palace.tui.presenters.scale import BAND_BARS, bar_pieces

WINGS = tuple(Wing)
WIDTH_FOR_THREE, WIDTH_FOR_TWO = 66, 44
LEAST_LINES_IN_A_ROOM = 3
WIDEST_BAR = 24
LEAST_DIGITS, MOST_DIGITS = 5, 9
"""Cells that are kept for the counts of bands, so that the bars of all rooms are of one length."""
DOOR = 4
"""Cells of a door in a wall between an upper and a lower room."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the rooms stand: so many side by side, each so many lines high inside; `compact` has no walls."""

    columns: int
    inner_lines: int
    compact: bool

    @property
    def rows(self) -> int:
        """How many rooms stand one above the other."""
        return len(WINGS) // self.columns

    @property
    def lines(self) -> int:
        """How many lines the plan takes."""
        return len(WINGS) if self.compact else self.rows * (self.inner_lines + 1) + 1


def arrangement(cells: int, lines: int) -> Arrangement:
    """Return how the rooms stand in a space: three by two, two by three, or as six lines."""
    columns = 3 if cells >= WIDTH_FOR_THREE else 2
    rows = len(WINGS) // columns
    inner = (lines - 1) // rows - 1
    if cells < WIDTH_FOR_TWO or inner < LEAST_LINES_IN_A_ROOM:
        return Arrangement(1, 1, compact=True)
    return Arrangement(columns, inner, compact=False)


def titles_that_fit(arranged: Arrangement) -> int:
    """Return how many titles of memories fit under the bands of a room."""
    return max(0, arranged.inner_lines - len(Band) - 1)


def neighbour(wing: Wing, across: int, down: int, columns: int) -> Wing:
    """Return the room that lies beyond a wall of this one; at an outer wall the room itself."""
    place = WINGS.index(wing)
    column, row = place % columns + across, place // columns + down
    if 0 <= column < columns and 0 <= row < len(WINGS) // columns:
        return WINGS[row * columns + column]
    return wing


def room_at(x: int, y: int, cells: int, arranged: Arrangement) -> Wing | None:
    """Return the room that a cell of the plan belongs to."""
    if arranged.compact:
        return WINGS[y] if 0 <= y < len(WINGS) else None
    row = (y - 1) // (arranged.inner_lines + 1)
    column = 0
    for width in _inner_widths(cells, arranged.columns):
        if x <= width + 1:
            break
        x -= width + 1
        column += 1
    place = row * arranged.columns + column
    return WINGS[place] if 0 <= row < arranged.rows and column < arranged.columns else None


def plan_lines(
    plan: FloorPlan | None, cells: int, arranged: Arrangement, selected: Wing, say: Say
) -> list[Line]:
    """Return the plan as lines; without a plan (it is being read) the rooms stand empty."""
    most = max([1, *(count for room in plan.rooms for count in room.counts.values())]) if plan else 1
    digits = max(LEAST_DIGITS, _longest(plan, MOST_DIGITS)) if plan else LEAST_DIGITS
    if arranged.compact:
        return [_compact_room(wing, plan, cells, wing is selected, say) for wing in WINGS]
    widths = _inner_widths(cells, arranged.columns)
    lines: list[Line] = []
    for row in range(arranged.rows):
        wings = WINGS[row * arranged.columns : (row + 1) * arranged.columns]
        lines.append(_wall_above(row, wings, widths, selected, say))
        inside = [
            _room_lines(plan.room(wing) if plan else None, width, arranged.inner_lines, most, digits, say)
            for wing, width in zip(wings, widths, strict=True)
        ]
        for at in range(arranged.inner_lines):
            lines.append(_across(wings, [room[at] for room in inside], at, arranged, selected))
    lines.append(_wall_below(widths, selected, arranged.columns))
    return lines


def _inner_widths(cells: int, columns: int) -> list[int]:
    room = cells - columns - 1
    return [room // columns + (1 if column < room % columns else 0) for column in range(columns)]


def _across(
    wings: Sequence[Wing], inside: Sequence[Line], at: int, arranged: Arrangement, selected: Wing
) -> Line:
    """Return one line through the rooms of a row; inner walls have a door beside the bands."""
    pieces: list[Piece] = []
    is_door = 0 < at < len(Band)
    for column, (wing, line) in enumerate(zip(wings, inside, strict=True)):
        beside = selected in (wing, wings[column - 1] if column else wing)
        wall = " " if column and is_door else "│"
        pieces += [(wall, Tone.ACCENT if beside else Tone.DIM), *line]
    pieces.append(("│", Tone.ACCENT if wings[-1] is selected else Tone.DIM))
    return tuple(pieces)


def _wall_above(row: int, wings: Sequence[Wing], widths: Sequence[int], selected: Wing, say: Say) -> Line:
    columns = len(wings)
    pieces: list[Piece] = []
    for column, (wing, width) in enumerate(zip(wings, widths, strict=True)):
        here = wing is selected
        above = row > 0 and neighbour(wing, 0, -1, columns) is selected
        corner = ("╭" if column == 0 else "┬") if row == 0 else ("├" if column == 0 else "┼")
        pieces.append((corner, Tone.ACCENT if _touches(selected, row, column, columns) else Tone.DIM))
        name = truncate(f" {WINGS.index(wing) + 1} {say(f'vocabulary.wing.{wing}')} ", width - 2)
        wall = Tone.ACCENT if here or above else Tone.DIM
        pieces.append(("▸" if here else "─", wall))
        pieces.append((name, Tone.STRONG if here else tone_of(wing)))
        rest = width - 1 - cell_width(name)
        pieces += _wall_with_door(rest, wall) if row else [("─" * rest, wall)]
    corner = "╮" if row == 0 else "┤"
    pieces.append((corner, Tone.ACCENT if _touches(selected, row, columns, columns) else Tone.DIM))
    return tuple(pieces)


def _wall_with_door(cells: int, tone: Tone) -> list[Piece]:
    if cells < DOOR + 4:
        return [("─" * cells, tone)]
    before = (cells - DOOR) // 2
    after = cells - DOOR - before
    return [("─" * (before - 1) + "╴", tone), (" " * DOOR, Tone.PLAIN), ("╶" + "─" * (after - 1), tone)]


def _wall_below(widths: Sequence[int], selected: Wing, columns: int) -> Line:
    row = len(WINGS) // columns
    pieces: list[Piece] = []
    for column, width in enumerate(widths):
        above = WINGS[(row - 1) * columns + column] is selected
        corner = "╰" if column == 0 else "┴"
        pieces.append((corner, Tone.ACCENT if _touches(selected, row, column, columns) else Tone.DIM))
        pieces.append(("─" * width, Tone.ACCENT if above else Tone.DIM))
    pieces.append(("╯", Tone.ACCENT if _touches(selected, row, columns, columns) else Tone.DIM))
    return tuple(pieces)


def _touches(selected: Wing, row: int, column: int, columns: int) -> bool:
    """Whether the corner at (row, column) of the walls belongs to the selected room."""
    place = WINGS.index(selected)
    return row - place // columns in (0, 1) and column - place % columns in (0, 1)


def _room_lines(room: Room | None, width: int, count: int, most: int, digits: int, say: Say) -> list[Line]:
    """Return what stands in a room, exactly `count` lines of exactly `width` cells."""
    lines: list[Line] = []
    if room is not None and room.count == 0:
        lines = [EMPTY, ((" " + say("tui.home.empty_room"), Tone.DIM),)]
    elif room is not None:
        lines = [_band_line(band, room.counts[band], most, width, digits, say) for band in Band]
        titles = room.foremost[: max(0, count - len(lines) - 1)]
        if titles:
            lines.append(EMPTY)
        lines += [((" " + one_line(memory.text, width - 2), Tone.PLAIN),) for memory in titles]
    lines += [EMPTY] * (count - len(lines))
    return [_filled(line, width) for line in lines[:count]]


def _band_line(band: Band, count: int, most: int, width: int, digits: int, say: Say) -> Line:
    label = pad(say(f"vocabulary.band.{band}"), 5)
    number = count_within(count, digits)
    room = width - 2 - 5 - 1 - digits
    bar_cells = min(WIDEST_BAR, max(0, room))
    gap = " " * (width - 2 - 5 - bar_cells - len(number))
    scale = bar_pieces(count / most, bar_cells, tone_of(band))
    return ((" ", Tone.PLAIN), (label, tone_of(band)), *scale, (gap + number, Tone.PLAIN))


def _compact_room(wing: Wing, plan: FloorPlan | None, cells: int, here: bool, say: Say) -> Line:
    name = pad(f"{WINGS.index(wing) + 1} {say(f'vocabulary.wing.{wing}')}", 12)
    line: list[Piece] = [
        ("▸" if here else " ", Tone.ACCENT),
        (name, Tone.STRONG if here else tone_of(wing)),
    ]
    if plan is not None:
        counts = plan.room(wing).counts
        wide = cells >= 52
        signs = {band: pad(say(f"vocabulary.band.{band}"), 5) if wide else BAND_BARS[band] for band in Band}
        room = (cells - line_width(line)) // len(Band) - 1 - max(cell_width(sign) for sign in signs.values())
        digits = max(min(5, room), _longest(plan, room))
        for band, sign in signs.items():
            number = count_within(counts[band], room)
            line += [(" " + sign, tone_of(band)), (f"{number:>{digits}}", Tone.PLAIN)]
    return cut_line(line, cells)


def _longest(plan: FloorPlan, most: int) -> int:
    """Return how many cells the longest count of a band takes, told in as many as there may be."""
    return max(len(count_within(count, most)) for room in plan.rooms for count in room.counts.values())


def _filled(line: Line, width: int) -> Line:
    line = cut_line(line, width)
    return (*line, (" " * (width - line_width(line)), Tone.PLAIN))
