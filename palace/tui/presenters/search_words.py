"""What the search screen says: a hit as a row, why it stands where it stands, how the answer came about."""

from collections.abc import Sequence
from dataclasses import dataclass

from palace.domain.vocabulary import Priority
from palace.services.explaining_hits import LONGEST_MARKED, WhyRow, marks_of, why_rows
from palace.services.search import Answer, Hit, Mode
from palace.text.display import displayable
from palace.text.gauges import bar
from palace.text.highlight import excerpt, marked
from palace.text.masking import masked
from palace.text.query_terms import Term
from palace.text.width import cell_width, pad
from palace.tui.messages import Meaning
from palace.tui.presenters.lines import (
    EMPTY,
    Line,
    Piece,
    Say,
    Tone,
    cut_line,
    labelled,
    line_width,
    tone_of,
    wrapped_pieces,
)
from palace.tui.presenters.scale import BAND_BARS

EDGE = "▌"
LONGEST_SHOWN = 4_000
"""Characters of a text that the why pane shows; opening the memory shows all of it."""

LEAST_SHOWN = 6
"""Hits that are shown if there are so many, weak ones where the close ones are fewer."""

SIMILARITY_CELLS = 4
WING_CELLS = 11
"""The longest name of a wing, and a cell after it."""

_WIDE, _MIDDLE = 76, 44
_LABELS = ("words", "similarity", "ranks", "weight", "place", "scenes", "from", "recorded")


@dataclass(frozen=True, slots=True)
class HitRow:
    """One hit as a list shows it, its text cut to what a row can hold around its first marked word."""

    hit: Hit
    pieces: tuple[tuple[str, bool], ...]

    @property
    def id(self) -> int:
        """The memory's id."""
        return self.hit.memory.id


@dataclass(frozen=True, slots=True)
class Divider:
    """The row between the close hits and the weak ones."""


def hit_row(hit: Hit, terms: Sequence[Term], cells: int) -> HitRow:
    """Return a hit as a row of at most `cells` cells of text."""
    text = hit.memory.text[:LONGEST_MARKED]
    return HitRow(hit, tuple(excerpt(text, marks_of(hit, terms), cells)))


def hit_line(row: HitRow, cells: int, say: Say) -> Line:
    """Return a row as a line: the wing's edge, the similarity, the text with its marked words, its place."""
    hit, memory = row.hit, row.hit.memory
    body = Tone.DIM if hit.weak else Tone.PLAIN
    head: list[Piece] = [(EDGE, tone_of(memory.wing))]
    if cells >= _MIDDLE:
        head += [(_similarity(hit), Tone.DIM if hit.weak else Tone.ACCENT), (" ", Tone.PLAIN)]
    tail = _tail(hit, cells, say)
    room = max(1, cells - line_width(head) - line_width(tail) - (1 if tail else 0))
    text: list[Piece] = [(piece, Tone.MARKED if mark else body) for piece, mark in row.pieces]
    shown = cut_line(text, room)
    if not tail:
        return (*head, *shown)
    return (*head, *shown, (" " * (room - line_width(shown) + 1), Tone.PLAIN), *tail)


def _similarity(hit: Hit) -> str:
    return "·" * SIMILARITY_CELLS if hit.similarity is None else bar(hit.similarity, SIMILARITY_CELLS)


def _tail(hit: Hit, cells: int, say: Say) -> list[Piece]:
    memory = hit.memory
    if cells < _MIDDLE:
        return []
    priority: Piece = (str(memory.priority), Tone.WARNING if memory.priority is Priority.P0 else Tone.DIM)
    if cells < _WIDE:
        return [priority]
    return [
        (pad(say(f"vocabulary.wing.{memory.wing}"), WING_CELLS), tone_of(memory.wing)),
        (BAND_BARS[memory.band] + " ", tone_of(memory.band)),
        priority,
    ]


def shown_hits(answer: Answer | None) -> Sequence[Hit]:
    """Return the hits that are shown: all that are close, then weak ones where those are few."""
    if answer is None:
        return ()
    close = [hit for hit in answer.hits if not hit.weak]
    weak = [hit for hit in answer.hits if hit.weak]
    return close + weak[: max(0, LEAST_SHOWN - len(close))]


def divider_line(say: Say, cells: int) -> Line:
    """Return the line under which the weak hits stand."""
    words = f"── {say('tui.search.weak_below')} "
    return cut_line(((words + "─" * max(0, cells - cell_width(words)), Tone.DIM),), cells)


def answer_line(answer: Answer | None, meaning: Meaning, say: Say, cells: int) -> Line:
    """Return how an answer came about: how many hits, by words or by meaning too, in how long."""
    if answer is None:
        return EMPTY
    close = sum(not hit.weak for hit in answer.hits)
    if not answer.hits:
        found = say("tui.search.nothing")
    elif answer.nothing_close:
        found = say("tui.search.nothing_close", count=len(shown_hits(answer)))
    else:
        found = say("tui.search.found", count=close)
    parts = [say(f"tui.search.mode.{mode_name(answer.mode, meaning)}")]
    if answer.candidate_ids:
        parts.append(say("tui.search.candidates", count=len(answer.candidate_ids)))
    parts.append(say("tui.search.took", milliseconds=f"{answer.took_ms:.0f}"))
    tone = Tone.WARNING if answer.nothing_close else Tone.PLAIN
    while len(parts) > 1 and cell_width(" · ".join([found, *parts])) >= cells:
        parts.pop()
    return cut_line(((" " + found, tone), (" · ".join(["", *parts]), Tone.DIM)), cells)


def mode_name(mode: Mode, meaning: Meaning) -> str:
    """Return the name of the text that says what took part: `lexical_loading` while the model comes."""
    if mode is not Mode.LEXICAL:
        return str(mode)
    return {
        Meaning.READY: "lexical",
        Meaning.ABSENT: "lexical_absent",
        Meaning.LOADING: "lexical_loading",
        Meaning.WAITING: "lexical_loading",
    }[meaning]


def why_lines(hit: Hit, terms: Sequence[Term], mode: Mode, say: Say, recorded: str, cells: int) -> list[Line]:
    """Return one hit with all that explains its place; `recorded` is its local day in words."""
    memory = hit.memory
    label_cells = 2 + max(cell_width(say(f"why.label.{label}")) for label in _LABELS)
    room = max(8, cells - label_cells)
    written = memory.text.strip("\n")[:LONGEST_SHOWN]
    before = len(memory.text) - len(memory.text.lstrip("\n"))
    spans = [
        (max(0, start - before), min(len(written), end - before))
        for start, end in marks_of(hit, terms)
        if end > before and start - before < len(written)
    ]
    text: list[Piece] = [
        (piece, Tone.MARKED if mark else Tone.STRONG)
        for piece, mark in marked(masked(written), spans, keep_newlines=True)
    ]
    edge: Piece = (EDGE + " ", tone_of(memory.wing))
    lines: list[Line] = [(edge, *line) for line in wrapped_pieces(text, max(4, cells - 2))]
    if len(memory.text) > LONGEST_SHOWN:
        more = say("tui.search.more_text", count=len(memory.text) - LONGEST_SHOWN)
        lines.append((edge, (more, Tone.DIM)))
    head = [
        (f"#{memory.id}", Tone.ACCENT),
        (f" {say(f'vocabulary.kind.{memory.kind}')} · ", Tone.DIM),
        (str(memory.priority), Tone.WARNING if memory.priority is Priority.P0 else Tone.PLAIN),
    ]
    lines += [cut_line((edge, *head), cells), EMPTY]

    def section(label: str, content: Sequence[Line]) -> None:
        lines.extend(labelled(label, content, label_cells))

    for row in why_rows(hit, terms, mode, say):
        section(row.label, wrapped_pieces(_row_pieces(row, hit), room))
    place: list[Piece] = [
        (say(f"vocabulary.wing.{memory.wing}"), tone_of(memory.wing)),
        (" · ", Tone.DIM),
        (BAND_BARS[memory.band] + " " + say(f"vocabulary.band.{memory.band}"), tone_of(memory.band)),
    ]
    section(say("why.label.place"), [cut_line(place, room)])
    origin = [say(f"vocabulary.source_kind.{memory.source.kind}"), displayable(memory.source.origin)]
    section(
        say("why.label.from"), [cut_line(((" · ".join(part for part in origin if part), Tone.DIM),), room)]
    )
    section(say("why.label.recorded"), [((recorded, Tone.DIM),)])
    return lines


def _row_pieces(row: WhyRow, hit: Hit) -> list[Piece]:
    """Return one line of an explanation in its tones, a number with its bar before it."""
    share = {"similarity": hit.similarity, "weight": hit.weight.value}.get(row.name)
    if share is None:
        return [(row.told, Tone.PLAIN)]
    number, blank, rest = row.told.partition(" ")
    return [(f"{bar(share, SIMILARITY_CELLS)} {number}", Tone.PLAIN), (blank + rest, Tone.DIM)]
