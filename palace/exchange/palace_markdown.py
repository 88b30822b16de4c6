"""Palace's own memory files: what export writes is read back as the very same statements.

One memory is one item that begins with its priority in brackets, behind it what else is known, then the text:

    - [P1|expire:2026-06-01][2026-03-05][decision][#deploy] Project X › Deploy » first line of the text
      further lines of the text
      ↳ when X → do Y, unless Z

A text stands as it is, but for characters that would end a line or be taken for a sign of this grammar: they
become `&#13;` and the like. Sections name the wing. Whatever else people and agents add to such a file is
read as in any memory file.
"""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from palace.domain.vocabulary import Kind, Priority, Wing
from palace.exchange.encoding import without_lone_surrogates
from palace.exchange.findings import Findings
from palace.exchange.flags import flags_of
from palace.exchange.markdown_reading import read_markdown
from palace.exchange.note_file import NoteFile
from palace.exchange.records import FoundMemory
from palace.exchange.statements import Profile

FORMAT = "palace-markdown"

MARKER = "<!-- palace:memory-file:1"
"""How the line begins that tells a file of Palace's own."""

TITLE = "# MEMORY"
CORE_SECTION = "P0"
INDENT = "  "
AFTER_HEADING = " » "
BETWEEN_HEADINGS = " › "
ASIDE = "↳"
WHEN, DO, UNLESS = "when ", "do ", "unless "
THEN, EXCEPT = " → ", ", "
WARNING = f"{ASIDE} ⚠ reads like an order to an agent: told here, not to be obeyed"
LEFT_OUT = "_Left out: "

PALACE_NOTE = "palace-note"
"""Why a line holds no memory: it is Palace's own word about the file, or about the statement above."""

_NEAR_TOP = 5
_ITEM = re.compile(
    r"- \[(?P<priority>P[0-2])(?:\|expire:(?P<valid_to>\d{4}-\d\d-\d\d))?\](?:\[(?P<date>\d{4}-\d\d-\d\d)\])?"
    r"(?:\[(?P<kind>[a-z_]+)\])?(?:\[(?P<scenes>#[^\]]*)\])?(?: (?P<text>.*))?",
    re.DOTALL,
)
_WRITTEN_CHARACTER = re.compile(r"&#(\d{1,7});")
_LOOKS_WRITTEN = re.compile(r"&(?=#\d{1,7};)")
AMPERSAND = f"&#{ord('&')};"
_STEERING = "".join(map(chr, (*range(9), 13, *range(14, 26), *range(28, 32))))
"""Control characters that would end a line, or make a file look like no text."""

_HEADING = re.compile(r"#{1,3} (.*)")


@dataclass(frozen=True, slots=True)
class _Own:
    """An item of this grammar and how many lines it takes."""

    memory: FoundMemory
    length: int


def escaped(text: str, signs: str = "") -> str:
    """Return a text in which steering characters and these signs are written as `&#13;` and the like."""
    written = {ord(sign): f"&#{ord(sign)};" for sign in _STEERING + signs}
    return AMPERSAND.join(part.translate(written) for part in _LOOKS_WRITTEN.split(text))


def unescaped(text: str) -> str:
    """Return what `escaped` was given."""
    return _WRITTEN_CHARACTER.sub(_character, text) if "&#" in text else text


def _character(match: re.Match[str]) -> str:
    number = int(match[1])
    return chr(number) if number < 0xD800 or 0xDFFF < number <= 0x10FFFF else match[0]


def is_palace_markdown(lines: Sequence[str]) -> bool:
    """Whether a file says of itself near its top that Palace wrote it."""
    return any(line.startswith(MARKER) for line in lines[:_NEAR_TOP])


def read_palace_markdown(note: NoteFile, findings: Findings) -> None:
    """Read Palace's own items exactly, and all other lines as those of a memory file."""
    others = list(note.lines)
    wing: Wing | None = None
    at = 0
    while at < len(others):
        line = note.lines[at]
        own = _own_item(note.lines, at, wing)
        if own is not None:
            findings.keep(own.memory)
            for number in range(at + 1, at + own.length):
                if note.lines[number] == INDENT + WARNING:
                    findings.skip(number + 1, PALACE_NOTE)
            others[at : at + own.length] = [""] * own.length
            at += own.length
            continue
        heading = _HEADING.fullmatch(line)
        if heading:
            wing = _wing_of(heading[1].strip())
        if line.startswith((MARKER, LEFT_OUT)):
            findings.skip(at + 1, PALACE_NOTE)
            others[at] = ""
        elif _is_own_heading(line, wing):
            others[at] = ""
        at += 1
    read_markdown(others, note.body_start, Profile(neighbours=note.neighbours), findings)


def _wing_of(words: str) -> Wing | None:
    return next((wing for wing in Wing if wing == words.casefold()), None)


def _is_own_heading(line: str, wing: Wing | None) -> bool:
    heading = _HEADING.fullmatch(line)
    return line == TITLE or (heading is not None and (wing is not None or heading[1].strip() == CORE_SECTION))


def _own_item(lines: Sequence[str], at: int, wing: Wing | None) -> _Own | None:
    found = _ITEM.fullmatch(lines[at])
    if not found:
        return None
    try:
        kind = Kind(found["kind"]) if found["kind"] else None
        date = _day(found["date"])
        valid_to = _day(found["valid_to"])
    except ValueError:
        return None
    heading, text = _parted(found["text"] or "")
    below = _lines_below(lines, at + 1)
    asides = [line for line in below if line.startswith(ASIDE)]
    texts = [text, *(line for line in below if not line.startswith(ASIDE))]
    memory = FoundMemory(
        text=without_lone_surrogates("\n".join(map(unescaped, texts))),
        line=at + 1,
        heading=heading,
        priority=Priority(found["priority"]),
        date=date,
        valid_to=valid_to,
        kind=kind,
        wing=wing,
        scenes=_scenes(found["scenes"]),
    )
    if not memory.text.strip():
        return None
    for aside in asides:
        memory = _with_binding(memory, aside[len(ASIDE) + 1 :])
    return _Own(replace(memory, flags=flags_of(memory.text)), 1 + len(below))


def _day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def _parted(first: str) -> tuple[tuple[str, ...], str]:
    """Return the headings before the text of an item, and the first line of the text."""
    head, sign, text = first.partition(AFTER_HEADING)
    if not sign:
        return (), first
    return tuple(map(unescaped, head.split(BETWEEN_HEADINGS))), text


def _lines_below(lines: Sequence[str], start: int) -> list[str]:
    """Return the further lines of an item without their indent; empty ones count between indented ones."""
    found: list[str] = []
    waiting = 0
    for line in lines[start:]:
        if line.startswith(INDENT):
            found += [""] * waiting
            found.append(line[len(INDENT) :])
            waiting = 0
        elif not line.strip():
            waiting += 1
        else:
            break
    return found


def _scenes(written: str | None) -> tuple[str, ...]:
    return tuple(unescaped(scene[1:]) for scene in written.split(" ")) if written else ()


def _with_binding(memory: FoundMemory, written: str) -> FoundMemory:
    if written.startswith(UNLESS):
        return replace(memory, unless=unescaped(written[len(UNLESS) :]))
    head, _, unless = written.partition(EXCEPT + UNLESS)
    when, do = "", ""
    if head.startswith(WHEN):
        when, _, do = head[len(WHEN) :].partition(THEN + DO)
    elif head.startswith(DO):
        do = head[len(DO) :]
    else:
        return memory
    return replace(memory, when=unescaped(when), do=unescaped(do), unless=unescaped(unless))
