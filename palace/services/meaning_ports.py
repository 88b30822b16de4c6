"""What finding by meaning needs: a model that makes vectors, a store that keeps them, an index over them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from palace.domain.filters import Filters


@dataclass(frozen=True, slots=True)
class SemanticHit:
    """A memory near to the question: calibrated similarity in 0 to 1, and the window that was nearest."""

    memory_id: int
    similarity: float


@dataclass(frozen=True, slots=True)
class CloseReading:
    """A memory read word by word for a question: how much of it is in there (-1 to 1), and in which places.

    `answering` are (start, end) in characters of the memory's text, in order, none overlapping. `answers`
    (-1 to 1) is the higher, the more it answers instead of only speaking of what is asked about.
    """

    value: float
    answering: tuple[tuple[int, int], ...]
    answers: float = 0.0


class Embedding(Protocol):
    """One text as a vector: `vector` is float32 little-endian as the model gives it, `scan` int8."""

    @property
    def vector(self) -> bytes: ...
    @property
    def scan(self) -> bytes: ...


class Encoder(Protocol):
    """Turns texts into vectors. One text gives one vector, always the same."""

    @property
    def model_id(self) -> str: ...
    @property
    def dimension(self) -> int: ...
    def embed_passages(self, texts: Sequence[str]) -> Sequence[Embedding]:
        """Return the vectors of memories."""
        ...

    def embed_questions(self, texts: Sequence[str]) -> Sequence[Embedding]:
        """Return the vectors of questions."""
        ...


@dataclass(frozen=True, slots=True)
class ScanChunk:
    """Up to 1,024 vectors made ready for scanning: for each slot an id, a scan and eight codes.

    `ids` are signed 64-bit little-endian (0: nothing in this slot), `scans` int8, slots x dimension.
    `codes` hold for each slot the flags (1 usable, 2 pinned), then the places of wing, band, priority, kind,
    status and layer in their code books, then 0. Only usable slots may be found.
    """

    number: int
    ids: bytes
    scans: bytes
    codes: bytes


@dataclass(frozen=True, slots=True)
class ScanChunks:
    """The chunks of a model that changed after a revision, and the newest revision there is."""

    model_id: str
    dimension: int
    revision: int
    chunks: tuple[ScanChunk, ...]
    code_books: Mapping[str, tuple[str, ...]]


TakeChunk = Callable[[ScanChunk, int], None]
"""Handed a chunk, and the number of the last one that there is."""


class VectorStore(Protocol):
    """Gives the stored vectors of a model, for scanning and for exact comparison."""

    def scan_chunks(self, model_id: str, since: int = 0, take: TakeChunk | None = None) -> ScanChunks:
        """Return the chunks that changed after revision `since` (0: all), each whole.

        With `take` each is handed to it instead of being returned, and only one is in memory at a time.
        """
        ...

    def raw_vectors(self, model_id: str, memory_ids: Sequence[int]) -> Mapping[int, bytes]:
        """Return the float32 little-endian vectors of those memories that have a current one."""
        ...


class MemoryVectors(VectorStore, Protocol):
    """What finding by meaning needs of a palace."""

    def memory_ids(self, filters: Filters) -> list[int]:
        """Return the ids of all memories that fit."""
        ...


class SemanticIndex(Protocol):
    """Finds the memories that are nearest to a question or to a text."""

    @property
    def model_id(self) -> str: ...
    @property
    def encoder(self) -> Encoder: ...
    def nearest(
        self, question: str, filters: Filters, limit: int, also: Sequence[int] = ()
    ) -> Sequence[SemanticHit]:
        """Return the memories nearest to a question, nearest first, similarity on the question's scale.

        The memories in `also` are among them in any case, where they have a vector.
        """
        ...

    def read_closely(self, question: str, texts: Sequence[str]) -> Sequence[CloseReading]:
        """Return each text read word by word for a question; nothing where the model cannot do that."""
        ...

    def similar(self, text: str, limit: int, also: Sequence[int] = ()) -> Sequence[SemanticHit]:
        """Return the memories that say most nearly the same as `text`, on the symmetric scale.

        The memories in `also` are among them in any case, where they have a vector.
        """
        ...


@dataclass(frozen=True, slots=True)
class Reach:
    """What is looked for: at most `limit` memories that pass filters, `at_least` so similar (0 to 1)."""

    filters: Filters
    limit: int
    at_least: float


class Neighbours(Protocol):
    """Finds what is near to memories that have a vector already; nothing is embedded for it."""

    def alike(
        self, memory_ids: Sequence[int], filters: Filters, limit: int, at_least: float = 0.0
    ) -> Mapping[int, Sequence[SemanticHit]]:
        """Return for each memory that has a vector the others nearest to it, nearest first.

        Similarity is on the symmetric scale; those below `at_least` are left out.
        """
        ...


class PairFinder(Neighbours, Protocol):
    """Finds what is near to memories and to texts that are none."""

    @property
    def model_id(self) -> str: ...
    def alike_texts(self, texts: Sequence[str], reaches: Sequence[Reach]) -> Sequence[Sequence[SemanticHit]]:
        """Return for each text the memories in any of the reaches, nearest first, on the symmetric scale."""
        ...
