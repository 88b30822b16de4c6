"""Comparing two statements: what the texts say by the rules, with what the model sees in them."""

from typing import Protocol

from palace.text.comparison.beginning import beginning
from palace.text.comparison.breaking import compare_with_p0
from palace.text.comparison.comparison import Comparison
from palace.text.comparison.judging import compare
from palace.text.comparison.likeness import Likeness
from palace.text.identity import identity_hash


class PairReader(Protocol):
    """Tells how near two texts are; the same texts give the same numbers."""

    def similarity(self, a: str, b: str) -> float:
        """Return the calibrated similarity of two memories, 0 to 1, on the symmetric scale."""
        ...

    def likeness(self, a: str, b: str) -> Likeness:
        """Return the cosines of the pieces of two texts."""
        ...

    def manner(self, text: str) -> tuple[float, ...]:
        """Return the cosine of a text with each of `manners.manner_samples`."""
        ...


def compare_texts(a: str, b: str, reader: PairReader) -> Comparison:
    """Return what two texts are to each other."""
    similarity, likeness = _seen(a, b, reader)
    return compare(a, b, similarity, likeness)


def compare_equal(a: str, b: str) -> Comparison | None:
    """Return what two equal texts are to each other, which no model is needed for; None where they differ."""
    return compare(a, b, 1.0) if identity_hash(a) == identity_hash(b) else None


def compare_newcomer(p0: str, new: str, reader: PairReader) -> Comparison:
    """Return what a newcomer is to a P0: a conflict where it denies it, changes it, or breaks it."""
    similarity, likeness = _seen(p0, new, reader)
    return compare_with_p0(p0, new, similarity, likeness, reader.manner(beginning(new)))


def _seen(a: str, b: str, reader: PairReader) -> tuple[float, Likeness]:
    """Return what a model sees in what is compared of two texts."""
    a, b = beginning(a), beginning(b)
    return reader.similarity(a, b), reader.likeness(a, b)
