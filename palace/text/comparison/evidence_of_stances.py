"""Evidence in how two texts stand to what they share: leave and prohibition, some and all, un-."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from palace.domain.vocabulary import Axis
from palace.text.comparison.alignment import Alignment, How, Link
from palace.text.comparison.authorities import is_aside
from palace.text.comparison.comparison import Finding
from palace.text.comparison.evidence_of_standpoints import standpoints_evidence
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


MOST_STANCES = 60
"""So many stances of a text are held against those of the other."""


def denials_evidence(laid: Laid) -> Gathered:
    """Whether only one of the texts denies what the other also speaks of, and the stands that both take."""
    links, back = laid.alignment.b_of(), laid.alignment.a_of()
    counts = []
    for written, words, answers in (
        (laid.a.written, laid.alignment.a, links),
        (laid.b.written, laid.alignment.b, back),
    ):
        scopes = [one.scope for one in stances(written) if one.force in DENYING]
        counts.append(sum(bool(_answered_in(scope, words, answers)[0]) for scope in scopes))
    taken, findings = standpoints_evidence(laid)
    return {
        "one_denies": float(bool(counts[0]) != bool(counts[1])),
        "both_deny": float(bool(counts[0] and counts[1])),
        **taken,
    }, findings


def forces_evidence(laid: Laid) -> Gathered:
    """Stances of the two texts that cannot both be held, to things that share some of their words."""
    best, found = 0.0, None
    links, back = laid.alignment.b_of(), laid.alignment.a_of()
    a_stances, b_stances = stances(laid.a.written)[:MOST_STANCES], stances(laid.b.written)[:MOST_STANCES]
    a_topics = [_answered_in(one.scope, laid.alignment.a, links) for one in a_stances]
    b_totals = [_answered_in(other.scope, laid.alignment.b, back)[1] for other in b_stances]
    for one, topic in zip(a_stances, a_topics, strict=True):
        for other, total in zip(b_stances, b_totals, strict=True):
            if not _are_against(one.force, other.force):
                continue
            shared = _shared(laid.alignment, links, topic, other, total)
            if shared >= LEAST_SHARED and shared > best:
                best, found = shared, (one, other)
    findings = []
    if found is not None:
        liking = found[0].force in {Force.LIKED, Force.DISLIKED}
        axis = Axis.PREFERENCE if liking else Axis.POLARITY
        findings.append(Finding("stances_differ", axis, found[0].span, found[1].span))
    apart = found is not None and _are_about_other_acts(laid, *found)
    return {"forces_clash": best, "forces_apart": float(apart)}, findings


def _are_about_other_acts(laid: Laid, one: Stance, other: Stance) -> bool:
    """Whether the words behind two stances have no answer in the other text: may read, may not edit."""
    heads = (
        (_head(laid.alignment.a, one), laid.alignment.b_of()),
        (_head(laid.alignment.b, other), laid.alignment.a_of()),
    )
    return all(head is not None and not _is_likely_answered(links.get(head)) for head, links in heads)


LIKELY = 0.5
"""From this strength on a word that is only alike or in part the same is taken for an answer."""


def _is_likely_answered(link: Link | None) -> bool:
    return link is not None and (_is_answered(link) or link.strength >= LIKELY)


def _head(words: Sequence[Word], stance: Stance) -> int | None:
    """Return the place of the first word that a stance is about."""
    return next(
        (
            place
            for place, word in enumerate(words)
            if word.weight > 0 and _within(word, stance.scope) and not is_aside(word.text)
        ),
        None,
    )


def _are_against(one: Force, other: Force) -> bool:
    return any(
        (one in first and other in second) or (one in second and other in first) for first, second in _AGAINST
    )


def _shared(
    alignment: Alignment,
    links: Mapping[int, Link],
    topic: tuple[Sequence[int], float],
    other: Stance,
    total_b: float,
) -> float:
    """Return the share of what two stances are about that is linked, of the one that is about less.

    `topic` are the answered words that the stance of the first text is about, and the weight of all of them;
    `total_b` is the weight of those that the `other` stance is about.
    """
    inside_a, total_a = topic
    reached = sum(
        alignment.a[place].weight * links[place].strength
        for place in inside_a
        if _within(alignment.b[links[place].b], other.scope)
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
    r"所有|全部|全体|任何|一切|谁都|人人|大家|每个人|公众|凡是|\b(?:all|every|everyone|everybody|anyone"
    r"|anybody|any|the public|whoever)\b",
    re.IGNORECASE,
)
_ONLY_OR_SOME = re.compile(
    r"只有|仅限|仅|只限|专供|专用|部分|某些|有些|个别|除|\b(?:only|some|a few|except|but not|solely"
    r"|exclusively|residents|members)\b",
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
    own = _unanswered_latin(laid.alignment.a, laid.alignment.b_of())
    others: defaultdict[str, list[Word]] = defaultdict(list)
    for word in _unanswered_latin(laid.alignment.b, laid.alignment.a_of()):
        others[word.text.casefold()].append(word)
    for one in own:
        near = (other for form in _denying_forms(one.text.casefold()) for other in others.get(form, ()))
        found = min((other for other in near if other.key != one.key), key=lambda it: it.start, default=None)
        if found is not None:
            return {"affix_negates": 1.0}, [Finding("opposites", Axis.STATE, one.span, found.span)]
    return {"affix_negates": 0.0}, []


def _unanswered_latin(words: Sequence[Word], links: Mapping[int, Link]) -> list[Word]:
    return [
        word
        for place, word in enumerate(words)
        if word.script is Script.LATIN and not _is_answered(links.get(place))
    ]


def _is_answered(link: Link | None) -> bool:
    return link is not None and link.how in {How.EQUAL, How.MEANING}


def _denying_forms(word: str) -> set[str]:
    """Return what a word would be with a denying prefix, and what it is a denying prefix of."""
    longer = {prefix + word for prefix in _NEGATING if len(word) >= SHORTEST_BASE}
    bases = {word[len(prefix) :] for prefix in _NEGATING if word.startswith(prefix)}
    return longer | {base for base in bases if len(base) >= SHORTEST_BASE}
