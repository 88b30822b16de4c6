"""Shares and counts as short bars of plain cells."""

from palace.domain.vocabulary import Band
from palace.tui.presenters.lines import Piece, Tone

FULL, HOLLOW = "▮", "▯"

BAND_BARS = {Band.HOT: FULL * 3, Band.WARM: FULL * 2 + HOLLOW, Band.COLD: FULL + HOLLOW * 2}
"""A band as it is shown beside its name, so that colour is never its only carrier."""


def bar(share: float, cells: int) -> str:
    """Return a share of 0 to 1 as `cells` cells, of which at least one is full for anything above 0."""
    full = round(min(1.0, max(0.0, share)) * cells)
    if share > 0 and full == 0 and cells > 0:
        full = 1
    return FULL * full + HOLLOW * (cells - full)


def bar_pieces(share: float, cells: int, tone: Tone) -> tuple[Piece, Piece]:
    """Return a bar whose full cells have a tone and whose hollow ones stand back."""
    drawn = bar(share, cells)
    full = drawn.count(FULL)
    return (drawn[:full], tone), (drawn[full:], Tone.OFF)


def progress(done: int, total: int, cells: int) -> tuple[str, str]:
    """Return a rule of `cells` cells in two parts: what is done, and what is left."""
    full = round(cells * done / total) if total else cells
    if 0 < done < total and cells > 1:
        full = min(max(full, 1), cells - 1)
    return "━" * full, "─" * (cells - full)
