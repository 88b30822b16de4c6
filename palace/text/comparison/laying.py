"""Lays two readings beside each other: words aligned, values answered, replaced stretches found."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from palace.text.comparison.alignment import Alignment, aligned
from palace.text.comparison.bilingual import dictionary, meanings_of, shared_meaning
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.names import same_name
from palace.text.comparison.reading import Reading
from palace.text.comparison.replacements import Replacement, replacements, unanswered
from palace.text.comparison.values import Values, answered_values
from palace.text.comparison.word_weights import GRAMMAR
from palace.text.comparison.words import Span, Word


@dataclass(frozen=True, slots=True)
class Laid:
    """Two readings laid beside each other."""

    a: Reading
    b: Reading
    alignment: Alignment
    values: Values
    replaced: tuple[Replacement, ...]


def laid_beside(a: Reading, b: Reading, likeness: Likeness | None) -> Laid:
    """Return two readings with their words aligned and their values answered."""
    a_words, b_words = _compared_words(a), _compared_words(b)
    alike = likeness.between([w.span for w in a_words], [w.span for w in b_words]) if likeness else None
    alignment = aligned(a_words, b_words, _means_the_same, _Different(a, b), alike)
    values = answered_values(a.quantities, b.quantities, a.times, b.times, Nearness(alignment).between)
    links, back = alignment.b_of(), alignment.a_of()
    stretches_a = unanswered(alignment.a, links, a.breaks_in(alignment.a))
    stretches_b = unanswered(alignment.b, back, b.breaks_in(alignment.b))
    return Laid(a, b, alignment, values, replacements(alignment, stretches_a, stretches_b))


def _compared_words(reading: Reading) -> list[Word]:
    """Return the words outside values; those of stance and of time say nothing by themselves.

    They are compared as what they are: a denial as a denial, a word of change as telling which text is later.
    """
    return [
        replace(word, weight=GRAMMAR)
        if word.weight > 0 and _is_within(word.span, reading.marker_spans)
        else word
        for word in reading.words
        if not is_inside(word.span, reading.value_spans)
    ]


def _is_within(span: Span, spans: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in spans)


def _means_the_same(one: str, other: str) -> bool:
    return shared_meaning(one.casefold(), other.casefold())


def is_inside(span: Span, spans: Sequence[Span]) -> bool:
    """Return whether a stretch touches one of several."""
    return any(start < span[1] and span[0] < end for start, end in spans)


class _Different:
    """Tells of two words that they surely name different things: two names, or two words of one sort."""

    def __init__(self, a: Reading, b: Reading) -> None:
        self._a_names = {name.span: name for name in a.names}
        self._b_names = {name.span: name for name in b.names}

    def __call__(self, one: Word, other: Word) -> bool:
        a_name, b_name = self._a_names.get(one.span), self._b_names.get(other.span)
        if a_name is not None and b_name is not None:
            return not same_name(a_name, b_name)
        return bool(_sharp_fields(one.text.casefold()) & _sharp_fields(other.text.casefold()))


_SHARP = frozenset(
    {"colours", "drinks", "food", "places", "people", "transport", "time", "clothing", "roles"}
)
"""Fields of the dictionary whose words exclude each other: what is tea is not coffee."""


@lru_cache(maxsize=8192)
def _sharp_fields(word: str) -> frozenset[str]:
    fields = dictionary().fields
    return frozenset(fields[meaning] for meaning in meanings_of(word)) & _SHARP


class Nearness:
    """How much the words around two places have in common."""

    def __init__(self, alignment: Alignment) -> None:
        self._alignment = alignment
        self._links = alignment.b_of()

    def between(self, a_span: Span, b_span: Span) -> float:
        """Return the share of the words next to a place of a whose answer stands next to one of b, 0 to 1."""
        near_a = _nearest(self._alignment.a, a_span)
        near_b = set(_nearest(self._alignment.b, b_span))
        if not near_a or not near_b:
            return 0.0
        shared = sum(
            self._links[i].strength for i in near_a if i in self._links and self._links[i].b in near_b
        )
        return shared / max(1, min(len(near_a), len(near_b)))


_NEAR = 3
"""So many words before and behind a place are next to it."""


def _nearest(words: Sequence[Word], span: Span) -> list[int]:
    said = [place for place, word in enumerate(words) if word.weight > 0]
    before = [place for place in said if words[place].end <= span[0]][-_NEAR:]
    after = [place for place in said if words[place].start >= span[1]][:_NEAR]
    return before + after
