"""What networks that read two texts side by side or together lean to: numbers beside those that rules find.

The leanings come with the likeness of the pieces; where no network fits the model there are none, and the
comparer weighs by weights that were learned without them.
"""

from palace.text.comparison.likeness import Likeness

PAIR_READINGS = ("duplicate", "contains", "conflict", "compatible", "unrelated")
"""What two memories are to each other."""

CORE_READINGS = ("contradicts", "consistent", "unrelated")
"""What a newcomer is to a P0."""

TOLD = len(PAIR_READINGS) + len(CORE_READINGS)
"""So many leanings a network gives. Those of one that reads both texts together come after the first's."""

PAIR_NUMBERS = tuple(f"{who}to_{reading}" for who in ("leans_", "joint_leans_") for reading in PAIR_READINGS)
CORE_NUMBERS = tuple(
    f"{who}in_core_to_{reading}" for who in ("leans_", "joint_leans_") for reading in CORE_READINGS
)


def pair_leanings(likeness: Likeness | None) -> dict[str, float]:
    """Return the leanings of two memories by name; empty where nothing leans."""
    return _named(PAIR_NUMBERS, likeness, slice(len(PAIR_READINGS)))


def core_leanings(likeness: Likeness | None) -> dict[str, float]:
    """Return the leanings of a newcomer beside a P0 by name; empty where nothing leans."""
    return _named(CORE_NUMBERS, likeness, slice(len(PAIR_READINGS), TOLD))


def _named(names: tuple[str, ...], likeness: Likeness | None, part: slice) -> dict[str, float]:
    if likeness is None:
        return {}
    of_one, of_both = likeness.leanings[:TOLD], likeness.leanings[TOLD:]
    return dict(zip(names, (*of_one[part], *of_both[part]), strict=False))
