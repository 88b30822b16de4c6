"""The vector stores that people use today, over the same vectors, where they are installed: bench only.

sqlite-vec needs a sqlite3 that loads extensions (pysqlite3 where Python's own does not); ChromaDB is used
as it comes, with the vectors given. Neither is a dependency of Palace.
"""

import importlib
import importlib.util
import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any, Protocol, Self

import numpy as np
from scan import WANTED, Floats, nearest
from search_demands import Result, Taken, ratio

CHROMA, SQLITE_VEC = "ChromaDB", "sqlite-vec"
_chroma_folder: list[Path] = []


class Peer(Protocol):
    """A store that holds the same vectors. `bulk_seconds` is how long it took to take them in."""

    name: str
    bulk_seconds: float

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...
    def cases(self, asked: Floats) -> dict[str, Callable[[int], object]]: ...
    def recall(self, asked: Floats, matrix: Floats) -> float: ...


def installed(folder: Path, matrix: Floats, passing: Any, without: Sequence[str]) -> list[Peer]:
    """Return the stores that are installed and not left out, each filled with the vectors."""
    found: list[Peer] = []
    if "sqlite_vec" not in without and importlib.util.find_spec("sqlite_vec"):
        with suppress(ImportError, AttributeError):
            found.append(SqliteVec(folder, matrix, passing))
    if "chromadb" not in without and importlib.util.find_spec("chromadb"):
        found.append(Chroma(folder, matrix, passing))
    return found


class SqliteVec:
    """A vec0 table with the filter's answer as a metadata column."""

    name = SQLITE_VEC

    def __init__(self, folder: Path, matrix: Floats, passing: Any) -> None:
        import sqlite_vec

        # Some systems' own sqlite3 takes no extensions, that of the package does.
        packaged = importlib.util.find_spec("pysqlite3") is not None
        sqlite3: Any = importlib.import_module("pysqlite3" if packaged else "sqlite3")
        started = perf_counter()
        self._connection = sqlite3.connect(folder / f"vec-{len(matrix)}.db", isolation_level=None)
        self._connection.enable_load_extension(True)
        sqlite_vec.load(self._connection)
        self._connection.execute(
            f"CREATE VIRTUAL TABLE vectors USING vec0(vector float[{matrix.shape[1]}] distance_metric=cosine,"
            " passes integer)"
        )
        self._connection.execute("BEGIN")
        self._connection.executemany(
            "INSERT INTO vectors (rowid, vector, passes) VALUES (?, ?, ?)",
            ((row, vector.tobytes(), int(passing[row])) for row, vector in enumerate(matrix)),
        )
        self._connection.execute("COMMIT")
        self.bulk_seconds = perf_counter() - started

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def _near(self, vector: Floats, condition: str = "") -> list[int]:
        rows = self._connection.execute(
            f"SELECT rowid FROM vectors WHERE vector MATCH ? AND k = {WANTED}{condition}", (vector.tobytes(),)
        )
        return [row[0] for row in rows.fetchall()]

    def cases(self, asked: Floats) -> dict[str, Callable[[int], object]]:
        many = len(asked)
        return {
            "sqlite-vec": lambda number: self._near(asked[number % many]),
            "sqlite-vec, filtered": lambda number: self._near(asked[number % many], " AND passes = 1"),
        }

    def recall(self, asked: Floats, matrix: Floats) -> float:
        return _recall(lambda vector: self._near(vector), asked, matrix)


class Chroma:
    """A persistent collection with the filter's answer as metadata, documents included."""

    name = CHROMA

    def __init__(self, folder: Path, matrix: Floats, passing: Any) -> None:
        import chromadb

        path = folder / f"chroma-{len(matrix)}"
        started = perf_counter()
        client = chromadb.PersistentClient(str(path), settings=chromadb.Settings(anonymized_telemetry=False))
        self._collection = client.create_collection("memories", metadata={"hnsw:space": "cosine"})
        for start in range(0, len(matrix), 5000):
            part = range(start, min(start + 5000, len(matrix)))
            self._collection.add(
                ids=[str(row) for row in part],
                embeddings=matrix[start : part.stop],
                documents=[
                    f"a memory that says what a sentence of its length says, number {row}" for row in part
                ],
                metadatas=[{"passes": int(passing[row])} for row in part],
            )
        self.bulk_seconds = perf_counter() - started
        self._added = len(matrix)
        _chroma_folder[:] = [path]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def _near(self, vector: Floats, where: dict[str, int] | None = None) -> list[int]:
        found = self._collection.query(
            query_embeddings=vector[None, :],
            n_results=WANTED,
            where=where,
            include=["documents", "distances"],
        )
        return [int(each) for each in found["ids"][0]]

    def _add(self, vector: Floats) -> None:
        self._added += 1
        self._collection.add(
            ids=[str(self._added)],
            embeddings=vector[None, :],
            documents=["one more"],
            metadatas=[{"passes": 0}],
        )

    def cases(self, asked: Floats) -> dict[str, Callable[[int], object]]:
        many = len(asked)
        return {
            "ChromaDB": lambda number: self._near(asked[number % many]),
            "ChromaDB, filtered": lambda number: self._near(asked[number % many], {"passes": 1}),
            "ChromaDB, add": lambda number: self._add(asked[number % many]),
        }

    def recall(self, asked: Floats, matrix: Floats) -> float:
        return _recall(lambda vector: self._near(vector), asked, matrix)


def _recall(near: Callable[[Floats], Sequence[int]], asked: Floats, matrix: Floats) -> float:
    found = 0
    for vector in asked:
        true = set(nearest(matrix, vector).tolist())
        found += len(true & set(near(vector)))
    return found / (WANTED * len(asked))


FIRST_QUERY = """
import json, sys, time
started = time.perf_counter()
import chromadb
client = chromadb.PersistentClient(sys.argv[1], settings=chromadb.Settings(anonymized_telemetry=False))
collection = client.get_collection("memories")
collection.query(query_embeddings=[json.loads(sys.argv[2])], n_results=10, include=["documents"])
print((time.perf_counter() - started) * 1000)
"""


def first_query_of_chroma() -> float | None:
    """Return the milliseconds from import to the first answer in a fresh process; None without ChromaDB."""
    if not _chroma_folder:
        return None
    vector = json.dumps(np.full(384, 384**-0.5).tolist())
    times = [
        float(
            subprocess.run(
                [sys.executable, "-c", FIRST_QUERY, str(_chroma_folder[0]), vector],
                capture_output=True,
                text=True,
                check=True,
            ).stdout.split()[-1]
        )
        for _ in range(3)
    ]
    return statistics.median(times)


def judged(
    rows: int, taken: Taken, recall: float, peer_recall: dict[str, float], bulk: dict[str, float]
) -> list[Result]:
    """Return what was demanded beside the peers, as far as they took part."""
    results: list[Result] = []

    def faster(what: str, mine: str, other: str, least: float) -> None:
        times, by_processor = ratio(taken, other, mine), ratio(taken, f"cpu {other}", f"cpu {mine}")
        demand = f">= {least:g} x faster" if rows >= 100_000 else ""
        results.append(
            Result(
                rows,
                what,
                f"{times:.1f} x faster ({statistics.median(taken[other]):.1f} ms), cpu {by_processor:.1f} x",
                demand,
                times >= least if demand else None,
                by_processor >= least,
            )
        )

    if SQLITE_VEC in bulk:
        faster("top-10 beside sqlite-vec", "nearest", "sqlite-vec", 10)
        faster("5.6 % filter beside sqlite-vec", "nearest, filtered", "sqlite-vec, filtered", 10)
    if CHROMA in bulk:
        times = ratio(taken, "nearest, with documents", "ChromaDB")
        better = recall >= peer_recall[CHROMA]
        results.append(
            Result(
                rows,
                "top-10 with documents beside ChromaDB",
                f"{times:.2f} x its time ({statistics.median(taken['ChromaDB']):.1f} ms),"
                f" its recall {peer_recall[CHROMA]:.3f}",
                "<= 1.5 x, recall not below" if rows >= 100_000 else "",
                times <= 1.5 and better if rows >= 100_000 else None,
            )
        )
        faster("5.6 % filter beside ChromaDB", "nearest, filtered", "ChromaDB, filtered", 20)
        faster("durable add beside ChromaDB", "durable add", "ChromaDB, add", 10)
        results.append(Result(rows, "ChromaDB, taking in all vectors", f"{bulk[CHROMA]:.0f} s"))
    return results
