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
from palace.embedding.pair_joint import READ_JOINTLY, States, read_joint_reader
from palace.embedding.pair_network import OUTPUTS, PairNetwork
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.manners import manner_samples
from palace.text.comparison.words import Span

MOST_PIECES = 192
"""So many pieces of a text are compared one by one."""

KEPT_TEXTS = 1024
"""The pieces of so many texts are kept (about 60 KB each); those used longest ago go first."""

SHOWN_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a text: places in it, and comparable vectors (pieces, dimension).

    `lower` is what the lower layers give of it, None where nothing reads that.
    """

    spans: tuple[Span, ...]
    vectors: Vectors
    lower: States | None = None


class PairReading:
    """Similarity and likeness of two texts by the loaded model; the same texts give the same numbers."""

    def __init__(self, encoder: OnnxEncoder, network: PairNetwork | None = None) -> None:
        self._encoder = encoder
        self._network = network
        self._joint = None if network is None else read_joint_reader(encoder.folder)
        self._kept: OrderedDict[str, Pieces] = OrderedDict()
        self._samples: Vectors | None = None

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return self._encoder.folder.dimension

    def similarity(self, a: str, b: str) -> float:
        """Return the calibrated similarity of two memories, 0 to 1, on the symmetric scale."""
        first, second = self.sentences(a, b)
        return self._encoder.folder.symmetric.similarity(cosines(first[None, :], second))[0]

    def sentences(self, a: str, b: str) -> Vectors:
        """Return the comparable vectors of two texts, (2, dimension)."""
        return self._comparable([a, b])

    def likeness(self, a: str, b: str) -> Likeness:
        """Return the cosines of the pieces of two texts, and what the network leans to."""
        first, second = self.pieces(a), self.pieces(b)
        rows = [
            np.round(np.vecdot(second.vectors, one).astype(np.float64), SHOWN_DIGITS).tolist()
            for one in first.vectors
        ]
        leanings: tuple[float, ...] = ()
        if self._network is not None:
            leanings = self._network.leanings(first.vectors, second.vectors, self.sentences(a, b))
            leanings += self._joint_leanings(first, second)
        return Likeness(first.spans, second.spans, tuple(tuple(row) for row in rows), leanings)

    def _joint_leanings(self, first: Pieces, second: Pieces) -> tuple[float, ...]:
        if self._joint is None or first.lower is None or second.lower is None:
            return ()
        if not first.spans or not second.spans:
            return (0.0,) * OUTPUTS
        return self._joint.leanings(first.lower, second.lower)

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

    def pieces(self, text: str) -> Pieces:
        """Return the pieces of a text that have a letter or digit, as the model reads them."""
        if text in self._kept:
            self._kept.move_to_end(text)
            return self._kept[text]
        lower: States | None = None
        if self._joint is None:
            spans, vectors = self._encoder.passage_pieces(text)
        else:
            spans, vectors, states = self._encoder.passage_states(text, READ_JOINTLY)
            lower = states.astype(np.float16)
        telling = [
            place for place, (start, end) in enumerate(spans) if any(map(str.isalnum, text[start:end]))
        ][:MOST_PIECES]
        made = Pieces(
            tuple(spans[place] for place in telling),
            self._encoder.geometry.passage.comparable(vectors[telling]),
            lower,
        )
        self._kept[text] = made
        while len(self._kept) > KEPT_TEXTS:
            self._kept.popitem(last=False)
        return made
