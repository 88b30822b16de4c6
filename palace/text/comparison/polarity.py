"""Where one text affirms what another denies: rules, leaves, abilities, claims and likings.

Two statements clash by what they say of the same thing: `must` against `must not` or `need not`, `may` against
`must not`, a claim against its denial, liking against disliking. Opposed words turn a statement round once
more: who does not keep a door open closes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from palace.text.comparison.opposites import places_of
from palace.text.comparison.oppositions import PoleWord, pole_words
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, Clause, Span, Stance, clauses
from palace.text.comparison.terms import Term, says, terms_of
from palace.text.comparison.word_weights import GRAMMAR

SCOPE_COVERED = 0.6
"""A denial clashes with a text that says at least this share (0 to 1, by weight) of what is denied."""

LIKING_COVERED = 0.45
"""The same for likings: what is liked or disliked is named in fewer words, and in other ones."""

MOST_STATEMENTS = 40
"""So many statements of a text are compared with those of another."""


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

    `axis` is `polarity`, or `preference` where somebody's liking is at stake. `covered` is the share (0 to 1) of
    the denied words that the other side says too; `other_covered` is that of the other side's words in the
    denying clause. `a_only` and `b_only` are words of the two clauses that the other text does not have: where
    both have some, the two may speak of different cases.
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


def polarity_clash(a: str, b: str) -> PolarityClash | None:
    """Return the clearest clash of two texts, or nothing."""
    return max(polarity_clashes(a, b), key=lambda one: (one.covered, one.other_covered), default=None)


def polarity_clashes(a: str, b: str) -> tuple[PolarityClash, ...]:
    """Return where a statement of one text and one of the other cannot both hold.

    A statement that the other text makes too, in the same words, clashes with nothing there.
    """
    a_said, b_said = _statements(a), _statements(b)
    own_a = [one for one in a_said if not any(_same(one, other) for other in b_said)]
    own_b = [one for one in b_said if not any(_same(one, other) for other in a_said)]
    found = (_clash(one, other, terms_of(a), terms_of(b)) for one in own_a for other in own_b)
    return tuple(clash for clash in found if clash is not None)


@dataclass(frozen=True, slots=True)
class _Statement:
    """A force, what it is about, and the whole clause; spans are places in the text as written."""

    force: Force
    span: Span
    scope: tuple[Term, ...]
    words: tuple[Term, ...]
    poles: tuple[PoleWord, ...]


@lru_cache(maxsize=2048)
def _statements(text: str) -> tuple[_Statement, ...]:
    terms = tuple(term for term in terms_of(text) if term.weight > GRAMMAR)
    poles = pole_words(text)
    return tuple(
        statement
        for clause in clauses(text)
        if not clause.conditional
        for statement in _of_clause(clause, terms, poles)
    )[:MOST_STATEMENTS]


_NO_FORCE = frozenset({Force.ONLY, Force.EXCEPT, Force.HEDGED})


def _of_clause(clause: Clause, terms: Sequence[Term], all_poles: Sequence[PoleWord]) -> list[_Statement]:
    stances = [stance for stance in clause.stances if stance.force not in _NO_FORCE]
    poles = tuple(pole for pole in all_poles if _is_inside(pole.span, clause.span))
    likings = [pole for pole in poles if _liking(pole) is not None]
    marks = [*(stance.span for stance in clause.stances), *(pole.span for pole in likings)]
    words = tuple(
        term for term in terms if _is_inside(term.span, clause.span) and not _is_in_any(term.span, marks)
    )
    found = [_of_liking(pole, clause, words, poles) for pole in likings]
    found += [
        _Statement(stance.force, stance.span, _within(words, stance.scope), words, poles)
        for stance in stances
        if not any(_is_about(stance, pole) for pole in likings)
    ]
    return found or [_Statement(Force.ASSERTED, clause.span, words, words, poles)]


def _of_liking(
    pole: PoleWord, clause: Clause, words: Sequence[Term], poles: tuple[PoleWord, ...]
) -> _Statement:
    after = _within(words, (pole.span[1], clause.span[1]))
    force = _liking(pole)
    assert force is not None
    return _Statement(force, pole.span, after or tuple(words), tuple(words), poles)


def _liking(pole: PoleWord) -> Force | None:
    """Return whether a word says that somebody likes or dislikes something, its denial taken in."""
    like, dislike = places_of("love"), places_of("hate")
    liked = bool(pole.places & like - dislike)
    disliked = bool(pole.places & dislike - like)
    if liked is disliked:
        return None
    return Force.LIKED if liked is not pole.denied else Force.DISLIKED


def _is_about(stance: Stance, pole: PoleWord) -> bool:
    """Whether a stance is taken in by a word of liking: it denies it, or is a part of it."""
    return stance.span[0] < pole.span[1] and (
        _is_inside(pole.span, stance.scope) or pole.span[0] <= stance.span[0] < pole.span[1]
    )


def _within(terms: Sequence[Term], span: Span) -> tuple[Term, ...]:
    return tuple(term for term in terms if _is_inside(term.span, span))


def _is_inside(span: Span, whole: Span) -> bool:
    return whole[0] <= span[0] and span[1] <= whole[1]


def _is_in_any(span: Span, wholes: Sequence[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in wholes)


def _same(one: _Statement, other: _Statement) -> bool:
    return one.force is other.force and [t.entry for t in one.scope] == [t.entry for t in other.scope]


def _clash(one: _Statement, other: _Statement, a: Sequence[Term], b: Sequence[Term]) -> PolarityClash | None:
    if not one.scope or not other.scope or not forces_clash(one.force, other.force):
        return None
    denying, affirming = (one, other) if _denies(one, other) else (other, one)
    covered = _covered(denying.scope, affirming.words)
    liking = not _LIKINGS.isdisjoint((one.force, other.force))
    if covered < (LIKING_COVERED if liking else SCOPE_COVERED) or _turned(denying, affirming):
        return None
    affirmed = affirming.scope if affirming.force is not Force.ASSERTED else affirming.words
    return PolarityClash(
        axis="preference" if liking else "polarity",
        a=one.span,
        b=other.span,
        a_force=one.force,
        b_force=other.force,
        covered=covered,
        other_covered=_covered(affirmed, denying.words),
        a_only=tuple(term.entry for term in one.words if not _said(term, b)),
        b_only=tuple(term.entry for term in other.words if not _said(term, a)),
        shared=tuple(term.entry for term in denying.scope if _said(term, affirming.words)),
    )


_LIKINGS = frozenset({Force.LIKED, Force.DISLIKED})
_TURNING = NEGATIVE | {Force.NEEDLESS, Force.DISLIKED}


def forces_clash(one: Force, other: Force) -> bool:
    """Whether two stances to the same thing cannot both hold: must and need not, may and must not, is and is not."""
    if Force.NEEDLESS in (one, other):
        return not {one, other}.isdisjoint({Force.REQUIRED, Force.ASSERTED})
    if Force.DISLIKED in (one, other):
        return Force.LIKED in (one, other)
    return (one in NEGATIVE) is not (other in NEGATIVE)


def _denies(one: _Statement, other: _Statement) -> bool:
    if one.force in _TURNING and other.force in _TURNING:
        return other.force is Force.NEEDLESS
    return one.force in _TURNING


def _turned(denying: _Statement, affirming: _Statement) -> bool:
    """Whether an opposed word makes up for the denial: not open and closed say the same."""
    scales = {scale for pole in affirming.poles for scale, _ in pole.places}
    inside = {place for pole in affirming.poles for place in pole.places}
    if _LIKINGS.isdisjoint((denying.force, affirming.force)):
        for pole in denying.poles:
            if _is_in_any(pole.span, [term.span for term in denying.scope]) and not pole.places & inside:
                if {scale for scale, _ in pole.places} & scales:
                    return True
    return False


def _covered(terms: Sequence[Term], others: Sequence[Term]) -> float:
    """Return the share of the weight of some terms that stands in others too; 0 to 1."""
    total = sum(term.weight for term in terms)
    said = sum(term.weight for term in terms if _said(term, others))
    return said / total if total else 0.0


def _said(term: Term, others: Sequence[Term]) -> bool:
    return any(says(term, other) for other in others)
