"""Wraps text to a width in terminal cells, by the rules of Chinese and Western typesetting together.

Between two Chinese characters, and between Chinese and Latin, a line may break anywhere; inside a Latin word
only where the word alone is too long. No line begins with a closing mark or ends with an opening one.
"""

import re
from collections.abc import Iterator

from palace.text.scripts import UNSPACED
from palace.text.width import AmbiguousWidth, clusters

NEVER_FIRST = frozenset(
    "，。！？；：、）」』】》〉〕”’％‰…—～·•,.!?;:)]}%>ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々゛゜¢℃°′″"
)
"""Characters with which no line begins, as long as the width allows it."""

NEVER_LAST = frozenset("（「『【《〈〔“‘([{<￥¥＄$#＃@")
"""Characters with which no line ends, as long as the width allows it."""

_WIDE = re.compile(f"[{UNSPACED}\uff01-\uff60\u3001-\u3030]")

Cluster = tuple[str, int]


def wrap(text: str, cells: int, ambiguous: AmbiguousWidth = 1) -> list[str]:
    """Return the lines of a displayable text, none wider than `cells`.

    Newlines part lines; an empty line stays one. The spaces at which a line is broken are the only
    characters left out. A single character wider than `cells` is left whole on a line of its own. Raises
    ValueError when `cells` is less than 1.
    """
    if cells < 1:
        raise ValueError("a line has at least one cell")
    return [line for paragraph in text.split("\n") for line in _wrapped(paragraph, cells, ambiguous)]


def _wrapped(paragraph: str, cells: int, ambiguous: AmbiguousWidth) -> Iterator[str]:
    """Yield the lines of one paragraph, at least one."""
    if paragraph.isascii() and len(paragraph) <= cells:
        yield paragraph
        return
    parts = list(clusters(paragraph, ambiguous))
    start = 0
    while True:
        end = _filled(parts, start, cells)
        if end == len(parts):
            yield _joined(parts, start, end)
            return
        end = _break_before(parts, start, end)
        yield _joined(parts, start, end).rstrip(" ")
        start = end
        while start < len(parts) and parts[start][0] == " ":
            start += 1
        if start == len(parts):
            return


def _filled(parts: list[Cluster], start: int, cells: int) -> int:
    """Return the end of the longest line from `start` that fits; at least one cluster."""
    used = 0
    for at in range(start, len(parts)):
        used += parts[at][1]
        if used > cells and at > start:
            return at
    return len(parts)


def _break_before(parts: list[Cluster], start: int, end: int) -> int:
    """Return the last place up to `end` at which the line may break; `end` itself where there is none."""
    for at in range(end, start, -1):
        if _may_break(parts, start, at):
            return at
    return end


def _may_break(parts: list[Cluster], start: int, at: int) -> bool:
    """Whether a line may end before the cluster `at`."""
    last, first = parts[at - 1][0], parts[at][0]
    if first == " " or last == " ":
        # Spaces that begin the line are its indentation, no place to break.
        following = next((part for part, _ in parts[at:] if part != " "), "")
        strands_mark = following in NEVER_FIRST and not following.isascii()
        return not strands_mark and any(part != " " for part, _ in parts[start:at])
    if first[0] in NEVER_FIRST or last[0] in NEVER_LAST:
        return False
    return bool(_WIDE.match(last) or _WIDE.match(first)) or _breaks_word(last, first)


def _breaks_word(last: str, first: str) -> bool:
    """Whether a word may be parted here: behind a hyphen or slash, or beside an emoji."""
    if last in "-/" and first.isalnum():
        return True
    return not (last[0].isascii() and first[0].isascii()) and not (last[0].isalnum() and first[0].isalnum())


def _joined(parts: list[Cluster], start: int, end: int) -> str:
    return "".join(part for part, _ in parts[start:end])
