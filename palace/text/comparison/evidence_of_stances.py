"""Evidence in how two texts stand to what they share: leave against prohibition, only some against all, un-."""

import re
from collections.abc import Mapping, Sequence

from palace.domain.vocabulary import Axis
from palace.text.comparison.alignment import How, Link
from palace.text.comparison.comparison import Finding
from palace.text.comparison.evidence_of_words import Gathered
from palace.text.comparison.laying import Laid
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, Stance, stances
from palace.text.comparison.words import Script, Word

LEAST_SHARED = 0.25
"""Two stances are to the same thing where at least this share of the words they are about is shared."""

DENYING = NEGATIVE | {Force.NEEDLESS}

_AGAINST: tuple[tuple[frozenset[Force], frozenset[Force]], ...] = (
    (frozenset({Force.ALLOWED, Force.ABLE, Force.REQUIRED}), frozenset({Force.FORBIDDEN, Force.UNABLE})),
    (frozenset({Force.REQUIRED}), frozenset({Force.NEEDLESS, Force.FORBIDDEN})),
    (frozenset({Force.LIKED}), frozenset({Force.DISLIKED})),
    (frozenset({Force.ABLE, Force.ALLOWED}), frozenset({Force.DENIED, Force.CEASED})),
)
"""Stances that cannot both be held to one thing, however it is worded."""


def denials_evidence(laid: Laid) -> Gathered:
    """Whether only one of the texts denies something that the other also speaks of."""
    links, back = laid.alignment.b_of(), laid.alignment.a_of()
    counts = []
    for written, words, answers in (
        (laid.a.written, laid.alignment.a, links),
        (laid.b.written, laid.alignment.b, back),
    ):
        scopes = [one.scope for one in stances(written) if one.force in DENYING]
        counts.append(sum(bool(_answered_in(scope, words, answers)[0]) for scope in scopes))
    return {
        "one_denies": float(bool(counts[0]) != bool(counts[1])),
        "both_deny": float(bool(counts[0] and counts[1])),
    }, []


def forces_evidence(laid: Laid) -> Gathered:
    """Stances of the two texts that cannot both be held, to things that share at least some of their words."""
    best, found = 0.0, None
    for one in stances(laid.a.written):
        for other in stances(laid.b.written):
            if not _are_against(one.force, other.force):
                continue
            shared = _shared(laid, one, other)
            if shared >= LEAST_SHARED and shared > best:
                best, found = shared, (one, other)
    findings = []
    if found is not None:
        liking = found[0].force in {Force.LIKED, Force.DISLIKED}
        axis = Axis.PREFERENCE if liking else Axis.POLARITY
        findings.append(Finding("stances_differ", axis, found[0].span, found[1].span))
    return {"forces_clash": best}, findings


def _are_against(one: Force, other: Force) -> bool:
    return any(
        one in first and other in second or one in second and other in first for first, second in _AGAINST
    )


def _shared(laid: Laid, one: Stance, other: Stance) -> float:
    """Return the share of what two stances are about that is linked, of the one that is about less."""
    links = laid.alignment.b_of()
    inside_a, total_a = _answered_in(one.scope, laid.alignment.a, links)
    _, total_b = _answered_in(other.scope, laid.alignment.b, laid.alignment.a_of())
    reached = sum(
        laid.alignment.a[place].weight * links[place].strength
        for place in inside_a
        if _within(laid.alignment.b[links[place].b], other.scope)
    )
    least = min(total for total in (total_a, total_b) if total > 0) if total_a or total_b else 0.0
    return min(1.0, reached / least) if least else 0.0


def _answered_in(
    scope: tuple[int, int], words: Sequence[Word], answers: Mapping[int, Link]
) -> tuple[list[int], float]:
    inside = [place for place, word in enumerate(words) if word.weight > 0 and _within(word, scope)]
    return [place for place in inside if place in answers], sum(words[place].weight for place in inside)


def _within(word: Word, scope: tuple[int, int]) -> bool:
    return scope[0] <= word.start and word.end <= scope[1]


_ALL = re.compile(
    r"所有|全部|全体|任何|一切|谁都|人人|大家|每个人|公众|凡是|\b(?:all|every|everyone|everybody|anyone|anybody|any|the public|whoever)\b",
    re.IGNORECASE,
)
_ONLY_OR_SOME = re.compile(
    r"只有|仅限|仅|只限|专供|专用|部分|某些|有些|个别|除|\b(?:only|some|a few|except|but not|solely|exclusively|residents|members)\b",
    re.IGNORECASE,
)


def extents_evidence(laid: Laid) -> Gathered:
    """Whether one text speaks of all and the other of only some."""
    one, other = laid.a.folded.text, laid.b.folded.text
    pairs = ((_ALL.search(one), _ONLY_OR_SOME.search(other)), (_ONLY_OR_SOME.search(one), _ALL.search(other)))
    differs = any(first and second for first, second in pairs)
    return {"extents_differ": float(differs)}, []


_NEGATING = ("un", "in", "im", "ir", "il", "dis", "non", "de", "mis")
SHORTEST_BASE = 4


def affixes_evidence(laid: Laid) -> Gathered:
    """Words of which one is the other with a denying prefix: furnished, unfurnished."""
    links, back = laid.alignment.b_of(), laid.alignment.a_of()
    for i, one in enumerate(laid.alignment.a):
        for j, other in enumerate(laid.alignment.b):
            if one.script is not Script.LATIN or other.script is not Script.LATIN or one.key == other.key:
                continue
            if _is_answered(links.get(i)) or _is_answered(back.get(j)):
                continue
            if _negates(one.text.casefold(), other.text.casefold()):
                return {"affix_negates": 1.0}, [Finding("opposites", Axis.STATE, one.span, other.span)]
    return {"affix_negates": 0.0}, []


def _is_answered(link: Link | None) -> bool:
    return link is not None and link.how in {How.EQUAL, How.MEANING}


def _negates(one: str, other: str) -> bool:
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return len(shorter) >= SHORTEST_BASE and any(longer == prefix + shorter for prefix in _NEGATING)
