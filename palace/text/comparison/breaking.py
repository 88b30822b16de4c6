"""What a newcomer is to a P0: it denies it, gives it another value, or reports or orders what breaks it."""

from palace.text.comparison.comparison import Comparison
from palace.text.comparison.judging import compare
from palace.text.comparison.likeness import Likeness


def compare_with_p0(p0: str, new: str, similarity: float, likeness: Likeness | None = None) -> Comparison:
    """Return what a newcomer is to a P0; a conflict where both cannot be kept."""
    return compare(p0, new, similarity, likeness)
