"""Who does what to whom: whether two texts of the same words give them each other's place.

A word's place is told by the mark before or behind it (from, to, by, 向, 从, 到, 由, 之前 …), or by the side of
the verb on which it stands. `Lena reports to Marcus` and `Marcus reports to Lena` change places; the passive
and `X's Y is Z` do not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from palace.text.comparison.alignment import Alignment
from palace.text.comparison.folded_text import FoldedText
from palace.text.comparison.words import Script, Word

MOST_COMPARED = 24
"""So many words of a text may change places with each other."""

_MARKS_BEFORE = {
    "from": "from", "to": "to", "into": "to", "by": "by", "with": "with", "for": "for", "over": "than", "than": "than",
    "under": "under", "before": "before", "after": "after", "instead": "than", "against": "against",
    "从": "from", "自": "from", "由": "by", "被": "by", "向": "to", "到": "to", "至": "to", "往": "to", "给": "to",
    "比": "than", "把": "object", "将": "object", "跟": "with", "归": "under", "先": "first", "再": "then", "后": "then",
    "而不是": "than", "改成": "to", "换成": "to", "改为": "to", "不如": "than", "胜过": "than",
}  # fmt: skip
_MARKS_BEHIND = {
    "之前": "before", "以前": "before", "前": "before", "之后": "after", "以后": "after", "后": "after", "的": "of",
}  # fmt: skip
_PASSIVE = frozenset({"by", "of", "with", "object"})
_CLAUSE_ENDS = frozenset(",;.!?:\n")


@dataclass(frozen=True, slots=True)
class Swap:
    """Two words of a that have changed places in b: the words of a, and of b."""

    a: tuple[Word, Word]
    b: tuple[Word, Word]


@dataclass(frozen=True, slots=True)
class _Place:
    word: Word
    mark: str
    clause: int


def swapped_roles(a: FoldedText, b: FoldedText, alignment: Alignment) -> Swap | None:
    """Return the first two words that change places between two texts, or None."""
    places_a = _places(a, alignment.a)
    places_b = _places(b, alignment.b)
    linked = [
        (places_a[link.a], places_b[link.b])
        for link in alignment.links
        if link.a in places_a and link.b in places_b and link.strength >= 0.6
    ][:MOST_COMPARED]
    for first, second in _pairs(linked):
        if _change_places(first, second, alignment):
            return Swap((first[0].word, second[0].word), (first[1].word, second[1].word))
    return None


Linked = tuple[_Place, _Place]


def _pairs(linked: Sequence[Linked]) -> Iterator[tuple[Linked, Linked]]:
    for place, first in enumerate(linked):
        for second in linked[place + 1 :]:
            yield first, second


def _change_places(x: Linked, y: Linked, alignment: Alignment) -> bool:
    (x_a, x_b), (y_a, y_b) = x, y
    if x_a.clause != y_a.clause or x_b.clause != y_b.clause:
        return False
    crossed = (x_a.word.start < y_a.word.start) != (x_b.word.start < y_b.word.start)
    if x_a.mark != y_a.mark and (x_a.mark, y_a.mark) == (y_b.mark, x_b.mark):
        return crossed and not {x_a.mark, y_a.mark} <= {"", "of"}
    unmarked = not x_a.mark and not y_a.mark and not x_b.mark and not y_b.mark
    return crossed and unmarked and _around_one_verb(x, y, alignment)


def _around_one_verb(x: Linked, y: Linked, alignment: Alignment) -> bool:
    """Whether the same linked word stands between the two in both texts, and nothing else that is linked."""
    between_a = _between(x[0].word, y[0].word, alignment.a)
    between_b = _between(x[1].word, y[1].word, alignment.b)
    links = alignment.b_of()
    if len(between_a) != 1 or len(between_b) != 1:
        return False
    link = links.get(between_a[0])
    return link is not None and link.b == between_b[0]


def _between(one: Word, other: Word, words: Sequence[Word]) -> list[int]:
    low, high = sorted((one.start, other.start))
    return [place for place, word in enumerate(words) if low < word.start < high and word.weight > 0]


def _places(folded: FoldedText, words: Sequence[Word]) -> dict[int, _Place]:
    """Return the words that say something, with their marks and the number of their clause."""
    found: dict[int, _Place] = {}
    clause, mark, end = 0, "", 0
    written = dict(zip(folded.places, folded.text + " ", strict=False))
    for place, word in enumerate(words):
        signs = [written.get(at, " ") for at in range(end, word.start)]
        if _CLAUSE_ENDS.intersection(signs):
            clause, mark = clause + 1, ""
        end = word.end
        key = word.text.casefold()
        if word.weight == 0 or key in _MARKS_BEFORE:
            mark = _MARKS_BEFORE.get(key, mark)
            continue
        behind = words[place + 1].text if place + 1 < len(words) else ""
        own = mark or (_MARKS_BEHIND.get(behind, "") if word.script is Script.HAN else "")
        found[place] = _Place(word, own, clause)
        mark = ""
    return found
