"""The rules by which a newcomer breaks a P0, each with the place where it does, and what excuses it."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from palace.domain.vocabulary import Axis
from palace.text.comparison.about_whom import names_user, of_other_person, of_other_subject
from palace.text.comparison.bilingual import dictionary, meanings_of, shared_meaning
from palace.text.comparison.calendar_time import CalendarTime
from palace.text.comparison.calendar_times import calendar_times
from palace.text.comparison.comparison import Finding
from palace.text.comparison.conditions import speaks_of_amounts, speaks_of_times
from palace.text.comparison.kinds_of_things import Mention, mentions, siblings
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.norms import CONSUMING, Norm, NormKind, conditions_of, limits_of, norms_of
from palace.text.comparison.quantities import quantities
from palace.text.comparison.quantity import AT_LEAST, AT_MOST, EXACT
from palace.text.comparison.reading import reading_of
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, Clause, clauses, stances
from palace.text.comparison.time_zones import zone_in
from palace.text.comparison.word_weights import FULL
from palace.text.comparison.words import Span, Word

SAID, LEAST_SAID = 0.5, 0.4
"""A newcomer speaks of a rule where it says at least these shares (0 to 1, by weight) of what it is about.

The first is asked of the mean of that and of the whole clause, the second of the act alone.
"""

HALF = 0.45
"""Of the whole clause of a rule it says at least this share, to be about the same."""

ON_TOPIC = 0.3
"""It speaks of the matter of a rule where it says at least this share of its words."""

LITTLE = 0.2
"""A denial in it is aimed at what a rule demands where it says at least this share of that."""

WELL_SAID = 0.7
"""It does what a rule keeps to somebody where it says at least this share of what is done."""

SHORTEST_STEM = 4
"""A word or name of so many letters is known in a longer one: Rowan in Rowan Ade."""

LIKE = 0.6
"""Words of the two count as saying the same where a model sees them as so much alike."""


def breach_of(p0: str, new: str, likeness: Likeness | None, told: "Told | None" = None) -> Finding | None:
    """Return by what a newcomer breaks a rule that the P0 holds, or None.

    `told` is the one beside the other, where that was looked at already.
    """
    if (zones := _other_zone(p0, new)) is not None:
        return zones
    if (crossed := _crossed_limit(p0, new)) is not None:
        return crossed
    told = told or Told(p0, new, likeness)
    for norm in norms_of(p0):
        span = _BREACHES[norm.kind](norm, told)
        if span is not None:
            return Finding(f"breaks_what_{norm.kind}", Axis.POLARITY, norm.span, span)
    return None


def _other_zone(p0: str, new: str) -> Finding | None:
    own, other = zone_in(p0), zone_in(new)
    if own is None or other is None or own[0] & other[0] or not _ZONE.search(p0):
        return None
    if of_other_person(p0, new) or _FOR_A_TIME.search(new):
        return None
    return Finding("other_time_zone", Axis.NUMBER, own[1], other[1])


def _crossed_limit(p0: str, new: str) -> Finding | None:
    """Return the amount with which a newcomer crosses the limit that a P0 sets: must stay below 24."""
    for limit in limits_of(p0):
        for told in quantities(new):
            if told.dimension != limit.dimension or (told.bound != EXACT and told.bound == limit.bound):
                continue
            over = limit.bound == AT_MOST and told.low > limit.high
            under = limit.bound == AT_LEAST and told.high < limit.low
            if over or under:
                return Finding("breaks_the_limit", Axis.NUMBER, limit.span, told.span)
    return None


_ZONE = re.compile(r"时区|\btime ?zone", re.IGNORECASE)


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
        self._p0_words = _words_of_matter(p0)
        self._new_words = _words_of_matter(new)
        self._p0_mentions = _mentions_at(mentions(p0))
        self._new_mentions = _mentions_at(self.mentions)
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
        turned = Told(self.new, self.p0, self._likeness.turned() if self._likeness is not None else None)
        return turned.share_said(((0, len(self.new)),), (0, len(self.p0)))

    def share_said(self, spans: Sequence[Span], within: Span) -> float:
        """Return the share of the words of some stretches of the P0 that a stretch of the newcomer says."""
        stretches = tuple(spans)
        if (share := self._shares.get((stretches, within))) is None:
            share = self._shares[stretches, within] = self._share_said(stretches, within)
        return share

    def _share_said(self, stretches: tuple[Span, ...], within: Span) -> float:
        if (asked := self._asked.get(stretches)) is None:
            asked = [place for place, word in enumerate(self._p0_words) if _inside(word.span, stretches)]
            self._asked[stretches] = asked
        if (given := self._given.get(within)) is None:
            start, end = within
            given = [
                place for place, word in enumerate(self._new_words) if start <= word.start and word.end <= end
            ]
            self._given[within] = given
        total = sum(self._p0_words[place].weight for place in asked)
        if not total or not given:
            return 0.0
        said = sum(self._p0_words[place].weight * self._best(place, given) for place in asked)
        return said / total

    def _best(self, place: int, given: Sequence[int]) -> float:
        scores = self._scores_of(place)
        return max([scores[other] for other in given])

    def nearness(self) -> tuple[float, float]:
        """Return how alike the nearest word of the P0 is to one of the newcomer, and its words on average.

        Both are 0 to 1, as a model sees them; 0 without one.
        """
        own = [place for place, word in enumerate(self._p0_words) if word.weight >= FULL]
        given = [place for place, word in enumerate(self._new_words) if word.weight >= FULL]
        if self._likeness is None or not own or not given:
            return 0.0, 0.0
        best = [max([self._alike[place][other] for other in given]) for place in own]
        return max(best), sum(best) / len(best)

    def _scores_of(self, place: int) -> list[float]:
        """Return how far each word of the newcomer says one of the P0: 0 not at all, 1 in so many words."""
        if (scores := self._scores.get(place)) is None:
            word = self._p0_words[place]
            others = self._new_words
            alike = self._alike[place] if self._likeness is not None else [0.0] * len(others)
            scores = [self._score(word, other, like) for other, like in zip(others, alike, strict=True)]
            self._scores[place] = scores
        return scores

    @cached_property
    def _alike(self) -> list[list[float]]:
        """How alike each word of the P0 is to each of the newcomer, as a model sees them."""
        if self._likeness is None:
            return []
        return self._likeness.between(
            [word.span for word in self._p0_words], [word.span for word in self._new_words]
        )

    def _score(self, word: Word, other: Word, alike: float) -> float:
        if word.key == other.key or shared_meaning(word.text.casefold(), other.text.casefold()):
            return 1.0
        shorter, longer = (word.key, other.key) if len(word.key) <= len(other.key) else (other.key, word.key)
        if len(shorter) >= SHORTEST_STEM and longer.startswith(shorter):
            return 1.0
        if self._share_a_kind(word, other):
            return 0.9
        return alike if alike >= LIKE and not self._are_siblings(word, other) else 0.0

    def _are_siblings(self, word: Word, other: Word) -> bool:
        of_p0, of_new = _touching(self._p0_mentions, word.span), _touching(self._new_mentions, other.span)
        return any(siblings(one.kind, two.kind) for one in of_p0 for two in of_new)

    def _share_a_kind(self, word: Word, other: Word) -> bool:
        of_p0 = {one.kind for one in _touching(self._p0_mentions, word.span)}
        if not of_p0:
            return False
        return any(not of_p0.isdisjoint(one.kinds) for one in _touching(self._new_mentions, other.span))

    def mentioned(self, kinds: frozenset[str], within: Span) -> list[Mention]:
        """Return what a stretch of the newcomer mentions of some kinds, or of kinds of them."""
        return [one for one in self.mentions if one.kinds & kinds and _inside(one.span, (within,))]


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


def _forbidden(norm: Norm, told: Told) -> Span | None:
    """Return what does the forbidden: a clause that says it and does not deny it."""
    if not told.falls_under_rule or told.is_about_another:
        return None
    for clause in told.clauses:
        if not norm.about:
            named = [
                one
                for one in told.mentioned(norm.kinds, clause.span)
                if not is_denied(told.new, clause, one.span)
            ]
            if named and CONSUMING.search(told.new) and not _ALLERGY.search(told.new):
                return named[0].span
        elif _says(norm, told, clause.span) and not denies(told.new, clause):
            return clause.span
    return None


def _says(norm: Norm, told: Told, within: Span) -> bool:
    """Whether a stretch of the newcomer says what is forbidden: most of it, and enough of the whole rule.

    Where it names a time or an amount to which the rule is bound, less will do.
    """
    about, whole = told.share_said(norm.about, within), told.share_said(norm.topic, within)
    if told.names_what_rule_is_bound_to:
        return about >= HALF or whole >= SAID
    return about >= LEAST_SAID and whole >= HALF and (about + whole) / 2 >= SAID


def _demanded(norm: Norm, told: Told) -> Span | None:
    """Return where the newcomer does what the rule is about without what it demands."""
    if not told.falls_under_rule:
        return None
    whole = (0, len(told.new))
    bound = told.names_what_rule_is_bound_to
    if told.share_said(norm.topic, whole) < (LITTLE if bound else ON_TOPIC):
        return None
    for clause in told.clauses:
        skipped = [
            stance
            for stance in clause.stances
            if stance.force in NEGATIVE | {Force.NEEDLESS}
            and (
                told.share_said(norm.about, (stance.span[0], clause.span[1])) >= LITTLE
                or told.mentioned(norm.kinds, (stance.span[0], clause.span[1]))
            )
        ]
        if skipped:
            return skipped[0].span
    bypass = _BYPASS.search(told.new)
    meets = told.share_said(norm.about, whole) >= SAID or told.mentioned(norm.kinds, whole)
    return bypass.span() if bypass and not meets else None


def _kept_to(norm: Norm, told: Told) -> Span | None:
    """Return where the newcomer does what the rule is about, but not with or for what that keeps it to."""
    whole = (0, len(told.new))
    if told.share_said(norm.about, whole) >= ON_TOPIC:
        return None
    if told.share_said(norm.topic, whole) < WELL_SAID or any(denies(told.new, one) for one in told.clauses):
        return None
    return whole


def _other_form(norm: Norm, told: Told) -> Span | None:
    """Return where the newcomer names another form of the same sort than the rule, and not the rule's own."""
    if any(one.kind in norm.kinds for one in told.mentions):
        return None
    own = next(iter(norm.kinds))
    other = next((one for one in told.mentions if siblings(one.kind, own)), None)
    if other is None:
        return None
    rest = tuple(span for span in norm.topic)
    share = told.share_said(_without(rest, norm.span), (0, len(told.new)))
    return other.span if share >= ON_TOPIC else None


_BREACHES = {
    NormKind.FORBIDS: _forbidden,
    NormKind.DEMANDS: _demanded,
    NormKind.FORMS: _other_form,
    NormKind.KEEPS_TO: _kept_to,
}

_BYPASS = re.compile(
    r"直接|自动|立即|立刻|马上|随手|顺手|跳过|绕过|免去|省去|self-?merge|\b(?:automatically|directly|immediately"
    r"|at once|straight away|as soon as"
    r"|skip(?:s|ped|ping)?|bypass(?:es|ed|ing)?|without|right away|on its own|unattended)\b",
    re.IGNORECASE,
)
_AVOIDS = re.compile(
    r"避免|避开|绕开|代替|替代|换掉|不含|忌|戒|远离|而不是|而非|拒绝|免|无(?=糖|酒精|肉|奶|麸)"
    r"|\b(?:avoid(?:s|ed|ing)?|instead of|rather than|without|free of|-free|refus(?:es|ed)"
    r"|declin(?:es|ed)|swap(?:s|ped)?|no|not|never|skip(?:s|ped)?)\b|-free\b",
    re.IGNORECASE,
)
_ALLERGY = re.compile(r"过敏|\ballerg", re.IGNORECASE)
_FOR_A_TIME = re.compile(
    r"期间|回来后|之后恢复|恢复|临时|暂时|这几天|本周内|出差"
    r"|\b(?:while|during|temporar(?:y|ily)|until (?:he|she|they|the user) (?:is|are|gets?) back"
    r"|for the week)\b",
    re.IGNORECASE,
)


def excuse_of(p0: str, new: str, likeness: Likeness | None, told: Told | None = None) -> Finding | None:
    """Return why a conflict of words is none of matter: another person, a time outside it, an exception.

    `told` is as in `breach_of`.
    """
    if of_other_person(p0, new) or of_other_subject(p0, new):
        return Finding("speaks_of_another")
    if speaks_of_times(calendar_times(p0), times_told(new)) is False and any(
        norm.kind is NormKind.FORBIDS for norm in norms_of(p0)
    ):
        return Finding("outside_the_times_of_the_rule")
    if speaks_of_amounts(conditions_of(p0), quantities(new)) is False and norms_of(p0):
        return Finding("outside_the_amounts_of_the_rule")
    told = told or Told(p0, new, likeness)
    for norm in norms_of(p0):
        if norm.kind is NormKind.FORBIDS and norm.about:
            for clause in told.clauses:
                if denies(new, clause) and told.share_said(norm.about, clause.span) >= ON_TOPIC:
                    return Finding("obeys_the_rule", None, norm.span, clause.span)
    if (found := _FOR_A_TIME.search(new)) is not None:
        return Finding("only_for_a_time", None, None, found.span())
    return None


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


def _without(spans: Sequence[Span], hole: Span) -> tuple[Span, ...]:
    found: list[Span] = []
    for start, end in spans:
        found += [(start, min(end, hole[0])), (max(start, hole[1]), end)]
    return tuple(span for span in found if span[0] < span[1])
