"""What a merged or shortened text would lose of its sources, told before it is saved.

Looked at is what must not be lost: names, times, amounts, denials, likings, constraints on action, and causes
of failure. Wording may change freely; what was said may not go unnoticed.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from palace.text.comparison.names import same_name
from palace.text.comparison.quantity import IDENTIFIER
from palace.text.comparison.quantity_relations import narrower_quantity, same_quantity
from palace.text.comparison.reading import Reading, reading_of
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, Span, stances
from palace.text.comparison.terms import says, terms_of
from palace.text.comparison.time_relations import narrower_time, same_time
from palace.text.normalise import normalised

LONGEST_READ = 20_000
"""Characters of each text that are looked through."""

SCOPE_KEPT = 0.5
"""What is kept says at least this share (0 to 1, by weight) of the words that were lost otherwise."""


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
    kept = reading_of(merged[:LONGEST_READ])
    found: dict[tuple[LossKind, str], Loss] = {}
    for place, source in enumerate(sources):
        text = source[:LONGEST_READ]
        for kind, span in _lost(reading_of(text), kept):
            words = " ".join(text[slice(*span)].split())
            found.setdefault((kind, normalised(words)), Loss(kind, place, span, words))
    order = list(LossKind)
    return tuple(sorted(found.values(), key=lambda loss: (order.index(loss.kind), loss.source, loss.span)))


def _lost(source: Reading, kept: Reading) -> Iterable[tuple[LossKind, Span]]:
    for name in source.names:
        words = normalised(source.written[slice(*name.span)])
        is_time = any(_inside(time.span, name.span) for time in source.times)
        if not is_time and words not in kept.normal and not any(same_name(name, each) for each in kept.names):
            yield LossKind.NAME, name.span
    for time in source.times:
        if not any(same_time(time, other) or narrower_time(other, time) for other in kept.times):
            yield LossKind.TIME, time.span
    for amount in source.quantities:
        if amount.dimension == IDENTIFIER or any(time.span == amount.span for time in source.times):
            continue
        if not any(
            same_quantity(amount, other) or narrower_quantity(other, amount) for other in kept.quantities
        ):
            yield LossKind.AMOUNT, amount.span
    yield from _lost_stances(source.written, kept.written)
    whole = (0, len(kept.written))
    for pattern, kind in ((_LIKING, LossKind.PREFERENCE), (_CAUSE, LossKind.CAUSE)):
        there = [match.span() for match in pattern.finditer(kept.written)] if pattern is _LIKING else [whole]
        for match in pattern.finditer(source.written):
            shares = (_share_said(source.written, match.span(), kept.written, span) for span in there)
            if max(shares, default=0.0) < SCOPE_KEPT:
                yield kind, match.span()


def _lost_stances(source: str, kept: str) -> Iterable[tuple[LossKind, Span]]:
    there = stances(kept)
    for stance in stances(source):
        sort = next((sort for sort in _SORTS if stance.force in sort), None)
        if sort is None:
            continue
        scopes = [other.scope for other in there if other.force in sort]
        if not any(_share_said(source, stance.scope, kept, scope) >= SCOPE_KEPT for scope in scopes):
            kind = LossKind.CONSTRAINT if stance.force in _CONSTRAINING else LossKind.DENIAL
            yield kind, _together(stance.span, stance.scope)


def _share_said(source: str, span: Span, kept: str, within: Span) -> float:
    """Return how much of a stretch of the source (by weight, 0 to 1) a stretch of what is kept says."""
    wanted = [term for term in terms_of(source) if _inside(term.span, span)]
    there = [term for term in terms_of(kept) if _inside(term.span, within)]
    whole = sum(term.weight for term in wanted)
    if not whole:
        return 1.0
    return sum(term.weight for term in wanted if any(says(term, other) for other in there)) / whole


def _inside(span: Span, stretch: Span) -> bool:
    return span[0] < stretch[1] and stretch[0] < span[1]


def _together(one: Span, other: Span) -> Span:
    return min(one[0], other[0]), max(one[1], other[1])
