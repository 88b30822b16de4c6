"""What a newcomer is to a P0: it denies it, changes its value, or reports, plans or allows what breaks it.

The numbers of `p0_evidence` are weighed by a small linear model; its weights in `p0_weights.toml` are learned
by scripts/train_p0.py on the labelled newcomers of the project.
"""

from collections.abc import Sequence
from dataclasses import replace

from palace.domain.conflict import Relation
from palace.domain.vocabulary import Axis
from palace.text.comparison.beginning import beginning
from palace.text.comparison.breaches import breach_of
from palace.text.comparison.combining import Weights, contributions, probabilities, weights_in
from palace.text.comparison.comparison import Comparison, Finding, Side
from palace.text.comparison.excuses import excuse_of
from palace.text.comparison.judging import compare
from palace.text.comparison.leanings import CORE_NUMBERS
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.manners import manner_names
from palace.text.comparison.norms import norms_of
from palace.text.comparison.p0_evidence import p0_evidence
from palace.text.comparison.saying_newer import said_newer
from palace.text.comparison.tones import tones_in

TABLE = "p0_weights.toml"

SURE_OF_ANOTHER = 0.5
"""What is told of somebody else than a P0 contradicts it only from this probability (0 to 1) on."""

TELLING_TONES = ("leave", "haste", "change", "deed", "order")
"""Tones that can be named as the reason of a contradiction."""


def p0_weights() -> Weights:
    """Return the weights by which a newcomer is judged beside a P0."""
    return weights_in(TABLE)


def compare_with_p0(
    p0: str, new: str, similarity: float, likeness: Likeness | None = None, manner: Sequence[float] = ()
) -> Comparison:
    """Return what a newcomer is to a P0; a conflict where both cannot be kept.

    `manner` is how alike the newcomer is to each of `manners.manner_samples`, as a model sees it.
    `chance_of_conflict` is how probable a contradiction is, 0 to 1.
    """
    compared = compare(p0, new, similarity, likeness)
    if not compared.features:
        return compared
    p0, new = beginning(p0), beginning(new)
    numbers = p0_evidence(p0, new, compared, likeness, manner)
    unknown = (
        *(manner_names() if not manner else ()),
        *(name for name in CORE_NUMBERS if name not in numbers),
    )
    numbers |= {name: p0_weights().middle[name] for name in unknown}
    chances = probabilities(numbers, p0_weights())
    chance = chances[Relation.CONFLICT]
    least = SURE_OF_ANOTHER if numbers["another"] else p0_weights().least_conflict
    if chance >= least:
        return _contradiction(p0, new, compared, chance, numbers, likeness)
    if compared.relation is not Relation.CONFLICT:
        return replace(compared, chance_of_conflict=chance)
    related = chances[Relation.COMPATIBLE] >= chances[Relation.UNRELATED]
    excuse = excuse_of(p0, new, likeness)
    return replace(
        compared,
        relation=Relation.COMPATIBLE if related else Relation.UNRELATED,
        axis=None,
        newer=None,
        chance_of_conflict=chance,
        reasons=(excuse or Finding("each_says_its_own" if related else "little_in_common"),),
    )


def contradicts_core(p0: str, new: str, similarity: float, likeness: Likeness | None = None) -> bool:
    """Return whether a newcomer denies a P0, gives it another value, or breaks it."""
    return compare_with_p0(p0, new, similarity, likeness).relation is Relation.CONFLICT


def _contradiction(
    p0: str,
    new: str,
    compared: Comparison,
    chance: float,
    numbers: dict[str, float],
    likeness: Likeness | None,
) -> Comparison:
    found = [one for one in (breach_of(p0, new, likeness), _tone_of(p0, new, numbers)) if one is not None]
    of_words = [one for one in compared.findings if one.axis is not None]
    reasons = (*found, *of_words) or (Finding("speaks_against_the_p0", Axis.ENTITY),)
    newer = said_newer(p0, new)
    return replace(
        compared,
        relation=Relation.CONFLICT,
        axis=compared.axis or reasons[0].axis,
        newer=None if newer is None else Side(newer.side),
        larger=None,
        merge_without_asking=False,
        chance_of_conflict=chance,
        reasons=reasons,
    )


def _tone_of(p0: str, new: str, numbers: dict[str, float]) -> Finding | None:
    """Return the tone of the newcomer that speaks most for a contradiction, with its first place."""
    norms = norms_of(p0)
    if not norms:
        return None
    adds = contributions(numbers, Relation.CONFLICT, p0_weights())
    spans = tones_in(new)
    found = {
        tone: sum(add for name, add in adds.items() if name == tone or name.startswith(f"{tone}_where"))
        for tone in TELLING_TONES
        if spans[tone]
    }
    tone = max(found, key=lambda name: found[name], default=None)
    if tone is None or found[tone] <= 0:
        return None
    return Finding(f"newcomer_tells_of_{tone}", Axis.POLARITY, norms[0].span, spans[tone][0])
