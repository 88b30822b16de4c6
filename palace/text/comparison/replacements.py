"""What stands in one text where another thing stands in the other: replaced stretches in the same place.

A stretch is a row of words of one clause that have no answer, or only a weak one, in the other text. Two
stretches are in the same place where the linked words next to them answer to each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from palace.text.comparison.alignment import Alignment, How, Link
from palace.text.comparison.words import Span, Word

SURE, SURE_ACROSS = 0.75, 0.5
"""A word is answered where its link is at least so strong, within a language and across the two."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words `first` to `last` (both included) of one text that have no sure answer, and their weight."""

    first: int
    last: int
    weight: float

    def span(self, words: Sequence[Word]) -> Span:
        """Return where the stretch stands in its text."""
        return words[self.first].start, words[self.last].end


@dataclass(frozen=True, slots=True)
class Replacement:
    """A stretch of a and one of b in the same place.

    `before` and `after` tell by which neighbours: whether the linked words before, and after, answer to each
    other. `alike` is the strongest weak link between the two, 0 where there is none.
    """

    a: Stretch
    b: Stretch
    before: bool
    after: bool
    alike: float


def unanswered(
    words: Sequence[Word], links: Mapping[int, Link], breaks: frozenset[int]
) -> tuple[Stretch, ...]:
    """Return the stretches of words without a sure answer; `breaks` are words before which a clause ends."""
    found: list[Stretch] = []
    first, last, weight = -1, -1, 0.0

    def close() -> None:
        nonlocal first
        if first >= 0:
            found.append(Stretch(first, last, weight))
        first = -1

    for place, word in enumerate(words):
        if place in breaks:
            close()
        if word.weight == 0:
            continue
        if is_answered(words[place], links.get(place)):
            close()
            continue
        if first < 0:
            first, weight = place, 0.0
        last, weight = place, weight + word.weight
    close()
    return tuple(found)


def replacements(
    alignment: Alignment, stretches_a: Sequence[Stretch], stretches_b: Sequence[Stretch]
) -> tuple[Replacement, ...]:
    """Return the pairs of stretches in the same place, those with both neighbours in common first."""
    links, back = alignment.b_of(), alignment.a_of()
    a_before, a_after = _neighbours(alignment.a, links)
    b_before, b_after = _neighbours(alignment.b, back)
    found: list[Replacement] = []
    for a in stretches_a:
        for b in stretches_b:
            alike = max(
                (
                    links[i].strength
                    for i in range(a.first, a.last + 1)
                    if i in links and b.first <= links[i].b <= b.last
                ),
                default=0.0,
            )
            before = _answer(a_before[a.first], links) == b_before[b.first]
            after = _answer(a_after[a.last], links) == b_after[b.last]
            if before or after or alike > 0:
                found.append(Replacement(a, b, before, after, alike))
    return tuple(
        sorted(found, key=lambda one: (-(one.before + one.after), -one.alike, one.a.first, one.b.first))
    )


def is_answered(word: Word, link: Link | None) -> bool:
    """Return whether a word has a sure answer in the other text."""
    if link is None:
        return False
    return (link.how is not How.LIKENESS and link.strength >= SURE) or link.strength >= (
        SURE_ACROSS if link.across else SURE
    )


def _answer(place: int, links: Mapping[int, Link]) -> int:
    return links[place].b if place in links else place


def _neighbours(words: Sequence[Word], links: Mapping[int, Link]) -> tuple[list[int], list[int]]:
    """Return for each place the nearest answered word before and after it: -1 at the start, -2 at the end."""
    answered = [is_answered(word, links.get(place)) for place, word in enumerate(words)]
    before, after = [-1] * len(words), [-2] * len(words)
    for place in range(1, len(words)):
        before[place] = place - 1 if answered[place - 1] else before[place - 1]
    for place in range(len(words) - 2, -1, -1):
        after[place] = place + 1 if answered[place + 1] else after[place + 1]
    return before, after
