"""From the model's vectors to comparable ones: centre off, language out, unit length.

A multilingual model puts the language of a text into its vector, so that a Chinese question finds Chinese
memories first. The midpoint between the languages is subtracted and the direction between them projected
out, each estimated for questions and for passages on texts that are not the palace's own.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palace.embedding.errors import ModelDamaged
from palace.embedding.model_folder import GEOMETRY, NEXT_STEP, ModelFolder

Vectors = NDArray[np.float32]
Scans = NDArray[np.int8]

LARGEST = 127


@dataclass(frozen=True, slots=True)
class Plane:
    """What is taken out of the vectors of one prefix: a centre and a unit direction, each (dimension,)."""

    centre: Vectors
    language: Vectors

    def comparable(self, vectors: Vectors) -> Vectors:
        """Return (rows, dimension) vectors without centre and language, of unit length."""
        moved = vectors - self.centre
        # vecdot and not @: BLAS threads stall a query when other processes hold the cores.
        moved -= np.vecdot(moved, self.language)[:, None] * self.language
        lengths = np.sqrt(np.vecdot(moved, moved))[:, None]
        unit: Vectors = (moved / np.maximum(lengths, np.finfo(np.float32).tiny)).astype(np.float32)
        return unit


@dataclass(frozen=True, slots=True)
class Geometry:
    """The planes of both prefixes and the factor that makes int8 of unit vectors."""

    passage: Plane
    question: Plane
    quantisation: float

    def scan_of(self, comparable: Vectors) -> Scans:
        """Return unit vectors as int8, row by row."""
        scaled = np.rint(comparable * self.quantisation)
        scans: Scans = np.clip(scaled, -LARGEST, LARGEST).astype(np.int8)
        return scans


def read_geometry(folder: ModelFolder) -> Geometry:
    """Return the geometry of a verified model folder; raises ModelDamaged when it has another shape."""
    data = (folder.path / GEOMETRY).read_bytes()
    rows = np.frombuffer(data, dtype="<f4") if len(data) == 4 * 4 * folder.dimension else None
    if rows is None or not np.isfinite(rows).all():
        raise ModelDamaged(
            "{file} does not hold four vectors of {dimension}",
            next_step=NEXT_STEP,
            file=folder.path / GEOMETRY,
            dimension=folder.dimension,
        )
    passage_centre, passage_language, question_centre, question_language = rows.reshape(4, -1)
    return Geometry(
        passage=Plane(passage_centre, passage_language),
        question=Plane(question_centre, question_language),
        quantisation=folder.quantisation,
    )


def vector_of(data: bytes) -> Vectors:
    """Return a stored vector (float32 little-endian) as (dimension,)."""
    return np.frombuffer(data, dtype="<f4")


def vectors_of(data: Iterable[bytes], dimension: int) -> Vectors:
    """Return stored vectors as (rows, dimension); raises ValueError when one has another size."""
    return np.frombuffer(b"".join(data), dtype="<f4").reshape(-1, dimension)


def cosines(vectors: Vectors, asked: Vectors) -> Vectors:
    """Return the cosines (rows,) of comparable vectors (rows, dimension) with one (dimension,)."""
    found: Vectors = np.vecdot(vectors, asked)
    return found
