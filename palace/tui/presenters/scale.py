"""Shares and counts as short bars of plain cells."""

from palace.domain.vocabulary import Band
from palace.text.gauges import FULL, HOLLOW, bar
from palace.tui.presenters.lines import Piece, Tone

BAND_BARS = {Band.HOT: FULL * 3, Band.WARM: FULL * 2 + HOLLOW, Band.COLD: FULL + HOLLOW * 2}
"""A band as it is shown beside its name, so that colour is never its only carrier."""


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
