"""Where a person stood in the review queue, so that the next sitting begins there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from palace.services.queue_order import FILTER_NAMES, Sort

FOLLOWING_KEPT = 8
"""So many of the rows that come next are kept: the first of them that still waits takes the place of one
that was decided meanwhile."""


@dataclass(frozen=True, slots=True)
class ReviewPlace:
    """The candidate under the cursor and those that wait next, the marks, the order and the filter.

    `marked` holds the version of each candidate that was marked; `only` the names of what is shown.
    """

    at: int | None = None
    following: tuple[int, ...] = ()
    marked: Mapping[int, int] = field(default_factory=dict)
    order: Sort = Sort.DUE
    only: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Refuse what no queue can be narrowed to; raises ValueError."""
        if not self.only <= frozenset(FILTER_NAMES):
            raise ValueError(f"nothing is called {sorted(self.only - frozenset(FILTER_NAMES))}")


class KeepsPlace(Protocol):
    """Keeps where a person stood in one palace. Losing it costs nothing but the way back."""

    def kept(self) -> ReviewPlace | None:
        """Return what was kept last, None where there is nothing, or nothing that can be read."""
        ...

    def keep(self, place: ReviewPlace) -> None:
        """Keep a place; one that cannot be kept is lost without an error."""
        ...


class Forgets:
    """Keeps nothing."""

    def kept(self) -> ReviewPlace | None:
        """Return nothing."""
        return None

    def keep(self, place: ReviewPlace) -> None:
        """Do nothing."""
