"""One memory as a sheet of lines: its text and all that belongs to it, links to others among them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from palace.domain.clock import age
from palace.domain.conflict import Conflict
from palace.domain.journal import Subject
from palace.domain.memory import Link, Memory, is_protected, last_used_at, never_decays
from palace.domain.rules import Rules
from palace.domain.vocabulary import Priority, Status
from palace.domain.weight import Weight
from palace.services.browsing import MemoryView
from palace.text.display import displayable, one_line
from palace.text.masking import masked
from palace.text.width import cell_width
from palace.tui.presenters.lines import (
    EMPTY,
    Line,
    Piece,
    Say,
    Tone,
    cut_line,
    labelled,
    tone_of,
    wrapped_lines,
    wrapped_pieces,
)
from palace.tui.presenters.moments import day, minute, short_day, span
from palace.tui.presenters.scale import BAND_BARS, bar_pieces

EDGE = "▌"
_WIDE = 40
LONGEST_SHOWN = 100_000
"""Characters of a text that are laid out; the rest is only counted."""

LONGEST_SUMMARY = 200
"""Cells of a decision's summary that its line in the history can hold."""

LINKS_SHOWN = 50
"""Links of one direction that are listed."""


@dataclass(frozen=True, slots=True)
class SheetSurroundings:
    """What a sheet depends on beside the memory: the words, the zone, the rules, and now.

    `opened` says that the person went into this one memory: only then is what is secret in it shown.
    """

    say: Say
    zone: tzinfo
    rules: Rules
    now: datetime
    opened: bool = True


@dataclass(frozen=True, slots=True)
class MemorySheet:
    """The lines of a memory; `targets` names the memory that a line leads to, by the line's place."""

    lines: Sequence[Line] = ()
    targets: Mapping[int, int] = field(default_factory=dict)


def memory_sheet(view: MemoryView, around: SheetSurroundings, cells: int) -> MemorySheet:
    """Return the sheet of a memory for a width in cells."""
    say, memory = around.say, view.memory
    label_cells = 1 + max(cell_width(say(f"tui.memory.label.{label}")) for label in _labels(view))
    room = max(8, cells - label_cells)
    lines: list[Line] = [_head(memory, say, cells), *_text(memory, say, cells, opened=around.opened), EMPTY]
    targets: dict[int, int] = {}

    def section(label: str, content: Sequence[Line], leading_to: Sequence[int] = ()) -> None:
        for place, target in enumerate(leading_to):
            targets[len(lines) + place] = target
        lines.extend(labelled(say(f"tui.memory.label.{label}"), content, label_cells))

    binding = memory.binding
    for label, words in (("when", binding.when), ("do", binding.do), ("unless", binding.unless)):
        if words:
            section(label, wrapped_lines(displayable(words, keep_newlines=True), room))
    if memory.scenes:
        section("scenes", wrapped_lines(displayable(", ".join(memory.scenes)), room))
    section("weight", wrapped_pieces(weight_pieces(view.weight, say), room))
    section("use", wrapped_lines(_use(view, around), room, Tone.DIM))
    section("from", wrapped_lines(_provenance(memory, say), room, Tone.DIM))
    if memory.heading:
        section("heading", wrapped_lines(displayable(masked(" › ".join(memory.heading))), room, Tone.DIM))
    section(
        "time", [line for words in _times(memory, around) for line in wrapped_lines(words, room, Tone.DIM)]
    )
    linked = {other.id: other for other in view.linked}
    link_lines, link_targets = _links(view.links, memory.id, linked, say, room)
    for source in view.deleted_sources:
        flag: Piece = (say("tui.memory.deleted_source", id=source), Tone.BAD)
        link_lines.append(cut_line((flag,), room))
        link_targets.append(source)
    section("links", link_lines, link_targets)
    conflict_lines, conflict_targets = _conflicts(view.conflicts, memory.id, say, room)
    section("conflicts", conflict_lines, conflict_targets)
    if view.versions:
        section("versions", [cut_line(((words, Tone.DIM),), room) for words in _versions(view, around)])
    section("history", [cut_line(((words, Tone.DIM),), room) for words in _history(view, around)])
    return MemorySheet(tuple(lines), targets)


def _labels(view: MemoryView) -> Iterable[str]:
    """Return the labels that the sheet of a memory has, so that their column is no wider than needed."""
    memory = view.memory
    yield from ("weight", "use", "from", "time", "history")
    optional = {
        "when": memory.binding.when,
        "do": memory.binding.do,
        "unless": memory.binding.unless,
        "scenes": memory.scenes,
        "heading": memory.heading,
        "links": view.links,
        "conflicts": view.conflicts,
        "versions": view.versions,
    }
    yield from (label for label, content in optional.items() if content)


def _head(memory: Memory, say: Say, cells: int) -> Line:
    pieces: list[Piece] = [
        (EDGE, tone_of(memory.wing)),
        (f"#{memory.id} ", Tone.ACCENT),
        (say(f"vocabulary.kind.{memory.kind}"), Tone.PLAIN),
        (" · ", Tone.DIM),
        (str(memory.priority), Tone.WARNING if memory.priority is Priority.P0 else Tone.PLAIN),
        (" · ", Tone.DIM),
        (f"{BAND_BARS[memory.band]} " if cells >= _WIDE else "", tone_of(memory.band)),
        (say(f"vocabulary.band.{memory.band}"), tone_of(memory.band)),
    ]
    for state in _states(memory, say):
        pieces += [(" · ", Tone.DIM), (state, Tone.MARKED)]
    return cut_line(pieces, cells)


def _states(memory: Memory, say: Say) -> Iterable[str]:
    if memory.pinned:
        yield say("vocabulary.pinned")
    if memory.retired_at is not None:
        yield say("tui.memory.retired")
    elif memory.status is not Status.ACTIVE:
        yield say(f"vocabulary.status.{memory.status}")


def _text(memory: Memory, say: Say, cells: int, *, opened: bool) -> list[Line]:
    edge: Piece = (EDGE, tone_of(memory.wing))
    room = max(4, cells - 1)
    written = memory.text if opened else masked(memory.text)
    shown = displayable(written.strip("\n")[:LONGEST_SHOWN], keep_newlines=True)
    rows: list[Line] = wrapped_lines(shown, room, Tone.STRONG)
    left_out = len(memory.text) - LONGEST_SHOWN
    if left_out > 0:
        rows += wrapped_lines(say("tui.memory.more_text", count=f"{left_out:,}"), room, Tone.WARNING)
    return [(edge, *row) for row in rows]


def weight_pieces(weight: Weight, say: Say) -> list[Piece]:
    """Return a weight with its parts as a product that a person can check."""
    pieces: list[Piece] = [
        *bar_pieces(weight.value, 4, Tone.PLAIN),
        (f" {weight.value:.2f}", Tone.PLAIN),
        (
            " = "
            + say(
                "tui.memory.weight",
                importance=f"{weight.importance:.2f}",
                decay=f"{weight.decay:.2f}",
                boost=f"{weight.boost:.2f}",
                stale=f"{weight.stale:.1f}",
            ),
            Tone.DIM,
        ),
    ]
    if weight.floored:
        pieces.append((" · " + say("tui.memory.floored"), Tone.DIM))
    elif weight.importance * weight.decay * weight.boost * weight.stale > 1:
        pieces.append((" · " + say("tui.memory.capped"), Tone.DIM))
    return pieces


def _use(view: MemoryView, around: SheetSurroundings) -> str:
    memory, say = view.memory, around.say
    words = say("tui.memory.use", hits=memory.hits, loads=memory.loads)
    if memory.last_hit_at is not None:
        words += " · " + say("tui.memory.last_hit", day=day(memory.last_hit_at, around.zone))
    if view.citations:
        words += " · " + say("tui.memory.cited", count=view.citations)
    return words


def _provenance(memory: Memory, say: Say) -> str:
    source = memory.source
    parts = [
        say(f"vocabulary.source_kind.{source.kind}"),
        say("tui.memory.quality", quality=f"{source.quality:.1f}", confidence=f"{memory.confidence:.1f}"),
    ]
    parts += [displayable(part) for part in (source.origin, source.agent, source.session) if part]
    return " · ".join(parts)


def _times(memory: Memory, around: SheetSurroundings) -> Iterable[str]:
    say, zone = around.say, around.zone
    yield say("tui.memory.recorded", time=minute(memory.recorded_at, zone))
    if memory.valid_from is not None:
        yield say("tui.memory.valid_from", day=day(memory.valid_from, zone))
    if memory.valid_to is not None:
        yield say("tui.memory.valid_to", day=day(memory.valid_to, zone))
    if memory.retired_at is not None:
        yield say("tui.memory.retired_at", time=minute(memory.retired_at, zone))


def _links(
    links: Sequence[Link], own_id: int, linked: Mapping[int, Memory], say: Say, room: int
) -> tuple[list[Line], list[int]]:
    lines: list[Line] = []
    targets: list[int] = []
    for outward in (True, False):
        chosen = [link for link in links if (link.from_id == own_id) is outward]
        for link in chosen[:LINKS_SHOWN]:
            other_id = link.to_id if outward else link.from_id
            name = say(f"vocabulary.{'link' if outward else 'linked_by'}.{link.kind}")
            if link.note:
                name += f" ({one_line(link.note, room // 3)})"
            lines.append(_leading_to(name, other_id, linked.get(other_id), room))
            targets.append(other_id)
        if len(chosen) > LINKS_SHOWN:
            more = say("tui.memory.more_links", count=len(chosen) - LINKS_SHOWN)
            lines.append(((more, Tone.DIM),))
            targets.append(own_id)
    return lines, targets


def _leading_to(name: str, memory_id: int, memory: Memory | None, room: int) -> Line:
    head: list[Piece] = [(name + " ", Tone.DIM), (f"#{memory_id} ", Tone.ACCENT)]
    if memory is not None:
        head.append((one_line(memory.text, room), tone_of(memory.wing)))
    return cut_line(head, room)


def _conflicts(
    conflicts: Sequence[Conflict], own_id: int, say: Say, room: int
) -> tuple[list[Line], list[int]]:
    lines: list[Line] = []
    targets: list[int] = []
    for conflict in conflicts:
        axis = say(
            f"vocabulary.axis.{conflict.axis}"
            if conflict.axis
            else f"vocabulary.relation.{conflict.relation}"
        )
        other = conflict.right_memory_id if conflict.left_memory_id == own_id else conflict.left_memory_id
        if other is None:
            words = say("tui.memory.conflict_with_candidate", axis=axis, id=conflict.right_candidate_id or 0)
            targets.append(own_id)
        else:
            words = say("tui.memory.conflict", axis=axis, id=other)
            targets.append(other)
        lines.append(cut_line(((words, Tone.BAD), (" " + one_line(conflict.reason, room), Tone.DIM)), room))
    return lines, targets


def _versions(view: MemoryView, around: SheetSurroundings) -> Iterable[str]:
    for version in view.versions:
        when = short_day(version.replaced_at, around.now, around.zone)
        yield f"{around.say('tui.memory.until', time=when)}  {one_line(version.text, 200)}"


def _history(view: MemoryView, around: SheetSurroundings) -> Iterable[str]:
    say = around.say
    for decision in view.decisions:
        words = say(
            "tui.memory.decision",
            time=short_day(decision.at, around.now, around.zone),
            actor=say(f"vocabulary.actor.{decision.actor}"),
            done=say(f"vocabulary.done.{decision.verb}"),
        )
        if decision.subject is Subject.CONFLICT:
            between = one_line(decision.summary, LONGEST_SUMMARY)
            words += " · " + say("tui.memory.settled", id=decision.subject_id, between=between)
        yield words + (" · " + say("tui.journal.undone") if decision.undone_by is not None else "")


def weight_lines(view: MemoryView, around: SheetSurroundings, cells: int) -> list[Line]:
    """Return why a memory weighs what it weighs, part by part."""
    memory, weight, say, rules = view.memory, view.weight, around.say, around.rules
    half_life = rules.weight.half_life[memory.kind]
    unused = span(age(last_used_at(memory), around.now), say)
    if never_decays(memory):
        fading = say("tui.why.never_decays")
    elif half_life is None:
        fading = say("tui.why.no_half_life", kind=say(f"vocabulary.kind.{memory.kind}"))
    else:
        kind = say(f"vocabulary.kind.{memory.kind}")
        fading = say("tui.why.half_life", age=unused, kind=kind, half_life=span(half_life, say))
    parts = [
        ("importance", f"{weight.importance:.2f}", say("tui.why.importance")),
        ("decay", f"{weight.decay:.2f}", fading),
        ("boost", f"{weight.boost:.2f}", say("tui.why.boost", hits=memory.hits, citations=view.citations)),
        ("stale", f"{weight.stale:.2f}", say("tui.why.stale" if weight.stale < 1 else "tui.why.not_stale")),
    ]
    label_cells = 2 + max(cell_width(say(f"tui.why.label.{name}")) for name, _, _ in parts)
    lines: list[Line] = [*wrapped_pieces(weight_pieces(weight, say), cells), EMPTY]
    for name, value, words in parts:
        content = wrapped_pieces([(value + "  ", Tone.STRONG), (words, Tone.PLAIN)], cells - label_cells)
        lines += labelled(say(f"tui.why.label.{name}"), content, label_cells)
    lines.append(EMPTY)
    protected = "tui.why.protected" if is_protected(memory, rules) else "tui.why.unprotected"
    return [*lines, *wrapped_lines(say(protected), cells, Tone.DIM)]
