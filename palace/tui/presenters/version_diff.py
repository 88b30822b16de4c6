"""What changed in a memory's text from version to version."""

from datetime import tzinfo

from palace.services.versions import TextVersion
from palace.text.diff import Change, difference
from palace.text.display import displayable, one_line
from palace.tui.presenters.lines import Line, Piece, Say, Tone, cut_line, wrapped_lines, wrapped_pieces
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


def version_line(version: TextVersion, partner: int, zone: tzinfo, say: Say, cells: int) -> Line:
    """Return one text of a memory as a row: its version, until when it held, how it begins.

    `partner` is the version that the others are compared with; it carries a mark.
    """
    if version.replaced_at is None:
        until = say("tui.versions.now")
    else:
        until = say("tui.versions.until", time=minute(version.replaced_at, zone))
    return cut_line(
        (
            ("● " if version.number == partner else "  ", Tone.ACCENT),
            (f"v{version.number}  {until}  ", Tone.LABEL),
            (one_line(version.text, cells), Tone.PLAIN),
        ),
        cells,
    )


def between_lines(one: TextVersion, other: TextVersion, say: Say, cells: int) -> list[Line]:
    """Return what changed from the older of two texts to the newer."""
    older, newer = sorted((one, other), key=lambda version: version.number)
    heading = say("tui.versions.between", older=older.number, newer=newer.number)
    lines = wrapped_lines(heading, cells, Tone.LABEL)
    if older.text == newer.text:
        return [*lines, *wrapped_lines(say("tui.versions.same"), cells, Tone.DIM)]
    return [*lines, *difference_lines(older.text, newer.text, cells)]
