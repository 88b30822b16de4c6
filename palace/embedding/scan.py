"""The int8 vectors of a palace in memory, and the exact search over them. Numpy alone.

Up to 20,000 rows every int8 vector is compared. Above, sign bits choose whom to compare: one bit a number,
counted word by word over columns, which stays in the processor's cache and is a tenth of the bytes.
BLAS threads wait for each other in a spin, which stalls a query when other processes hold the cores; so rows
are multiplied by `vecdot`, in Python threads over ranges of rows where there are very many.
"""

import math
import os
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

Ids = NDArray[np.int64]
Codes = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Rows = NDArray[np.intp]
Scans = NDArray[np.int8]
Scores = NDArray[np.float32]
SignWords = NDArray[np.uint64]
Distances = NDArray[np.uint16]

EXACT_BELOW = 20_000
"""Up to so many rows every int8 vector is compared."""

COMPARED_PER_ROOT = 40
"""The sign bits hand on so many times the square root of the number of rows: 12,600 of 100,000.

A question that nothing answers has its nearest rows at cosines of 0.2, where signs say little: 1,000 of
36,000 real rows held 91 % of its true ten nearest, 5,700 hold 99 %. Close neighbours need far fewer; a
question of words that mean nothing needs most: 30 times the root hold 98 % of its ten, 40 times 98.7 %.
"""

GATHERED_BELOW = 0.25
"""When a smaller share of the rows passes a mask, those rows are picked out before they are compared."""

BLOCK = 4096
"""How many rows are compared with many questions at once."""

FEW_QUESTIONS = 8
"""Up to so many questions are each compared on their own: widening all rows costs more than that."""

WIDENED = 2048
"""How many rows are picked out and widened to float32 at once: they stay in the processor's cache."""

BITS_BLOCK = 65_536
THREADED_ABOVE = 200_000
MOST_THREADS = 4
_WORD_BITS = 64
_FARTHEST = np.iinfo(np.uint16).max


class ScanMatrix:
    """Rows of an id, an int8 vector and a few code bytes. Row numbers are the caller's and stay.

    An id of 0 means that nothing is in a row; such a row is never found. Changing a row costs no more than
    its own bytes. Not safe to change while another thread searches.
    """

    def __init__(self, dimension: int, code_bytes: int = 0) -> None:
        self.dimension = dimension
        self._length = 0
        self._ids: Ids = np.zeros(0, np.int64)
        self._codes: Codes = np.zeros((code_bytes, 0), np.uint8)
        self._scans: Scans = np.zeros((0, dimension), np.int8)
        self._signs: SignWords | None = None
        self._threads: ThreadPoolExecutor | None = None

    def __len__(self) -> int:
        """Return how many rows there are, empty ones included."""
        return self._length

    @property
    def ids(self) -> Ids:
        """The id of each row, 0 where it is empty; a view."""
        return self._ids[: self._length]

    @property
    def scans(self) -> Scans:
        """The int8 vectors, (rows, dimension); a view."""
        return self._scans[: self._length]

    def codes(self, place: int) -> Codes:
        """Return the code byte at a place, for each row; a view."""
        return self._codes[place, : self._length]

    def put(self, first: int, ids: bytes, scans: bytes, codes: bytes = b"") -> None:
        """Write rows from row `first` on: a stored chunk, or a single row.

        `ids` are signed 64-bit little-endian, `scans` int8 (rows x dimension), `codes` (rows x code bytes).
        Rows that were skipped are empty. Raises ValueError when the lengths do not fit together.
        """
        new_ids = np.frombuffer(ids, "<i8")
        end = first + len(new_ids)
        new_scans = np.frombuffer(scans, np.int8).reshape(len(new_ids), self.dimension)
        new_codes = np.frombuffer(codes, np.uint8).reshape(len(new_ids), len(self._codes))
        self._make_room(end)
        self._ids[first:end] = new_ids
        self._scans[first:end] = new_scans
        self._codes[:, first:end] = new_codes.T
        self._length = max(self._length, end)
        if self._signs is not None:
            self._signs[:, first:end] = sign_words(new_scans)

    def reserve(self, rows: int) -> None:
        """Make room for so many rows at once, so that filling them copies nothing."""
        if rows > len(self._ids):
            self._grow(rows)
            if self._signs is None and rows > EXACT_BELOW:
                # Each chunk's signs are taken while its vectors are in the processor's cache.
                self._signs = self._signs_of_all()

    def append(self, memory_id: int, scan: bytes, codes: bytes = b"") -> int:
        """Add a row behind the last one and return its number."""
        row = self._length
        self.put(row, memory_id.to_bytes(8, "little", signed=True), scan, codes)
        return row

    def update(self, row: int, scan: bytes) -> None:
        """Give a row another vector; its id and codes stay."""
        self.put(
            row, int(self._ids[row]).to_bytes(8, "little", signed=True), scan, bytes(self._codes[:, row])
        )

    def empty(self, first: int, end: int) -> None:
        """Empty the rows from `first` to before `end`, as far as they are there."""
        self._ids[first : min(end, self._length)] = 0

    def best(self, question: bytes, limit: int, mask: Mask | None = None) -> tuple[Ids, Scores]:
        """Return the ids of the rows nearest to an int8 vector, nearest first, and their rough scores.

        The scores are products of the int8 vectors. Only rows whose place in `mask` is true are looked at.
        Every such row is compared when there are at most EXACT_BELOW; otherwise those that the sign bits
        choose: 99 % of the true ten nearest, and more the nearer they are.
        """
        asked = np.frombuffer(question, np.int8)
        if asked.size != self.dimension:
            raise ValueError(f"a scan of {asked.size} numbers does not belong to {self.dimension} dimensions")
        alive = self.ids != 0
        passing = alive if mask is None else alive & mask
        count = int(np.count_nonzero(passing))
        if count == 0 or limit <= 0:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        rows = np.flatnonzero(passing) if count < GATHERED_BELOW * self._length else None
        if count > EXACT_BELOW:
            rows = self._chosen_by_bits(asked, limit, rows, passing, count)
        if rows is not None:
            scores = products(self._scans, asked, rows)
            best = _best(scores, limit)
            return self._ids[rows[best]], scores[best]
        scores = products(self.scans, asked)
        scores[~passing] = -np.inf
        best = _best(scores, min(limit, count))
        return self._ids[best], scores[best]

    def best_of_each(
        self, questions: Scans, limit: int, mask: Mask | None = None, at_least: float = -math.inf
    ) -> tuple[Ids, Scores]:
        """Return what `best` does for many int8 vectors (questions, dimension) at once, row by row.

        Every passing row is compared, in blocks, so that memory stays bounded: (questions, limit) ids and
        scores, highest first, with id 0 and -inf where fewer rows score `at_least` so much.
        """
        alive = self.ids != 0
        rows = np.flatnonzero(alive if mask is None else alive & mask)
        best_ids = np.zeros((len(questions), limit), np.int64)
        best_scores = np.full((len(questions), limit), -np.inf, np.float32)
        if not limit or not len(questions):
            return best_ids, best_scores
        if len(questions) <= FEW_QUESTIONS:
            for number, question in enumerate(questions):
                self._best_of_one(question, rows, at_least, best_ids[number], best_scores[number])
            return best_ids, best_scores
        asked = questions.astype(np.float32)
        for start in range(0, len(rows), BLOCK):
            block = rows[start : start + BLOCK]
            scores = asked @ self._scans[block].astype(np.float32).T
            # What is not above the last of the best so far can be passed over without being sorted.
            passing = scores >= np.maximum(_least_of_best(best_scores, scores), at_least)[:, None]
            question, place = np.divmod(np.flatnonzero(passing), len(block))
            found = (question, self._ids[block[place]], scores[question, place])
            best_ids, best_scores = _with_better(best_ids, best_scores, found)
        return best_ids, best_scores

    def _best_of_one(
        self, question: Scans, rows: Rows, at_least: float, best_ids: Ids, best_scores: Scores
    ) -> None:
        """Write the best of some rows into one row of `best_of_each`: whole numbers, so the same scores."""
        everything = len(rows) >= GATHERED_BELOW * self._length
        scores = products(self.scans, question) if everything else products(self._scans, question, rows)
        if everything:
            scores = scores[rows]
        enough = np.flatnonzero(scores >= at_least)
        best = enough[_best(scores[enough], best_ids.size)]
        best_ids[: len(best)] = self._ids[rows[best]]
        best_scores[: len(best)] = scores[best]

    def _chosen_by_bits(self, asked: Scans, limit: int, rows: Rows | None, passing: Mask, count: int) -> Rows:
        """Return the passing rows whose signs differ least from the question's, all ties included."""
        if self._signs is None:
            self._signs = self._signs_of_all()
        question = sign_words(asked[None, :])[:, 0]
        signs = self._signs[:, : self._length] if rows is None else self._signs[:, rows]
        distances = self._in_threads(lambda part: sign_distances(signs[:, part], question), signs.shape[1])
        if rows is None:
            distances[~passing] = _FARTHEST
        wanted = max(4 * limit, COMPARED_PER_ROOT * math.isqrt(count))
        nearer = np.cumsum(np.bincount(distances, minlength=1))
        chosen = np.flatnonzero(distances <= np.searchsorted(nearer, min(wanted, count)))
        return chosen if rows is None else rows[chosen]

    def _signs_of_all(self) -> SignWords:
        signs = np.zeros((_words_of(self.dimension), len(self._ids)), np.uint64)
        signs[:, : self._length] = sign_words(self.scans)
        return signs

    def _make_room(self, rows: int) -> None:
        if rows > len(self._ids):
            self._grow(max(rows, len(self._ids) * 3 // 2))

    def _grow(self, room: int) -> None:
        ids, scans = np.zeros(room, np.int64), np.zeros((room, self.dimension), np.int8)
        codes = np.zeros((len(self._codes), room), np.uint8)
        ids[: self._length] = self.ids
        scans[: self._length] = self.scans
        codes[:, : self._length] = self._codes[:, : self._length]
        if self._signs is not None:
            signs = np.zeros((len(self._signs), room), np.uint64)
            signs[:, : self._length] = self._signs[:, : self._length]
            self._signs = signs
        self._ids, self._scans, self._codes = ids, scans, codes

    def _in_threads(self, work: Callable[[slice], Distances], count: int) -> Distances:
        """Do `work` on ranges of rows side by side and join what it returns."""
        cores = min(MOST_THREADS, os.cpu_count() or 1)
        if count < THREADED_ABOVE or cores == 1:
            return work(slice(0, count))
        if self._threads is None:
            from concurrent.futures import ThreadPoolExecutor

            self._threads = ThreadPoolExecutor(cores, thread_name_prefix="scan")
        edges = [count * part // cores for part in range(cores + 1)]
        parts = [slice(start, end) for start, end in pairwise(edges)]
        return np.concatenate(list(self._threads.map(work, parts)))


def products(scans: Scans, question: Scans, rows: Rows | None = None) -> Scores:
    """Return the products of int8 vectors (rows, dimension) with one (dimension,), exact in float32.

    With `rows` only those are multiplied, in their order.
    """
    count = len(scans) if rows is None else len(rows)
    scores = np.empty(count, np.float32)
    asked = question.astype(np.float32)
    wide = np.empty((min(WIDENED, max(1, count)), scans.shape[1]), np.float32)
    for start in range(0, count, WIDENED):
        part = slice(start, start + WIDENED)
        block = scans[part] if rows is None else scans.take(rows[part], axis=0)
        widened = wide[: len(block)]
        np.copyto(widened, block)
        np.vecdot(widened, asked, out=scores[part])
    return scores


def _least_of_best(best: Scores, scores: Scores) -> Scores:
    """Return for each question the score below which nothing of a block is among the best.

    Both are (questions, columns). Only where the best are not full yet the block is looked through for it.
    """
    least: Scores = best.min(axis=1)
    unfilled = np.flatnonzero(np.isneginf(least))
    limit = best.shape[1]
    if len(unfilled) and scores.shape[1] > limit:
        place = scores.shape[1] - limit
        least[unfilled] = np.partition(scores[unfilled], place, axis=1)[:, place]
    return least


def _with_better(ids: Ids, scores: Scores, found: tuple[Rows, Ids, Scores]) -> tuple[Ids, Scores]:
    """Return the best (questions, limit) with what was found besides: question, id and score of each.

    Highest first; among equals those that were there before, then those that were found first.
    """
    questions, limit = ids.shape
    question = np.concatenate([np.repeat(np.arange(questions), limit), found[0]])
    all_ids = np.concatenate([ids.ravel(), found[1]])
    all_scores = np.concatenate([scores.ravel(), found[2]])
    order = np.lexsort((np.arange(len(question)), -all_scores, question))
    firsts = np.searchsorted(question[order], np.arange(questions))
    kept = order[firsts[:, None] + np.arange(limit)]
    return all_ids[kept], all_scores[kept]


def sign_words(scans: Scans) -> SignWords:
    """Return which numbers are above 0, as 64-bit words in columns: (dimension / 64, rows)."""
    words = _words_of(scans.shape[1])
    width = words * _WORD_BITS // 8
    signs = np.empty((words, len(scans)), np.uint64)
    for start in range(0, len(scans), WIDENED):
        part = slice(start, start + WIDENED)
        packed = np.packbits(scans[part] > 0, axis=1)
        if packed.shape[1] < width:
            packed = np.pad(packed, ((0, 0), (0, width - packed.shape[1])))
        signs[:, part] = packed.view(np.uint64).T
    return signs


def sign_distances(signs: SignWords, question: SignWords) -> Distances:
    """Return in how many signs each row differs from the question."""
    distances = np.zeros(signs.shape[1], np.uint16)
    for start in range(0, len(distances), BITS_BLOCK):
        part = slice(start, start + BITS_BLOCK)
        for words, word in zip(signs, question, strict=True):
            distances[part] += np.bitwise_count(words[part] ^ word)
    return distances


def _words_of(dimension: int) -> int:
    return -(-dimension // _WORD_BITS)


def _best(scores: Scores, limit: int) -> Rows:
    """Return the places of the highest scores, highest first, the earlier row first among equals."""
    if len(scores) > limit:
        edge = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        chosen = np.flatnonzero(scores >= edge)
    else:
        chosen = np.arange(len(scores))
    return chosen[np.lexsort((chosen, -scores[chosen]))][:limit]
