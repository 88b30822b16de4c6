"""The numbers by which a newcomer is judged beside a P0: what the two are about, and how it stands to it.

Each number has a name and lies between 0 and about 2. How the newcomer speaks (`tones.toml`) counts by
what the P0 is: a refusal keeps a prohibition and breaks a demand.
"""

import re
from collections.abc import Mapping, Sequence

from palace.text.comparison.breaches import breach_of
from palace.text.comparison.calendar_times import calendar_times
from palace.text.comparison.comparison import Comparison
from palace.text.comparison.conditions import speaks_of_amounts, speaks_of_times
from palace.text.comparison.excuses import excuse_of
from palace.text.comparison.kinds_of_things import mentions, siblings, wider_kinds
from palace.text.comparison.leanings import core_leanings
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.manners import manner_names
from palace.text.comparison.norms import Norm, NormKind, conditions_of, norms_of
from palace.text.comparison.quantities import quantities
from palace.text.comparison.quantity import AT_LEAST, AT_MOST
from palace.text.comparison.ruled_things import ruled_things
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, stances
from palace.text.comparison.told_beside import Told, times_told
from palace.text.comparison.tones import tones_in

OF_WORDS = (
    *("cover_low", "cover_high", "rest_low", "rest_high", "number_clash", "date_clash", "opposed_state"),
    *(
        "opposed_polarity",
        "opposed_preference",
        "polarity_clash",
        "newer",
        "former",
        "thing_both",
        "names_only_low",
    ),
    *("person_differs", "scope_differs", "number_same", "date_same"),
)
"""Numbers of the comparison of any two texts that are taken over."""


def p0_evidence(
    p0: str, new: str, compared: Comparison, likeness: Likeness | None, manner: Sequence[float] = ()
) -> dict[str, float]:
    """Return the numbers by name; `compared` is what the two are as any two texts.

    `manner` is how alike the newcomer is to each of the samples of `manners`; nothing where no model tells.
    """
    told = Told(p0, new, likeness)
    norms = norms_of(p0)
    p0_is = _sort_of_p0(norms)
    found = {
        "similarity": compared.similarity,
        "chance": compared.chance_of_conflict,
        **{f"words_{name}": compared.features.get(name, 0.0) for name in OF_WORDS},
    }
    found.update(_matter(p0, new, told))
    found.update(_people(told))
    found.update(_rules(p0, new, norms, likeness, told))
    found.update({f"p0_{name}": float(holds) for name, holds in p0_is.items()})
    found.update(_quotes(p0, new))
    found.update(_stance(new, norms, told, p0_is))
    found.update(_together(found, p0_is))
    found.update(_of_things(p0, new, told))
    found.update(_bounds(p0, new, p0_is))
    found.update(zip(manner_names(), manner or [0.0] * len(manner_names()), strict=True))
    found.update(core_leanings(likeness))
    return found


def _of_things(p0: str, new: str, told: Told) -> Mapping[str, float]:
    """Return how much of what rules speak of is in both texts, by usual members and as a model sees it."""
    own, other = ruled_things(p0), ruled_things(new)
    nearest, near = told.nearness()
    return {
        "things_in_both": min(4, len(own & other)) / 2,
        "things_share": len(own & other) / max(1, len(own)),
        "no_thing_in_both": float(bool(own) and not own & other),
        "things_known": float(bool(own)),
        "nearest_word": nearest,
        "words_near": near,
    }


def _bounds(p0: str, new: str, p0_is: Mapping[str, bool]) -> Mapping[str, float]:
    """Return on which side of a bound of the P0 an amount of the newcomer lies: at most 1 h, 3 h."""
    found = dict.fromkeys(("below_most", "above_most", "below_least", "above_least"), 0.0)
    for limit in quantities(p0):
        for told in quantities(new):
            if told.dimension != limit.dimension or limit.bound not in {AT_LEAST, AT_MOST}:
                continue
            bound = "most" if limit.bound == AT_MOST else "least"
            if told.high <= limit.low:
                found[f"below_{bound}"] = 1.0
            if told.low > limit.high:
                found[f"above_{bound}"] = 1.0
    forbids = float(p0_is["forbids"])
    return {**found, **{f"{name}_of_ban": number * forbids for name, number in found.items()}}


def _sort_of_p0(norms: tuple[Norm, ...]) -> dict[str, bool]:
    """Return whether a P0 forbids, demands, keeps to something, or tells a fact: one of them."""
    kinds = {norm.kind for norm in norms}
    forbids = NormKind.FORBIDS in kinds
    keeps = NormKind.KEEPS_TO in kinds and not forbids
    return {
        "forbids": forbids,
        "keeps": keeps,
        "demands": bool(kinds) and not forbids and not keeps,
        "tells": not kinds,
    }


def _quotes(p0: str, new: str) -> Mapping[str, float]:
    """Return whether a newcomer writes what the P0 quotes: the forbidden after a denial, else the wanted."""
    denied = [one.scope for one in stances(p0) if one.force in NEGATIVE]
    found = {"quote_wanted": 0.0, "quote_denied": 0.0, "quote_missing": 0.0}
    for match in _QUOTED.finditer(p0):
        says = match[1].casefold() in new.casefold()
        is_denied = any(start <= match.start(1) < end for start, end in denied)
        if says:
            found["quote_denied" if is_denied else "quote_wanted"] = 1.0
        elif not is_denied:
            found["quote_missing"] = 1.0
    return found


def _together(numbers: Mapping[str, float], p0_is: Mapping[str, bool]) -> Mapping[str, float]:
    """Return what numbers mean together: matter by the sort of the P0, tones by how much of it is said."""
    reach = max(
        numbers[name] for name in ("said", "kinds_share", "topic_said", "forbidden_said", "demanded_said")
    )
    found = {"reach": reach, "far": max(0.0, 0.3 - numbers["said"]) * float(numbers["kinds_share"] == 0)}
    for name in ("plain_act", "leave", "haste", "deed", "change", "denies", "refusal"):
        found[f"{name}_in_reach"] = numbers[name] * reach
    for name in BY_SORT:
        for sort, is_so in p0_is.items():
            found[f"{name}_where_p0_{sort}"] = numbers[name] * is_so
    return found


BY_SORT = (
    *("said", "given", "chance", "kinds_share", "kinds_beside", "similarity", "another", "outside_bounds"),
    *(
        "words_newer",
        "words_number_clash",
        "words_thing_both",
        "length",
        "attribute",
        "attribute_with_other_words",
    ),
)
"""Numbers that mean something else for a prohibition, a demand and a fact."""

_QUOTED = re.compile(r"[\"“「『']([^\"”」』']{2,30})[\"”」』'](?![a-z])")


def _matter(p0: str, new: str, told: Told) -> Mapping[str, float]:
    """Return how much of what the P0 is about the newcomer says, and the other way round."""
    own, other = mentions(p0), told.mentions
    own_kinds = {one.kind for one in own}
    narrower = {kind for kind in own_kinds if any(kind in one.kinds for one in other)}
    wider = {one.kind for one in own if one.kind not in narrower and any(o.kind in one.kinds for o in other)}
    beside = {
        one.kind for one in own if any(siblings(one.kind, o.kind) for o in other) and one.kind not in narrower
    }
    attributes = {kind for kind in narrower if "attribute" in wider_kinds(kind)}
    whole = (0, len(new))
    said = told.share_said(((0, len(p0)),), whole)
    return {
        "said": said,
        "given": told.share_given(),
        "kinds_named": min(3, len(narrower)) / 2,
        "kinds_share": len(narrower) / max(1, len(own_kinds)),
        "attribute": float(bool(attributes)),
        "attribute_with_other_words": float(bool(attributes)) * (1 - said),
        "kinds_wider": float(bool(wider)),
        "kinds_beside": float(bool(beside)),
        "length": min(2.0, len(new) / max(1, len(p0)) / 2),
    }


def _people(told: Told) -> Mapping[str, float]:
    return {
        "another": float(told.is_about_another),
        "user_named": float(told.names_user),
        "user_named_in_both": float(told.names_user and told.p0_names_user),
        "user_only_in_p0": float(told.p0_names_user and not told.names_user),
    }


def _rules(
    p0: str, new: str, norms: tuple[Norm, ...], likeness: Likeness | None, told: Told
) -> Mapping[str, float]:
    times = speaks_of_times(calendar_times(p0), times_told(new))
    amounts = speaks_of_amounts(conditions_of(p0), quantities(new))
    breach = breach_of(p0, new, likeness, told)
    changed = _other_limit(p0, new)
    found = {
        "other_limit": float(changed),
        "inside_bounds": float(bool(times or amounts)),
        "outside_bounds": float(not changed and (times is False or amounts is False)),
        "breach": float(breach is not None),
        "excused": float(excuse_of(p0, new, likeness, told) is not None),
    }
    for kind in NormKind:
        found[f"breach_{kind}"] = float(breach is not None and breach.rule == f"breaks_what_{kind}")
    return found


def _other_limit(p0: str, new: str) -> bool:
    """Whether both set a limit of one kind, and not the same: at most 120 euros, at most 180 euros."""
    bounds = [one for one in quantities(p0) if one.bound in {AT_LEAST, AT_MOST}]
    return any(
        own.dimension == other.dimension
        and own.bound == other.bound
        and (own.low, own.high) != (other.low, other.high)
        for own in bounds
        for other in quantities(new)
    )


def _stance(new: str, norms: tuple[Norm, ...], told: Told, p0_is: Mapping[str, bool]) -> dict[str, float]:
    """Return how the newcomer speaks, by what the P0 is: a prohibition, a demand, a fact."""
    forces = [one.force for one in stances(new)]
    denials = sum(force in NEGATIVE for force in forces)
    ways = {
        "denies": float(denials > 0),
        "denies_twice": float(denials > 1),
        "leaves_free": float(any(force in {Force.ALLOWED, Force.NEEDLESS, Force.ABLE} for force in forces)),
        "insists": float(any(force in {Force.REQUIRED, Force.ONLY, Force.ONLY_THEN} for force in forces)),
        **{tone: float(bool(spans)) for tone, spans in tones_in(new).items()},
    }
    found: dict[str, float] = {}
    within = float(told.falls_under_rule)
    for way, holds in ways.items():
        found[way] = holds = holds * within
        for name, is_so in p0_is.items():
            found[f"{way}_where_p0_{name}"] = holds * is_so
    open_said = denied_said = 0.0
    demanded = topic = 0.0
    named_open = named_denied = 0.0
    for norm in norms:
        spans = norm.about or norm.topic or (norm.span,)
        for clause in told.clauses:
            share = told.share_said(spans, clause.span)
            named = bool(told.mentioned(norm.kinds, clause.span))
            if told.denies(clause):
                denied_said = max(denied_said, share)
                named_denied = max(named_denied, float(named))
            else:
                open_said = max(open_said, share)
                named_open = max(named_open, float(named))
        if norm.kind is not NormKind.FORBIDS:
            demanded = max(demanded, told.share_said(spans, (0, len(new))))
        if norm.topic:
            topic = max(topic, told.share_said(norm.topic, (0, len(new))))
    found |= {
        "forbidden_said": open_said * p0_is["forbids"],
        "forbidden_denied": denied_said * p0_is["forbids"],
        "forbidden_named": named_open * p0_is["forbids"],
        "forbidden_named_denied": named_denied * p0_is["forbids"],
        "demanded_said": demanded * p0_is["demands"],
        "demanded_denied": denied_said * p0_is["demands"],
        "kept_said": demanded * p0_is["keeps"],
        "topic_said": topic,
    }
    calm = within and not (ways["refusal"] or ways["waiting"] or ways["denies"] or ways["care"])
    found["plain_act"] = float(bool(calm)) * p0_is["forbids"]
    found["plain_act_of_kind"] = float(bool(calm)) * p0_is["forbids"] * max(open_said, named_open)
    found["loose"] = within * float(bool((ways["leave"] or ways["leaves_free"]) and not ways["refusal"]))
    found["wide_of_rule"] = within * float(bool((ways["haste"] or ways["leave"]) and not ways["waiting"]))
    return found
