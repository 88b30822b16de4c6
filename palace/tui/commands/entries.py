"""What the palette can offer: one entry a thing that can be done."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from palace.tui.presenters.lines import Line

Deed = Callable[[], Awaitable[None] | None]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the palette, how well it fits what was typed (0 to 1), and what choosing it does."""

    line: Line
    fits: float
    deed: Deed


def fitting(typed: str, names: tuple[str, ...]) -> float:
    """Return how well what was typed fits one of some names, 0 to 1; 0 where its words are not all in it.

    The earlier a name stands, the more it counts: names come before explanations.
    """
    words = typed.casefold().split()
    best = 0.0
    for place, name in enumerate(names):
        folded = name.casefold()
        if words and all(word in folded for word in words):
            share = min(1.0, len(typed) / max(1, len(name)))
            best = max(best, 1 / (place + 1.5) * (0.6 + 0.4 * share))
    return best
