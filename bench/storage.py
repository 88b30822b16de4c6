"""What the file costs: commits, pages, words and vectors, on a generated palace, beside plain sqlite3.

    python bench/storage.py [--memories 100000] [--rounds 7] [--json]

Each figure is the median of the rounds in milliseconds, cases taken in turn; the ratio is to the reference
named, in the same run.
"""

import argparse
import json
import random
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import perf_counter

from generated import generated_palace, memories

from palace.domain.filters import Filters, parse_query
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.storage.palace_file import PalaceFile
from palace.text.query_terms import match_expression, query_terms

DIMENSION = 384
MODEL = "generated"
NONE = Filters()


@dataclass(frozen=True, slots=True)
class MadeVector:
    vector: bytes
    scan: bytes


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    act: Callable[[], object]
    beside: str = ""


def embed_all(palace: PalaceFile) -> None:
    """Give every memory a random vector."""
    dice = random.Random(1)
    while lacking := palace.without_vector(MODEL, 5000):
        with palace.unit_of_work(Actor.JOB) as work:
            for memory in lacking:
                vector = MadeVector(dice.randbytes(4 * DIMENSION), dice.randbytes(DIMENSION))
                work.save_embedding(memory.id, MODEL, vector, memory.content_hash)


class PlainTable:
    """The least that could be done: one table of eleven columns with the vector in it, one row a commit."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = NORMAL")
        self.connection.execute(
            "CREATE TABLE memory (id INTEGER PRIMARY KEY, text, wing, band, priority, kind, status,"
            " recorded_at, importance, hash, vector BLOB)"
        )
        self.vector = random.Random(2).randbytes(4 * DIMENSION)

    def insert(self, memory: Memory) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute(
            "INSERT INTO memory"
            " (text, wing, band, priority, kind, status, recorded_at, importance, hash, vector)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                memory.text,
                str(memory.wing),
                str(memory.band),
                str(memory.priority),
                str(memory.kind),
                str(memory.status),
                memory.recorded_at.isoformat(),
                memory.importance,
                "0" * 64,
                self.vector,
            ),
        )
        self.connection.execute("COMMIT")


def cases(palace: PalaceFile, plain: PlainTable) -> list[Case]:
    ids = palace.memory_ids(NONE)
    # An earlier run may have left its own in this palace: other numbers give other uids.
    fresh = memories(1_000_000, seed=max(ids))
    middle = len(ids) // 2
    dice = random.Random(3)

    def save_one() -> None:
        vector = MadeVector(dice.randbytes(4 * DIMENSION), dice.randbytes(DIMENSION))
        with palace.unit_of_work(Actor.PERSON) as work:
            memory = work.save_memory(next(fresh))
            work.save_embedding(memory.id, MODEL, vector, memory.content_hash)
            work.record(Verb.ADD, Subject.MEMORY, memory.id)

    def save_vector() -> None:
        vector = MadeVector(dice.randbytes(4 * DIMENSION), dice.randbytes(DIMENSION))
        memory = palace.memories([dice.choice(ids)])[0]
        with palace.unit_of_work(Actor.JOB) as work:
            work.save_embedding(memory.id, MODEL, vector, memory.content_hash)

    def hit_one() -> None:
        with palace.unit_of_work(Actor.AGENT) as work:
            work.count_use(dice.choice(ids), hit=True, at=datetime.now(UTC))

    def pin_one() -> None:
        with palace.unit_of_work(Actor.PERSON) as work:
            memory = work.memory(dice.choice(ids))
            work.save_memory(replace(memory, pinned=not memory.pinned))
            work.record(Verb.PIN, Subject.MEMORY, memory.id)

    def fts5_ranking(words: str) -> Callable[[], object]:
        expression = match_expression(query_terms(words).with_parts())
        return lambda: palace._database.rows(
            "SELECT rowid FROM memory_text WHERE memory_text MATCH ? ORDER BY rank LIMIT 20", (expression,)
        )

    def ours(words: str, limit: int = 20) -> Callable[[], object]:
        query = parse_query(words)
        return lambda: palace.find_words(query.words, query.filters, limit)

    found = [
        case
        for words in ("user", "体检", "docker", "user docker kernel", "用户的体检和睡觉")
        for case in (
            Case(f"FTS5 bm25: {words}", fts5_ranking(words)),
            Case(f"find_words: {words}", ours(words), f"FTS5 bm25: {words}"),
        )
    ]
    return [
        Case("plain insert, one commit", lambda: plain.insert(next(fresh))),
        Case("memory + vector + words + journal, one commit", save_one, "plain insert, one commit"),
        Case("a new vector for a memory, one commit", save_vector, "plain insert, one commit"),
        Case("pin one memory", pin_one, "plain insert, one commit"),
        Case("count one hit", hit_one, "plain insert, one commit"),
        Case("page of 50 memories by id", lambda: palace.memories(ids[middle : middle + 50])),
        Case("all ids, oldest first", lambda: palace.memory_ids(NONE)),
        Case("weighings of one wing", lambda: palace.weighings(parse_query("wing:social").filters)),
        Case("room counts", palace.room_counts),
        *found,
        Case("find_words, 200 hits: user", ours("user", 200)),
        Case("find_words with filters: 体检", ours("体检 wing:knowledge band:cold")),
        Case('find_words: "', ours('"')),
        Case("load all chunks", lambda: palace.scan_chunks(MODEL)),
        Case("50 float32 vectors", lambda: palace.raw_vectors(MODEL, dice.sample(ids, 50))),
        Case("vector coverage", lambda: palace.vector_coverage(MODEL)),
    ]


def measured(all_cases: list[Case], rounds: int, calls: int = 5) -> dict[str, float]:
    """Return the median of the rounds' fastest call of each case, in milliseconds."""
    times: dict[str, list[float]] = {case.name: [] for case in all_cases}
    for _ in range(rounds):
        for case in all_cases:
            fastest = float("inf")
            for _ in range(calls):
                began = perf_counter()
                case.act()
                fastest = min(fastest, perf_counter() - began)
            times[case.name].append(fastest * 1000)
    return {name: statistics.median(taken) for name, taken in times.items()}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--palace", type=Path, help="a palace made by an earlier run; made there if missing")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = asked.palace or Path(folder) / "palace.db"
        if not path.exists():
            with generated_palace(path, asked.memories) as palace:
                embed_all(palace)
        numbers = count()
        with PalaceFile.open(
            path, clock=lambda: datetime.now(UTC), new_uid=lambda: f"bench-{perf_counter()}-{next(numbers)}"
        ) as palace:
            plain = PlainTable(Path(folder) / "plain.db")
            all_cases = cases(palace, plain)
            found = measured(all_cases, asked.rounds)
    rows = [
        {
            "case": case.name,
            "ms": round(found[case.name], 3),
            "ratio": round(found[case.name] / found[case.beside], 2) if case.beside else None,
            "beside": case.beside or None,
        }
        for case in all_cases
    ]
    if asked.json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return 0
    for row in rows:
        ratio = f"{row['ratio']:>8} x {row['beside']}" if row["beside"] else ""
        print(f"{row['case']:<50} {row['ms']:>10} ms {ratio}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
