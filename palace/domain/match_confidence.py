"""How sure it is that a hit answers the question: a logistic function of what is known of it.

    confidence = 1 / (1 + e^-(constant + sum of weight * value))

The weights are learned by scripts/train_match_confidence.py on labelled questions, with and without an
answer; a hit that was also read closely has weights of its own. There it decides whether anything that is
asked for is missing in the hit (`answers`): that it speaks of the same thing says nothing any more.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a hit: `similarity`, `reading`, `answers`, `reach` and `exact` as in `fusion.Found`.

    `ahead` is how far its score stands above the mean of the hits of middle rank.
    """

    similarity: float
    reading: float | None
    answers: float
    reach: float
    exact: bool
    ahead: float


@dataclass(frozen=True, slots=True)
class ConfidenceWeights:
    """The constant and the weight of each value."""

    constant: float
    similarity: float
    reading: float
    answers: float
    reach: float
    exact: float
    ahead: float


READ = ConfidenceWeights(
    constant=-5.01, similarity=0.0, reading=0.0, answers=10.47, reach=0.39, exact=2.22, ahead=0.26
)
UNREAD = ConfidenceWeights(
    constant=-2.23, similarity=2.03, reading=0.0, answers=0.0, reach=0.58, exact=3.54, ahead=1.14
)


def match_confidence(evidence: Evidence) -> float:
    """Return how sure it is, 0 to 1, that a hit answers the question."""
    weights = UNREAD if evidence.reading is None else READ
    total = (
        weights.constant
        + weights.similarity * evidence.similarity
        + weights.reading * (evidence.reading or 0.0)
        + weights.answers * evidence.answers
        + weights.reach * evidence.reach
        + weights.exact * evidence.exact
        + weights.ahead * evidence.ahead
    )
    return 1 / (1 + math.exp(-total))
