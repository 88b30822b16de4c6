"""How near in meaning the pieces of two texts are, as a model sees them: numbers that the comparer is given.

A model reads a text in pieces (words or parts of words). The comparer itself knows no model; it works
without these numbers too, only worse across languages.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from palace.text.comparison.words import Span

UNLIKE, ALIKE = 0.3, 0.75
"""Cosines of pieces: at or below the first nothing is shared, at or above the second all is."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Cosines of pieces: `rows[i][j]` of `a_spans[i]` with `b_spans[j]`, places in the texts as written.

    Spans are in the order of their places, starts and ends alike. `leanings` are what a network leans to that
    reads the two texts side by side (leanings.py), empty where there is none; they are the same both ways.
    """

    a_spans: tuple[Span, ...]
    b_spans: tuple[Span, ...]
    rows: tuple[tuple[float, ...], ...]
    leanings: tuple[float, ...] = ()

    def turned(self) -> "Likeness":
        """Return the same with the two texts in each other's place."""
        columns = tuple(zip(*self.rows, strict=True)) if self.rows else ()
        return Likeness(self.b_spans, self.a_spans, columns or tuple(() for _ in self.b_spans), self.leanings)

    def between(self, a_spans: Sequence[Span], b_spans: Sequence[Span]) -> list[list[float]]:
        """Return, for each stretch of a and each of b, how alike they are: 0 nothing shared, 1 the same."""
        b_pieces = [_inside(self.b_spans, span) for span in b_spans]
        table: list[list[float]] = []
        for a_span in a_spans:
            rows = [self.rows[place] for place in _inside(self.a_spans, a_span)]
            if len(rows) == 1:
                # Most words are one piece, and they meet most often.
                row = rows[0]
                cosines = [
                    row[pieces[0]] if len(pieces) == 1 else _cosine(rows, pieces) for pieces in b_pieces
                ]
            else:
                cosines = [_cosine(rows, pieces) for pieces in b_pieces]
            table.append(
                [
                    0.0 if cosine <= UNLIKE else min(1.0, (cosine - UNLIKE) / (ALIKE - UNLIKE))
                    for cosine in cosines
                ]
            )
        return table


def _cosine(rows: Sequence[Sequence[float]], b_pieces: Sequence[int]) -> float:
    """Return the cosine of a stretch, of whose pieces these are the rows, with one of some pieces of b."""
    if not rows or not b_pieces:
        return 0.0
    if len(b_pieces) == 1:
        column = [row[b_pieces[0]] for row in rows]
        if len(rows) == 1:
            return column[0]
        mean: float = sum(column) / len(rows)
        return (mean + max(column)) / 2
    block = [[row[place] for place in b_pieces] for row in rows]
    from_a: float = sum(map(max, block)) / len(rows)
    from_b: float = sum(map(max, zip(*block, strict=True))) / len(b_pieces)
    return (from_a + from_b) / 2


def _inside(pieces: Sequence[Span], span: Span) -> list[int]:
    """Return the pieces that overlap a stretch by at least half of the shorter of the two."""
    start, end = span
    found = []
    for place in range(bisect_right(pieces, start, key=_end), len(pieces)):
        piece_start, piece_end = pieces[place]
        if piece_start >= end:
            break
        shared = min(end, piece_end) - max(start, piece_start)
        if shared > 0 and 2 * shared >= min(end - start, piece_end - piece_start):
            found.append(place)
    return found


def _end(span: Span) -> int:
    return span[1]
