"""Lays two readings beside each other: words aligned, values answered, replaced stretches found."""

from collections.abc import Sequence
from dataclasses import dataclass

from palace.text.comparison.alignment import Alignment, aligned
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.names import same_name
from palace.text.comparison.reading import Reading
from palace.text.comparison.replacements import Replacement, replacements, unanswered
from palace.text.comparison.values import Values, answered_values
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
    between = likeness.between if likeness is not None else None
    alignment = aligned(a.compared, b.compared, _DifferentNames(a, b), between)
    values = answered_values(a.quantities, b.quantities, a.times, b.times, Nearness(alignment).between)
    stretches_a = unanswered(alignment.a, alignment.b_of(), a.breaks)
    stretches_b = unanswered(alignment.b, alignment.a_of(), b.breaks)
    return Laid(a, b, alignment, values, replacements(alignment, stretches_a, stretches_b))


class _DifferentNames:
    """Tells of two words whether they surely are two names, or one; None where not both are names."""

    def __init__(self, a: Reading, b: Reading) -> None:
        self._a_names = {name.span: name for name in a.names}
        self._b_names = {name.span: name for name in b.names}

    def __call__(self, one: Word, other: Word) -> bool | None:
        a_name, b_name = self._a_names.get(one.span), self._b_names.get(other.span)
        return None if a_name is None or b_name is None else not same_name(a_name, b_name)


class Nearness:
    """How much the words around two places have in common."""

    def __init__(self, alignment: Alignment) -> None:
        self._links = alignment.b_of()
        self._said_a, self._said_b = (
            [(place, *word.span) for place, word in enumerate(words) if word.weight > 0]
            for words in (alignment.a, alignment.b)
        )

    def between(self, a_span: Span, b_span: Span) -> float:
        """Return the share of the words next to a place of a whose answer stands next to one of b, 0 to 1."""
        near_a = _nearest(self._said_a, a_span)
        near_b = set(_nearest(self._said_b, b_span))
        if not near_a or not near_b:
            return 0.0
        shared = sum(
            self._links[i].strength for i in near_a if i in self._links and self._links[i].b in near_b
        )
        return shared / max(1, min(len(near_a), len(near_b)))


_NEAR = 3
"""So many words before and behind a place are next to it."""


def _nearest(said: Sequence[tuple[int, int, int]], span: Span) -> list[int]:
    """Return the places of the telling words, given as (place, start, end), that stand next to a stretch."""
    before = [place for place, _, end in said if end <= span[0]][-_NEAR:]
    after = [place for place, start, _ in said if start >= span[1]][:_NEAR]
    return before + after
