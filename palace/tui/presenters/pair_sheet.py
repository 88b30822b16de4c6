"""A pair as a sheet of lines: both sides with their difference, what weighs for each, what is advised.

From some width on the sides stand side by side, else one under the other; on a low screen the two texts come
first and all else after them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from palace.domain.candidate import Candidate
from palace.domain.conflict import ConflictSide
from palace.domain.memory import Memory
from palace.domain.rules import Rules
from palace.domain.vocabulary import Priority
from palace.services.conflict_queue import ConflictView, Dependents, Side
from palace.services.pair_advice import proposes_merge
from palace.text.display import displayable, one_line
from palace.text.masking import masked
from palace.text.width import cell_width
from palace.tui.presenters.candidate_sheet import Near
from palace.tui.presenters.lines import (
    EMPTY,
    Line,
    Piece,
    Say,
    Tone,
    cut_line,
    labelled,
    line_width,
    spread,
    tone_of,
    wrapped_lines,
    wrapped_pieces,
)
from palace.tui.presenters.moments import short_day
from palace.tui.presenters.pair_difference import MarkedPair, from_the_difference
from palace.tui.presenters.pair_weighing import advice_in_words, axes_lines
from palace.tui.presenters.scale import BAND_BARS

EDGE = "▌"
BETWEEN: Piece = (" │ ", Tone.OFF)
CITING_NAMED = 6


@dataclass(frozen=True, slots=True)
class PairAround:
    """What the sheet depends on beside the pair: words, zone, rules, now, and the space.

    `text_lines` is how many lines of each text are shown at most; None shows both whole, and with them every
    sighting and the bindings. `low` puts the texts before all else.
    """

    say: Say
    zone: tzinfo
    rules: Rules
    now: datetime
    side_by_side: bool
    text_lines: int | None = None
    low: bool = False
    marked: bool = False

    @property
    def whole(self) -> bool:
        """Whether everything is shown, however long."""
        return self.text_lines is None

    def day(self, instant: datetime) -> str:
        """Return a local day; the year only where it is not this one."""
        return short_day(instant, self.now, self.zone)


@dataclass(frozen=True, slots=True)
class Shown:
    """One pair as it is shown: both texts marked, and for a P0 what depends on it and what is near it."""

    view: ConflictView
    texts: MarkedPair
    depends: Dependents | None = None
    near: Near = field(default_factory=Near)

    @property
    def core(self) -> bool:
        """Whether its older side is P0."""
        return self.view.entry.contradiction


def pair_lines(shown: Shown, around: PairAround, cells: int) -> list[Line]:
    """Return the whole sheet of a pair, no line wider than `cells`."""
    head = [_head(shown, around, cells), *_reason(shown, around, cells)]
    sides = _sides(shown, around, cells, _side)
    weighed = _weighed(shown, around, cells)
    depends = _depends(shown, around, cells)
    if around.low:
        texts = _sides(shown, around, cells, _said)
        lines = [*texts, *weighed, *head, *_sides(shown, around, cells, _told), *depends]
    else:
        air = [EMPTY] if around.side_by_side else []
        lines = [*head, *air, *sides, *air, *weighed, *air, *depends]
    return [cut_line(line, cells) for line in lines]


# What they are to each other


def _head(shown: Shown, around: PairAround, cells: int) -> Line:
    say, conflict = around.say, shown.view.entry.conflict
    relation = say(f"vocabulary.relation.{conflict.relation}")
    if conflict.axis is not None:
        axis = say(f"vocabulary.axis.{conflict.axis}")
        relation = say("tui.pair.difference", relation=relation, axis=axis)
    left: list[Piece] = [(EDGE + " ", Tone.WARNING)]
    if shown.core:
        left.append((say("tui.pair.core.label") + " ", Tone.WARNING))
    left += [
        (relation, Tone.STRONG),
        (" · " + say("tui.pair.similarity", value=f"{conflict.similarity:.2f}"), Tone.DIM),
        (" · " + say("tui.pair.found", day=around.day(conflict.found_at)), Tone.DIM),
    ]
    kind = "contradictions" if shown.core else "conflicts"
    number = say(f"tui.review.item.{kind}", id=conflict.id)
    right: Piece = (number, Tone.DIM)
    if around.marked:
        right = (f"{say('tui.pair.marked')} · {number}", Tone.WARNING)
    return spread(left, [right], cells)


def _reason(shown: Shown, around: PairAround, cells: int) -> list[Line]:
    say, conflict = around.say, shown.view.entry.conflict
    told = [displayable(conflict.reason)] if conflict.reason.strip() else []
    if conflict.newer is not None:
        told.append(
            say("tui.pair.newer_left" if conflict.newer is ConflictSide.LEFT else "tui.pair.newer_right")
        )
    if shown.texts.reworded:
        told.append(say("tui.pair.reworded"))
    edge: Piece = (EDGE + " ", Tone.WARNING)
    return (
        [(edge, *line) for line in wrapped_lines(" · ".join(told), max(4, cells - 2), Tone.DIM)]
        if told
        else []
    )


# The two sides


MakeSide = Callable[[Side, Sequence[Piece], PairAround, int], list[Line]]
"""Returns what is told of a side, given its text in pieces."""


def _sides(shown: Shown, around: PairAround, cells: int, make: MakeSide) -> list[Line]:
    say = around.say
    names = ("core.now", "core.new") if shown.core else ("left", "right")
    left_name, right_name = (say(f"tui.pair.{name}") for name in names)
    if not around.side_by_side:
        label_cells = max(cell_width(left_name), cell_width(right_name)) + 3
        room = max(4, cells - label_cells)
        left = make(shown.view.left, shown.texts.left, around, room)
        right = make(shown.view.right, shown.texts.right, around, room)
        return [
            *labelled(" " + left_name, left, label_cells),
            *labelled(" " + right_name, right, label_cells),
        ]
    width = (cells - cell_width(BETWEEN[0])) // 2
    left = [
        _column_head(left_name, shown.view.left),
        *make(shown.view.left, shown.texts.left, around, width),
    ]
    right = [
        _column_head(right_name, shown.view.right),
        *make(shown.view.right, shown.texts.right, around, width),
    ]
    return _beside(left, right, width)


def _column_head(name: str, side: Side) -> Line:
    return ((EDGE + " ", tone_of(side.item.wing)), (name, Tone.LABEL))


def _beside(left: Sequence[Line], right: Sequence[Line], width: int) -> list[Line]:
    lines: list[Line] = []
    for place in range(max(len(left), len(right))):
        one = cut_line(left[place], width) if place < len(left) else EMPTY
        other = cut_line(right[place], width) if place < len(right) else EMPTY
        blank: Piece = (" " * (width - line_width(one)), Tone.PLAIN)
        lines.append((*one, blank, BETWEEN, *other))
    return lines


def _side(side: Side, text: Sequence[Piece], around: PairAround, room: int) -> list[Line]:
    return [*_said(side, text, around, room), *_told(side, text, around, room)]


def _said(side: Side, text: Sequence[Piece], around: PairAround, room: int) -> list[Line]:
    edge: Piece = (EDGE + " ", tone_of(side.item.wing))
    return [(edge, *line) for line in _text(text, around, max(4, room - 2))]


def _told(side: Side, text: Sequence[Piece], around: PairAround, room: int) -> list[Line]:
    edge: Piece = (EDGE + " ", tone_of(side.item.wing))
    inner = max(4, room - 2)
    lines = [_identity(side, around, inner), *_provenance(side, around, inner)]
    if around.whole:
        lines += _more(side, around, inner)
    return [(edge, *line) for line in lines]


def _text(pieces: Sequence[Piece], around: PairAround, room: int) -> list[Line]:
    if around.text_lines is None:
        return wrapped_pieces(_stripped(pieces), room)
    rows, all_of_it = _first_rows(_stripped(pieces), around.text_lines, room)
    if all_of_it:
        return rows
    kept_lines = around.text_lines if around.low else max(1, around.text_lines - 1)
    total = sum(len(text) for text, _ in pieces)
    pieces = from_the_difference(_stripped(pieces), rows[:kept_lines], room * kept_lines)
    rows, all_of_it = _first_rows(pieces, around.text_lines, room)
    if all_of_it:
        return rows
    if around.low:
        kept = rows[: around.text_lines]
        return [*kept[:-1], cut_line((*kept[-1], ("  …", Tone.DIM)), room)]
    kept = rows[:kept_lines]
    left_out = total - sum(len(text) for row in kept for text, _ in row)
    return [*kept, cut_line(((around.say("tui.review.more_text", count=left_out), Tone.DIM),), room)]


def _first_rows(pieces: Sequence[Piece], lines: int, room: int) -> tuple[list[Line], bool]:
    """Return the first rows of a text, so many or some more, and whether so many hold all of it."""
    enough = lines * room * 2
    shown: list[Piece] = []
    taken = 0
    for text, tone in pieces:
        shown.append((text[: enough - taken], tone))
        taken += len(text)
        if taken >= enough:
            break
    rows = wrapped_pieces(shown, room)
    return rows, len(rows) <= lines and taken < enough


def _stripped(pieces: Sequence[Piece]) -> list[Piece]:
    stripped = [piece for piece in pieces if piece[0]]
    if stripped:
        stripped[0] = (stripped[0][0].lstrip("\n"), stripped[0][1])
        stripped[-1] = (stripped[-1][0].rstrip("\n"), stripped[-1][1])
    return stripped


def _name(item: Memory | Candidate, say: Say) -> str:
    return say(f"tui.pair.{'memory' if isinstance(item, Memory) else 'candidate'}", id=item.id)


def _identity(side: Side, around: PairAround, room: int) -> Line:
    """Return the line that says what a side is: its number, kind, priority and band, how often seen."""
    say, item, standing = around.say, side.item, side.standing
    pieces: list[Piece] = [
        (_name(item, say), Tone.ACCENT),
        (" · ", Tone.DIM),
        (str(item.priority), Tone.WARNING if item.priority is Priority.P0 else Tone.PLAIN),
        (f" · {say(f'vocabulary.kind.{item.kind}')} · ", Tone.DIM),
        (BAND_BARS[item.band] + " " + say(f"vocabulary.band.{item.band}"), tone_of(item.band)),
        (" · " + say("tui.pair.seen", count=standing.evidences), Tone.DIM),
    ]
    if standing.calibrated_at is not None:
        pieces.append((" · " + say("tui.pair.confirmed", day=around.day(standing.calibrated_at)), Tone.DIM))
    return cut_line(pieces, room)


def _provenance(side: Side, around: PairAround, room: int) -> list[Line]:
    say, item = around.say, side.item
    since = item.recorded_at if isinstance(item, Memory) else item.first_seen_at
    parts = [
        say("tui.pair.recorded", day=around.day(since)),
        say(f"vocabulary.source_kind.{item.source.kind}"),
        say("tui.review.quality", value=f"{item.source.quality:.1f}"),
    ]
    parts += [displayable(part) for part in (item.source.agent, item.source.origin) if part]
    if around.whole:
        if item.source.session:
            parts.append(displayable(item.source.session))
        if item.heading:
            parts.append(displayable(masked(" › ".join(item.heading))))
        return wrapped_lines(" · ".join(parts), room, Tone.DIM)
    return [cut_line(((" · ".join(parts), Tone.DIM),), room)]


def _more(side: Side, around: PairAround, room: int) -> list[Line]:
    """Return the binding, the scenes and every sighting of a side."""
    say, item, binding = around.say, side.item, side.item.binding
    told = [
        ("when", binding.when),
        ("do", binding.do),
        ("unless", binding.unless),
        ("scenes", ", ".join(item.scenes)),
    ]
    lines: list[Line] = []
    for name, words in told:
        if words:
            label = say(f"tui.pair.label.{name}")
            rest = max(4, room - cell_width(label) - 1)
            said = wrapped_lines(displayable(words, keep_newlines=True), rest)
            lines += labelled(label, said, cell_width(label) + 1)
    label = say("tui.pair.label.evidence")
    cells = cell_width(label) + 1
    lines += labelled(label, _sightings(side, around, max(4, room - cells)), cells)
    return lines


def _sightings(side: Side, around: PairAround, room: int) -> list[Line]:
    if not side.evidence:
        return [cut_line(((around.say("tui.pair.no_evidence"), Tone.DIM),), room)]
    year = f"{around.now.astimezone(around.zone):%Y-}"
    lines: list[Line] = []
    for seen in side.evidence:
        day = seen.day.isoformat().removeprefix(year)
        origin = one_line(seen.origin or seen.source, max(4, room - cell_width(day) - 2))
        lines.append(cut_line(((day + "  ", Tone.PLAIN), (origin, Tone.DIM)), room))
    return lines


# What weighs for each, and what hangs on it


def _weighed(shown: Shown, around: PairAround, cells: int) -> list[Line]:
    say, weighed = around.say, shown.view.recommendation
    label = say("tui.pair.label.advice")
    same = proposes_merge(shown.view.entry.conflict)
    words = advice_in_words(weighed, core=shown.core, same=same, say=say)
    advice = wrapped_lines(words, max(4, cells - cell_width(label) - 3), Tone.ACCENT)
    axes = axes_lines(weighed, say, cells, roomy=around.whole or around.side_by_side)
    return [*axes, *labelled(" " + label, advice, cell_width(label) + 3)]


def _depends(shown: Shown, around: PairAround, cells: int) -> list[Line]:
    if shown.depends is None:
        return []
    say = around.say
    labels = {name: say(f"tui.pair.label.{name}") for name in ("depends", "near")}
    label_cells = max(cell_width(label) for label in labels.values()) + 3
    room = max(4, cells - label_cells)
    told = wrapped_lines(" · ".join(_hanging(shown.depends, say)), room)
    near = _near(shown.near, room)
    return [
        *labelled(" " + labels["depends"], told, label_cells),
        *labelled(" " + labels["near"], near, label_cells),
    ]


def _hanging(depends: Dependents, say: Say) -> list[str]:
    parts: list[str] = []
    if depends.hot_line:
        parts.append(say("tui.pair.depends.hot"))
    if depends.scenes:
        parts.append(say("tui.pair.depends.scenes", scenes=displayable(", ".join(depends.scenes))))
    if depends.citing:
        named = ", ".join(f"#{memory.id}" for memory in depends.citing[:CITING_NAMED])
        more = len(depends.citing) - CITING_NAMED
        key = "citing_more" if more > 0 else "citing"
        parts.append(say(f"tui.pair.depends.{key}", ids=named, count=more))
    else:
        parts.append(say("tui.pair.depends.nothing"))
    if depends.superseded:
        named = ", ".join(f"#{memory.id}" for memory in depends.superseded[:CITING_NAMED])
        parts.append(say("tui.pair.depends.superseded", ids=named))
    return parts


def _near(near: Near, room: int) -> list[Line]:
    if not near.memories:
        return [cut_line(((near.instead or "—", Tone.DIM),), room)]
    lines: list[Line] = []
    for memory, similarity in near.memories:
        head: list[Piece] = [(f"#{memory.id} ", Tone.ACCENT), (f"{similarity:.2f} ", Tone.DIM)]
        text = one_line(memory.text, max(4, room - line_width(head)))
        lines.append(cut_line((*head, (text, tone_of(memory.wing))), room))
    return lines
