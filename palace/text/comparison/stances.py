"""Reads how a text stands to what it speaks of: which words affirm, deny, allow, forbid, demand or end what.

A text is read clause by clause; each word of stance has a reach, the stretch of its clause that it is about.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate

from palace.text.comparison.folded_text import FoldedText, folded_text
from palace.text.comparison.stance_words import (
    Force,
    Marker,
    Reach,
    chinese_look_alikes,
    chinese_markers,
    chinese_words,
    english_look_alikes,
    english_markers,
    longest_chinese_word,
)

Span = tuple[int, int]
"""Start and end of a stretch of a text as written, in characters; the end is not part of it."""

NEGATIVE = frozenset({Force.DENIED, Force.FORBIDDEN, Force.UNABLE, Force.CEASED})
"""Forces that turn a statement round."""

POSITIVE = frozenset({Force.ASSERTED, Force.REQUIRED, Force.ALLOWED, Force.ABLE})
"""Forces that leave a statement as it is."""

LONGEST_CONDITION = 24
"""Characters between `without` and the denial behind it, for the two to demand something together."""

LONGEST_WORD = 40
"""So many characters before a word of stance are looked through for the word that it belongs to."""


@dataclass(frozen=True, slots=True)
class Stance:
    """A word of stance: where it stands, the stretch it is about, and how it stands to that."""

    span: Span
    scope: Span
    force: Force
    words: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a text; `conditional` is one that only says when another holds."""

    span: Span
    stances: tuple[Stance, ...]
    conditional: bool


_CLAUSE_END = re.compile(
    r"[。;；!！?？\n]+|[,，](?!\d)|\.(?=\s|$)|(?<=[\u4e00-\u9fff])\.|\s(?:--?|—|–|→)\s"
    r"|(?<!nothing)(?<!anything)(?<!cannot)(?<!choice)(?<!help)(?<!last)\s(?=but\b)"
    r"|\s(?=(?:because|unless|so that|although|though|while|whereas|if|when|whenever|since|as long as"
    r"|except when|and (?:then|never|always|not|don't|do not|keep|use|must|may|can|is|are|was|has|have|will"
    r"|they|he|she|it|we))\b)"
    r"|(?=但是|(?<!不)但(?!愿|凡)|而是|除非|不过[,，\s]|然而|否则)"
)
_CONDITION = re.compile(
    r"\s*(?:if|when|whenever|unless|as long as|once|except when|before|after|until"
    r"|除非|如果|若|假如|只要|一旦|当.*时)(?![a-z])"
)


@lru_cache(maxsize=4096)
def clauses(written: str) -> tuple[Clause, ...]:
    """Return the clauses of a text with their stances, in order; spans are places in the text as written."""
    folded = folded_text(written)
    low = _lower(written, folded)
    return tuple(
        Clause(
            folded.span(*span),
            tuple(
                replace(one, span=folded.span(*one.span), scope=folded.span(*one.scope))
                for one in _stances(low, span)
            ),
            bool(_CONDITION.match(low[span[0] : span[1]])),
        )
        for span in _clause_spans(low)
    )


def stances(written: str) -> tuple[Stance, ...]:
    """Return the stances of all clauses of a text, in order; spans are places in the text as written."""
    return tuple(stance for clause in clauses(written) for stance in clause.stances)


def _lower(written: str, folded: FoldedText) -> str:
    """Return the folded text in lower case, character by character, with the marks of a list kept apart."""
    text = _with_months_kept(folded.text)
    if "、" in written:
        text = "".join(
            "、" if letter == "," and written[place] == "、" else letter
            for letter, place in zip(text, folded.places, strict=False)
        )
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


_MONTH = re.compile(r"(?<=[^.!?\s] )May\b|\bMay(?= (?:\d|is|was|evaluation))")


def _with_months_kept(text: str) -> str:
    """Return the text with the month of May made no word of leave."""
    return _MONTH.sub("M__", text) if "May" in text else text


def _clause_spans(low: str) -> list[Span]:
    spans: list[Span] = []
    start = 0
    for match in _CLAUSE_END.finditer(low):
        if low[start : match.start()].strip():
            spans.append((start, match.start()))
        start = match.end() if match.end() > match.start() else match.start()
    if low[start:].strip():
        spans.append((start, len(low)))
    return spans


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    force: Force | None
    reach: Reach


def _stances(low: str, span: Span) -> tuple[Stance, ...]:
    start, end = span
    words = _words_of_stance(low, start, end)
    paired = _paired(low, words, span)
    return tuple(_composed(low, paired))


_CHINESE = re.compile("[\u4e00-\u9fff]")
_ENGLISH = re.compile("[a-z]")


def _words_of_stance(low: str, start: int, end: int) -> list[_Found]:
    """Return the words of stance that do not overlap: look-alikes first, then the longest, then the first."""
    candidates: list[_Found] = []
    markers: tuple[Marker, ...] = ()
    if _CHINESE.search(low, start, end):
        candidates += _listed(low, start, end)
        candidates += _looking_alike(chinese_look_alikes(), low, start, end)
        markers += chinese_markers()
    if _ENGLISH.search(low, start, end):
        candidates += _looking_alike(english_look_alikes(), low, start, end)
        markers += english_markers()
    covered = _Covered((one.start, one.end) for one in candidates if one.force is None)
    candidates = [one for one in candidates if one.force is None or not covered.holds(one.start, one.end)]
    for force, reach, pattern in markers:
        candidates += (
            _Found(m.start(), m.end(), force, reach)
            for m in pattern.finditer(low, start, end)
            if not covered.holds(m.start(), m.end())
        )
    kept: list[_Found] = []
    for one in sorted(candidates, key=lambda one: (one.start, one.force is not None, one.start - one.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
        elif kept[-1].force is Force.DENIED and one.end > kept[-1].end and one.force is not None:
            kept[-1] = _Found(kept[-1].start, one.end, one.force, one.reach)
        elif one.end - one.start > kept[-1].end - kept[-1].start and kept[-1].force is not None:
            kept[-1] = one
    return [one for one in kept if one.force is not None]


def _listed(low: str, start: int, end: int) -> Iterator[_Found]:
    """Yield the listed Chinese words of stance, the longest at each place."""
    words, longest = chinese_words(), longest_chinese_word()
    place = start
    while place < end:
        for length in range(min(longest, end - place), 0, -1):
            word = low[place : place + length]
            if word in words:
                yield _Found(place, place + length, words[word], Reach.AFTER)
                break
        place += 1


def _looking_alike(pattern: re.Pattern[str], low: str, start: int, end: int) -> Iterator[_Found]:
    return (_Found(m.start(), m.end(), None, Reach.INSIDE) for m in pattern.finditer(low, start, end))


class _Covered:
    """Spans of which one is found that holds another stretch whole, without going through them all."""

    def __init__(self, spans: Iterable[Span]) -> None:
        in_order = sorted(spans)
        self._starts = [start for start, _ in in_order]
        self._furthest = list(accumulate((end for _, end in in_order), max))

    def holds(self, start: int, end: int) -> bool:
        """Whether one of the spans begins at `start` or before and reaches to `end` or beyond."""
        place = bisect_right(self._starts, start)
        return place > 0 and self._furthest[place - 1] >= end


def _paired(low: str, words: list[_Found], span: Span) -> list[Stance]:
    """Return the stances with their scopes; `no X without Y` and 没有 Y 不准 X demand Y."""
    found: list[Stance] = []
    negative_starts = [word.start for word in words if word.force in NEGATIVE]
    place = 0
    while place < len(words):
        one = words[place]
        following = words[place + 1] if place + 1 < len(words) else None
        if following is not None and _demands_together(low, one, following):
            if low[following.start : following.end].startswith(_ENGLISH_CONDITION):
                scope = (following.end, _scope_end(words, place + 2, span))
            else:
                scope = (one.end, following.start)
            found.append(
                Stance((one.start, following.end), scope, Force.REQUIRED, low[one.start : following.end])
            )
            place += 2
            continue
        turned = _none_of(low, one, following, span)
        if turned is not None:
            found.append(turned)
            place += 2
            continue
        found.append(_with_scope(low, words, place, span, negative_starts))
        place += 1
    return found


def _none_of(low: str, one: _Found, following: _Found | None, span: Span) -> Stance | None:
    """Return what `no tickets are needed` says of tickets: that they are needless."""
    if following is None or low[one.start : one.end] not in {"no", "nobody", "no one", "none"}:
        return None
    turned = _TURNED.get(following.force) if following.force is not None else None
    if turned is None or following.reach is not Reach.AROUND:
        return None
    words = f"{low[one.start : one.end]} … {low[following.start : following.end].strip()}"
    return Stance((following.start, following.end), (one.end, span[1]), turned, words)


_DEMANDING_SECOND = re.compile(
    r"不准|不许|不能|不得|不可以|不可|禁止|不允许|不让|不给|不予|不要|不会|无法|别|勿|谢绝|严禁"
)
_DEMANDING_FIRST = re.compile(r"没有?|未经?过?|不经过?|不|无")
_ENGLISH_CONDITION = ("without", "until", "unless")
_FULFILLED = re.compile(r"^[^也又还且并,，]{1,12}?(?:够|过|完|到|好|经|满|齐|就|则)[^也又还且并,，]{0,8}$")
_NO_DEMAND_BETWEEN = re.compile(r"[也又还且并,，]")


def _demands_together(low: str, first: _Found, second: _Found) -> bool:
    """Whether two denials make a demand together: 没过测试的不许合并, never merge without a review."""
    between = low[first.end : second.start]
    one, two = low[first.start : first.end], low[second.start : second.end]
    if len(between) > LONGEST_CONDITION * 2 or first.force not in NEGATIVE:
        return False
    if two.startswith(_ENGLISH_CONDITION):
        return True
    return bool(
        _DEMANDING_FIRST.fullmatch(one)
        and _DEMANDING_SECOND.fullmatch(two)
        and 0 < len(between) <= LONGEST_CONDITION
        and not _NO_DEMAND_BETWEEN.search(between)
    ) or bool(_DEMANDING_FIRST.fullmatch(one) and two == "不" and _FULFILLED.search(between))


def _scope_end(words: list[_Found], following: int, span: Span) -> int:
    return words[following].start if following < len(words) else span[1]


def _with_scope(
    low: str, words: list[_Found], place: int, span: Span, negative_starts: Sequence[int]
) -> Stance:
    """Return the stance of the word at a place; `negative_starts` says in order where denials begin."""
    one = words[place]
    assert one.force is not None
    start, end = one.start, one.end
    denied_next = bisect_right(negative_starts, end)
    after = (end, negative_starts[denied_next] if denied_next < len(negative_starts) else span[1])
    if one.reach is Reach.WORD_BEFORE:
        first = max(span[0], start - LONGEST_WORD)
        before = re.search(r"[\w-]+$", low[first:start])
        scope = (first + before.start(), start) if before else after
    elif one.reach is Reach.LETTER_BEFORE_AND_AFTER:
        scope = (max(span[0], start - 1), span[1])
    elif one.reach is Reach.INSIDE:
        scope = (start, span[1])
    elif one.reach is Reach.AROUND or not _says_something(low[end : span[1]]):
        first = words[place - 1].end if place and words[place - 1].end <= start else span[0]
        scope = (first, span[1])
    else:
        scope = after
    return Stance((start, end), scope, one.force, low[start:end].strip())


def _says_something(rest: str) -> bool:
    """Whether more than a particle or a verb that says little by itself stands behind a word of stance."""
    return _TELLING.search(rest) is not None and _LITTLE_ALONE.fullmatch(rest) is None


_TELLING = re.compile(r"[^的了吗哦啊啦呢吧过\W]")
_LITTLE_ALONE = re.compile(r"\s*+[用去做吃喝碰看要有买搞弄动沾收]\s*+")


def _composed(low: str, found: list[Stance]) -> list[Stance]:
    """Return the stances, each turned round by a denial directly before it: not without, 不是不."""
    composed: list[Stance] = []
    for one in found:
        before = composed[-1] if composed else None
        if before is not None and before.force in NEGATIVE and one.words.startswith(("except", "excluding")):
            composed.append(replace(one, force=Force.ALLOWED))
            continue
        if before is not None and before.force in NEGATIVE and not low[before.span[1] : one.span[0]].strip():
            if one.force is Force.ONLY:
                composed.append(one)
                continue
            turned = _TURNED.get(one.force)
            if turned is not None:
                composed[-1] = Stance(
                    (before.span[0], one.span[1]), one.scope, turned, f"{before.words} {one.words}"
                )
                continue
        composed.append(one)
    return composed


_TURNED = {
    Force.DENIED: Force.ASSERTED,
    Force.UNABLE: Force.ABLE,
    Force.FORBIDDEN: Force.ALLOWED,
    Force.REQUIRED: Force.NEEDLESS,
    Force.ALLOWED: Force.FORBIDDEN,
    Force.ABLE: Force.UNABLE,
    Force.NEEDLESS: Force.REQUIRED,
    Force.CEASED: Force.ASSERTED,
}
