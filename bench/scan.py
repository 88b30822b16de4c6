"""The scan beside numpy's float32 product over everything: python bench/scan.py [--rounds N] [--rows N ...]

Both sides return the ten nearest; the scan's best fifty are compared again in float32. Rounds are interleaved
and ratios taken within each. Vectors are made: unit length, around topics, uneven directions.
"""

import argparse
import statistics
import sys
from collections.abc import Callable
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from palace.embedding.scan import ScanMatrix

DIMENSION = 384
SCALE = 400.0
QUESTIONS = 30
WANTED, RESCORED = 10, 50

Floats = NDArray[np.float32]


def made_vectors(rows: int, seed: int) -> Floats:
    turned, _ = np.linalg.qr(np.random.default_rng(0).standard_normal((DIMENSION, DIMENSION)))
    spread = (turned / np.sqrt(1 + np.arange(DIMENSION))[:, None]).astype(np.float32)
    topics = np.random.default_rng(1).standard_normal((2000, DIMENSION), np.float32)
    dice = np.random.default_rng(seed)
    unit = np.empty((rows, DIMENSION), np.float32)
    for start in range(0, rows, 50_000):
        part = unit[start : start + 50_000]
        noise = dice.standard_normal(part.shape, np.float32)
        part[:] = (topics[dice.integers(0, len(topics), len(part))] + noise) @ spread
        part /= np.linalg.norm(part, axis=1, keepdims=True)
    return unit


def quantised(vectors: Floats) -> NDArray[np.int8]:
    scans: NDArray[np.int8] = np.clip(np.rint(vectors * SCALE), -127, 127).astype(np.int8)
    return scans


def nearest(vectors: Floats, question: Floats) -> NDArray[np.intp]:
    scores = vectors @ question
    best = np.argpartition(-scores, WANTED)[:WANTED]
    return best[np.argsort(-scores[best])]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000])
    arguments = parser.parse_args()
    for rows in arguments.rows:
        measure(rows, arguments.rounds)
    return 0


def measure(rows: int, rounds: int) -> None:
    vectors, questions = made_vectors(rows, seed=2), made_vectors(QUESTIONS, seed=3)
    scans = quantised(vectors)
    codes = (np.arange(rows) % 20).astype(np.uint8)
    matrix = ScanMatrix(DIMENSION, 1)
    started = perf_counter()
    ids = np.arange(1, rows + 1, dtype="<i8")
    for first in range(0, rows, 1024):
        part = slice(first, first + 1024)
        matrix.put(first, ids[part].tobytes(), scans[part].tobytes(), codes[part].tobytes())
    filled = perf_counter() - started
    asked = [quantised(question).tobytes() for question in questions]
    started = perf_counter()
    matrix.best(asked[0], RESCORED)
    first_search = perf_counter() - started
    lately = [0]

    def scan(number: int, mask: NDArray[np.bool_] | None = None) -> NDArray[np.intp]:
        found, _ = matrix.best(asked[number], RESCORED, mask)
        candidates = found - 1
        scores = np.vecdot(vectors[candidates], questions[number])
        return candidates[np.argsort(-scores)[:WANTED]]

    def change(number: int) -> None:
        matrix.update(lately[0] % rows, asked[number])
        matrix.update(lately[0] % rows, scans[lately[0] % rows].tobytes())
        lately[0] += 7919

    cases: dict[str, Callable[[int], object]] = {
        "numpy float32 @": lambda number: nearest(vectors, questions[number]),
        "scan": scan,
        "scan, 5 % pass a filter": lambda number: scan(number, matrix.codes(0) == 3),
        "scan, 50 % pass a filter": lambda number: scan(number, matrix.codes(0) < 10),
        "change two rows in memory": change,
    }
    taken: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, work in cases.items():
            started = perf_counter()
            for number in range(QUESTIONS):
                work(number)
            taken[name].append((perf_counter() - started) * 1000 / QUESTIONS)
    hits = sum(
        len(set(nearest(vectors, questions[number]).tolist()) & set(scan(number).tolist()))
        for number in range(QUESTIONS)
    )
    print(
        f"{rows:,} rows: filled in {filled * 1000:.0f} ms, first search {first_search * 1000:.1f} ms,"
        f" recall@10 {hits / (WANTED * QUESTIONS):.4f}"
    )
    reference = taken["numpy float32 @"]
    for name, times in taken.items():
        ratio = statistics.median(mine / other for mine, other in zip(times, reference, strict=True))
        middle = statistics.median(times)
        print(f"  {name:28} {middle:8.3f} ms  best {min(times):8.3f}  {ratio:6.3f} x numpy float32")


if __name__ == "__main__":
    sys.exit(main())
