"""The verbs of a queue as rows: digit, letter, name and consequence, as many words as there is room for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from palace.text.width import cell_width
from palace.tui.presenters.lines import EMPTY, Line, Piece, Tone, cut_line, line_width, wrapped_lines
from palace.tui.presenters.queue_words import Consequence

GAP, GAP_CLOSE = 3, 1
"""Cells between two verbs, and where there is no room for that."""

ROWS, ROWS_NARROW = 3, 4
NARROW = 40
"""Below so many cells the verbs take a row more."""

MANY = 6
"""More verbs than this take a row more, as in a narrow place."""

FIRST_TO_GO = (
    *("review.edit", "review.skip", "review.snooze", "review.reject", "review.replace"),
    *("conflict.skip", "conflict.snooze", "conflict.merge", "conflict.dismiss", "conflict.keep_both"),
    *("conflict.keep_right", "conflict.keep_left"),
    *("contradiction.skip", "contradiction.snooze", "contradiction.dismiss", "contradiction.keep_both"),
    *("contradiction.amend", "contradiction.replace"),
)
"""Whose consequence is left out first where there is no room for all; that of the first verb always stays."""


@dataclass(frozen=True, slots=True)
class VerbEntry:
    """One verb: its action id, keys, name, and what it would do."""

    action_id: str
    digit: str
    letter: str
    name: str
    consequence: Consequence

    @property
    def off(self) -> bool:
        """Whether it cannot be done now."""
        return bool(self.consequence.why_not)


@dataclass(frozen=True, slots=True)
class VerbSpan:
    """Where a verb stands in the rows: row, first cell, cell after the last."""

    action_id: str
    row: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class VerbRows:
    """The rows, and where in them each verb can be clicked."""

    lines: tuple[Line, ...]
    spans: tuple[VerbSpan, ...]


def verb_rows(entries: Sequence[VerbEntry], cells: int) -> VerbRows:
    """Return the verbs in rows, the same number of them whatever the consequences are.

    The first verb has a row of its own, cut at its end; of the others so many consequences are left out
    that they fit. So a verb stands in the same place at every item of a sort, and nothing above moves.
    """
    if not entries:
        return VerbRows((), ())
    rows = ROWS_NARROW if cells < NARROW or len(entries) > MANY else ROWS
    first = _flowed(entries[:1], frozenset(), cells, 0)
    rest = _fitted(entries[1:], cells, rows - 1)
    lines = (*first.lines, *rest.lines)
    return VerbRows(lines + (EMPTY,) * (rows - len(lines)), first.spans + rest.spans)


def _fitted(entries: Sequence[VerbEntry], cells: int, most_rows: int) -> VerbRows:
    dropped: frozenset[str] = frozenset()
    rows = _flowed(entries, dropped, cells, 1)
    for leaving in FIRST_TO_GO:
        if len(rows.lines) <= most_rows:
            break
        dropped |= {leaving}
        rows = _flowed(entries, dropped, cells, 1)
    return rows if len(rows.lines) <= most_rows else _flowed(entries, dropped, cells, 1, GAP_CLOSE)


def _flowed(
    entries: Sequence[VerbEntry], dropped: frozenset[str], cells: int, first_row: int, gap: int = GAP
) -> VerbRows:
    lines: list[list[Piece]] = [[]]
    spans: list[VerbSpan] = []
    at = 0
    for entry in entries:
        shown = replace(entry, consequence=Consequence("")) if entry.action_id in dropped else entry
        pieces = cut_line(_pieces(shown, off=entry.off), max(1, cells - 2))
        width, lead = line_width(pieces), gap if at else 1
        if at and at + lead + width > cells - 1:
            lines.append([])
            at, lead = 0, 1
        lines[-1] += [(" " * lead, Tone.PLAIN), *pieces]
        at += lead
        spans.append(VerbSpan(entry.action_id, first_row + len(lines) - 1, at, at + width))
        at += width
    return VerbRows(tuple(tuple(line) for line in lines), tuple(spans))


def _pieces(entry: VerbEntry, *, off: bool) -> list[Piece]:
    said = entry.consequence.why_not or entry.consequence.words
    if off:
        text = f"{entry.digit} {entry.letter} {entry.name}"
        return [(text, Tone.OFF), (f"  {said}" if said else "", Tone.OFF)]
    pieces: list[Piece] = [
        (f"{entry.digit} {entry.letter}", Tone.KEY),
        (f" {entry.name}", Tone.STRONG),
    ]
    if cell_width(said):
        pieces.append((f" {said}", Tone.DIM))
    return pieces


def effect_lines(entries: Sequence[VerbEntry], cells: int) -> list[Line]:
    """Return every verb with all that it would do, or why it cannot be done, however long that is."""
    keys = max((cell_width(f"{entry.digit} {entry.letter} {entry.name}") for entry in entries), default=0) + 2
    lines: list[Line] = []
    for entry in entries:
        tone = Tone.OFF if entry.off else Tone.PLAIN
        head: list[Piece] = [
            (f"{entry.digit} {entry.letter}", Tone.OFF if entry.off else Tone.KEY),
            (f" {entry.name}", Tone.OFF if entry.off else Tone.STRONG),
        ]
        blank = " " * (keys - line_width(head))
        said = entry.consequence.why_not or entry.consequence.words
        for place, line in enumerate(wrapped_lines(said, max(8, cells - keys), tone) or [EMPTY]):
            before: list[Piece] = [*head, (blank, Tone.PLAIN)] if place == 0 else [(" " * keys, Tone.PLAIN)]
            lines.append(cut_line((*before, *line), cells))
    return lines
