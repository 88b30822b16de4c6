"""What two very short texts are to each other, where the weights of whole statements have nothing to weigh.

Of one word each nothing can be told to say the same. Two choices that exclude each other, such as on and off
or yes and no, do not go together, whatever they are about.
"""

import re
from collections.abc import Sequence

from palace.domain.conflict import Relation
from palace.domain.vocabulary import Axis
from palace.text.comparison.bilingual import dictionary, meanings_of
from palace.text.comparison.comparison import Finding
from palace.text.comparison.opposites import places_of, scales
from palace.text.comparison.reading import Reading
from palace.text.comparison.stances import NEGATIVE, stances

MOST_WORDS = 3
"""A text of more words is a statement, and is weighed as one."""


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


_YES = _words("yes y yeah yep sure true ok okay 是 是的 对 对的 好 好的 行 可以 有 会 能 要")
_NO = _words("no n nope false 不 不是 否 不对 错 不好 不行 不可以 没有 没 不会 不能 不要")

_BARE_OPPOSITES = tuple(
    map(_words, ("up down", "in out", "with without", "before after", "前 后", "上 下", "内 外"))
)
"""Words that stand on no scale, since within a statement they seldom tell what it says."""

_DENIAL = re.compile(r"(?:not|no|never|don't|doesn't|isn't) |[不没未非无别]有?")

_TASTES = frozenset({"drinks", "food", "nature"})
"""Fields of words of which one may like several: tea and coffee are no choice by themselves."""


def is_short(one: Reading, other: Reading) -> bool:
    """Whether both texts are so short that they are looked at here."""
    return max(len(one.words), len(other.words)) <= MOST_WORDS


def choices_apart(one: Reading, other: Reading) -> Finding | None:
    """Return how two short texts exclude each other: two answers, two choices, or a word and its denial."""
    *differing, is_attribute = _where_they_differ(one, other)
    for (first, second), naming in (((one.normal, other.normal), False), (differing, is_attribute)):
        axis = _axis(first, second)
        if axis is not None and not (naming and axis is not Axis.PREFERENCE):
            rule = "polarity_differs" if axis is Axis.POLARITY else "opposites"
            return Finding(rule, axis, (0, len(one.written)), (0, len(other.written)))
    if _denies(one, other) or _denies(other, one):
        return Finding("polarity_differs", Axis.POLARITY, (0, len(one.written)), (0, len(other.written)))
    return None


def short_relation(
    relation: Relation, one: Reading, other: Reading, findings: Sequence[Finding]
) -> tuple[Relation, Finding | None]:
    """Return what two short texts that differ are to each other, and the reason where it is found here."""
    apart = choices_apart(one, other)
    if apart is not None:
        return Relation.CONFLICT, apart
    if relation in {Relation.DUPLICATE, Relation.CONTAINS} and _says_one_word(one, other):
        return Relation.COMPATIBLE, Finding("one_word_each")
    if relation is Relation.DUPLICATE and any(finding.axis is not None for finding in findings):
        return Relation.COMPATIBLE, None
    return relation, None


def _says_one_word(one: Reading, other: Reading) -> bool:
    if max(len(one.words), len(other.words)) <= 1:
        return True
    return any(not any(word.weight > 0 for word in reading.words) for reading in (one, other))


def _where_they_differ(one: Reading, other: Reading) -> tuple[str, str, bool]:
    """Return the texts without the words in which both begin and end, and whether they end in the same.

    What stands before the same word may only tell which thing is meant: the public one, the private one.
    """
    a, b = [word.text.casefold() for word in one.words], [word.text.casefold() for word in other.words]
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    before_the_same = bool(a and b) and a[-1] == b[-1]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return " ".join(a), " ".join(b), before_the_same


def _axis(first: str, second: str) -> Axis | None:
    if {first, second} & _YES and {first, second} & _NO:
        return Axis.POLARITY
    if frozenset((first, second)) in _BARE_OPPOSITES:
        return Axis.STATE
    a, b = places_of(first), places_of(second)
    if a & b:
        return None
    for scale in sorted({scale for scale, _ in a} & {scale for scale, _ in b}):
        axis = Axis(scales().axes[scale])
        if axis in {Axis.STATE, Axis.POLARITY} or (axis is Axis.PREFERENCE and _is_choice(scale, first)):
            return axis
    return None


def _is_choice(scale: int, word: str) -> bool:
    """Whether of a scale of preferences only one can hold: two poles, and no matter of taste."""
    fields = dictionary().fields
    return scales().sizes[scale] == 2 and not any(fields[each] in _TASTES for each in meanings_of(word))


def _denies(one: Reading, other: Reading) -> bool:
    """Whether one text is the other behind a word of denial."""
    match = _DENIAL.match(one.normal)
    if match is None or one.normal[match.end() :] != other.normal:
        return False
    return any(stance.force in NEGATIVE for stance in stances(one.written))
