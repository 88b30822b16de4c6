"""How good a figure of health is, and the mark that says so; what a first page needs, and no more."""

from collections.abc import Mapping
from enum import StrEnum


class Verdict(StrEnum):
    """How good a figure is."""

    NONE = "none"
    PLAIN = "plain"
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


MARKS: Mapping[Verdict, str] = {
    Verdict.NONE: "·",
    Verdict.PLAIN: " ",
    Verdict.GOOD: "✓",
    Verdict.WARNING: "!",
    Verdict.BAD: "✗",
}
"""How good a figure is, for eyes that see no colours."""

GOOD_FROM, WARNING_FROM = 80.0, 60.0
"""Scores of 0 to 100 from which a layer is well, and below which it is ill."""


def verdict_of_score(score: float | None) -> Verdict:
    """Return how good a score of 0 to 100 is; None is one of which nothing is known."""
    if score is None:
        return Verdict.NONE
    return Verdict.GOOD if score >= GOOD_FROM else Verdict.WARNING if score >= WARNING_FROM else Verdict.BAD
