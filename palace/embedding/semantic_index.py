"""The memories of a palace by meaning: its int8 chunks in memory, kept in step, rescored in float32."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palace.domain.filters import Filters
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.geometry import Plane, Scans, shown_similarity, vector_of
from palace.embedding.model_folder import Scale
from palace.embedding.scan import EXACT_BELOW, nearest_rows, sign_bits
from palace.services.ports import MemoryVectors, SemanticHit

RESCORED = 50
"""How many of the best int8 hits are compared again in float32, at least."""

USABLE, PINNED = 1, 2
_CODE_BYTES = 8
_PLACES = {"wing": 1, "band": 2, "priority": 3, "kind": 4, "status": 5, "layer": 6}


@dataclass(slots=True)
class _Chunk:
    ids: NDArray[np.int64]
    codes: NDArray[np.uint8]
    scans: Scans


class SemanticMemories:
    """Finds memories by meaning. Reads through its palace, so it belongs to that palace's thread."""

    def __init__(self, encoder: OnnxEncoder, palace: MemoryVectors) -> None:
        self._encoder = encoder
        self._palace = palace
        self._chunks: dict[int, _Chunk] = {}
        self._revision = 0
        self._books: dict[str, tuple[str, ...]] = {}
        self._ids = np.empty(0, np.int64)
        self._codes = np.empty((0, _CODE_BYTES), np.uint8)
        self._scans = np.empty((0, encoder.dimension), np.int8)
        self._bits: NDArray[np.uint64] | None = None

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
        asked = self._encoder.embed_questions([question])[0]
        folder, geometry = self._encoder.folder, self._encoder.geometry
        return self._hits(asked.vector, asked.scan, geometry.question, folder.question, filters, limit, also)

    def similar(self, text: str, limit: int) -> list[SemanticHit]:
        """Return the memories that say most nearly the same as `text`, on the symmetric scale."""
        asked = self._encoder.embed_passages([text])[0]
        folder, geometry = self._encoder.folder, self._encoder.geometry
        return self._hits(asked.vector, asked.scan, geometry.passage, folder.symmetric, Filters(), limit, ())

    def _hits(
        self,
        vector: bytes,
        scan: bytes,
        plane: Plane,
        scale: Scale,
        filters: Filters,
        limit: int,
        also: Sequence[int],
    ) -> list[SemanticHit]:
        self._keep_in_step()
        question = np.frombuffer(scan, np.int8)
        rows = self._rows(filters)
        best, _ = nearest_rows(self._scans, self._bits, question, rows, max(limit, RESCORED))
        wanted = dict.fromkeys([*self._ids[best].tolist(), *also])
        vectors = self._palace.raw_vectors(self.model_id, list(wanted))
        if not vectors:
            return []
        ids = list(vectors)
        stored = np.stack([vector_of(vectors[memory_id]) for memory_id in ids])
        comparable = self._encoder.geometry.passage.comparable(stored)
        cosines = np.einsum("ij,j->i", comparable, plane.comparable(vector_of(vector)[None, :])[0])
        kept = set(also)
        order = sorted(range(len(ids)), key=lambda row: (-float(cosines[row]), ids[row]))
        return [
            SemanticHit(ids[row], shown_similarity(float(cosines[row]), scale))
            for place, row in enumerate(order)
            if place < limit or ids[row] in kept
        ]

    def _keep_in_step(self) -> None:
        changed = self._palace.scan_chunks(self.model_id, self._revision)
        if changed.revision == self._revision:
            return
        for chunk in changed.chunks:
            self._chunks[chunk.number] = _Chunk(
                ids=np.frombuffer(chunk.ids, "<i8"),
                codes=np.frombuffer(chunk.codes, np.uint8).reshape(-1, _CODE_BYTES),
                scans=np.frombuffer(chunk.scans, np.int8).reshape(-1, changed.dimension),
            )
        self._revision = changed.revision
        self._books = dict(changed.code_books)
        chunks = [self._chunks[number] for number in sorted(self._chunks)]
        self._ids = np.concatenate([chunk.ids for chunk in chunks])
        self._codes = np.concatenate([chunk.codes for chunk in chunks])
        self._scans = np.concatenate([chunk.scans for chunk in chunks])
        self._bits = sign_bits(self._scans) if len(self._ids) > EXACT_BELOW else None

    def _rows(self, filters: Filters) -> NDArray[np.intp]:
        flags = self._codes[:, 0]
        mask = (self._ids > 0) & ((flags & USABLE) != 0)
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
            fitting = np.array(self._palace.memory_ids(filters), np.int64)
            mask &= np.isin(self._ids, fitting)
        return np.flatnonzero(mask)

    def _has(self, column: str, words: Collection[str]) -> NDArray[np.bool_]:
        book = self._books.get(column, ())
        codes = [book.index(word) for word in words if word in book]
        return np.isin(self._codes[:, _PLACES[column]], codes)
