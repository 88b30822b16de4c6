"""What help says: keys by group, what each does, why some do not just now, and the words of the palace."""

from collections.abc import Sequence
from dataclasses import dataclass

from palace.domain.vocabulary import Band, Priority, Wing
from palace.text.width import cell_width, pad
from palace.tui.actions import Action, Group
from palace.tui.presenters.lines import (
    EMPTY,
    Line,
    Say,
    Tone,
    labelled,
    tone_of,
    wrapped_lines,
    wrapped_pieces,
)

KEY_CELLS = 14


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """One action as help lists it: its keys in words, and why it cannot be done now (empty when it can)."""

    action: Action
    keys: str
    why_not: str = ""


def help_lines(entries: Sequence[HelpEntry], wanted: str, say: Say, cells: int) -> list[Line]:
    """Return the help; with `wanted` only the actions whose key, name or sentence holds it."""
    lines: list[Line] = []
    needle = wanted.strip().casefold()
    for group in Group:
        shown = [entry for entry in entries if entry.action.group is group and _fits(entry, needle, say)]
        if not shown:
            continue
        if lines:
            lines.append(EMPTY)
        lines.append(((say(f"actions.group.{group}"), Tone.LABEL),))
        for entry in shown:
            lines += _entry_lines(entry, say, cells)
    if not needle:
        lines += _words(say, cells)
    return lines or [((say("tui.help.nothing"), Tone.DIM),)]


def _fits(entry: HelpEntry, needle: str, say: Say) -> bool:
    if not needle:
        return True
    texts = (entry.keys, say(entry.action.label_key), say(entry.action.tooltip_key))
    return any(needle in text.casefold() for text in texts)


def _entry_lines(entry: HelpEntry, say: Say, cells: int) -> list[Line]:
    off = bool(entry.why_not)
    words = [(say(entry.action.tooltip_key), Tone.OFF if off else Tone.PLAIN)]
    if off:
        words.append((" — " + entry.why_not, Tone.WARNING))
    content = wrapped_pieces(words, max(8, cells - KEY_CELLS))
    key = (pad(entry.keys, KEY_CELLS - 1) + " ", Tone.OFF if off else Tone.KEY)
    blank = (" " * KEY_CELLS, Tone.PLAIN)
    return [((key if place == 0 else blank), *line) for place, line in enumerate(content)]


def _words(say: Say, cells: int) -> list[Line]:
    lines: list[Line] = [EMPTY, ((say("tui.help.words"), Tone.LABEL),)]
    lines += wrapped_lines(say("tui.help.about"), cells)
    lines.append(EMPTY)
    kinds: tuple[tuple[str, type[Wing] | type[Band] | type[Priority]], ...] = (
        ("wing", Wing),
        ("band", Band),
        ("priority", Priority),
    )
    for name, words in kinds:
        for word in words:
            label = say(f"vocabulary.{name}.{word}")
            tone = tone_of(word) if isinstance(word, Wing | Band) else Tone.STRONG
            meaning = wrapped_lines(say(f"vocabulary.{name}_meaning.{word}"), max(8, cells - KEY_CELLS))
            rows = labelled(label, meaning, KEY_CELLS)
            first = ((label + " " * (KEY_CELLS - cell_width(label)), tone), *rows[0][1:])
            lines += [first, *rows[1:]]
        lines.append(EMPTY)
    return lines
