"""Breaking displayable text into lines of so many cells, as Chinese and English are both broken.

Nothing is lost: the lines of a paragraph joined together are the paragraph, so that places in it stay
places in its lines. A space at which a line was broken hangs at its end and takes no room.
"""

import re
from collections.abc import Iterator

from palace.text.scripts import SYLLABIC
from palace.text.width import AmbiguousWidth, clusters

NEVER_FIRST = frozenset("，。、；：？！）〕］｝】》〉」』”’…—·,.;:?!)]}%℃°々ー")
"""What no line begins with, unless nothing else is possible."""

NEVER_LAST = frozenset("（〔［｛【《〈「『“‘([{#$￥")
"""What no line ends with, unless nothing else is possible."""

_BREAKABLE = re.compile(f"[{SYLLABIC}\u3000-\u303f\uff01-\uff60]")


def wrapped(text: str, cells: int, ambiguous: AmbiguousWidth = 1) -> list[str]:
    """Return the lines of a displayable text of several paragraphs; an empty paragraph is an empty line.

    `cells` counts as 1 at least; a character wider than that has a line for itself.
    """
    return [line for paragraph in text.split("\n") for line in wrapped_paragraph(paragraph, cells, ambiguous)]


def wrapped_paragraph(paragraph: str, cells: int, ambiguous: AmbiguousWidth = 1) -> list[str]:
    """Return the lines of a text without newlines; joined together they are the text again."""
    if len(paragraph) <= cells and paragraph.isascii():
        return [paragraph]
    return list(_lines(paragraph, max(1, cells), ambiguous)) or [""]


def _lines(paragraph: str, cells: int, ambiguous: AmbiguousWidth) -> Iterator[str]:
    start = at = used = 0
    breaks_at, used_at_break = 0, 0
    before = ""
    for cluster, width in clusters(paragraph, ambiguous):
        if at > start and _may_break(before, cluster):
            breaks_at, used_at_break = at, used
        if used + width > cells and at > start and not cluster.isspace():
            cut = breaks_at if breaks_at > start else at
            used = used - used_at_break if breaks_at > start else 0
            yield paragraph[start:cut]
            start, breaks_at = cut, cut
            if used + width > cells and at > start:
                yield paragraph[start:at]
                start, breaks_at, used = at, at, 0
        used += width
        at += len(cluster)
        before = cluster
    if start < len(paragraph):
        yield paragraph[start:]


def _may_break(before: str, after: str) -> bool:
    if after[0] in NEVER_FIRST or before[0] in NEVER_LAST or after.isspace():
        return False
    return before.isspace() or bool(_BREAKABLE.match(before) or _BREAKABLE.match(after))
