"""Where one text affirms what another denies: rules, leaves, abilities and claims, with or without a negation.

Two statements clash by what they say of the same thing: `must` against `must not` or `need not`, `may` against
`must not`, a claim against its denial. Opposed words turn a statement round once more: who does not like
something dislikes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from palace.text.comparison.bilingual import shared_meaning
from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.opposites import opposed_words
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, Clause, Span, Stance, clauses
from palace.text.comparison.words import Word, content_words, words_of

SCOPE_COVERED = 0.6
"""A denial clashes with a text that says at least this share (0 to 1, by weight) of what is denied."""

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

    `covered` is the share (0 to 1) of the denied words that the other side says too; `other_covered` is that of
    the other side's words in the clause. `a_only` and `b_only` are words of the two clauses that the other
    text does not have: where both have some, the two may speak of different cases.
    """

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
    """Return where a statement of one text and one of the other cannot both hold."""
    a_said, b_said = _statements(a), _statements(b)
    a_words = [word for one in a_said for word in one.words]
    b_words = [word for one in b_said for word in one.words]
    found = (_clash(one, other, a_words, b_words) for one in a_said for other in b_said)
    return tuple(clash for clash in found if clash is not None)


@dataclass(frozen=True, slots=True)
class _Statement:
    force: Force
    span: Span
    scope: tuple[Word, ...]
    words: tuple[Word, ...]


def _statements(text: str) -> list[_Statement]:
    words = content_words(words_of(folded_text(text)))
    return [
        statement
        for clause in clauses(text)
        if not clause.conditional
        for statement in _of_clause(clause, words)
    ][:MOST_STATEMENTS]


def _of_clause(clause: Clause, words: Sequence[Word]) -> list[_Statement]:
    marked = [stance for stance in clause.stances if stance.force not in _NO_FORCE]
    inside = tuple(word for word in _within(words, clause.span) if not _is_marker(word, clause.stances))
    found = [
        _Statement(stance.force, stance.span, _within(inside, stance.scope), inside) for stance in marked
    ]
    return found or [_Statement(Force.ASSERTED, clause.span, inside, inside)]


_NO_FORCE = frozenset({Force.ONLY, Force.EXCEPT, Force.HEDGED})


def _within(words: Sequence[Word], span: Span) -> tuple[Word, ...]:
    return tuple(word for word in words if span[0] <= word.start and word.end <= span[1])


def _is_marker(word: Word, stances: Sequence[Stance]) -> bool:
    return any(one.span[0] <= word.start and word.end <= one.span[1] for one in stances)


def _clash(one: _Statement, other: _Statement, a: Sequence[Word], b: Sequence[Word]) -> PolarityClash | None:
    if not one.scope or not other.scope:
        return None
    turned = (
        len(
            {
                found.axis
                for found in opposed_words([w.text for w in one.words], [w.text for w in other.words])
            }
        )
        % 2
    )
    if not forces_clash(one.force, other.force) or turned:
        return None
    denying, affirming = (one, other) if one.force in _DENYING else (other, one)
    covered = _covered(denying.scope, affirming.words)
    if covered < SCOPE_COVERED:
        return None
    affirmed = affirming.scope if affirming.force is not Force.ASSERTED else affirming.words
    return PolarityClash(
        a=one.span,
        b=other.span,
        a_force=one.force,
        b_force=other.force,
        covered=covered,
        other_covered=_covered(affirmed, denying.words),
        a_only=tuple(word.text for word in one.words if not _said(word, b)),
        b_only=tuple(word.text for word in other.words if not _said(word, a)),
        shared=tuple(word.text for word in denying.scope if _said(word, affirming.words)),
    )


_DENYING = NEGATIVE | {Force.NEEDLESS}


def forces_clash(one: Force, other: Force) -> bool:
    """Whether two stances to the same thing cannot both hold: must and need not, may and must not, is and is not."""
    if Force.NEEDLESS in (one, other):
        return bool({one, other} & {Force.REQUIRED, Force.ASSERTED})
    return (one in NEGATIVE) is not (other in NEGATIVE)


def _covered(words: Sequence[Word], others: Sequence[Word]) -> float:
    """Return the share of the weight of some words that stands in others too; 0 to 1."""
    total = sum(word.weight for word in words)
    said = sum(word.weight for word in words if _said(word, others))
    return said / total if total else 0.0


def _said(word: Word, others: Sequence[Word]) -> bool:
    return any(
        word.key == other.key or shared_meaning(word.text.casefold(), other.text.casefold())
        for other in others
    ) or (
        word.text.isascii() is False
        and len(word.text) <= 2
        and any(word.text in other.text for other in others)
    )
