"""Where in a text the terms of a query stand, as places in the text as it was written.

Matching is done as the full-text index does it (width, case, script variant, word stems); every place is led
back to the original characters.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from palace.text.display import displayable
from palace.text.masking import masked
from palace.text.normalise import folded
from palace.text.query_terms import Term
from palace.text.segmentation import BREAK, compound_parts, prepared, runs, word_folded
from palace.text.stemming import stem
from palace.text.width import AmbiguousWidth, cell_width, clusters

MASKED_AROUND = 400
"""Characters around an excerpt that are looked at, so that a secret is known by what it begins with."""

Span = tuple[int, int]
"""Start and end of a place in a text, in characters; the end is not part of it."""

Piece = tuple[str, bool]
"""A displayable piece of text, and whether it is marked."""


@dataclass(frozen=True, slots=True)
class Match:
    """A term that stands in a text, with every place."""

    term: Term
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Token:
    stem: str
    span: Span


def matches(text: str, terms: Iterable[Term]) -> list[Match]:
    """Return the terms that stand in `text`, in the order given, with their places.

    The parts of a term are returned only where the term itself does not stand in the text.
    """
    rows = _token_rows(text)
    found: list[Match] = []
    for term in terms:
        spans = _places_of(term, text, rows)
        if spans:
            found.append(Match(term, spans))
        else:
            found += [Match(part, places) for part in term.parts if (places := _places_of(part, text, rows))]
    return found


def spans_of(text: str, terms: Iterable[Term]) -> list[Span]:
    """Return the places in `text` to mark for `terms`, in order, those that touch joined."""
    joined: list[Span] = []
    for start, end in sorted(span for match in matches(text, terms) for span in match.spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def marked(text: str, spans: Sequence[Span], *, keep_newlines: bool = False) -> list[Piece]:
    """Return `text` as displayable pieces, those inside `spans` (in order, not overlapping) marked."""
    pieces: list[Piece] = []
    at = 0
    for start, end in spans:
        pieces += [(text[at:start], False), (text[start:end], True)]
        at = end
    pieces.append((text[at:], False))
    return [(displayable(piece, keep_newlines=keep_newlines), mark) for piece, mark in pieces if piece]


def excerpt(
    text: str, spans: Sequence[Span], cells: int, ellipsis: str = "…", ambiguous: AmbiguousWidth = 1
) -> list[Piece]:
    """Return one line of at most `cells` cells that shows the first marked place of a text in its context.

    A text without marked places is shown from its beginning; what is secret is masked. White space is
    collapsed; where something is left out before or behind, an ellipsis says so.
    """
    first = spans[0] if spans else (0, 0)
    begin = _context_start(text, first, cells, ambiguous)
    end = min(len(text), begin + 16 * max(cells, 0) + 64)
    inside = [(max(a, begin) - begin, min(b, end) - begin) for a, b in spans if a < end and b > begin]
    near = max(0, begin - MASKED_AROUND)
    shown = masked(text[near : end + MASKED_AROUND])[begin - near : end - near]
    pieces = [(_SPACES.sub(" ", piece), mark) for piece, mark in marked(shown, inside, keep_newlines=True)]
    if begin:
        pieces.insert(0, (ellipsis, False))
    return _cut(pieces, cells, ellipsis, ambiguous, more=end < len(text.rstrip()))


_SPACES = re.compile(r"\s+")


def _context_start(text: str, first: Span, cells: int, ambiguous: AmbiguousWidth) -> int:
    """Return where an excerpt begins: a third of its cells before the first mark, at a line or word start."""
    line_start = text.rfind("\n", 0, first[0]) + 1
    line_start += len(text[line_start : first[0]]) - len(text[line_start : first[0]].lstrip())
    shown = cell_width(_SPACES.sub(" ", text[line_start : first[1]]), ambiguous)
    if shown <= cells * 2 // 3:
        return line_start
    room, at = cells // 3, first[0]
    for cluster, width in reversed(list(clusters(text[line_start : first[0]][-4 * cells :], ambiguous))):
        if width > room:
            break
        room -= width
        at -= len(cluster)
    space = text.find(" ", at, first[0])
    return space + 1 if 0 <= space < at + cells // 6 else at


def _cut(
    pieces: list[Piece], cells: int, ellipsis: str, ambiguous: AmbiguousWidth, *, more: bool
) -> list[Piece]:
    """Return the pieces that fit; the last ends in an ellipsis where something is left out."""
    total = sum(cell_width(piece, ambiguous) for piece, _ in pieces)
    if total <= cells and not more:
        return pieces
    room = cells - cell_width(ellipsis, ambiguous)
    if room < 0:
        return []
    fitting: list[Piece] = []
    for piece, mark in pieces:
        taken = ""
        for cluster, width in clusters(piece, ambiguous):
            if width > room:
                room = 0
                break
            room -= width
            taken += cluster
        if taken:
            fitting.append((taken, mark))
        if len(taken) < len(piece):
            break
    return [*fitting, (ellipsis, False)]


def _places_of(term: Term, text: str, rows: list[list[_Token]]) -> tuple[Span, ...]:
    if term.literal:
        return tuple(_literal_places(text, term.literal))
    return tuple(_token_places(term, rows))


def _token_places(term: Term, rows: list[list[_Token]]) -> Iterator[Span]:
    wanted = [stem(token) for token in term.tokens]
    if not wanted:
        return
    for row in rows:
        for at in range(len(row) - len(wanted) + 1):
            if _stands_at(row, at, wanted, prefix=term.prefix):
                yield row[at].span[0], row[at + len(wanted) - 1].span[1]


def _stands_at(row: list[_Token], at: int, wanted: list[str], *, prefix: bool) -> bool:
    last = len(wanted) - 1
    if any(row[at + ahead].stem != wanted[ahead] for ahead in range(last)):
        return False
    final = row[at + last].stem
    return final == wanted[last] or (prefix and final.startswith(wanted[last]))


def _literal_places(text: str, literal: str) -> Iterator[Span]:
    shown, places = _mapped(text, folded)
    at = shown.find(literal)
    while at >= 0:
        yield places[at][0], places[at + len(literal) - 1][1]
        at = shown.find(literal, at + len(literal))


def _token_rows(text: str) -> list[list[_Token]]:
    """Return the tokens of a text with their places: the text's own, then those of each compound."""
    clean, places = _mapped(text, prepared)
    own: list[_Token] = []
    rows = [own]
    for run in runs(clean):
        if run.broken:
            own.append(_Token(BREAK, (0, 0)))
        if run.syllabic:
            own += [_Token(stem(character), places[run.start + at]) for at, character in enumerate(run.text)]
            continue
        own.append(_token(word_folded(run.text), places, run.start, len(run.text)))
        if parts := compound_parts(run.text):
            rows.append([_token(part, places, run.start + at, len(part)) for at, part in parts])
    return rows


def _token(word: str, places: Sequence[Span], start: int, length: int) -> _Token:
    return _Token(stem(word), (places[start][0], places[start + length - 1][1]))


_TOGETHER = re.compile(
    ".[\u0300-\u036f\u1160-\u11ff\u200c\u200d\u3099\u309a\ufe00-\ufe0f\uff9e\uff9f\U000e0100-\U000e01ef]*",
    re.DOTALL,
)


def _mapped(text: str, change: Callable[[str], str]) -> tuple[str, Sequence[Span]]:
    """Return the changed text, and for each of its characters the place in `text` that it came from."""
    if text.isascii():
        return change(text), [(at, at + 1) for at in range(len(text))]
    parts: list[str] = []
    places: list[Span] = []
    for cluster in _TOGETHER.finditer(text):
        changed = change(cluster[0])
        parts.append(changed)
        places += [cluster.span()] * len(changed)
    return "".join(parts), places
