"""Shares and trends as plain cells."""

from collections.abc import Sequence

FULL, HOLLOW = "▮", "▯"

STEPS = "▁▂▃▄▅▆▇█"
NOTHING_KEPT = " "
ALIKE_WITHIN = 0.005
"""Values that differ by no more than this share of the greatest are told by a level line, not by a fall."""


def bar(share: float, cells: int) -> str:
    """Return a share of 0 to 1 as `cells` cells, of which at least one is full for anything above 0."""
    full = round(min(1.0, max(0.0, share)) * cells)
    if share > 0 and full == 0 and cells > 0:
        full = 1
    return FULL * full + HOLLOW * (cells - full)


def sparkline(values: Sequence[float | None], cells: int) -> str:
    """Return the newest values, at most `cells` of them, as steps from the least to the greatest.

    A value that is not known leaves a gap; where all are about alike the line runs in the middle.
    """
    shown = values[-cells:] if cells > 0 else ()
    known = [value for value in shown if value is not None]
    if not known:
        return ""
    low, high = min(known), max(known)
    return "".join(NOTHING_KEPT if value is None else _step(value, low, high) for value in shown)


def _step(value: float, low: float, high: float) -> str:
    if high - low <= ALIKE_WITHIN * max(abs(high), abs(low)):
        return STEPS[len(STEPS) // 2]
    return STEPS[min(len(STEPS) - 1, int((value - low) / (high - low) * len(STEPS)))]
