"""Judges what two texts are to each other: duplicate, contains, conflict, compatible, unrelated."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from palace.domain.conflict import Relation
from palace.domain.vocabulary import Axis
from palace.text.comparison.beginning import READ_AT_MOST, beginning
from palace.text.comparison.combining import probabilities, weights_for
from palace.text.comparison.comparison import Comparison, Finding, Side
from palace.text.comparison.evidence import Evidence, evidence_of
from palace.text.comparison.laying import laid_beside
from palace.text.comparison.leanings import pair_leanings
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.reading import Reading, readings_of
from palace.text.comparison.saying_newer import said_newer
from palace.text.comparison.short_texts import is_short, short_relation
from palace.text.comparison.situations import situations
from palace.text.normalise import normalised

GUARDS = frozenset(
    {"number_differs", "date_differs", "polarity_differs", "opposites", "stances_differ", "places_changed"}
)
"""The rules whose findings turn a merge that would be proposed into a conflict."""

LEAST_WITH_A_GUARD = 0.4
"""From this probability on they do: one that stands alone against all else is often a turn of phrase."""

KEPT_NORMAL = 16
"""So many texts are kept normalised: one, perhaps endless, is compared with many in a row."""


def compare(a: str, b: str, similarity: float, likeness: Likeness | None = None) -> Comparison:
    """Return what two texts are to each other, whatever is in them.

    `similarity` is the calibrated one, 0 to 1; `likeness` are the cosines of the pieces of the texts, which
    help across languages.
    """
    if equal := _equal(a, b, similarity):
        return equal
    one, other = readings_of(beginning(a), beginning(b))
    if not (_says_something(one) and _says_something(other)):
        return Comparison(Relation.UNRELATED, None, None, None, similarity, False, (Finding("no_words"),))
    if _only_figures(a, b):
        return Comparison(Relation.UNRELATED, None, None, None, similarity, False, (Finding("only_figures"),))
    evidence = gathered(a, b, similarity, likeness)
    chances = probabilities(evidence.features)
    relation = _likeliest(chances, weights_for(evidence.features).least_conflict)
    if relation is Relation.DUPLICATE and _is_guarded(evidence.findings, chances[Relation.CONFLICT]):
        relation = Relation.CONFLICT
    cut = len(a) > READ_AT_MOST or len(b) > READ_AT_MOST
    if cut and relation in {Relation.DUPLICATE, Relation.CONTAINS}:
        relation = Relation.COMPATIBLE
    short: Finding | None = None
    if is_short(one, other):
        relation, short = short_relation(relation, one, other, evidence.findings)
    axis = _axis(evidence) if relation is Relation.CONFLICT else None
    if short is not None and short.axis is not None:
        axis = short.axis
    larger = None
    if relation is Relation.CONTAINS:
        larger = Side.A if evidence.features["a_cover"] < evidence.features["b_cover"] else Side.B
    return Comparison(
        relation=relation,
        axis=axis,
        newer=_newer(beginning(a), beginning(b)) if relation is Relation.CONFLICT else None,
        larger=larger,
        similarity=similarity,
        merge_without_asking=False,
        reasons=(
            *((short,) if short is not None else _reasons(relation, axis, evidence)),
            *((Finding("only_the_beginning_read"),) if cut else ()),
        ),
        features=evidence.features,
        findings=evidence.findings,
        chance_of_conflict=chances[Relation.CONFLICT],
    )


def gathered(a: str, b: str, similarity: float, likeness: Likeness | None) -> Evidence:
    """Return the evidence in two texts, the situations it means included."""
    found = evidence_of(laid_beside(*readings_of(beginning(a), beginning(b)), likeness), similarity)
    numbers = {**found.features, **situations(found.features), **pair_leanings(likeness)}
    return Evidence(numbers, found.findings)


def _equal(a: str, b: str, similarity: float) -> Comparison | None:
    """Return the answer for texts that are equal after normalisation, and for such as say nothing."""
    one, other = _normal(a), _normal(b)
    if one == other:
        says_something = bool(one)
        return Comparison(
            Relation.DUPLICATE,
            None,
            None,
            None,
            similarity,
            says_something,
            (Finding("equal_text" if says_something else "both_empty"),),
        )
    if not one or not other:
        return Comparison(Relation.UNRELATED, None, None, None, similarity, False, (Finding("one_empty"),))
    return None


@lru_cache(maxsize=KEPT_NORMAL)
def _normal(text: str) -> str:
    return normalised(text)


def _only_figures(a: str, b: str) -> bool:
    """Whether there is no letter in either text: of what bare numbers tell nothing is known."""
    return not any(sign.isalpha() for text in (a, b) for sign in beginning(text))


def _says_something(reading: Reading) -> bool:
    return bool(reading.words)


def _likeliest(chances: Mapping[Relation, float], least_conflict: float) -> Relation:
    if chances[Relation.CONFLICT] >= least_conflict:
        return Relation.CONFLICT
    others = [relation for relation in chances if relation is not Relation.CONFLICT]
    return max(others, key=lambda relation: chances[relation])


def _is_guarded(findings: Sequence[Finding], chance_of_conflict: float) -> bool:
    """Whether a difference was found that forbids to propose a merge."""
    return chance_of_conflict >= LEAST_WITH_A_GUARD and any(found.rule in GUARDS for found in findings)


def _axis(evidence: Evidence) -> Axis:
    """Return in what two conflicting texts differ: by the surest of the findings."""
    axes = {finding.rule: finding.axis for finding in reversed(evidence.findings) if finding.axis}
    for rule in _SUREST_FIRST:
        if rule in axes:
            found = axes[rule]
            if found is Axis.ENTITY and evidence.features["choice"] > 0 and rule != "places_changed":
                return Axis.PREFERENCE
            return found
    return Axis.PREFERENCE if evidence.features["choice"] > 0 else Axis.ENTITY


_SUREST_FIRST = (
    *("places_changed", "number_past", "date_past", "number_differs", "date_differs"),
    *(
        "opposites",
        "polarity_differs",
        "stances_differ",
        "attribute_differs",
        "called_past",
        "name_differs",
        "other_thing",
    ),
)


def _newer(a: str, b: str) -> Side | None:
    found = said_newer(a, b)
    return None if found is None else Side(found.side)


def _reasons(relation: Relation, axis: Axis | None, evidence: Evidence) -> tuple[Finding, ...]:
    """Return the findings that speak for the relation: for a conflict those of its axis first."""
    if relation is Relation.CONFLICT:
        found = sorted(
            (one for one in evidence.findings if one.axis is not None), key=lambda one: one.axis is not axis
        )
        return tuple(found) or (Finding("more_in_common_than_apart", axis),)
    apart = [one for one in evidence.findings if one.rule == "scope_differs"]
    return (Finding(_RULE_OF[relation]), *_seldom(apart))


def _seldom(findings: Sequence[Finding]) -> Sequence[Finding]:
    return findings[:2]


_RULE_OF = {
    Relation.DUPLICATE: "each_says_the_other",
    Relation.CONTAINS: "one_says_more",
    Relation.COMPATIBLE: "each_says_its_own",
    Relation.UNRELATED: "little_in_common",
}
