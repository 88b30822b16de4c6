"""From the cosine of comparable vectors to the similarity that people see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHOWN_DIGITS = 5
"""Similarities are rounded to so many digits, so that the same text twice is exactly 1."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Straight lines between points of (cosine, similarity); outside of them it stays what it is at the ends.

    Each point has a meaning of its own, so that 0.35 is worth showing and 0.85 proposes a merge with every
    model, and 1 is reached by equal texts only.
    """

    cosines: tuple[float, ...]
    similarities: tuple[float, ...]

    @classmethod
    def through(cls, points: Sequence[tuple[float, float]]) -> Self:
        """Return the calibration through two or more points; raises ValueError when it does not rise to 1."""
        cosines = tuple(cosine for cosine, _ in points)
        similarities = tuple(similarity for _, similarity in points)
        rising = all(low < high for values in (cosines, similarities) for low, high in pairwise(values))
        if len(points) < 2 or not rising or similarities[0] < 0 or similarities[-1] > 1:
            raise ValueError("calibration takes two or more points that rise, with similarities from 0 to 1")
        return cls(cosines, similarities)

    def similarity(self, cosines: NDArray[np.float32]) -> list[float]:
        """Return the similarity of each cosine, 0 to 1."""
        # Here and not above, so that a model folder can be read and verified before numpy is there.
        import numpy as np

        values = np.interp(np.round(cosines, SHOWN_DIGITS), self.cosines, self.similarities)
        return [round(float(value), SHOWN_DIGITS) for value in values]

    def cosine(self, similarity: float) -> float:
        """Return the lowest cosine of a similarity; -1 where every cosine reaches it."""
        import numpy as np

        if similarity <= self.similarities[0]:
            return -1.0
        return float(np.interp(similarity, self.similarities, self.cosines))
