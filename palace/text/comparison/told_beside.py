"""A newcomer beside a P0: its clauses, what they mention, how much of the P0 they say, what they deny."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from palace.text.comparison.about_whom import names_user, of_other_person, of_other_subject
from palace.text.comparison.bilingual import dictionary, meanings_of
from palace.text.comparison.calendar_time import CalendarTime
from palace.text.comparison.calendar_times import calendar_times
from palace.text.comparison.conditions import speaks_of_amounts, speaks_of_times
from palace.text.comparison.kinds_of_things import Mention, mentions, siblings
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.norms import conditions_of
from palace.text.comparison.quantities import quantities
from palace.text.comparison.reading import reading_of
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, Clause, clauses, stances
from palace.text.comparison.word_senses import Sense, sense_of
from palace.text.comparison.word_weights import FULL
from palace.text.comparison.words import Span, Word

SHORTEST_STEM = 4
"""A word or name of so many letters is known in a longer one: Rowan in Rowan Ade."""

LIKE = 0.6
"""Words of the two count as saying the same where a model sees them as so much alike."""

KEPT_MATTERS = 2048
"""Of so many texts it is kept what they are about: a text is held against many others in a row."""


class Told:
    """A newcomer beside a P0: its clauses, what they mention, and how much of the P0 they say."""

    def __init__(self, p0: str, new: str, likeness: Likeness | None) -> None:
        self.p0, self.new, self._likeness = p0, new, likeness
        self.clauses = clauses(new)
        self.mentions = mentions(new)
        times = speaks_of_times(calendar_times(p0), times_told(new))
        amounts = speaks_of_amounts(conditions_of(p0), quantities(new))
        self.falls_under_rule = times is not False and amounts is not False
        self.names_what_rule_is_bound_to = self.falls_under_rule and bool(times or amounts)
        self.is_about_another = of_other_person(p0, new) or of_other_subject(p0, new)
        self._own, self._others = _matter_of(p0), _matter_of(new)
        self._asked: dict[tuple[Span, ...], list[int]] = {}
        self._given: dict[Span, list[int]] = {}
        self._scores: dict[int, list[float]] = {}
        self._shares: dict[tuple[tuple[Span, ...], Span], float] = {}
        self.names_user = names_user(new)
        self.p0_names_user = names_user(p0)

    def denies(self, clause: Clause) -> bool:
        """Whether a clause of the newcomer denies or avoids what it speaks of."""
        return denies(self.new, clause)

    def share_given(self) -> float:
        """Return the share of the words of the newcomer that the P0 says."""
        total = sum(matter.word.weight for matter in self._others)
        if not total or not self._own:
            return 0.0
        # How alike two stretches are is the same from either side.
        columns = list(zip(*self._alike, strict=True)) if self._alike else [()] * len(self._others)
        return (
            sum(
                matter.word.weight * max(_scores_of(matter, self._own, alike))
                for matter, alike in zip(self._others, columns, strict=True)
            )
            / total
        )

    def share_said(self, spans: Sequence[Span], within: Span) -> float:
        """Return the share of the words of some stretches of the P0 that a stretch of the newcomer says."""
        stretches = tuple(spans)
        if (share := self._shares.get((stretches, within))) is None:
            share = self._shares[stretches, within] = self._share_said(stretches, within)
        return share

    def _share_said(self, stretches: tuple[Span, ...], within: Span) -> float:
        if (asked := self._asked.get(stretches)) is None:
            asked = [place for place, one in enumerate(self._own) if _inside(one.word.span, stretches)]
            self._asked[stretches] = asked
        if (given := self._given.get(within)) is None:
            start, end = within
            given = [
                place
                for place, one in enumerate(self._others)
                if start <= one.word.start and one.word.end <= end
            ]
            self._given[within] = given
        total = sum(self._own[place].word.weight for place in asked)
        if not total or not given:
            return 0.0
        said = sum(self._own[place].word.weight * self._best(place, given) for place in asked)
        return said / total

    def _best(self, place: int, given: Sequence[int]) -> float:
        scores = self._scores.get(place)
        if scores is None:
            alike = self._alike[place] if self._alike else ()
            scores = self._scores[place] = _scores_of(self._own[place], self._others, alike)
        return max([scores[other] for other in given])

    def nearness(self) -> tuple[float, float]:
        """Return how alike the nearest word of the P0 is to one of the newcomer, and its words on average.

        Both are 0 to 1, as a model sees them; 0 without one.
        """
        own = [place for place, one in enumerate(self._own) if one.word.weight >= FULL]
        given = [place for place, one in enumerate(self._others) if one.word.weight >= FULL]
        if self._likeness is None or not own or not given:
            return 0.0, 0.0
        best = [max([self._alike[place][other] for other in given]) for place in own]
        return max(best), sum(best) / len(best)

    @cached_property
    def _alike(self) -> list[list[float]]:
        """How alike each word of the P0 is to each of the newcomer, as a model sees them; empty without."""
        if self._likeness is None:
            return []
        return self._likeness.between(
            [one.word.span for one in self._own], [one.word.span for one in self._others]
        )

    def mentioned(self, kinds: frozenset[str], within: Span) -> list[Mention]:
        """Return what a stretch of the newcomer mentions of some kinds, or of kinds of them."""
        return [one for one in self.mentions if one.kinds & kinds and _inside(one.span, (within,))]


@dataclass(frozen=True, slots=True)
class _Matter:
    """A word that tells what a text is about: what it means, and the kinds of what is mentioned there.

    `own_kinds` are the kinds that the text names at its place, `kinds` these with all that they are kinds of.
    """

    word: Word
    sense: Sense
    own_kinds: frozenset[str]
    kinds: frozenset[str]


@lru_cache(maxsize=KEPT_MATTERS)
def _matter_of(text: str) -> tuple[_Matter, ...]:
    """Return the words that tell what a text is about, in order."""
    at = _mentions_at(mentions(text))
    found = []
    for word in _words_of_matter(text):
        mentioned = _touching(at, word.span)
        found.append(
            _Matter(
                word,
                sense_of(word.text),
                frozenset(one.kind for one in mentioned),
                frozenset(kind for one in mentioned for kind in one.kinds),
            )
        )
    return tuple(found)


def _scores_of(matter: _Matter, others: Sequence[_Matter], alike: Sequence[float]) -> list[float]:
    """Return how far each of the others says a word: 0 not at all, 1 in so many words.

    `alike` is how alike each is to it, as a model sees them; empty where there is none.
    """
    key, own_kinds = matter.word.key, matter.own_kinds
    folded, meanings = matter.sense.folded, matter.sense.meanings
    is_long = len(key) >= SHORTEST_STEM
    scores = []
    for place, other in enumerate(others):
        other_key = other.word.key
        # What `Sense.means_the_same` says, written out: this is asked of every word and every other.
        if (
            key == other_key
            or folded == other.sense.folded
            or not meanings.isdisjoint(other.sense.meanings)
            or (is_long and len(other_key) >= SHORTEST_STEM and _starts(key, other_key))
        ):
            scores.append(1.0)
        elif own_kinds and not own_kinds.isdisjoint(other.kinds):
            scores.append(0.9)
        elif not alike or alike[place] < LIKE or _are_siblings(own_kinds, other.own_kinds):
            scores.append(0.0)
        else:
            scores.append(alike[place])
    return scores


def _starts(one: str, other: str) -> bool:
    return other.startswith(one) if len(one) <= len(other) else one.startswith(other)


def _are_siblings(own_kinds: frozenset[str], other_kinds: frozenset[str]) -> bool:
    return any(siblings(one, other) for one in own_kinds for other in other_kinds)


def _mentions_at(found: Sequence[Mention]) -> dict[int, list[Mention]]:
    """Return what is mentioned at each place of a text."""
    places: defaultdict[int, list[Mention]] = defaultdict(list)
    for one in found:
        for place in range(*one.span):
            places[place].append(one)
    return dict(places)


def _touching(places: Mapping[int, Sequence[Mention]], span: Span) -> list[Mention]:
    """Return what is mentioned anywhere in a stretch; one that is longer than a place may come repeatedly."""
    return [one for place in range(*span) for one in places.get(place, ())]


def times_told(new: str) -> list[CalendarTime]:
    """Return the times of a newcomer but for those that it calls past: moved from Wednesday to Thursday."""
    former = reading_of(new).former
    return [
        time
        for time in calendar_times(new)
        if not time.former and not any(_touch(time.span, span) for span in former)
    ]


def _words_of_matter(text: str) -> list[Word]:
    reading = reading_of(text)
    aside = (*reading.value_spans, *(one.span for one in stances(text) if one.force not in _SAY_SOMETHING))
    return [
        word
        for word in reading.words
        if word.weight > 0
        and not any(_touch(word.span, span) for span in aside)
        and not _tells_time(word.text.casefold())
    ]


_SAY_SOMETHING = frozenset({Force.ALLOWED, Force.LIKED, Force.DISLIKED, Force.CEASED})
"""Words of these stances tell of an act too: to approve, to stop."""


def _tells_time(word: str) -> bool:
    fields = dictionary().fields
    return any(fields[meaning] == "time" for meaning in meanings_of(word))


_AVOIDS = re.compile(
    r"避免|避开|绕开|代替|替代|换掉|不含|忌|戒|远离|而不是|而非|拒绝|免|无(?=糖|酒精|肉|奶|麸)"
    r"|\b(?:avoid(?:s|ed|ing)?|instead of|rather than|without|free of|-free|refus(?:es|ed)"
    r"|declin(?:es|ed)|swap(?:s|ped)?|no|not|never|skip(?:s|ped)?)\b|-free\b",
    re.IGNORECASE,
)


def denies(new: str, clause: Clause) -> bool:
    """Whether a clause denies or avoids what it speaks of."""
    if any(stance.force in NEGATIVE | {Force.ONLY} for stance in clause.stances):
        return True
    return _AVOIDS.search(new[slice(*clause.span)]) is not None


def is_denied(new: str, clause: Clause, span: Span) -> bool:
    """Whether a clause denies what stands at a place of it."""
    for stance in clause.stances:
        if stance.force in NEGATIVE and stance.scope[0] <= span[0] and span[1] <= stance.scope[1]:
            return True
    before = new[max(clause.span[0], span[0] - 24) : span[0]]
    behind = new[span[1] : span[1] + 6]
    return _AVOIDS.search(before) is not None or behind.startswith(("-free", "过敏"))


def _inside(span: Span, spans: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in spans)


def _touch(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
