"""Where one text affirms what another denies: rules, leaves, abilities, claims and likings.

Two assertions clash by what they say of the same thing: `must` against `must not` or `need not`, `may`
against `must not`, a claim against its denial, liking against disliking. Opposed words turn an assertion
round once more: who does not keep a door open closes it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from palace.text.comparison.assertions import Assertion, assertions_of, overlaps_any
from palace.text.comparison.authorities import is_aside, is_people_at_large
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, Span, clauses
from palace.text.comparison.terms import Term, says, terms_of
from palace.text.comparison.word_weights import COMMON

SCOPE_COVERED = 0.6
"""A denial clashes with a text that says at least this share (0 to 1, by weight) of what is denied."""

LIKING_COVERED = 0.45
"""The same for likings: what is liked or disliked is named in fewer words, and in other ones."""

ALIKE_ENOUGH = 0.6
"""From here on two words that no dictionary knows as one are taken for one."""

Alike = Callable[[Span, Span], float]
"""How alike a stretch of the first text and one of the second are, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Denial:
    """A word of denial, prohibition or cessation: where it stands, what it denies, and how."""

    span: Span
    scope: Span
    force: Force
    words: str


@dataclass(frozen=True, slots=True)
class PolarityClash:
    """What a says of something and what b says of the same, where the two cannot both hold.

    `axis` is `polarity`; `preference` where somebody's liking is at stake; `state` where one says that
    something is not yet so and the other that it is. Spans are places in the texts as written. `covered` is
    the share (0 to 1) of the denied words that the other side says too; `other_covered` is that of the
    other side's words in the denying clause. `a_only` and `b_only` are telling words of the two clauses
    that the other text does not have: where both have some, the two may speak of different cases.
    """

    axis: str
    a: Span
    b: Span
    a_force: Force
    b_force: Force
    covered: float
    other_covered: float
    a_only: tuple[str, ...]
    b_only: tuple[str, ...]
    shared: tuple[str, ...]


def denials(text: str) -> tuple[Denial, ...]:
    """Return the denials of a text with what each of them denies; what only looks like one is none."""
    return tuple(
        Denial(stance.span, stance.scope, stance.force, stance.words)
        for clause in clauses(text)
        for stance in clause.stances
        if stance.force in NEGATIVE
    )


def polarity_clash(a: str, b: str, alike: Alike | None = None) -> PolarityClash | None:
    """Return the clearest clash of two texts, or nothing."""
    return max(polarity_clashes(a, b, alike), key=lambda one: (one.covered, one.other_covered), default=None)


def polarity_clashes(a: str, b: str, alike: Alike | None = None) -> tuple[PolarityClash, ...]:
    """Return where an assertion of one text and one of the other cannot both hold.

    What the other text asserts too, in the same words, clashes with nothing there. `alike` helps where the
    dictionaries do not know that two words mean the same.
    """
    said = _Said(terms_of(a), terms_of(b), alike)
    a_all, b_all = assertions_of(a), assertions_of(b)
    a_own = [one for one in a_all if not any(one.same_as(other) for other in b_all)]
    b_own = [one for one in b_all if not any(one.same_as(other) for other in a_all)]
    found = (_clash(one, other, said) for one in a_own for other in b_own)
    return tuple(clash for clash in found if clash is not None)


class _Said:
    """Tells what of the one text the other says too."""

    def __init__(self, a: Sequence[Term], b: Sequence[Term], alike: Alike | None) -> None:
        self._a, self._b, self._alike = a, b, alike

    def covered(self, terms: Sequence[Term], others: Sequence[Term], of_a: bool) -> float:
        """Return the share of the weight of some terms that stands in others too, 0 to 1."""
        total = sum(term.weight for term in terms)
        said = sum(term.weight for term in terms if self.is_said(term, others, of_a))
        return said / total if total else 0.0

    def is_said(self, term: Term, others: Sequence[Term], of_a: bool) -> bool:
        """Whether one of the others says what a term does.

        `of_a` tells that the term is of the first text.
        """
        if any(says(term, other) for other in others):
            return True
        if self._alike is None:
            return False
        pairs = ((term.span, other.span) if of_a else (other.span, term.span) for other in others)
        return any(self._alike(*pair) >= ALIKE_ENOUGH for pair in pairs)

    def only(self, terms: Sequence[Term], of_a: bool) -> tuple[str, ...]:
        """Return the telling terms that the other text does not have."""
        others = self._b if of_a else self._a
        people_apart = any(
            is_people_at_large(one.entry) and not self.is_said(one, self._a if of_a else self._b, not of_a)
            for one in others
        )
        return tuple(
            term.entry
            for term in terms
            if term.weight > COMMON
            and term.entry not in _QUANTIFIERS
            and not is_aside(term.entry)
            and (people_apart or not is_people_at_large(term.entry))
            and not self.is_said(term, others, of_a)
        )


def _clash(one: Assertion, other: Assertion, said: _Said) -> PolarityClash | None:
    if not one.scope or not other.scope or not forces_clash(one.force, other.force):
        return None
    a_denies = _denies(one, other)
    denying, affirming = (one, other) if a_denies else (other, one)
    covered = said.covered(denying.scope, affirming.clause, a_denies)
    liking = not _LIKINGS.isdisjoint((one.force, other.force))
    if covered < (LIKING_COVERED if liking else SCOPE_COVERED) or _turned(denying, affirming):
        return None
    if affirming.only and denying.others:
        return None
    return PolarityClash(
        axis="preference" if liking else "state" if _not_yet(denying, affirming) else "polarity",
        a=one.span,
        b=other.span,
        a_force=one.force,
        b_force=other.force,
        covered=covered,
        other_covered=said.covered(affirming.scope, denying.clause, not a_denies),
        a_only=said.only(one.clause, of_a=True),
        b_only=said.only(other.clause, of_a=False),
        shared=tuple(t.entry for t in denying.scope if said.is_said(t, affirming.clause, a_denies)),
    )


_QUANTIFIERS = frozenset(
    [
        "任何",
        "所有",
        "全部",
        "一切",
        "每个",
        "每人",
        "人人",
        "有些",
        "一些",
        "部分",
        "任意",
        "统统",
        "any",
        "every",
        "all",
        "some",
        "each",
        "whole",
        "entire",
        "anyone",
        "everyone",
        "nobody",
        "anybody",
    ]
)
_LIKINGS = frozenset({Force.LIKED, Force.DISLIKED})
_TURNING = NEGATIVE | {Force.NEEDLESS, Force.DISLIKED}


def forces_clash(one: Force, other: Force) -> bool:
    """Whether two stances to the same thing cannot both hold.

    Must and need not, may and must not, is and not.
    """
    if Force.NEEDLESS in (one, other):
        return not {one, other}.isdisjoint({Force.REQUIRED, Force.ASSERTED})
    if Force.DISLIKED in (one, other):
        return Force.LIKED in (one, other)
    return (one in NEGATIVE) is not (other in NEGATIVE)


def _denies(one: Assertion, other: Assertion) -> bool:
    """Whether the first of two clashing assertions is the denying one."""
    if one.force in _TURNING and other.force in _TURNING:
        return other.force is Force.NEEDLESS
    return one.force in _TURNING


def _turned(denying: Assertion, affirming: Assertion) -> bool:
    """Whether an opposed word makes up for the denial: not open and closed say the same."""
    if not _LIKINGS.isdisjoint((denying.force, affirming.force)):
        return False
    affirmed = {place for pole in affirming.poles for place in pole.places}
    scales = {scale for scale, _ in affirmed}
    reached = [term.span for term in denying.scope]
    return any(
        overlaps_any(pole.span, reached)
        and not overlaps_any(pole.span, [denying.span])
        and not pole.places & affirmed
        and not scales.isdisjoint(scale for scale, _ in pole.places)
        for pole in denying.poles
    )


_NOT_YET = re.compile(r"^(?:还没有?|尚未|还未|暂未|仍未|没|未)$|\bnot yet\b|\byet to\b")


def _not_yet(denying: Assertion, affirming: Assertion) -> bool:
    """Whether the one says that something is not done, and the other reports it as done."""
    return affirming.force is Force.ASSERTED and bool(_NOT_YET.search(denying.words))
