"""The standing rules that a P0 holds: what it forbids, what it demands, in which form things are to be.

A rule may be said as a rule (`never push to main`, 删除前必须确认) or follow from a state (`is vegetarian`,
对青霉素过敏).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.kinds_of_things import mentions, wider_kinds
from palace.text.comparison.quantities import quantities
from palace.text.comparison.quantity import AT_LEAST, AT_MOST, Quantity
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, Stance, clauses
from palace.text.comparison.words import Span, words_of


class NormKind(StrEnum):
    """What a rule does."""

    FORBIDS = "forbids"
    DEMANDS = "demands"
    FORMS = "forms"
    KEEPS_TO = "keeps_to"


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


FORMS = frozenset(
    {"language", "currency", "measures", "clock", "pronouns", "hand", "region", "theme", "indent"}
)
"""Kinds of which a thing has one: to be answered in Chinese is not to be answered in English."""

EATEN = frozenset(
    {
        "animal_food",
        "animal_product",
        "gluten",
        "nuts",
        "alcohol",
        "caffeine",
        "sugar",
        "spicy",
        "tobacco",
        "antibiotics",
        "painkillers",
        "eaten_thing",
    }
)
"""Kinds of what is eaten, drunk or taken."""

CONSUMING = re.compile(
    r"吃|喝|饮|抽|服用|服|用药|开了|点了|点一|点份|订了|订一|买了|煮|炒|餐|饭|菜单|下酒|干杯|配药|宵夜|外卖"
    r"|\b(?:eat(?:s|en|ing)?|ate|drink(?:s|ing)?|drank|drunk|smok(?:e[sd]?|ing)"
    r"|order(?:s|ed|ing)?|serv(?:e[sd]?|ing)|cook(?:s|ed|ing)?"
    r"|tak(?:es?|en|ing)|took|ha(?:s|ve|d|ving) (?:the|a|an|his|her|some)"
    r"|lunch|dinner|breakfast|supper|brunch|meal|menu|snack|glass(?:es)? of|bottle of|cup of|plate"
    r"|dish(?:es)?|recipe|prescri(?:be[sd]?|ption)|dose|pills?|tablets?"
    r"|fine for|again|usual|enjoy(?:s|ed)?|tr(?:y|ied))\b",
    re.IGNORECASE,
)
"""Words of eating, drinking and taking, and of what is served."""

_STATES: tuple[tuple[str, str], ...] = (
    (r"素食|吃素|\bvegetarian\b", "meat seafood"),
    (r"纯素|全素|\bvegan\b", "meat seafood dairy egg"),
    (r"滴酒不沾|戒酒|不能喝酒|\bteetotal(?:ler)?\b|\bsober\b|doesn't drink|does not drink", "alcohol"),
    (r"乳糖不耐|\blactose[- ]intolerant\b|\bdairy allergy\b", "dairy"),
    (r"麸质不耐|乳糜泻|麸质过敏|\bco?eliac\b|\bgluten[- ](?:free|intolerant)\b", "gluten"),
    (r"戒烟|不抽烟|\bnon-?smoker\b", "tobacco"),
    (r"清真|\bhalal\b|\bkosher\b", "pork alcohol"),
    (r"独生|独子|\bonly child\b", "siblings"),
    (r"(?<!不)(?<!没)怀孕|孕期|\bpregnan", "alcohol raw_food tobacco"),
    (r"恐高|\bfear of heights\b|\bafraid of heights\b", "height"),
    (r"幽闭|\bclaustrophobi", "closed_space"),
    (r"起搏器|\bpacemaker\b", "magnet"),
    (r"糖尿病|\bdiabet", "sugar"),
    (r"癫痫|\bepilep", "flicker alcohol"),
    (r"耳聋|失聪|听障|听不见|\bdeaf\b|\bhard of hearing\b", "hearing"),
    (r"轮椅|\bwheelchair\b", "stairs"),
    (r"\bkosher\b|洁食", "shellfish"),
    (r"戒咖啡|不喝咖啡|\bno coffee\b|\bgave up coffee\b", "coffee"),
    (r"戒糖|\bno sugar\b", "sugar"),
    (r"忌辣|不能吃辣|不吃辣", "spicy"),
)
_ALLERGY = re.compile(
    r"过敏|忌口|不耐受|\ballerg(?:y|ic|ies)\b|\bintolerant\b|\bintolerance\b", re.IGNORECASE
)
_ALWAYS = re.compile(
    r"一律|统一|都[用要以]|全部用|只用|必须用|默认|始终|总是|一直|母语|语言是|时制|单位|称呼"
    r"|\b(?:pronouns?|language|currency|units|all|always|only|every|in|by|with|uses?|as)\b",
    re.IGNORECASE,
)
_WITH_LEAVE = re.compile(
    r"(?:先|须|需要?|必须|要|得)先?(?P<about>(?:经|经过|得到|征得|获得|取得|通过|问过?)[^,，。;；]{0,12}?(?:批准|同意|确认|许可|授权|过目|审核|审批|点头))"
)
_ALL_MUST = re.compile(
    r"(?:都要|都得|都须|都应|均须|均要|一律要|一律须|务必|每次要)(?P<about>[^,，。;；]{1,24})"
)
_FIRST_ASKED = re.compile(
    r"先(?P<about>[^,，。;；]{1,24}?)(?:再|才|后|然后)|\b(?P<en>ask|confirm|check)\b[^.;]{0,20}\bbefore\b",
    re.IGNORECASE,
)


MOST_NORMS = 24
"""So many rules of a P0 are looked at."""


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
    return tuple(found[:MOST_NORMS])


def _of_stance(p0: str, clause: Span, stance: Stance) -> list[Norm]:
    if stance.force in NEGATIVE:
        kinds = _kinds_within(p0, (clause,))
        scope = _without_agent(p0, stance.scope)
        eaten = frozenset(kind for kind in kinds if wider_kinds(kind) & EATEN)
        if eaten and CONSUMING.search(p0[slice(*stance.span)] + p0[slice(*scope)]):
            return [Norm(NormKind.FORBIDS, stance.span, (), (), eaten)]
        return [Norm(NormKind.FORBIDS, stance.span, (scope,), (clause,), kinds)]
    if stance.force is Force.ONLY:
        return _of_only(p0, clause, stance)
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


def _of_only(p0: str, clause: Span, stance: Stance) -> list[Norm]:
    """Return the rule that something is only done by, with or for somebody: 只能由 DBA 改, 只发给组员."""
    words = [
        word
        for word in words_of(folded_text(p0))
        if stance.scope[0] <= word.start and word.end <= stance.scope[1]
    ]
    if len(words) < 2:
        return []
    if words[0].text in {"由", "让", "给"} and len(words) > 2:
        kept, done = (words[1].start, words[-2].end), words[-1].span
    else:
        kept, done = (words[1].start, words[-1].end), words[0].span
    before = (clause[0], stance.span[0])
    topic = (before, done) if before[0] < before[1] else (done,)
    return [Norm(NormKind.KEEPS_TO, stance.span, (kept,), topic, frozenset())]


def _without_agent(p0: str, scope: Span) -> Span:
    """Return the stretch behind the doer of a passive: 被 任何自动流程 覆盖."""
    words = p0[slice(*scope)]
    if not words.lstrip().startswith(("被", "由", "让")) or len(words) < LONG_PASSIVE:
        return scope
    return scope[1] - VERB, scope[1]


LONG_PASSIVE, VERB = 5, 2
"""Characters of a passive that names its doer, and of the verb at its end."""


def _kinds_within(text: str, spans: Sequence[Span]) -> frozenset[str]:
    inside = [
        one
        for one in mentions(text)
        if any(start <= one.span[0] and one.span[1] <= end for start, end in spans)
    ]
    said = {(one.span, one.kind) for one in inside}
    wider = {kind for one in inside for kind in one.kinds - {one.kind} if (one.span, kind) in said}
    return frozenset(one.kind for one in inside) - wider


def _of_states(p0: str) -> list[Norm]:
    found: list[Norm] = []
    for pattern, kinds in _STATES:
        for match in re.finditer(pattern, p0, re.IGNORECASE):
            found.append(Norm(NormKind.FORBIDS, match.span(), (), (), frozenset(kinds.split())))
    allergy = _ALLERGY.search(p0)
    if allergy:
        eaten = _kinds_within(p0, ((0, len(p0)),))
        if eaten:
            found.append(Norm(NormKind.FORBIDS, allergy.span(), (), (), eaten))
    return found


def _of_order(p0: str) -> list[Norm]:
    found: list[Norm] = []
    for match in (*_FIRST_ASKED.finditer(p0), *_WITH_LEAVE.finditer(p0), *_ALL_MUST.finditer(p0)):
        group = "about" if match["about"] else "en"
        about = match.span(group)
        topic = tuple(span for span in ((0, about[0]), (about[1], len(p0))) if span[0] < span[1])
        found.append(Norm(NormKind.DEMANDS, match.span(), (about,), topic, _kinds_within(p0, (about,))))
    return found


def _of_forms(p0: str) -> list[Norm]:
    if not _ALWAYS.search(p0):
        return []
    last = {family: one for one in mentions(p0) for family in wider_kinds(one.kind) & FORMS}
    return [
        Norm(NormKind.FORMS, one.span, (one.span,), ((0, len(p0)),), frozenset({one.kind}))
        for one in last.values()
    ]


def limits_of(p0: str) -> tuple[Quantity, ...]:
    """Return the limits that a P0 sets: those in what it demands, or all where it holds no other rule."""
    bounded = [one for one in quantities(p0) if one.bound in {AT_LEAST, AT_MOST}]
    scopes = [
        stance.scope for clause in clauses(p0) for stance in clause.stances if stance.force is Force.REQUIRED
    ]
    if not scopes and norms_of(p0):
        return ()
    return tuple(
        one for one in bounded if not scopes or any(start <= one.span[0] < end for start, end in scopes)
    )


def conditions_of(p0: str) -> tuple[Quantity, ...]:
    """Return the amounts to which the rules of a P0 are bound."""
    limits = limits_of(p0)
    return tuple(one for one in quantities(p0) if one not in limits)
