"""The standing rules that a P0 holds: what it forbids, what it demands, in which form things are to be.

A rule may be said as a rule (`never push to main`, 删除前必须确认) or follow from a state (`is vegetarian`,
对青霉素过敏).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from palace.text.comparison.kinds_of_things import mentions, wider_kinds
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, Stance, clauses
from palace.text.comparison.words import Span


class NormKind(StrEnum):
    """What a rule does."""

    FORBIDS = "forbids"
    DEMANDS = "demands"
    FORMS = "forms"


@dataclass(frozen=True, slots=True)
class Norm:
    """A standing rule: where it stands, what it is about, and the kinds of things it turns on.

    `about` are the stretches whose words tell what is forbidden or demanded; `topic` those that tell of what.
    """

    kind: NormKind
    span: Span
    about: tuple[Span, ...]
    topic: tuple[Span, ...]
    kinds: frozenset[str]


FORMS = frozenset({"language", "currency", "measures", "clock", "pronouns"})
"""Kinds of which a thing has one: to be answered in Chinese is not to be answered in English."""

_STATES: tuple[tuple[str, str], ...] = (
    (r"素食|吃素|\bvegetarian\b", "meat seafood"),
    (r"纯素|全素|\bvegan\b", "meat seafood dairy egg"),
    (r"滴酒不沾|戒酒|不能喝酒|\bteetotal(?:ler)?\b|\bsober\b|doesn't drink|does not drink", "alcohol"),
    (r"乳糖不耐|\blactose[- ]intolerant\b|\bdairy allergy\b", "dairy"),
    (r"麸质不耐|乳糜泻|麸质过敏|\bco?eliac\b|\bgluten[- ](?:free|intolerant)\b", "gluten"),
    (r"戒烟|不抽烟|\bnon-?smoker\b", "tobacco"),
    (r"清真|\bhalal\b|\bkosher\b", "pork alcohol"),
    (r"忌辣|不能吃辣|不吃辣", "spicy"),
)
_ALLERGY = re.compile(
    r"过敏|忌口|不耐受|\ballerg(?:y|ic|ies)\b|\bintolerant\b|\bintolerance\b", re.IGNORECASE
)
_ALWAYS = re.compile(
    r"一律|统一|都[用要以]|全部用|只用|必须用|默认|始终|总是|一直|\b(?:all|always|only|every|in|by|with|uses?|as)\b",
    re.IGNORECASE,
)
_FIRST_ASKED = re.compile(
    r"先(?P<about>[^,，。;；]{1,24}?)(?:再|才|后|然后)|\b(?P<en>ask|confirm|check)\b[^.;]{0,20}\bbefore\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=512)
def norms_of(p0: str) -> tuple[Norm, ...]:
    """Return the rules that a P0 holds, in the order in which they stand; none where it only tells a fact."""
    found: list[Norm] = []
    for clause in clauses(p0):
        for stance in clause.stances:
            found.extend(_of_stance(p0, clause.span, stance))
    found.extend(_of_states(p0))
    found.extend(_of_order(p0))
    found.extend(_of_forms(p0))
    return tuple(found)


def _of_stance(p0: str, clause: Span, stance: Stance) -> list[Norm]:
    if stance.force in NEGATIVE:
        kinds = _kinds_within(p0, (clause,))
        return [Norm(NormKind.FORBIDS, stance.span, (stance.scope,), (clause,), kinds)]
    if stance.force in {Force.REQUIRED, Force.ONLY_THEN}:
        topic = (clause[0], stance.span[0])
        return [
            Norm(
                NormKind.DEMANDS,
                stance.span,
                (stance.scope,),
                (topic, stance.scope),
                _kinds_within(p0, (stance.scope,)),
            )
        ]
    return []


def _kinds_within(text: str, spans: Sequence[Span]) -> frozenset[str]:
    return frozenset(
        one.kind
        for one in mentions(text)
        if any(start <= one.span[0] and one.span[1] <= end for start, end in spans)
    )


def _of_states(p0: str) -> list[Norm]:
    found: list[Norm] = []
    for pattern, kinds in _STATES:
        for match in re.finditer(pattern, p0, re.IGNORECASE):
            found.append(Norm(NormKind.FORBIDS, match.span(), (), (), frozenset(kinds.split())))
    allergy = _ALLERGY.search(p0)
    if allergy:
        eaten = frozenset(one.kind for one in mentions(p0))
        if eaten:
            found.append(Norm(NormKind.FORBIDS, allergy.span(), (), (), eaten))
    return found


def _of_order(p0: str) -> list[Norm]:
    found: list[Norm] = []
    for match in _FIRST_ASKED.finditer(p0):
        group = "about" if match["about"] else "en"
        about = match.span(group)
        topic = tuple(span for span in ((0, about[0]), (about[1], len(p0))) if span[0] < span[1])
        found.append(Norm(NormKind.DEMANDS, match.span(), (about,), topic, _kinds_within(p0, (about,))))
    return found


def _of_forms(p0: str) -> list[Norm]:
    if not _ALWAYS.search(p0):
        return []
    return [
        Norm(NormKind.FORMS, one.span, (one.span,), ((0, len(p0)),), frozenset({one.kind}))
        for one in mentions(p0)
        if wider_kinds(one.kind) & FORMS
    ]
