"""Judging pairs that were found near each other: what the comparer says, as a conflict keeps it."""

from palace.domain.conflict import ConflictSide
from palace.domain.vocabulary import Priority
from palace.services.comparing import PairReader
from palace.services.finding_pairs import Judge, Judged, PairToJudge
from palace.text.comparison.comparison import Comparison, Side
from palace.text.comparison.judging import compare
from palace.text.comparison.p0_breaking import compare_with_p0

LONGEST_REASON_PART = 60
"""So many characters of either text stand in a reason."""

_SIDES = {Side.A: ConflictSide.LEFT, Side.B: ConflictSide.RIGHT}


def judge_with(reader: PairReader) -> Judge:
    """Return a judge that compares texts with what a model sees in them."""

    def judge(pair: PairToJudge) -> Judged:
        left, right = pair.left.text, pair.right.text
        how = compare_with_p0 if pair.left.priority is Priority.P0 else compare
        return judged(left, right, how(left, right, pair.similarity, reader.likeness(left, right)))

    return judge


def judged(left: str, right: str, compared: Comparison) -> Judged:
    """Return what a comparison says of the older text and the newer one."""
    newer = None if compared.newer is None else _SIDES[compared.newer]
    return Judged(compared.relation, compared.axis, newer, reason_of(left, right, compared))


def reason_of(left: str, right: str, compared: Comparison) -> str:
    """Return the words in which two texts differ, or agree, as far as a rule names any: `8080 / 8081`."""
    telling = [finding for finding in compared.reasons if finding.axis is compared.axis]
    for finding in telling or compared.reasons:
        parts = [
            " ".join(text[slice(*span)].split())[:LONGEST_REASON_PART]
            for text, span in ((left, finding.a), (right, finding.b))
            if span is not None
        ]
        if parts:
            return " / ".join(parts)
    return ""
