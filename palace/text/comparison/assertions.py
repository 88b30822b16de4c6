"""What the clauses of a text assert.

A force (denied, allowed, liked …), what it is about, and the whole clause.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from palace.text.comparison.opposites import places_of
from palace.text.comparison.oppositions import PoleWord, pole_words
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import Clause, Span, Stance, clauses
from palace.text.comparison.terms import Term, terms_of
from palace.text.comparison.word_weights import GRAMMAR

MOST_ASSERTIONS = 40
"""So many assertions of a text are compared with those of another."""

WITHOUT_FORCE = frozenset({Force.ONLY, Force.ONLY_THEN, Force.EXCEPT, Force.HEDGED})
"""Stances that narrow what is said and neither affirm nor deny it."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """A force and what it is about, in a clause; `words` says by what, empty where nothing marks it.

    `span` is where the word of the force stands, or the whole clause; `scope` holds the terms it is about
    and `clause` all terms of the clause, words of stance left out; `poles` are the words of the clause on a
    scale. `only` tells that it says so of nothing else, `others` that it speaks of the others.
    """

    force: Force
    span: Span
    words: str
    scope: tuple[Term, ...]
    clause: tuple[Term, ...]
    poles: tuple[PoleWord, ...]
    only: bool = False
    others: bool = False

    def same_as(self, other: "Assertion") -> bool:
        """Whether the other asserts the same in the same words."""
        own = [term.entry for term in self.scope]
        return self.force is other.force and own == [term.entry for term in other.scope]


@lru_cache(maxsize=2048)
def assertions_of(written: str) -> tuple[Assertion, ...]:
    """Return what a text asserts, clause by clause; what holds only under a condition is left out."""
    all_terms = terms_of(written)
    terms = tuple(term for term in all_terms if term.weight > GRAMMAR)
    poles = pole_words(written)
    found: list[Assertion] = []
    for clause in clauses(written):
        if clause.conditional or len(found) >= MOST_ASSERTIONS:
            continue
        only = any(stance.force is Force.ONLY for stance in clause.stances)
        others = any(term.entry in _OTHERS for term in _within(all_terms, clause.span))
        asserted = _of_clause(written, clause, terms, poles)
        found += (replace(one, only=only, others=others) for one in asserted)
    return tuple(found[:MOST_ASSERTIONS])


_OTHERS = frozenset(["non", "other", "others", "else", "其他", "其余", "别的", "别人", "外人", "旁人", "非"])


def _of_clause(
    written: str, clause: Clause, terms: Sequence[Term], all_poles: Sequence[PoleWord]
) -> list[Assertion]:
    stances = [stance for stance in clause.stances if stance.force not in WITHOUT_FORCE]
    poles = tuple(pole for pole in all_poles if is_inside(pole.span, clause.span))
    likings = [pole for pole in poles if liking(pole) is not None]
    marks = [*(stance.span for stance in clause.stances), *(pole.span for pole in likings)]
    words = tuple(
        term for term in terms if is_inside(term.span, clause.span) and not overlaps_any(term.span, marks)
    )
    found = [one for pole in likings for one in _of_liking(written, pole, clause, words, poles)]
    found += [
        Assertion(stance.force, stance.span, stance.words, _within(words, stance.scope), words, poles)
        for stance in stances
        if not any(_is_about(stance, pole) for pole in likings)
    ]
    if found or any(stance.force is Force.ONLY_THEN for stance in clause.stances):
        return found
    return [Assertion(Force.ASSERTED, clause.span, "", words, words, poles)]


def _of_liking(
    written: str, pole: PoleWord, clause: Clause, words: tuple[Term, ...], poles: tuple[PoleWord, ...]
) -> list[Assertion]:
    """Return what somebody likes or dislikes, and what less than that: rather tea than coffee."""
    force = liking(pole)
    assert force is not None
    end = clause.span[1]
    less = _LESS_THAN.search(written, pole.span[1], end) if pole.entry in _COMPARING else None
    after = _within(words, (pole.span[1], less.start() if less else end))
    found = [Assertion(force, pole.span, pole.entry, after or words, words, poles)]
    if less is not None and force is Force.LIKED and (beside := _within(words, (less.end(), end))):
        found.append(Assertion(Force.DISLIKED, pole.span, pole.entry, beside, words, poles))
    return found


_COMPARING = frozenset(
    {
        "prefer",
        "preferred",
        "favour",
        "favor",
        "rather",
        "would rather",
        "'d rather",
        "更喜欢",
        "偏好",
        "更爱",
    }
)
_LESS_THAN = re.compile(
    r"\b(?:over|rather than|instead of|than|to(?= \w+(?: \w+)?\s*(?:$|[.,;])))\b|而不是|而非|不是"
)


def liking(pole: PoleWord) -> Force | None:
    """Return whether a word says that somebody likes or dislikes something, its denial taken in."""
    like, dislike = places_of("love"), places_of("hate")
    liked, disliked = bool(pole.places & like), bool(pole.places & dislike)
    if liked is disliked:
        return None
    return Force.LIKED if liked is not pole.denied else Force.DISLIKED


def _is_about(stance: Stance, pole: PoleWord) -> bool:
    """Whether a stance is taken in by a word of liking: it denies it, or is a part of it."""
    return stance.span[0] < pole.span[1] and (
        is_inside(pole.span, stance.scope) or pole.span[0] <= stance.span[0] < pole.span[1]
    )


def _within(terms: Sequence[Term], span: Span) -> tuple[Term, ...]:
    return tuple(term for term in terms if is_inside(term.span, span))


def is_inside(span: Span, whole: Span) -> bool:
    """Whether one stretch lies in another."""
    return whole[0] <= span[0] and span[1] <= whole[1]


def overlaps_any(span: Span, others: Sequence[Span]) -> bool:
    """Whether a stretch shares a character with one of the others."""
    return any(span[0] < end and start < span[1] for start, end in others)
