"""Every line of a file in exactly one place: a memory, part of one, skipped, structure, or unaccounted for.

A reading names the first line of what it found and of what it skipped. This looks at all the others.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from palace.exchange import detection, memory_table_reading, mempalace_markdown, palace_lines
from palace.exchange.blocks import is_rule
from palace.exchange.encoding import decode_file
from palace.exchange.headings import heading_level
from palace.exchange.records import FileReading, FoundMemory
from palace.exchange.tables import is_separator_row, is_table_row

_SIGNS = re.compile(r"[\W_]+")
_FRONT_MATTER = "---"
_FENCES = ("```", "~~~")
_COMMENT, _COMMENT_END = "<!--", "-->"
_DREAMING, _DREAMING_END = "openclaw:dreaming:", ":end"
_CLASS_TAGS = re.compile(r"^\W*(?:\[[^\]]{1,40}\]\s*)+")
_LEVEL = re.compile(r"p[0-2]")

WHOLE_FILE = frozenset(
    {
        detection.INSTRUCTIONS,
        detection.TRANSCRIPT,
        detection.DREAM_OUTPUT,
        detection.UNKNOWN_JSON,
        detection.BAD_JSON,
    }
)
"""Reasons for which nothing of a file is read."""

LONGEST_FRONT_MATTER = 60
"""Lines within which front matter ends."""


class LinePlace(StrEnum):
    """What a line is."""

    MEMORY = "memory"
    PART = "part"
    SKIPPED = "skipped"
    STRUCTURE = "structure"
    UNACCOUNTED = "unaccounted"


@dataclass(frozen=True, slots=True)
class LineAccount:
    """The place of each line, in order, and the lines that no reading accounts for with what they say."""

    places: tuple[LinePlace, ...]
    unaccounted: tuple[tuple[int, str], ...]

    def count(self, place: LinePlace) -> int:
        """Return how many lines have a place."""
        return self.places.count(place)


def account_of_file(data: bytes, reading: FileReading) -> LineAccount:
    """Return the place of each line of a file that was read."""
    return account_of_lines(decode_file(data).lines, reading)


def account_of_lines(lines: Sequence[str], reading: FileReading) -> LineAccount:
    """Return the place of each line: first what the reading names, then what stands in its texts."""
    begins = {found.line for found in reading.memories}
    skipped = {skip.line for skip in reading.skipped}
    said = "".join(
        _core(part)
        for found in reading.memories
        for part in (*found.heading, found.text, found.note, found.when, found.do, found.unless, _told(found))
    )
    places: list[LinePlace] = []
    open_skip, front, closing = False, _front_matter_length(lines), ""
    whole_file = any(skip.reason in WHOLE_FILE for skip in reading.skipped)
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if whole_file or (closing and number not in begins):
            place = LinePlace.SKIPPED
            closing = "" if closing in stripped else closing
        elif number in begins:
            place, open_skip, closing = LinePlace.MEMORY, False, ""
        elif number in skipped:
            place, open_skip = LinePlace.SKIPPED, True
            closing = _end_of_aside(stripped)
        elif number <= front or _is_structure(stripped, lines, number) or _is_field(stripped, reading):
            place = LinePlace.STRUCTURE
            open_skip = open_skip and not heading_level(stripped)
        elif _says(_core(stripped), said) or _says(_core(_CLASS_TAGS.sub("", stripped)), said):
            place = LinePlace.PART
        else:
            place = LinePlace.SKIPPED if open_skip else LinePlace.UNACCOUNTED
        places.append(place)
    lost = tuple(
        (number, line.strip())
        for number, (line, place) in enumerate(zip(lines, places, strict=True), 1)
        if place is LinePlace.UNACCOUNTED
    )
    return LineAccount(tuple(places), lost)


def _told(found: FoundMemory) -> str:
    """Return a binding as Palace itself writes it below a statement."""
    return f"when {found.when} do {found.do} unless {found.unless}"


def _is_structure(stripped: str, lines: Sequence[str], number: int) -> bool:
    if not _core(stripped) or is_rule(stripped) or heading_level(stripped) or stripped.startswith(_FENCES):
        return True
    following = lines[number] if number < len(lines) else ""
    return is_separator_row(stripped) or (is_table_row(stripped) and is_separator_row(following))


def _is_field(stripped: str, reading: FileReading) -> bool:
    """Whether a line says something about what was found: of a drawer of MemPalace, or a row of a palace."""
    if reading.format in {palace_lines.FORMAT, memory_table_reading.FORMAT}:
        return True
    return reading.format == mempalace_markdown.FORMAT and is_table_row(stripped)


def _end_of_aside(stripped: str) -> str:
    """Return what the last line of a comment or of a machine's copy holds; empty where it ends at once."""
    if not stripped.startswith(_COMMENT):
        return ""
    if _DREAMING in stripped:
        return _DREAMING_END
    return "" if _COMMENT_END in stripped else _COMMENT_END


def _says(core: str, said: str) -> bool:
    """Whether the words of a line stand in what was found; a level or a date moved to a place of its own."""
    if core in said:
        return True
    rest = _LEVEL.sub("", core)
    return rest in said or not rest.strip("0123456789年月日")


def _front_matter_length(lines: Sequence[str]) -> int:
    if not lines or lines[0].strip() != _FRONT_MATTER:
        return 0
    ends = (at for at, line in enumerate(lines[1:LONGEST_FRONT_MATTER], 2) if line.strip() == _FRONT_MATTER)
    return next(ends, 0)


def _core(text: str) -> str:
    """Return letters and digits only, in small letters."""
    return _SIGNS.sub("", text).lower()
