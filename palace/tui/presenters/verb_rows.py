"""The verbs of a queue as rows: digit, letter, name and consequence, as many words as there is room for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from palace.text.width import cell_width
from palace.tui.presenters.lines import Line, Piece, Tone, cut_line, line_width
from palace.tui.presenters.review_words import Consequence

GAP = 3
"""Cells between two verbs."""

FIRST_TO_GO = ("review.edit", "review.skip", "review.snooze", "review.reject", "review.replace")
"""Whose consequence is left out first where there is no room for all; that of approving always stays."""


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


def verb_rows(entries: Sequence[VerbEntry], cells: int, most_rows: int) -> VerbRows:
    """Return the verbs in at most `most_rows` rows, dropping consequences until they fit."""
    dropped: set[str] = set()
    for leaving in (None, *FIRST_TO_GO):
        if leaving is not None:
            dropped.add(leaving)
        rows = _flowed(entries, dropped, cells)
        if len(rows.lines) <= most_rows:
            return rows
    return _flowed(entries, dropped, cells)


def _flowed(entries: Sequence[VerbEntry], dropped: set[str], cells: int) -> VerbRows:
    lines: list[list[Piece]] = [[]]
    spans: list[VerbSpan] = []
    at = 0
    for entry in entries:
        shown = replace(entry, consequence=Consequence("")) if entry.action_id in dropped else entry
        pieces = cut_line(_pieces(shown, off=entry.off), max(1, cells - 2))
        width, lead = line_width(pieces), GAP if at else 1
        if at and at + lead + width > cells - 1:
            lines.append([])
            at, lead = 0, 1
        lines[-1] += [(" " * lead, Tone.PLAIN), *pieces]
        at += lead
        spans.append(VerbSpan(entry.action_id, len(lines) - 1, at, at + width))
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
