"""Reads two texts for the comparer: how near they are as wholes, and piece by piece.

The network gives one vector a piece beside the vector of the text. The pieces' vectors are made comparable
like those of texts: centre off, language out, unit length.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from palace.embedding.encoder import OnnxEncoder
from palace.embedding.geometry import Vectors, cosines, vector_of
from palace.embedding.manner_vectors import kept_samples
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.manners import manner_samples
from palace.text.comparison.words import Span

MOST_PIECES = 192
"""So many pieces of a text are compared one by one."""

KEPT_TEXTS = 1024
"""The pieces of so many texts are kept (about 40 KB each); those used longest ago go first."""

SHOWN_DIGITS = 3


@dataclass(frozen=True, slots=True)
class _Pieces:
    spans: tuple[Span, ...]
    vectors: Vectors


class PairReading:
    """Similarity and likeness of two texts by the loaded model; the same texts give the same numbers."""

    def __init__(self, encoder: OnnxEncoder) -> None:
        self._encoder = encoder
        self._kept: OrderedDict[str, _Pieces] = OrderedDict()
        self._samples: Vectors | None = None

    def similarity(self, a: str, b: str) -> float:
        """Return the calibrated similarity of two memories, 0 to 1, on the symmetric scale."""
        plane = self._encoder.geometry.passage
        raw = np.stack([vector_of(made.vector) for made in self._encoder.embed_passages([a, b])])
        first, second = plane.comparable(raw)
        return self._encoder.folder.symmetric.similarity(cosines(first[None, :], second))[0]

    def likeness(self, a: str, b: str) -> Likeness:
        """Return the cosines of the pieces of two texts."""
        first, second = self._pieces(a), self._pieces(b)
        rows = [
            np.round(np.vecdot(second.vectors, one).astype(np.float64), SHOWN_DIGITS).tolist()
            for one in first.vectors
        ]
        return Likeness(first.spans, second.spans, tuple(tuple(row) for row in rows))

    def manner(self, text: str) -> tuple[float, ...]:
        """Return the cosine of a text with each of `manners.manner_samples`."""
        if self._samples is None:
            kept = kept_samples(self._encoder.model_id)
            self._samples = self.sample_vectors() if kept is None else kept
        found = np.vecdot(self._samples, self._comparable([text])[0]).astype(np.float64)
        return tuple(np.round(found, SHOWN_DIGITS).tolist())

    def sample_vectors(self) -> Vectors:
        """Return the vectors of `manners.manner_samples`, made anew."""
        return self._comparable(manner_samples())

    def _comparable(self, texts: Sequence[str]) -> Vectors:
        made = self._encoder.embed_passages(texts)
        return self._encoder.geometry.passage.comparable(np.stack([vector_of(one.vector) for one in made]))

    def _pieces(self, text: str) -> _Pieces:
        if text in self._kept:
            self._kept.move_to_end(text)
            return self._kept[text]
        spans, vectors = self._encoder.passage_pieces(text)
        telling = [
            place for place, (start, end) in enumerate(spans) if any(map(str.isalnum, text[start:end]))
        ][:MOST_PIECES]
        made = _Pieces(
            tuple(spans[place] for place in telling),
            self._encoder.geometry.passage.comparable(vectors[telling]),
        )
        self._kept[text] = made
        while len(self._kept) > KEPT_TEXTS:
            self._kept.popitem(last=False)
        return made
