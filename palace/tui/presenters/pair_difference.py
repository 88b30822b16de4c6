"""Two texts with what differs marked in each: `[…]` and a tone, inside runs of Chinese, by word elsewhere."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from palace.text.diff import Change, Difference, Stretch, difference
from palace.text.display import displayable
from palace.text.width import cell_width
from palace.tui.presenters.lines import Piece, Tone

LONGEST_MARKED = 2_000
"""Characters of each text in which differences are looked for; what follows is shown unmarked."""

LEAST_IN_COMMON = 0.25
"""Share of the shorter text that must stand in the other too; below it marks would only be in the way."""


BEFORE_THE_DIFFERENCE = 12
"""Cells that stand before the first difference, at least, where the beginning of a text is left out."""

USED = 0.8
"""So much of the room is filled where words are kept whole at the end of a line."""


@dataclass(frozen=True, slots=True)
class MarkedPair:
    """Both texts in displayable pieces. `reworded` says that they have too little in common to be marked."""

    left: tuple[Piece, ...]
    right: tuple[Piece, ...]
    reworded: bool = False


def marked_pair(left: str, right: str) -> MarkedPair:
    """Return two stored texts with their differences marked."""
    compared = difference(left[:LONGEST_MARKED], right[:LONGEST_MARKED])
    if left != right and _in_common(compared, left, right) < LEAST_IN_COMMON:
        return MarkedPair(_plain(left), _plain(right), reworded=True)
    return MarkedPair(
        (*_marked(compared.before, Tone.BAD), *_plain(left[LONGEST_MARKED:])),
        (*_marked(compared.after, Tone.GOOD), *_plain(right[LONGEST_MARKED:])),
    )


def from_the_difference(
    pieces: Sequence[Piece], shown: Sequence[Sequence[Piece]], cells: int
) -> Sequence[Piece]:
    """Return a marked text from some way before its first difference on, where that is not in `shown`.

    `shown` are the lines of its beginning that there is room for, `cells` how wide they are together.
    """
    if any(tone in _MARKS for line in shown for _, tone in line):
        return pieces
    first = next((place for place, (_, tone) in enumerate(pieces) if tone in _MARKS), 0)
    ahead = "".join(text for text, _ in pieces[:first])
    behind = "".join(text for text, _ in pieces[first:])[:cells]
    spare = int(cells * USED) - min(cell_width(behind), cells // 2)
    kept = ahead[-max(BEFORE_THE_DIFFERENCE, spare) :]
    while cell_width(kept) > max(BEFORE_THE_DIFFERENCE, spare):
        kept = kept[1:]
    head, blank, rest = kept.partition(" ")
    begun = rest if blank and head.isascii() and len(rest) >= len(kept) // 2 else kept
    return (("…" + begun.lstrip(), Tone.PLAIN), *pieces[first:])


_MARKS = frozenset({Tone.BAD, Tone.GOOD})


def _in_common(compared: Difference, left: str, right: str) -> float:
    same = sum(_solid(stretch.text) for stretch in compared.unified if stretch.change is Change.EQUAL)
    shorter = min(_solid(left[:LONGEST_MARKED]), _solid(right[:LONGEST_MARKED]))
    return same / shorter if shorter else 0.0


def _solid(text: str) -> int:
    return sum(not character.isspace() for character in text)


def _plain(text: str) -> tuple[Piece, ...]:
    return ((displayable(text, keep_newlines=True), Tone.PLAIN),) if text else ()


def _marked(stretches: Iterable[Stretch], tone: Tone) -> Sequence[Piece]:
    pieces: list[Piece] = []
    for stretch in stretches:
        shown = displayable(stretch.text, keep_newlines=True)
        if stretch.change is Change.EQUAL or not shown.strip():
            pieces.append((shown, Tone.PLAIN))
            continue
        core = shown.strip()
        start = shown.index(core)
        if start:
            pieces.append((shown[:start], Tone.PLAIN))
        pieces.append((f"[{core}]", tone))
        if start + len(core) < len(shown):
            pieces.append((shown[start + len(core) :], Tone.PLAIN))
    return pieces
