"""The memories of a palace by meaning: its int8 chunks in memory, kept in step, rescored in float32."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from palace.domain.filters import Filters
from palace.embedding.calibration import Calibration
from palace.embedding.close_reading import CloseReader
from palace.embedding.encoder import OnnxEncoder, TextEmbedding
from palace.embedding.geometry import Plane, Vectors, cosines, vector_of, vectors_of
from palace.embedding.scan import Mask, ScanMatrix
from palace.services.meaning_ports import CloseReading, MemoryVectors, Reach, ScanChunk, SemanticHit

RESCORED = 50
"""How many of the best int8 hits are compared again in float32, at least."""

ALIKE_BLOCK = 512
"""How many memories are compared with all others at once."""

SCAN_ERROR = 0.01
"""So much can a cosine of int8 vectors lie below that of float32 ones: 0.005 at most among 2,040 texts."""

CHUNK_SLOTS = 1024
"""How many rows a stored chunk stands for."""

ID_BYTES = 8
CODE_BYTES = 8
USABLE, PINNED = 1, 2
_FLAGS = 0
_PLACES = {"wing": 1, "band": 2, "priority": 3, "kind": 4, "status": 5, "layer": 6}


class SemanticMemories:
    """Finds memories by meaning. Reads through its palace, so it belongs to that palace's thread."""

    def __init__(
        self, encoder: OnnxEncoder, palace: MemoryVectors, close_reader: CloseReader | None = None
    ) -> None:
        self._encoder = encoder
        self._palace = palace
        self._close_reader = close_reader
        self._matrix = ScanMatrix(encoder.dimension, CODE_BYTES)
        self._revision = 0
        self._books: dict[str, tuple[str, ...]] = {}

    @property
    def encoder(self) -> OnnxEncoder:
        """The model that makes the vectors."""
        return self._encoder

    @property
    def model_id(self) -> str:
        """The model whose vectors are compared; no other's ever are."""
        return self._encoder.model_id

    def nearest(
        self, question: str, filters: Filters, limit: int, also: Sequence[int] = ()
    ) -> list[SemanticHit]:
        """Return the memories nearest to a question, nearest first, similarity on the question's scale."""
        encoder = self._encoder
        asked = encoder.embed_questions([question])[0]
        return self._hits(asked, encoder.geometry.question, encoder.folder.question, filters, limit, also)

    def read_closely(self, question: str, texts: Sequence[str]) -> list[CloseReading]:
        """Return each text read word by word for a question; nothing where the model cannot do that."""
        return [] if self._close_reader is None else self._close_reader.read(question, texts)

    def similar(self, text: str, limit: int, also: Sequence[int] = ()) -> list[SemanticHit]:
        """Return the memories that say most nearly the same as `text`, on the symmetric scale."""
        encoder = self._encoder
        asked = encoder.embed_passages([text])[0]
        return self._hits(asked, encoder.geometry.passage, encoder.folder.symmetric, Filters(), limit, also)

    def alike(
        self, memory_ids: Sequence[int], filters: Filters, limit: int, at_least: float = 0.0
    ) -> dict[int, list[SemanticHit]]:
        """Return for each memory that has a vector the others nearest to it, on the symmetric scale.

        Blocks of memories are compared with all others at once: so a whole palace can be gone over. Those
        that are less similar than `at_least` are left out.
        """
        found: dict[int, list[SemanticHit]] = {}
        if limit <= 0:
            return found
        self._keep_in_step()
        mask = self._mask(filters)
        for start in range(0, len(memory_ids), ALIKE_BLOCK):
            block = self._sound(memory_ids[start : start + ALIKE_BLOCK])
            if block:
                asked = self._comparable(block)
                near = self._near(asked, mask, limit + 1, at_least)
                for memory_id, hits in zip(block, near, strict=True):
                    found[memory_id] = [hit for hit in hits if hit.memory_id != memory_id][:limit]
        return found

    def alike_texts(self, texts: Sequence[str], reaches: Sequence[Reach]) -> list[list[SemanticHit]]:
        """Return for each text the memories that any of the reaches holds, on the symmetric scale."""
        self._keep_in_step()
        embedded = self._encoder.embed_passages(texts)
        if not embedded:
            return []
        dimension = self._encoder.dimension
        asked = self._encoder.geometry.passage.comparable(
            vectors_of([made.vector for made in embedded], dimension)
        )
        found: list[dict[int, SemanticHit]] = [{} for _ in texts]
        for reach in reaches:
            near = self._near(asked, self._mask(reach.filters), reach.limit, reach.at_least)
            for known, hits in zip(found, near, strict=True):
                known.update({hit.memory_id: hit for hit in hits})
        return [sorted(each.values(), key=_nearest_first) for each in found]

    def _near(self, asked: Vectors, mask: Mask, limit: int, at_least: float) -> list[list[SemanticHit]]:
        """Return for each comparable vector the nearest of the rows in a mask, nearest first."""
        encoder = self._encoder
        scale = encoder.geometry.quantisation
        lowest = (encoder.folder.symmetric.cosine(at_least) - SCAN_ERROR) * scale * scale
        nearest, _ = self._matrix.best_of_each(encoder.geometry.scan_of(asked), limit, mask, lowest)
        others = [memory_id for memory_id in np.unique(nearest).tolist() if memory_id]
        stored = self._sound(others)
        places = {memory_id: place for place, memory_id in enumerate(stored)}
        comparable = self._comparable(stored)
        found: list[list[SemanticHit]] = []
        for question, row in zip(asked, nearest.tolist(), strict=True):
            near = [other for other in row if other in places]
            hits: list[SemanticHit] = []
            if near:
                rows = comparable[[places[other] for other in near]]
                similarities = encoder.folder.symmetric.similarity(cosines(rows, question))
                hits = [SemanticHit(other, value) for other, value in zip(near, similarities, strict=True)]
            found.append(sorted((hit for hit in hits if hit.similarity >= at_least), key=_nearest_first))
        return found

    def _sound(self, memory_ids: Sequence[int]) -> dict[int, bytes]:
        """Return the stored vectors of memories but those that are none: a damaged one hides itself only."""
        size = 4 * self._encoder.dimension
        found = {
            memory_id: vector
            for memory_id, vector in self._palace.raw_vectors(self.model_id, memory_ids).items()
            if len(vector) == size
        }
        if not found:
            return found
        stored = vectors_of(found.values(), self._encoder.dimension)
        # A sum is finite only where every number is: cheaper than looking at each.
        finite: Mask = np.isfinite(stored.sum(axis=1))
        if finite.all():
            return found
        return {
            memory_id: vector for (memory_id, vector), ok in zip(found.items(), finite, strict=True) if ok
        }

    def _comparable(self, stored: Mapping[int, bytes]) -> Vectors:
        """Return stored vectors made comparable, in their order."""
        encoder = self._encoder
        return encoder.geometry.passage.comparable(vectors_of(stored.values(), encoder.dimension))

    def _hits(
        self,
        asked: TextEmbedding,
        plane: Plane,
        calibration: Calibration,
        filters: Filters,
        limit: int,
        also: Sequence[int],
    ) -> list[SemanticHit]:
        self._keep_in_step()
        best, _ = self._matrix.best(asked.scan, max(limit, RESCORED), self._mask(filters))
        wanted = dict.fromkeys([*best.tolist(), *also])
        stored = self._sound(list(wanted))
        if not stored:
            return []
        ids = list(stored)
        memories = self._encoder.geometry.passage.comparable(
            vectors_of(stored.values(), self._encoder.dimension)
        )
        question = plane.comparable(vector_of(asked.vector)[None, :])[0]
        similarities = calibration.similarity(found := cosines(memories, question))
        kept = set(also)
        order = sorted(range(len(ids)), key=lambda row: (-float(found[row]), ids[row]))
        return [
            SemanticHit(ids[row], similarities[row])
            for place, row in enumerate(order)
            if place < limit or ids[row] in kept
        ]

    def _keep_in_step(self) -> None:
        changed = self._palace.scan_chunks(self.model_id, self._revision, self._take)
        if changed.revision != self._revision:
            self._revision = changed.revision
            self._books = dict(changed.code_books)

    def _take(self, chunk: ScanChunk, last: int) -> None:
        if not len(self._matrix):
            self._matrix.reserve((1 + last) * CHUNK_SLOTS)
        first = chunk.number * CHUNK_SLOTS
        self._matrix.empty(first, first + CHUNK_SLOTS)
        if self._fits(chunk):
            self._matrix.put(first, chunk.ids, chunk.scans, chunk.codes)

    def _fits(self, chunk: ScanChunk) -> bool:
        """Whether a chunk is made as this model makes it; of one that is not nothing is found by meaning."""
        slots = len(chunk.ids) // ID_BYTES
        sizes = (len(chunk.ids), len(chunk.codes), len(chunk.scans))
        return sizes == (slots * ID_BYTES, slots * CODE_BYTES, slots * self._encoder.dimension)

    def _mask(self, filters: Filters) -> Mask:
        matrix = self._matrix
        flags = matrix.codes(_FLAGS)
        mask: Mask = (flags & USABLE) != 0
        for column, words in (
            ("wing", filters.wings),
            ("band", filters.bands),
            ("priority", filters.priorities),
            ("kind", filters.kinds),
            ("status", filters.statuses),
            ("layer", filters.layers),
        ):
            if words:
                mask &= self._has(column, words)
        if filters.pinned:
            mask &= (flags & PINNED) != 0
        if filters.scenes or filters.since or filters.before or filters.in_conflict:
            mask &= np.isin(matrix.ids, np.array(self._palace.memory_ids(filters), np.int64))
        return mask

    def _has(self, column: str, words: Collection[str]) -> Mask:
        book = self._books.get(column, ())
        codes = [book.index(word) for word in words if word in book]
        having: Mask = np.isin(self._matrix.codes(_PLACES[column]), codes)
        return having


def _nearest_first(hit: SemanticHit) -> tuple[float, int]:
    return -hit.similarity, hit.memory_id
