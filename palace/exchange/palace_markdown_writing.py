"""Writes memories as a file that agents read and that Palace reads back exactly (`palace_markdown`)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from palace.domain.memory import Binding
from palace.domain.vocabulary import Kind, Priority, Wing
from palace.exchange.encoding import without_lone_surrogates
from palace.exchange.palace_markdown import (
    AFTER_HEADING,
    ASIDE,
    BETWEEN_HEADINGS,
    CORE_SECTION,
    DO,
    EXCEPT,
    INDENT,
    LEFT_OUT,
    MARKER,
    THEN,
    TITLE,
    UNLESS,
    WARNING,
    WHEN,
    escaped,
)
from palace.services.export_ports import ExportedMemory, MemoryDocument

FEWEST_LINES = 20
"""A file of fewer lines would hold little but its own sections."""

_MARKER_LINE = f"{MARKER} written by Palace; change it freely, then: palace import --apply FILE -->"
_HEAD = (TITLE, _MARKER_LINE)
_CLOSING = 2
"""Lines that telling what was left out takes."""


@dataclass(slots=True)
class _Section:
    """The memories of one wing, as lines; `core` are those of its P0."""

    core: list[str] = field(default_factory=list)
    further: list[str] = field(default_factory=list)


def memory_document(memories: Iterable[ExportedMemory], most_lines: int | None = None) -> MemoryDocument:
    """Return a memory file of at most `most_lines` lines (None: however many, at least `FEWEST_LINES`).

    The memories come most wanted first, P0 before all others: what has no room is left out and named by its
    count. A P0 with many lines is written on one rather than left out, so the first of them is always there.
    """
    wanted = sorted(memories, key=lambda each: each.memory.priority is not Priority.P0)
    document = _document(wanted, most_lines)
    if document.left_out and most_lines is not None:
        document = _document(wanted, most_lines - _CLOSING)
    return document


def _document(wanted: Sequence[ExportedMemory], most_lines: int | None) -> MemoryDocument:
    sections = {wing: _Section() for wing in Wing}
    written: list[ExportedMemory] = []
    left_out: list[ExportedMemory] = []
    used = len(_HEAD)
    for place, each in enumerate(wanted):
        if used == most_lines:
            left_out += wanted[place:]
            break
        section, is_core = sections[each.memory.wing], each.memory.priority is Priority.P0
        opening = _lines_to_open(sections, section, is_core=is_core)
        lines = entry_lines(each)
        if most_lines is not None and used + opening + len(lines) > most_lines:
            lines = entry_lines(each, on_one_line=True) if is_core else []
            if not lines or used + opening + len(lines) > most_lines:
                left_out.append(each)
                continue
        used += opening + len(lines)
        (section.core if is_core else section.further).extend(lines)
        written.append(each)
    lines = [*_HEAD, *_section_lines(sections)]
    if left_out:
        lines += ["", _left_out_line(left_out, len(wanted))]
    return MemoryDocument("\n".join(lines) + "\n", tuple(written), tuple(left_out))


def _lines_to_open(sections: dict[Wing, _Section], section: _Section, *, is_core: bool) -> int:
    """Return how many lines the headings take that a memory is the first to need."""
    if not is_core:
        return 0 if section.further else 2
    first = 0 if any(each.core for each in sections.values()) else 2
    return first + (0 if section.core else 1)


def _section_lines(sections: dict[Wing, _Section]) -> list[str]:
    lines: list[str] = []
    if any(section.core for section in sections.values()):
        lines += ["", f"## {CORE_SECTION}"]
    for wing, section in sections.items():
        if section.core:
            lines += [f"### {wing}", *section.core]
    for wing, section in sections.items():
        if section.further:
            lines += ["", f"## {wing}", *section.further]
    return lines


def _left_out_line(left_out: Sequence[ExportedMemory], wanted: int) -> str:
    counts = Counter(
        CORE_SECTION if each.memory.priority is Priority.P0 else str(each.memory.wing) for each in left_out
    )
    names = (CORE_SECTION, *map(str, Wing))
    told = ", ".join(f"{name} {counts[name]}" for name in names if counts[name])
    noun = "memory" if wanted == 1 else "memories"
    return f"{LEFT_OUT}{len(left_out)} of {wanted} {noun} ({told}); palace list shows them._"


def entry_lines(exported: ExportedMemory, *, on_one_line: bool = False) -> list[str]:
    """Return the lines of one memory; with `on_one_line` the breaks of its text are written as signs."""
    memory = exported.memory
    breaks = "\n" if on_one_line else ""
    first, *further = escaped(without_lone_surrogates(memory.text), breaks).split("\n")
    heading = BETWEEN_HEADINGS.join(escaped(without_lone_surrogates(part), "»›\n") for part in memory.heading)
    if memory.heading:
        first = f"{heading}{AFTER_HEADING}{first}"
    elif AFTER_HEADING in first:
        first = first.replace("»", f"&#{ord('»')};")
    lines = [f"- {_tags(exported)} {first}"]
    for line in further:
        lines.append(INDENT + (f"&#{ord(ASIDE)};{line[1:]}" if line.startswith(ASIDE) else line))
    if binding := binding_line(memory.binding):
        lines.append(INDENT + binding)
    if exported.holds_order:
        lines.append(INDENT + WARNING)
    return lines


def _tags(exported: ExportedMemory) -> str:
    memory = exported.memory
    until = f"|expire:{exported.valid_to.isoformat()}" if exported.valid_to else ""
    tags = f"[{memory.priority}{until}]"
    if exported.date:
        tags += f"[{exported.date.isoformat()}]"
    if memory.kind is not Kind.FACT:
        tags += f"[{memory.kind}]"
    if memory.scenes:
        scenes = (escaped(without_lone_surrogates(scene), "] \n") for scene in memory.scenes)
        tags += f"[{' '.join(f'#{scene}' for scene in scenes)}]"
    return tags


def binding_line(binding: Binding) -> str:
    """Return a binding as “when X → do Y, unless Z”; empty where it says nothing."""
    when, do, unless = (
        escaped(without_lone_surrogates(part), "\n→") for part in (binding.when, binding.do, binding.unless)
    )
    sign = (EXCEPT + UNLESS).rstrip()
    when, do = (part.replace(sign, f"&#{ord(',')};{sign[1:]}") for part in (when, do))
    told = THEN.join(part for part in (when and WHEN + when, do and DO + do) if part)
    told = EXCEPT.join(part for part in (told, unless and UNLESS + unless) if part)
    return f"{ASIDE} {told}" if told else ""
