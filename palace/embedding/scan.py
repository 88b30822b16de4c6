"""Scans int8 vectors for the nearest: exact below 20,000 rows, by sign bits first above. Numpy alone.

BLAS threads wait for each other in a spin and slow every other process, so nothing here uses them: int8 is
widened block by block and multiplied in one thread a range of rows.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from palace.embedding.geometry import Scans

Rows = NDArray[np.intp]
Scores = NDArray[np.float32]

Number = TypeVar("Number", bound=np.generic)

EXACT_BELOW = 20_000
"""Up to so many rows every int8 vector is compared."""

BITS_KEEP = 1000
BITS_KEEP_OF_MANY = 2000
MANY = 400_000
BLOCK = 4096


def scores_of(scans: Scans, question: Scans) -> Scores:
    """Return the products of (rows, dimension) int8 vectors with one (dimension,), unscaled."""
    scores = np.empty(len(scans), np.float32)
    asked = question.astype(np.float32)
    wide = np.empty((min(BLOCK, max(1, len(scans))), scans.shape[1]), np.float32)
    for start in range(0, len(scans), BLOCK):
        block = scans[start : start + BLOCK]
        widened = wide[: len(block)]
        np.copyto(widened, block)
        np.einsum("ij,j->i", widened, asked, out=scores[start : start + len(block)])
    return scores


def sign_bits(scans: Scans) -> NDArray[np.uint64]:
    """Return which numbers are above 0, as 64-bit words: (rows, dimension / 64)."""
    packed = np.packbits(scans > 0, axis=1)
    width = -(-packed.shape[1] // 8) * 8
    padded = np.zeros((len(packed), width), np.uint8)
    padded[:, : packed.shape[1]] = packed
    return padded.view(np.uint64)


def _distances(bits: NDArray[np.uint64], question: NDArray[np.uint64]) -> NDArray[np.uint16]:
    distances: NDArray[np.uint16] = np.bitwise_count(bits ^ question).sum(axis=1, dtype=np.uint16)
    return distances


def nearest_rows(
    scans: Scans, bits: NDArray[np.uint64] | None, question: Scans, rows: Rows | None, limit: int
) -> tuple[Rows, Scores]:
    """Return the rows nearest to a question, nearest first, with their unscaled scores.

    Only `rows` are looked at (None: all). With `bits` the sign bits choose whom to compare.
    """
    count = len(scans) if rows is None else len(rows)
    if count == 0 or limit <= 0:
        return np.empty(0, np.intp), np.empty(0, np.float32)
    if bits is not None and count > EXACT_BELOW:
        keep = max(4 * limit, BITS_KEEP_OF_MANY if count > MANY else BITS_KEEP)
        asked = sign_bits(question[None, :])[0]
        distances = _in_threads(
            lambda part: _distances(bits[part] if rows is None else bits[rows[part]], asked), count
        )
        chosen = np.argpartition(distances, min(keep, count) - 1)[:keep]
        rows = chosen if rows is None else rows[chosen]
    scores = (
        _in_threads(lambda part: scores_of(scans[part], question), count)
        if rows is None
        else scores_of(scans[rows], question)
    )
    best = _best(scores, limit)
    return (best if rows is None else rows[best]), scores[best]


def _best(scores: Scores, limit: int) -> Rows:
    if len(scores) > limit:
        chosen = np.argpartition(-scores, limit - 1)[:limit]
        return chosen[np.lexsort((chosen, -scores[chosen]))]
    return np.lexsort((np.arange(len(scores)), -scores))


def _in_threads(work: Callable[[slice], NDArray[Number]], count: int) -> NDArray[Number]:
    """Do `work` on ranges of rows, one a core, and join what it returns."""
    cores = os.cpu_count() or 1
    if count < EXACT_BELOW or cores == 1:
        return work(slice(0, count))
    edges = [count * part // cores for part in range(cores + 1)]
    parts = [slice(start, end) for start, end in pairwise(edges)]
    with ThreadPoolExecutor(cores) as threads:
        return np.concatenate(list(threads.map(work, parts)))
