"""How sure it is that a hit answers the question: a logistic function of what is known of it.

    confidence = 1 / (1 + e^-(constant + sum of weight * value))

The weights are learned by scripts/train_match_confidence.py on labelled questions, half of them asked
once more with their answers taken away; a hit that was also read closely has weights of its own.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a hit: `similarity`, `reading` and `reach` as in `fusion.Found`, `exact` likewise.

    `ahead` is how far its score stands above the mean of the hits of middle rank.
    """

    similarity: float
    reading: float | None
    reach: float
    exact: bool
    ahead: float


@dataclass(frozen=True, slots=True)
class ConfidenceWeights:
    """The constant and the weight of each value."""

    constant: float
    similarity: float
    reading: float
    reach: float
    exact: float
    ahead: float


READ = ConfidenceWeights(constant=-2.23, similarity=1.93, reading=1.92, reach=1.27, exact=2.11, ahead=0.76)
UNREAD = ConfidenceWeights(constant=-2.08, similarity=3.53, reading=0.0, reach=1.28, exact=2.42, ahead=1.32)


def match_confidence(evidence: Evidence) -> float:
    """Return how sure it is, 0 to 1, that a hit answers the question."""
    weights = UNREAD if evidence.reading is None else READ
    total = (
        weights.constant
        + weights.similarity * evidence.similarity
        + weights.reading * (evidence.reading or 0.0)
        + weights.reach * evidence.reach
        + weights.exact * evidence.exact
        + weights.ahead * evidence.ahead
    )
    return 1 / (1 + math.exp(-total))
