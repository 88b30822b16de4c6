"""How many terminal cells a text takes, and cutting and padding by cells.

The widths agree with those by which Textual lays out (tests compare the two). The count of characters
says nothing about the place a text needs: `记忆` takes four cells, a family emoji of seven code points two.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from palace.text.cell_table import NO_CELL, TWO_CELLS, WIDENED

AmbiguousWidth = Literal[1, 2]
"""Cells that the terminal gives to characters of East Asian width "ambiguous" (… — “ ” ① ★)."""

_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"
_FIRST_FLAG_LETTER, _LAST_FLAG_LETTER = "\U0001f1e6", "\U0001f1ff"


def _ranges(hexadecimal: str) -> list[tuple[int, int]]:
    ranges = []
    for item in hexadecimal.split():
        first, _, last = item.partition("-")
        ranges.append((int(first, 16), int(last or first, 16)))
    return ranges


_BY_START = sorted(
    [(first, last, 0) for first, last in _ranges(NO_CELL)]
    + [(first, last, 2) for first, last in _ranges(TWO_CELLS)]
)
_STARTS = [first for first, _, _ in _BY_START]
_WIDENED = frozenset(chr(code) for first, last in _ranges(WIDENED) for code in range(first, last + 1))


@lru_cache(maxsize=8192)
def character_cells(character: str, ambiguous: AmbiguousWidth = 1) -> int:
    """Return the cells of one character by itself: 0, 1 or 2. Control characters take none."""
    code = ord(character)
    if 0x20 <= code < 0x7F:
        return 1
    if code < 0xA0:
        return 0
    at = bisect_right(_STARTS, code) - 1
    first, last, cells = _BY_START[at]
    if first <= code <= last:
        return cells
    return 2 if ambiguous == 2 and unicodedata.east_asian_width(character) == "A" else 1


def clusters(text: str, ambiguous: AmbiguousWidth = 1) -> Iterator[tuple[str, int]]:
    """Yield what must not be cut apart, in order, each with its cells.

    A cluster is a character with the marks, selectors and joined characters that follow it; the two letters
    of a flag stay together. Marks at the very start have nothing to stand on and form a cluster of no
    cells. Joined together, the clusters are the text again.
    """
    start, cells, widenable, joining, half_flag = 0, 0, "", False, False
    for at, character in enumerate(text):
        if joining:
            joining = False
            continue
        if character == _JOINER:
            joining = True
            continue
        if character == _EMOJI_STYLE:
            cells += widenable in _WIDENED
            widenable = ""
            continue
        width = character_cells(character, ambiguous)
        if width == 0:
            continue
        is_flag_letter = _FIRST_FLAG_LETTER <= character <= _LAST_FLAG_LETTER
        if is_flag_letter and half_flag:
            cells, half_flag = cells + width, False
            continue
        half_flag = is_flag_letter
        if at > start:
            yield text[start:at], cells
        start, cells, widenable = at, width, character
    if start < len(text):
        yield text[start:], cells


def cell_width(text: str, ambiguous: AmbiguousWidth = 1) -> int:
    """Return the cells that a one-line text takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    if _JOINER in text or _EMOJI_STYLE in text:
        return sum(cells for _, cells in clusters(text, ambiguous))
    return sum(character_cells(character, ambiguous) for character in text)


def take(text: str, cells: int, ambiguous: AmbiguousWidth = 1) -> tuple[str, str]:
    """Return the longest beginning of `text` that fits in `cells`, and what is left of the text."""
    if text.isascii() and text.isprintable():
        return text[: max(0, cells)], text[max(0, cells) :]
    used, taken = 0, 0
    for cluster, width in clusters(text, ambiguous):
        if used + width > cells:
            break
        used += width
        taken += len(cluster)
    return text[:taken], text[taken:]


def truncate(text: str, cells: int, ellipsis: str = "…", ambiguous: AmbiguousWidth = 1) -> str:
    """Return `text`, cut between whole characters with an ellipsis where it takes more than `cells`.

    Where not even the ellipsis fits, as much of the text as fits is returned.
    """
    if cells <= 0:
        return ""
    beginning, rest = take(text, cells, ambiguous)
    if not rest:
        return text
    room = cells - cell_width(ellipsis, ambiguous)
    if room < 0:
        return beginning
    return take(text, room, ambiguous)[0].rstrip() + ellipsis


def pad(
    text: str,
    cells: int,
    align: Literal["left", "right", "centre"] = "left",
    ellipsis: str = "…",
    ambiguous: AmbiguousWidth = 1,
) -> str:
    """Return a displayable text as exactly `cells` cells: filled with spaces, or truncated."""
    shown = truncate(text, cells, ellipsis, ambiguous)
    missing = max(0, cells - cell_width(shown, ambiguous))
    before = {"left": 0, "right": missing, "centre": missing // 2}[align]
    return " " * before + shown + " " * (missing - before)
