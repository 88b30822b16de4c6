"""Counts as a screen tells them: in full where there is room, in thousands or millions where there is not."""

from collections.abc import Sequence

_STEPS = ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k"))


def ways_to_tell(count: int) -> Sequence[str]:
    """Return a count in fewer and fewer cells: `100,021`, `100021`, `100k`; rounded down."""
    size, sign = abs(count), "-" if count < 0 else ""
    short = next((f"{sign}{size // step:,}{unit}" for step, unit in _STEPS if size >= step), str(count))
    return (f"{count:,}", str(count), short)


def count_within(count: int, cells: int) -> str:
    """Return a count as fully as it fits into so many cells; the shortest way where none fits."""
    ways = ways_to_tell(count)
    return next((way for way in ways if len(way) <= cells), ways[-1])
