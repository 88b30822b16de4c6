"""Where two texts say opposed things of what they speak of: open and closed, done and pending, dark and
light.

A pole that is denied counts as the other pole of its scale, where the scale has two: not open is closed.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from palace.text.comparison.opposites import Place, is_pole, places_of, scales
from palace.text.comparison.phrases import entries_of, phrases_in
from palace.text.comparison.progress import progress_clash
from palace.text.comparison.senses import is_meant
from palace.text.comparison.stances import NEGATIVE, Span, Stance, stances
from palace.text.comparison.terms import Term, says, terms_of, words_in
from palace.text.comparison.word_weights import GRAMMAR

_STATE = "state"

MOST_POLES = 60
"""So many words of a text that stand on a scale are looked at."""

NEAR = 80
"""So many characters before and behind a word are looked through for what it means there."""


@dataclass(frozen=True, slots=True)
class PoleWord:
    """A word on a scale: where it stands in the text, the entry, its places, and whether it is denied."""

    span: Span
    entry: str
    places: frozenset[Place]
    denied: bool


@dataclass(frozen=True, slots=True)
class TextOpposition:
    """Opposed words of two texts: where they stand in each as written, the axis, and the words."""

    a: Span
    b: Span
    axis: str
    a_word: str
    b_word: str


def oppositions(a: str, b: str) -> tuple[TextOpposition, ...]:
    """Return the opposed words of two texts, each pair once, in the order of the first text.

    What a text says at both poles of a scale opposes nothing; neither does a word against its own denial,
    which is a matter of polarity.
    """
    a_words, b_words = pole_words(a), pole_words(b)
    a_poles, b_poles = _poles(a_words), _poles(b_words)
    found: list[TextOpposition] = []
    for one in a_words:
        for other in b_words:
            for scale in sorted(_scales_of(one) & _scales_of(other)):
                own, others = _poles_on(one, scale), _poles_on(other, scale)
                if own & b_poles or others & a_poles or own & others or one.places & other.places:
                    continue
                if not _bears_on_the_same(scale, a, one, b, other):
                    continue
                axis = _axis(scale, a, b)
                found.append(TextOpposition(one.span, other.span, axis, one.entry, other.entry))
                break
    if not found and (clash := progress_clash(a, b)) is not None:
        found.append(TextOpposition(clash.a, clash.b, _STATE, clash.a_words, clash.b_words))
    return tuple(found)


@lru_cache(maxsize=2048)
def pole_words(written: str) -> tuple[PoleWord, ...]:
    """Return the words of a text that stand on a scale, in order."""
    words = words_in(written)
    low = written.lower() if len(written.lower()) == len(written) else written
    found_stances = stances(written)
    denials = [stance for stance in found_stances if stance.force in NEGATIVE]
    denied = {stance.span for stance in denials}
    covering: defaultdict[int, list[Span]] = defaultdict(list)
    for stance in found_stances:
        for place in range(*stance.span):
            covering[place].append(stance.span)

    def meant(entry: str, span: Span) -> bool:
        part = any(_is_part_of(span, whole) for whole in covering.get(span[0], ())) or span in denied
        return not part and is_meant(
            entry, low[max(0, span[0] - NEAR) : span[0]], low[span[1] : span[1] + NEAR]
        )

    found = [
        PoleWord(phrase.span, phrase.entry, places_of(phrase.entry), _denied(phrase.span, denials))
        for phrase in phrases_in(written, words, is_pole, in_words=True, is_meant=meant)
    ]
    found += [
        PoleWord(span, entry, places_of(entry), _denied(span, denials))
        for span, entry in _parted(low)
        if not any(one.span[0] <= span[0] < one.span[1] for one in found)
    ]
    found.sort(key=lambda one: one.span)
    return tuple(_without_attributes(low, found[:MOST_POLES]))


_PARTED = re.compile(
    r"\b((?:turn|call|put|switch|shut|take|pick|hand|pull|send|push|bring|throw|sell|lock|write|close|phase"
    r"|cut|leave)\w*|took|brought|threw|sold|wrote|left)"
    r" (?:[\w'-]+ ){1,4}(down|off|on|up|away|out|back|forward)\b(?! (?:of|to|the))"
)


def _parted(low: str) -> list[tuple[Span, str]]:
    """Return the verbs on a scale that stand apart from their particle: turned the plan down."""
    if not low.isascii():
        return []
    return [
        (match.span(), entry)
        for match in _PARTED.finditer(low)
        for entry in entries_of(f"{match[1]} {match[2]}", is_pole)[:1]
    ]


def _without_attributes(low: str, words: Sequence[PoleWord]) -> list[PoleWord]:
    """Return the words without those that only tell which thing is meant: the stolen camera was found."""
    return [
        word
        for word in words
        if not _is_attribute(low, word.span)
        or not any(_scales_of(word) & _scales_of(other) for other in words if other is not word)
    ]


_BEFORE_AN_ATTRIBUTE = re.compile(
    r"(?:^|\b(?:the|an?|this|that|these|those|his|her|its|their|my|our|your|all|every|each) )$"
)
_AFTER_AN_ATTRIBUTE = re.compile(
    r"的?[\u4e00-\u9fff]|[ -](?!(?:is|are|was|were|has|have|had|will|can|must|may|and|or|but|by|in|on|at"
    r"|for|to|from|with|since|until|now|again|yesterday|today|after|before|when|if|unless|as|than|all|every)\b)[a-z]"
)


def _is_attribute(low: str, span: Span) -> bool:
    """Whether a word stands before a noun that it belongs to."""
    if low[span[0] : span[1]].isascii():
        return bool(
            _BEFORE_AN_ATTRIBUTE.search(low[max(0, span[0] - NEAR) : span[0]])
            and _AFTER_AN_ATTRIBUTE.match(low, span[1])
        )
    return low[span[1] : span[1] + 1] == "的" and bool(_AFTER_AN_ATTRIBUTE.match(low, span[1]))


_BEFORE_A_SUBJECT = re.compile(
    r"\W*(?:(?:the|an?|my|our|his|her|their|its|this|that|all|every)\s+)?", re.IGNORECASE
)


def is_said_of_the_subject(written: str, span: Span) -> bool:
    """Whether a word begins a text and belongs to the noun behind it: the small kiln, 小数据集."""
    if _BEFORE_A_SUBJECT.fullmatch(written[: span[0]]) is None:
        return False
    if written[span[0] : span[1]].isascii():
        return _AFTER_AN_ATTRIBUTE.match(written.lower(), span[1]) is not None
    return span[1] - span[0] == 1 and _TWO_HAN.match(written, span[1]) is not None


_TWO_HAN = re.compile(r"[\u4e00-\u9fff]{2}")


def _denied(span: Span, denials: Sequence[Stance]) -> bool:
    """Whether a denial reaches a word; a word that itself holds the denial (不喜欢) is none."""
    return any(
        stance.scope[0] <= span[0] and span[1] <= stance.scope[1] and not _overlap(stance.span, span)
        for stance in denials
    )


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _is_part_of(span: Span, whole: Span) -> bool:
    """Whether a word is only a part of a longer word of stance: `forget` in `do not forget`."""
    return whole[0] <= span[0] and span[1] <= whole[1] and span != whole


def _axis(scale: int, a: str, b: str) -> str:
    """Return the axis of a scale; what holds by default is a rule, how somebody likes it a preference."""
    axis = scales().axes[scale]
    if axis == "state" and (_RULE.search(a) or _RULE.search(b) or (_RIGHT.search(a) and _RIGHT.search(b))):
        return "polarity"
    return "preference" if axis == "state" and _LIKING.search(a) and _LIKING.search(b) else axis


_RIGHT = re.compile(
    r"必须|必需|可以|允许|不准|不许|不得|禁止"
    r"|\b(?:must|may|should|shall|can|cannot|allowed|needs? to|have to)\b",
    re.IGNORECASE,
)
_LIKING = re.compile(
    r"喜欢|爱|偏好|习惯|\b(?:likes?|loves?|prefers?|favou?rites?|enjoys?|rather)\b", re.IGNORECASE
)
_RULE = re.compile(r"默认|缺省|一律|除非|\bby default\b|\bunless\b|\balways\b", re.IGNORECASE)


def _bears_on_the_same(scale: int, a: str, one: PoleWord, b: str, other: PoleWord) -> bool:
    """Whether two words of a scale that needs it stand beside the same word, or before the same number."""
    if scale not in scales().relative | scales().bounds:
        return not (scales().axes[scale] in _COMPARED and _COMPARISON.search(a) and _COMPARISON.search(b))
    a_before, a_behind = _neighbours(a, one.span)
    b_before, b_behind = _neighbours(b, other.span)
    beside = (
        [(a_behind, b_behind)] if scale in scales().bounds else [(a_before, b_before), (a_behind, b_behind)]
    )
    return any(first is not None and second is not None and says(first, second) for first, second in beside)


_COMPARED = frozenset({"number", "state"})
_COMPARISON = re.compile(r"比|\bthan\b")


@lru_cache(maxsize=4096)
def _neighbours(written: str, span: Span) -> tuple[Term | None, Term | None]:
    terms = [term for term in terms_of(written) if term.weight > GRAMMAR]
    before = [term for term in terms if term.span[1] <= span[0]]
    behind = [term for term in terms if term.span[0] >= span[1]]
    return (before[-1] if before else None), (behind[0] if behind else None)


def _scales_of(word: PoleWord) -> set[int]:
    return {scale for scale, _ in word.places}


def _poles_on(word: PoleWord, scale: int) -> set[Place]:
    """Return the poles that a word puts something at, on one scale."""
    poles = {place for place in word.places if place[0] == scale}
    if not word.denied:
        return poles
    return {(scale, 1 - pole) for _, pole in poles} if scales().sizes[scale] == 2 else set()


def _poles(words: Sequence[PoleWord]) -> set[Place]:
    return {place for word in words for scale in _scales_of(word) for place in _poles_on(word, scale)}
