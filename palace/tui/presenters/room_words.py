"""What a room says of itself: its bands and counts, and what is filtered."""

from collections.abc import Mapping

from palace.domain.filters import Filters
from palace.domain.vocabulary import Band, Kind, Priority, Status
from palace.services.browsing import LIVE
from palace.tui.presenters.lines import Line, Piece, Say, Tone, cut_line, tone_of
from palace.tui.presenters.scale import bar_pieces

BAR_CELLS = 8


def band_line(counts: Mapping[Band, int], chosen: frozenset[Band], say: Say, cells: int) -> Line:
    """Return the three bands of a room with their counts; those that are filtered away are dimmed."""
    total = max(1, sum(counts.values()))
    bar_cells = BAR_CELLS if cells >= 66 else 3
    pieces: list[Piece] = [(" ", Tone.PLAIN)]
    for band in Band:
        count = counts.get(band, 0)
        tone = tone_of(band) if not chosen or band in chosen else Tone.OFF
        pieces += [
            (f"{say(f'vocabulary.band.{band}')} ", tone),
            *bar_pieces(count / total, bar_cells, tone),
            (f" {count:,}   ", Tone.PLAIN if tone is not Tone.OFF else Tone.OFF),
        ]
    return cut_line(pieces, cells)


def filter_words(filters: Filters, say: Say) -> list[str]:
    """Return what is shown, in words: "all" where nothing is filtered."""
    words: list[str] = []
    words += [say(f"vocabulary.band.{band}") for band in Band if band in filters.bands]
    words += [str(priority) for priority in Priority if priority in filters.priorities]
    words += [say(f"vocabulary.kind.{kind}") for kind in Kind if kind in filters.kinds]
    if filters.statuses != LIVE:
        words += [say(f"vocabulary.status.{status}") for status in Status if status in filters.statuses]
    return [" ".join(words)] if words else [say("tui.room.all")]
