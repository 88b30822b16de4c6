"""What a merged or shortened text would lose of its sources, told before it is saved.

Looked at is what must not be lost: names, times, amounts, denials, likings, constraints on action, and causes
of failure. Wording may change freely; what was said may not go unnoticed.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import TypeVar

from palace.text.comparison.calendar_time import CalendarTime
from palace.text.comparison.names import Name, same_name
from palace.text.comparison.quantity import IDENTIFIER, Quantity
from palace.text.comparison.quantity_relations import narrower_quantity, same_quantity
from palace.text.comparison.reading import Reading, reading_of
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, Span, stances
from palace.text.comparison.terms import Term, says, terms_of
from palace.text.comparison.time_relations import narrower_time, same_time
from palace.text.normalise import normalised

LONGEST_READ = 20_000
"""Characters of each text that are looked through."""

SCOPE_KEPT = 0.5
"""What is kept says at least this share (0 to 1, by weight) of the words that were lost otherwise."""


Value = TypeVar("Value", Name, CalendarTime, Quantity)


class LossKind(StrEnum):
    """What would be lost, in the order in which it is told."""

    NAME = "name"
    TIME = "time"
    AMOUNT = "amount"
    DENIAL = "denial"
    PREFERENCE = "preference"
    CONSTRAINT = "constraint"
    CAUSE = "cause"


@dataclass(frozen=True, slots=True)
class Loss:
    """One thing that a source says and the merged text does not: of which source (by place), and where."""

    kind: LossKind
    source: int
    span: Span
    words: str


_AGAINST = NEGATIVE | {Force.FORBIDDEN}
_DEMANDED = frozenset({Force.REQUIRED, Force.ONLY, Force.ONLY_THEN, Force.EXCEPT})
_SORTS = (_AGAINST, _DEMANDED)
"""Stances of one sort may stand for each other: who never does it must not do it."""

_CONSTRAINING = _DEMANDED | {Force.FORBIDDEN}

_LIKING = re.compile(
    r"(?:不|讨)?(?:喜欢|偏好|偏爱|爱吃|爱喝|爱看|爱用|最爱|讨厌|厌恶|反感|受不了|不爱|宁愿|宁可|更愿意)"
    r"[^，,。；;\n]*"
    r"|\b(?:likes?|loves?|prefers?|enjoys?|favou?rites?|hates?|dislikes?|detests?"
    r"|can(?:no|'|’)t stand|would rather)\b"
    r"[^.,;\n]*",
    re.IGNORECASE,
)

_CAUSE = re.compile(
    r"(?:因为|由于|原因是|根因是|是因为|起因是|所致)[^。；;\n]*|(?<![^。；;\n，,])[^。；;\n，,]*(?:导致|造成|引起)[^。；;\n]*"
    r"|\b(?:because|due to|caused by|root cause|owing to|as a result of)\b[^.;\n]*",
    re.IGNORECASE,
)


def losses(sources: Sequence[str], merged: str) -> tuple[Loss, ...]:
    """Return what `merged` does not say of what its sources say, in the order of the kinds, each once."""
    kept = _Kept(merged[:LONGEST_READ])
    found: dict[tuple[LossKind, str], Loss] = {}
    for place, source in enumerate(sources):
        if source in merged:
            continue
        text = source[:LONGEST_READ]
        for kind, span in _lost(reading_of(text), kept):
            words = " ".join(text[slice(*span)].split())
            found.setdefault((kind, normalised(words)), Loss(kind, place, span, words))
    order = list(LossKind)
    return tuple(sorted(found.values(), key=lambda loss: (order.index(loss.kind), loss.source, loss.span)))


class _Stretches:
    """Stretches of the kept text, and how much of what a source says stands in one of them."""

    def __init__(self, terms: Sequence[Term], stretches: Sequence[Span]) -> None:
        self._terms = terms
        self._within: list[list[int]] = [[] for _ in terms]
        for number, stretch in enumerate(dict.fromkeys(stretches)):
            for place in _places_inside(terms, stretch):
                self._within[place].append(number)
        self._saying: dict[tuple[str, frozenset[str]], frozenset[int]] = {}
        self._shares: dict[tuple[tuple[str, float], ...], float] = {}
        self._any = bool(stretches)

    def share_said(self, wanted: Sequence[Term]) -> float:
        """Return how much of these terms (by weight, 0 to 1) the stretch says that says most of them."""
        whole = sum(term.weight for term in wanted)
        if not whole:
            return float(self._any)
        key = tuple((term.entry, term.weight) for term in wanted)
        if key not in self._shares:
            said: defaultdict[int, float] = defaultdict(float)
            for term in wanted:
                for stretch in self._stretches_saying(term):
                    said[stretch] += term.weight
            self._shares[key] = max(said.values(), default=0.0) / whole
        return self._shares[key]

    def _stretches_saying(self, term: Term) -> frozenset[int]:
        key = (term.entry, term.keys)
        if key not in self._saying:
            found = (
                within
                for other, within in zip(self._terms, self._within, strict=True)
                if within and says(term, other)
            )
            self._saying[key] = frozenset(chain.from_iterable(found))
        return self._saying[key]


class _Kept:
    """The text that is to stand for others: what is read of it, and its stretches by what they are for."""

    def __init__(self, written: str) -> None:
        self.reading = reading_of(written)
        terms, there = terms_of(written), stances(written)
        self.of_sort = {
            sort: _Stretches(terms, [stance.scope for stance in there if stance.force in sort])
            for sort in _SORTS
        }
        self.likings = _Stretches(terms, [match.span() for match in _LIKING.finditer(written)])
        self.whole = _Stretches(terms, [(0, len(written))])


def _lost(source: Reading, kept: _Kept) -> Iterable[tuple[LossKind, Span]]:
    yield from _lost_values(source, kept.reading)
    written = source.written
    for stance in stances(written):
        sort = next((sort for sort in _SORTS if stance.force in sort), None)
        if sort is None:
            continue
        if kept.of_sort[sort].share_said(_terms_inside(written, stance.scope)) < SCOPE_KEPT:
            kind = LossKind.CONSTRAINT if stance.force in _CONSTRAINING else LossKind.DENIAL
            yield kind, _together(stance.span, stance.scope)
    for pattern, kind, there in (
        (_LIKING, LossKind.PREFERENCE, kept.likings),
        (_CAUSE, LossKind.CAUSE, kept.whole),
    ):
        for match in pattern.finditer(written):
            if there.share_said(_terms_inside(written, match.span())) < SCOPE_KEPT:
                yield kind, match.span()


def _lost_values(source: Reading, kept: Reading) -> Iterable[tuple[LossKind, Span]]:
    """Return the names, times and amounts of a source that are not kept, each way of writing one once."""
    time_spans = {time.span for time in source.times}
    for name in _once(source, source.names):
        words = normalised(source.written[slice(*name.span)])
        is_time = any(_inside(span, name.span) for span in time_spans)
        if not is_time and words not in kept.normal and not any(same_name(name, each) for each in kept.names):
            yield LossKind.NAME, name.span
    for time in _once(source, source.times):
        if not any(same_time(time, other) or narrower_time(other, time) for other in kept.times):
            yield LossKind.TIME, time.span
    for amount in _once(source, source.quantities):
        if amount.dimension == IDENTIFIER or amount.span in time_spans:
            continue
        if not any(
            same_quantity(amount, other) or narrower_quantity(other, amount) for other in kept.quantities
        ):
            yield LossKind.AMOUNT, amount.span


def _once(source: Reading, values: Iterable[Value]) -> Iterable[Value]:
    """Return the values without those whose words stand at an earlier place already."""
    first: dict[str, Span] = {}
    for value in values:
        if first.setdefault(source.written[slice(*value.span)], value.span) == value.span:
            yield value


def _terms_inside(written: str, span: Span) -> Sequence[Term]:
    terms = terms_of(written)
    return [terms[place] for place in _places_inside(terms, span)]


def _places_inside(terms: Sequence[Term], stretch: Span) -> Iterable[int]:
    """Return the places of the terms that touch a stretch; the terms stand in order."""
    place = bisect_right(terms, stretch[0], key=lambda term: term.span[1])
    while place < len(terms) and terms[place].span[0] < stretch[1]:
        yield place
        place += 1


def _inside(span: Span, stretch: Span) -> bool:
    return span[0] < stretch[1] and stretch[0] < span[1]


def _together(one: Span, other: Span) -> Span:
    return min(one[0], other[0]), max(one[1], other[1])
