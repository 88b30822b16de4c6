"""What changed in a memory's text from version to version."""

from collections.abc import Sequence
from datetime import tzinfo

from palace.domain.memory import Memory, MemoryVersion
from palace.text.diff import Change, difference
from palace.text.display import displayable
from palace.tui.presenters.lines import EMPTY, Line, Piece, Say, Tone, wrapped_lines, wrapped_pieces
from palace.tui.presenters.moments import minute

LONGEST_COMPARED = 20_000
"""Characters of each text that are compared."""

_TONES = {Change.EQUAL: Tone.PLAIN, Change.DELETE: Tone.BAD, Change.INSERT: Tone.GOOD}
_SIGNS = {Change.EQUAL: ("", ""), Change.DELETE: ("[-", "-]"), Change.INSERT: ("{+", "+}")}


def difference_lines(before: str, after: str, cells: int) -> list[Line]:
    """Return what changed between two texts: taken away in `[-…-]`, new in `{+…+}`, and in colour."""
    pieces: list[Piece] = []
    compared = difference(before[:LONGEST_COMPARED], after[:LONGEST_COMPARED])
    for stretch in compared.unified:
        opening, closing = _SIGNS[stretch.change]
        shown = displayable(stretch.text, keep_newlines=True)
        pieces.append((opening + shown + closing, _TONES[stretch.change]))
    return wrapped_pieces(pieces, cells)


def version_lines(
    memory: Memory, versions: Sequence[MemoryVersion], zone: tzinfo, say: Say, cells: int
) -> list[Line]:
    """Return every change of a memory's text, newest first."""
    if not versions:
        return wrapped_lines(say("tui.versions.none"), cells, Tone.DIM)
    lines: list[Line] = []
    newer = memory.text
    for version in versions:
        when = say("tui.versions.changed", time=minute(version.replaced_at, zone), version=version.version)
        lines += wrapped_lines(when, cells, Tone.LABEL)
        lines += [*difference_lines(version.text, newer, cells), EMPTY]
        newer = version.text
    return lines
