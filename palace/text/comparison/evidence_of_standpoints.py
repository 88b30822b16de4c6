"""Evidence in the stands that two texts take: on one matter, of the same things, on opposed sides."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from palace.domain.vocabulary import Axis
from palace.text.comparison.alignment import Alignment, How, Link
from palace.text.comparison.authorities import is_aside, is_people_at_large
from palace.text.comparison.bilingual import same_field
from palace.text.comparison.comparison import Finding
from palace.text.comparison.evidence_of_words import Gathered
from palace.text.comparison.laying import Laid
from palace.text.comparison.opposites import Place
from palace.text.comparison.oppositions import pole_words
from palace.text.comparison.reading import Reading, is_inside
from palace.text.comparison.scopes import differing_scopes
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, Clause, Span, Stance, clauses
from palace.text.comparison.standpoints import HIDDEN, Standpoint, standpoints
from palace.text.comparison.statements import says
from palace.text.comparison.values import Answer
from palace.text.comparison.word_weights import COMMON, GRAMMAR
from palace.text.comparison.words import Word

SURE = 0.5
"""From this strength on a link tells that the other text speaks of the same thing."""

UNSURE = 0.5
"""What a link says of two stands that may well tell of two things of one sort."""

BY_TOPIC = 0.6
"""How much what the whole texts share says of two stands whose own clauses share nothing."""

MOST_HELD = 24
"""So many stands of a text are held against those of the other."""

_SOFT = frozenset({Force.NEEDLESS, Force.ONLY, Force.EXCEPT, Force.ONLY_THEN, Force.DISLIKED})


@dataclass(frozen=True, slots=True)
class _Held:
    """A stand of a text with the places of the words that it is about, among those that are aligned."""

    matter: str
    affirms: bool
    span: Span
    about: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Side:
    """The stands of one text, its denials, its topic, and whether anything in it is negative at all."""

    held: tuple[_Held, ...]
    denials: tuple[_Held, ...]
    topic: frozenset[int]
    is_negative: bool
    allows_only: bool
    on_condition: bool


def standpoints_evidence(laid: Laid) -> Gathered:
    """Return how far the texts take opposed stands on a matter, and how far the same one."""
    laying = laid.alignment
    aside = _people_aside(laying)
    surely = [
        one for one in laying.links if one.how in {How.EQUAL, How.MEANING} and laying.a[one.a].weight > COMMON
    ]
    a = _side(laid.a, laying.a, aside, laid.b, frozenset(one.a for one in surely))
    b = _side(laid.b, laying.b, aside, laid.a, frozenset(one.b for one in surely))
    common = _Common(laying)
    against, found = 0.0, None
    alike = {True: 0.0, False: 0.0}
    for one in a.held:
        for other in b.held:
            if one.matter != other.matter:
                continue
            shared = 0.2 + 0.8 * max(
                common.share(one.about, other.about), BY_TOPIC * common.share(a.topic, b.topic)
            )
            if one.affirms is other.affirms:
                alike[one.affirms] = max(alike[one.affirms], shared)
            elif shared > against:
                against, found = shared, (one, other)
    denied = max(
        (common.said(one.about, of_a) for own, of_a in _bare(a, b) for one in own.denials), default=0.0
    )
    refused = max(
        (
            common.said(one.about, of_a)
            for own, of_a in _bare(a, b)
            for one in own.held
            if not one.affirms and not own.denials
        ),
        default=0.0,
    )
    low, high = sorted((common.said(a.topic, True), common.said(b.topic, False)))
    apart = float(min(3, common.unsaid(a.topic, True), common.unsaid(b.topic, False)))
    here = 0.0
    if found is not None:
        here = float(min(2, common.unsaid(found[0].about, True), common.unsaid(found[1].about, False)))
    clear = against * float(max(alike.values()) < against)
    elsewhere = (
        a.on_condition != b.on_condition
        or bool(differing_scopes(laid.a.scopes, laid.b.scopes))
        or any(one.answer is Answer.CLASH for one in laid.values.answered)
        or _bounds_turned(laid, a, b)
    )
    if elsewhere:
        clear = 0.0
    features = {
        "stands_against": against * float(not elsewhere and max(alike.values()) < against),
        "stands_mixed": min(against, max(alike.values())),
        "stands_against_clear": clear * low,
        "stands_against_apart": here,
        "stands_against_rest": clear * float(apart == 0),
        "stands_denied_bare": denied * float(not elsewhere),
        "stands_refused_bare": refused * float(not elsewhere),
        "stands_denied_bare_apart": denied * min(2.0, apart),
        "stands_both_negative": float(a.is_negative and b.is_negative) * high,
        "stands_alike": alike[False] * float(alike[False] >= against),
        "stands_alike_for": alike[True] * float(alike[True] >= against),
        "topic_low": low,
        "topic_high": high,
        "topic_apart": apart,
    }
    if found is None or not clear:
        return features, []
    axis = Axis.PREFERENCE if found[0].matter == "liking" else Axis.POLARITY
    return features, [Finding("stances_differ", axis, found[0].span, found[1].span)]


def _bare(a: _Side, b: _Side) -> Iterator[tuple[_Side, bool]]:
    """Yield the side that denies something where nothing of the other is negative in any way."""
    if not b.is_negative:
        yield a, True
    if not a.is_negative:
        yield b, False


class _Common:
    """Tells how much of some words of one text the other says too."""

    def __init__(self, alignment: Alignment) -> None:
        self._a, self._b = alignment.a, alignment.b
        self._links, self._back = alignment.b_of(), alignment.a_of()

    def share(self, a_places: frozenset[int], b_places: frozenset[int]) -> float:
        """Return the share of the weight of the lighter of two groups that is linked to the other, 0 to 1."""
        total = min(sum(self._a[i].weight for i in a_places), sum(self._b[j].weight for j in b_places))
        linked = sum(
            self._a[i].weight * self._links[i].strength * (1.0 if self._is_sure(self._links[i]) else UNSURE)
            for i in a_places
            if i in self._links and self._links[i].b in b_places
        )
        return min(1.0, linked / total) if total else 0.0

    def said(self, places: frozenset[int], of_a: bool) -> float:
        """Return the share of the weight of words that has an answer anywhere in the other text, 0 to 1."""
        words, links = (self._a, self._links) if of_a else (self._b, self._back)
        total = sum(words[i].weight for i in places)
        said = sum(words[i].weight * links[i].strength for i in places if i in links)
        return said / total if total else 0.5

    def unsaid(self, places: frozenset[int], of_a: bool) -> int:
        """Return how many telling words have no sure answer in the other text."""
        words, links = (self._a, self._links) if of_a else (self._b, self._back)
        return sum(words[i].weight > COMMON and not self._is_sure(links.get(i)) for i in places)

    def _is_sure(self, link: Link | None) -> bool:
        """Whether a link surely tells of one thing: in one language two things that are alike may be two."""
        if link is None or link.strength < SURE:
            return False
        if link.how is not How.LIKENESS or link.across:
            return True
        a_word, b_word = self._a[link.a], self._b[link.b]
        return (
            says(a_word) and says(b_word) and not same_field(a_word.text.casefold(), b_word.text.casefold())
        )


def _people_aside(alignment: Alignment) -> Callable[[str], bool]:
    """Return which words tell nothing of the topic: people at large do where the texts name other people."""
    unanswered = [
        any(is_people_at_large(word.text) and place not in links for place, word in enumerate(words))
        for words, links in ((alignment.a, alignment.b_of()), (alignment.b, alignment.a_of()))
    ]
    if all(unanswered):
        return is_aside
    return lambda word: is_aside(word) or is_people_at_large(word)


def _side(
    reading: Reading,
    words: Sequence[Word],
    aside: Callable[[str], bool],
    other: Reading,
    answered: frozenset[int],
) -> _Side:
    parts = clauses(reading.written)
    found = [stance for part in parts for stance in part.stances]
    granting = [one.span for one in found if one.force not in NEGATIVE]
    taken = _outermost([one for one in standpoints(reading.written) if one.matter != HIDDEN], granting)
    both = {one.matter for one in taken} & {one.matter for one in standpoints(other.written)}
    marks = [one.span for one in found]
    expressed = [one.span for one in taken if one.matter in both]
    gaps = [gap for one in taken for gap in one.gaps]
    topic = frozenset(
        place
        for place, word in enumerate(words)
        if word.weight > GRAMMAR
        and (place in answered or not is_inside(word.span, expressed) or is_inside(word.span, gaps))
        and not is_inside(word.span, marks)
        and not aside(word.text)
    )

    def about(span: Span) -> frozenset[int]:
        whole = next((part.span for part in parts if part.span[0] <= span[0] < part.span[1]), None)
        if whole is None:
            return topic
        inside = frozenset(i for i in topic if whole[0] <= words[i].start < whole[1])
        return inside or topic

    affirming = [one.span for one in taken if one.affirms]
    affirming += [one.denial for one in taken if one.affirms and one.denial is not None]
    affirming += _denied_poles(reading.written, found, _poles_of(other))
    chosen = [part.span for part in parts if _is_choice(reading.written, part)]
    turned = chosen + [part.span for part in parts if _is_denied_twice(reading.written, part)]
    others = [part.span for part in parts if _speaks_of_others(reading.written, part)]
    held = tuple(
        _Held(one.matter, one.affirms, one.span, about(one.span))
        for one in taken[:MOST_HELD]
        if one.affirms or not is_inside(one.span, [*turned, *others])
    )
    denials = [
        one
        for one in found
        if one.force in NEGATIVE and not is_inside(one.span, [*affirming, *turned, *others])
    ]
    negative_stands = [one for one in held if not one.affirms]
    hidden = bool(chosen or others) or any(one.matter == HIDDEN for one in standpoints(reading.written))
    return _Side(
        held,
        tuple(_Held("", False, one.span, about(one.span)) for one in denials[:MOST_HELD]),
        topic,
        bool(denials or negative_stands or hidden or any(one.force in _SOFT for one in found)),
        bool(others) or any(one.force in {Force.ONLY, Force.ONLY_THEN} for one in found),
        any(part.conditional for part in parts) or reading.statement.is_exception,
    )


_CHOOSING = re.compile(
    r"宁可|宁愿|宁肯|与其|而不是|而非|不如|胜过|比起|\b(?:rather than|instead of|sooner|rather)\b",
    re.IGNORECASE,
)
_PARALLEL = re.compile(r"[也又且并、,，]|\b(?:nor|or|and)\b", re.IGNORECASE)


def _is_choice(written: str, part: Clause) -> bool:
    """Whether a clause denies something only in telling what is chosen over it."""
    return any(one.force in NEGATIVE for one in part.stances) and bool(_CHOOSING.search(written, *part.span))


def _is_denied_twice(written: str, part: Clause) -> bool:
    """Whether two denials in a clause make up for each other: 没有一块不发芽."""
    denials = [one.span for one in part.stances if one.force in NEGATIVE]
    return len(denials) == 2 and _PARALLEL.search(written, denials[0][1], denials[1][0]) is None


def _outermost(taken: Sequence[Standpoint], granting: Sequence[Span]) -> list[Standpoint]:
    """Return the standpoints without those that deny something only as a part of what affirms it."""
    affirming = [*(one.span for one in taken if one.affirms), *granting]
    return [
        one
        for one in taken
        if one.affirms
        or not any(
            start <= one.span[0] and one.span[1] <= end and (start, end) != one.span
            for start, end in affirming
        )
    ]


def _denied_poles(written: str, found: Sequence[Stance], other_poles: frozenset[Place]) -> list[Span]:
    """Return the denials that put a word on the pole where the other text puts it: not blocked, and clear."""
    said_too = [
        pole.span
        for pole in pole_words(written)
        if pole.denied and any((scale, 1 - side) in other_poles for scale, side in pole.places)
    ]
    return [
        one.span
        for one in found
        if one.force in NEGATIVE and any(one.scope[0] <= start < one.scope[1] for start, _ in said_too)
    ]


def _poles_of(reading: Reading) -> frozenset[Place]:
    return frozenset(
        place for pole in pole_words(reading.written) if not pole.denied for place in pole.places
    )


_OF_OTHERS = re.compile(
    r"别的|其他|其它|其余|别人|旁人|别家|别处|除此|\b(?:else|others?|non-\w+)\b", re.IGNORECASE
)


def _speaks_of_others(written: str, part: Clause) -> bool:
    """Whether a clause denies something of the others, which affirms it of the one: 别的都不吃."""
    return any(one.force in NEGATIVE for one in part.stances) and bool(_OF_OTHERS.search(written, *part.span))


_LESS = re.compile(
    r"未满|不满|不到|未到|不足|以下|以内|低于|少于|小于|\b(?:under|below|less than|fewer than|younger than"
    r"|lighter than|shorter than|up to)\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"年满|满|以上|至少|起步|超过|高于|多于|大于|不低于|不少于|\b(?:at least|over|above|more than|or more"
    r"|or over|or older|or above|and up|and over|and above|older than|from the age of|minimum)\b",
    re.IGNORECASE,
)


def _bounds_turned(laid: Laid, a: _Side, b: _Side) -> bool:
    """Whether one text denies something below a bound and the other grants it from there on."""
    one, other = laid.a.folded.text, laid.b.folded.text
    turned = any(
        low.search(one) and not high.search(one) and high.search(other) and not low.search(other)
        for low, high in ((_LESS, _MORE), (_MORE, _LESS))
    )
    if not turned:
        return False
    denies = [bool(side.denials) and not side.allows_only for side in (a, b)]
    return denies[0] is not denies[1]
