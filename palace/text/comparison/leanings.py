"""What a network that reads two texts side by side leans to: numbers beside those that rules find.

The leanings come with the likeness of the pieces; where no network fits the model there are none, and the
comparer weighs by weights that were learned without them.
"""

from palace.text.comparison.likeness import Likeness

PAIR_READINGS = ("duplicate", "contains", "conflict", "compatible", "unrelated")
"""What two memories are to each other."""

CORE_READINGS = ("contradicts", "consistent", "unrelated")
"""What a newcomer is to a P0."""

PAIR_NUMBERS = tuple(f"leans_to_{reading}" for reading in PAIR_READINGS)
CORE_NUMBERS = tuple(f"leans_in_core_to_{reading}" for reading in CORE_READINGS)


def pair_leanings(likeness: Likeness | None) -> dict[str, float]:
    """Return the leanings of two memories by name; empty where nothing leans."""
    return dict(zip(PAIR_NUMBERS, likeness.leanings, strict=False)) if likeness is not None else {}


def core_leanings(likeness: Likeness | None) -> dict[str, float]:
    """Return the leanings of a newcomer beside a P0 by name; empty where nothing leans."""
    if likeness is None:
        return {}
    return dict(zip(CORE_NUMBERS, likeness.leanings[len(PAIR_READINGS) :], strict=False))
