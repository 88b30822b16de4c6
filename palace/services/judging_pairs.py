"""Judging pairs that were found near each other: what the comparer says, as a conflict keeps it.

Among labelled pairs every third is a conflict; among the neighbours in a palace hardly one in fifty is. So a
person is asked only where the comparer is sure, and a merge is proposed only from its similarity on.
"""

import re

from palace.domain.conflict import ConflictSide, Relation
from palace.domain.rules import SimilarityRules
from palace.domain.vocabulary import Priority
from palace.services.comparing import PairReader
from palace.services.pairs_to_judge import Judge, Judged, PairToJudge
from palace.text.comparison.beginning import beginning
from palace.text.comparison.breaking import compare_with_p0
from palace.text.comparison.comparison import Comparison, Side
from palace.text.comparison.judging import compare
from palace.text.comparison.likeness import Likeness
from palace.text.scripts import HAN

NEAR_MEMORY, SURE_ENOUGH, SURE_FROM_AFAR = 0.65, 0.4, 0.7
"""Two memories that are as similar as the first (0 to 1) are put before a person as a conflict from the
second probability on, others from the third.

In the sample palace, which nothing was learned from, no conflict is asked about besides those that were
written into it. The second is where a difference that was found begins to stand against a merge.
"""

SURE_OF_BREACH, SURE_THOUGH_FAR = 0.6, 0.8
"""A contradiction of a P0 is asked about from the first probability on, one from afar from the second.

Nearly all that comes near a P0 in a palace has nothing to do with it, unlike among the labelled newcomers.
"""

NEAR_CORE, FAR_FROM_CORE = 0.55, 0.35
"""Similarities (0 to 1): a text is near a P0 from the first on; below the second they are not compared."""

HARDLY_POSSIBLE = 0.1
"""A pair whose texts alone make a conflict less probable than this is not looked at with the model."""

LONGEST_REASON_PART = 60
"""So many characters of either text stand in a reason."""

_HAN = re.compile(f"[{HAN}]")

_SIDES = {Side.A: ConflictSide.LEFT, Side.B: ConflictSide.RIGHT}


def judge_with(reader: PairReader, rules: SimilarityRules) -> Judge:
    """Return a judge that compares texts, with what a model sees in them where that could matter."""

    def seen(left: str, right: str) -> Likeness:
        return reader.likeness(beginning(left), beginning(right))

    def judge(pair: PairToJudge) -> Judged:
        left, right, similarity = pair.left.text, pair.right.text, pair.similarity
        if pair.left.priority is Priority.P0:
            if similarity < FAR_FROM_CORE:
                return Judged(Relation.COMPATIBLE)
            beside_core = compare_with_p0(
                left, right, similarity, seen(left, right), reader.manner(beginning(right))
            )
            if asks_for_core(beside_core, rules):
                return judged(left, right, beside_core)
            return Judged(Relation.COMPATIBLE)
        of_words = compare(left, right, similarity)
        if similarity < rules.propose_merge and is_hopeless(of_words) and same_script(left, right):
            return Judged(Relation.COMPATIBLE)
        compared = compare(left, right, similarity, seen(left, right))
        if asks(compared, rules):
            return judged(left, right, compared)
        return Judged(Relation.COMPATIBLE)

    return judge


def is_hopeless(compared: Comparison) -> bool:
    """Whether the texts alone leave hardly any room for a conflict."""
    return bool(compared.features) and compared.chance_of_conflict < HARDLY_POSSIBLE


def same_script(left: str, right: str) -> bool:
    """Whether both texts hold Chinese, or neither does: across languages the words alone say little."""
    return bool(_HAN.search(left)) is bool(_HAN.search(right))


def asks(compared: Comparison, rules: SimilarityRules) -> bool:
    """Whether a comparison is to be put before a person."""
    if compared.relation is Relation.CONFLICT:
        return compared.chance_of_conflict >= least_chance(compared)
    return _asks_to_merge(compared, rules)


def least_chance(compared: Comparison) -> float:
    """Return from which probability on a conflict is put before a person: the nearer, the sooner."""
    return SURE_ENOUGH if compared.similarity >= NEAR_MEMORY else SURE_FROM_AFAR


def asks_for_core(compared: Comparison, rules: SimilarityRules) -> bool:
    """Whether a comparison with a P0 is to be put before a person: where it is sure for how near it is."""
    if compared.relation is Relation.CONFLICT:
        near = compared.similarity >= NEAR_CORE
        return compared.chance_of_conflict >= (SURE_OF_BREACH if near else SURE_THOUGH_FAR)
    return _asks_to_merge(compared, rules)


def _asks_to_merge(compared: Comparison, rules: SimilarityRules) -> bool:
    same = compared.relation in {Relation.DUPLICATE, Relation.CONTAINS}
    return compared.merge_without_asking or (same and compared.similarity >= rules.propose_merge)


def judged(left: str, right: str, compared: Comparison) -> Judged:
    """Return what a comparison says of the older text and the newer one."""
    newer = None if compared.newer is None else _SIDES[compared.newer]
    return Judged(compared.relation, compared.axis, newer, reason_of(left, right, compared))


def _cut(words: str) -> str:
    return words if len(words) <= LONGEST_REASON_PART else f"{words[: LONGEST_REASON_PART - 1]}…"


def reason_of(left: str, right: str, compared: Comparison) -> str:
    """Return the words in which two texts differ, or agree, as far as a rule names any: `8080 / 8081`."""
    telling = [finding for finding in compared.reasons if finding.axis is compared.axis]
    for finding in telling or compared.reasons:
        parts = [
            _cut(" ".join(text[slice(*span)].split()))
            for text, span in ((left, finding.a), (right, finding.b))
            if span is not None
        ]
        if parts:
            return " / ".join(parts)
    return ""
