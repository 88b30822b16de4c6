"""What the palace recommends about a conflict: the two sides are weighed on three axes.

The new side wins an axis when it leads by a margin; whoever was calibrated lately is not
overthrown lightly, so that margin is raised. Two or three wins: the new side may supersede. One: keep
both, marked. None: the new side becomes a note. It is a recommendation only: a person decides.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from palace.domain.clock import age
from palace.domain.rules import ConflictRules


class WeighedAxis(StrEnum):
    """On what the two sides of a conflict are weighed, each from 0 to 1."""

    SOURCE_QUALITY = "source_quality"
    REPETITION = "repetition"
    FRESHNESS = "freshness"


class Advice(StrEnum):
    """What is recommended."""

    SUPERSEDE = "supersede"
    KEEP_BOTH = "keep_both"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Standing:
    """What speaks for one side: source quality (0 to 1), number of evidences, when it was last seen.

    `calibrated_at` is when a person or a verdict last confirmed it; None when nobody ever did.
    """

    source_quality: float
    evidences: int
    seen_at: datetime
    calibrated_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class AxisScore:
    """Both sides on one axis (0 to 1 each), and whether the new side, the right one, wins it."""

    axis: WeighedAxis
    left: float
    right: float
    new_side_wins: bool


@dataclass(frozen=True, slots=True)
class Recommendation:
    """The three axes, the margin by which they had to be won, and what follows."""

    scores: tuple[AxisScore, ...]
    margin: float
    damped: bool
    advice: Advice

    @property
    def wins(self) -> int:
        """On how many axes the new side wins, 0 to 3."""
        return sum(score.new_side_wins for score in self.scores)


def repetition(evidences: int) -> float:
    """Return how well repeated something is: 0 without evidence, 0.5 for one, 0.75 for two, towards 1."""
    return 1 - 2.0 ** -max(0, evidences)


def freshness(seen_at: datetime, now: datetime, rules: ConflictRules) -> float:
    """Return how fresh something is: 1 now, halved with every half-life; what lies ahead counts as now."""
    return float(2.0 ** -(age(seen_at, now) / rules.freshness_half_life))


def is_damped(left: Standing, right: Standing, now: datetime, rules: ConflictRules) -> bool:
    """Whether one of the sides was calibrated so lately that a change of mind needs more."""
    return any(
        side.calibrated_at is not None and age(side.calibrated_at, now) < rules.damped_for
        for side in (left, right)
    )


def recommend(left: Standing, right: Standing, now: datetime, rules: ConflictRules) -> Recommendation:
    """Weigh the older side (left) against the newer one (right)."""
    damped = is_damped(left, right, now, rules)
    margin = rules.margin + (rules.damping if damped else 0)
    scores = (
        _score(WeighedAxis.SOURCE_QUALITY, left.source_quality, right.source_quality, margin),
        _score(WeighedAxis.REPETITION, repetition(left.evidences), repetition(right.evidences), margin),
        _score(
            WeighedAxis.FRESHNESS,
            freshness(left.seen_at, now, rules),
            freshness(right.seen_at, now, rules),
            margin,
        ),
    )
    return Recommendation(scores, margin, damped, _advice(sum(score.new_side_wins for score in scores)))


def _score(axis: WeighedAxis, left: float, right: float, margin: float) -> AxisScore:
    # Shares that lie exactly the margin apart win: binary fractions must not decide that.
    return AxisScore(axis, left, right, right - left >= margin - 1e-9)


def _advice(wins: int) -> Advice:
    if wins >= 2:
        return Advice.SUPERSEDE
    return Advice.KEEP_BOTH if wins == 1 else Advice.NOTE
