"""Measures of a ranked list against graded answers; every one lies in 0 to 1 and higher is better."""

import math
from collections.abc import Mapping, Sequence


def recall(ranked: Sequence[str], grades: Mapping[str, int], depth: int) -> float:
    """Return the share of the relevant items that stand among the first `depth`."""
    return len(set(ranked[:depth]) & grades.keys()) / len(grades)


def hit_rate(ranked: Sequence[str], grades: Mapping[str, int], depth: int) -> float:
    """Return 1 where at least one relevant item stands among the first `depth`, else 0."""
    return float(not grades.keys().isdisjoint(ranked[:depth]))


def best_recall(ranked: Sequence[str], grades: Mapping[str, int], depth: int) -> float:
    """Return the share of the items of the highest grade that stand among the first `depth`."""
    best = max(grades.values())
    return recall(ranked, {item: grade for item, grade in grades.items() if grade == best}, depth)


def capped_recall(ranked: Sequence[str], grades: Mapping[str, int], depth: int) -> float:
    """Return the recall as a share of what `depth` places can hold."""
    return len(set(ranked[:depth]) & grades.keys()) / min(depth, len(grades))


def area_under_curve(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """Return how often a positive has the greater value of the two, a draw counting half."""
    pairs = [(one > other) + 0.5 * (one == other) for one in positives for other in negatives]
    return sum(pairs) / len(pairs) if pairs else 0.0


def reciprocal_rank(ranked: Sequence[str], grades: Mapping[str, int]) -> float:
    """Return 1 / the place of the first relevant item, 0 where there is none."""
    return next((1 / place for place, item in enumerate(ranked, start=1) if item in grades), 0.0)


def ndcg(ranked: Sequence[str], grades: Mapping[str, int], depth: int) -> float:
    """Return the normalised discounted cumulative gain (Järvelin and Kekäläinen 2002), gain = 2^grade - 1."""

    def gain(items: Sequence[int]) -> float:
        return sum((2**grade - 1) / math.log2(place + 1) for place, grade in enumerate(items, start=1))

    best = gain(sorted(grades.values(), reverse=True)[:depth])
    return gain([grades.get(item, 0) for item in ranked[:depth]]) / best
