"""Every ratio that is demanded of searching, in one run, with the demand beside what was measured.

    python bench/search.py [--rows 10000 100000] [--million] [--rounds 5] [--palaces FOLDER] [--json FILE]

Rounds are interleaved: each goes through all cases, so that what else the machine does meets all of them. A
figure is the median over the rounds of the median of a round's calls, a ratio the median of the ratios within
each round. Texts are made of words as frequent as words are (generated.py), vectors lie between those of real
texts (semantic.py). sqlite-vec and ChromaDB take part where they are installed (search_peers.py); nothing
of Palace needs them.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from time import perf_counter, sleep, thread_time

import numpy as np
import search_peers
from embedding import texts_of
from generated import IN_HALF, generated_palace, memories, vocabulary
from plain_rows import PlainRows
from scan import WANTED, Floats, nearest
from search_demands import Result, Taken, judged
from semantic import give_vectors, vectors_between
from storage import PlainTable

from palace import bootstrap
from palace.config.paths import bundled
from palace.config.settings import Settings
from palace.domain.filters import parse_query
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.rules import Rules
from palace.embedding.encoder import OnnxEncoder, TextEmbedding
from palace.embedding.geometry import vector_of
from palace.embedding.semantic_index import SemanticMemories
from palace.services.search import search
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from palace.text.query_terms import match_expression, query_terms

MODEL = bundled("models/multilingual-e5-small")
FILTER = "wing:knowledge band:cold"
"""One row in eighteen passes: 5.6 %."""

LABELLED = texts_of("queries.jsonl", "query")[:42:3]
LONGEST_ANSWER = 10


class Bench:
    """A palace of generated memories with vectors, and the same vectors as one float32 matrix."""

    def __init__(self, kept: Path, folder: Path, rows: int, encoder: OnnxEncoder) -> None:
        self.rows, self.encoder = rows, encoder
        vectors = vectors_between(encoder, rows)
        if not kept.exists():
            with generated_palace(kept, rows, IN_HALF) as made:
                give_vectors(made, encoder, vectors)
        path = folder / f"measured-{rows}.db"
        shutil.copyfile(kept, path)
        numbers = count()
        self.path = path
        self.palace = PalaceFile.open(
            path, clock=lambda: datetime.now(UTC), new_uid=lambda: f"{perf_counter()}-{next(numbers)}"
        )
        self.matrix: Floats = encoder.geometry.passage.comparable(vectors)
        self.index = SemanticMemories(encoder, self.palace)
        # What makes each question's vector anew has a cache of its own, or the others would lose theirs.
        self.cold = OnnxEncoder(encoder.folder, encoder.geometry, encoder._tokenizer, encoder._session)
        self.cold_index = SemanticMemories(self.cold, self.palace)
        self.closely = bootstrap.load_semantic(self.palace, Settings())
        self.ids = np.array(self.palace.memory_ids(parse_query("").filters)[:rows])
        chosen = set(self.palace.memory_ids(parse_query(FILTER).filters))
        self.passing = np.isin(self.ids, list(chosen))
        words = vocabulary(random.Random(7), chinese=False)[:600:20]
        mixed = [f"{IN_HALF} {one} {other}" for one, other in zip(words[::2], words[1::2], strict=False)]
        self.questions = [
            *LABELLED,
            *mixed,
            "用户的体检和睡觉",
            "docker kernel rollback",
            "体检",
            "数据库 coffee",
        ]
        asked = np.stack([vector_of(made.vector) for made in encoder.embed_questions(self.questions)])
        self.asked: Floats = encoder.geometry.question.comparable(asked)
        self.around = Surroundings(clock=lambda: datetime.now(UTC), zone=UTC, rules=Rules(), new_uid=str)

    def hybrid(self, question: str) -> object:
        """Search by words and meaning; the question's vector is made, not remembered."""
        self.cold._cache.clear()
        query = parse_query(question)
        return search(self.palace, query, self.around, self.cold_index, limit=LONGEST_ANSWER, closely=False)

    def read_closely(self, question: str) -> object:
        """Search as when typing pauses: the nearest are read word by word."""
        return search(
            self.palace, parse_query(question), self.around, self.closely, limit=LONGEST_ANSWER, closely=True
        )

    def recall(self, filters: str) -> float:
        """Return the share of the true ten nearest that are found."""
        chosen = parse_query(filters).filters
        rows = np.flatnonzero(self.passing) if filters else np.arange(self.rows)
        found = 0
        for place, question in enumerate(self.questions):
            true = set(self.ids[rows[nearest(self.matrix[rows], self.asked[place])]].tolist())
            near = self.index.nearest(question, chosen, WANTED)
            found += len(true & {hit.memory_id for hit in near[:WANTED]})
        return found / (WANTED * len(self.questions))


Cases = dict[str, Callable[[int], object]]


def run_round(cases: Cases, calls: int, taken: Taken, first: int) -> None:
    """Add the median milliseconds of a round of each case, by the clock and (`cpu …`) of this thread."""
    for name, work in cases.items():
        times, processor = [], []
        for number in range(first, first + calls):
            started, busy = perf_counter(), thread_time()
            work(number)
            processor.append((thread_time() - busy) * 1000)
            times.append((perf_counter() - started) * 1000)
        taken.setdefault(name, []).append(statistics.median(times))
        taken.setdefault(f"cpu {name}", []).append(statistics.median(processor))


class Busy:
    """Another process that does nothing but compute, for as long as the block lasts."""

    def __enter__(self) -> None:
        self._process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        sleep(0.2)

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


def measure(bench: Bench, rounds: int, calls: int, folder: Path, without: Sequence[str] = ()) -> list[Result]:
    palace, index = bench.palace, bench.index
    everything, chosen = parse_query("").filters, parse_query(FILTER).filters
    questions = bench.questions
    many = len(questions)
    started = perf_counter()
    index.nearest(questions[0], everything, WANTED)
    opened = (perf_counter() - started) * 1000
    recalls = bench.recall(""), bench.recall(FILTER)
    expression = match_expression(query_terms(IN_HALF).with_parts())
    plain = PlainTable(folder / f"plain-{bench.rows}.db")
    same = PlainRows(bench.path, folder / f"same-{bench.rows}.db")
    fresh = memories(1_000_000, seed=int(perf_counter() * 1000) % 1_000_000 + 8)

    def add(number: int) -> None:
        embedding = TextEmbedding(
            bench.asked[number % many].tobytes(),
            bench.encoder.geometry.scan_of(bench.asked[number % many][None, :]).tobytes(),
        )
        with palace.unit_of_work(Actor.PERSON) as work:
            memory = work.save_memory(next(fresh))
            work.save_embedding(memory.id, bench.encoder.model_id, embedding, memory.content_hash)
            work.record(Verb.ADD, Subject.MEMORY, memory.id)

    again = vectors_to_save(bench, 100)

    def save_vector(memory_id: int, embedding: TextEmbedding, text_hash: str) -> None:
        with palace.unit_of_work(Actor.JOB) as work:
            work.save_embedding(memory_id, bench.encoder.model_id, embedding, text_hash)

    def add_and_search(number: int) -> None:
        add(number)
        index.nearest(questions[number % many], everything, WANTED)

    def bm25(limit: int) -> object:
        return palace._database.rows(
            "SELECT rowid FROM memory_text WHERE memory_text MATCH ? ORDER BY rank LIMIT ?",
            (expression, limit),
        )

    cases: Cases = {
        "numpy float32 @": lambda number: nearest(bench.matrix, bench.asked[number % many]),
        "nearest": lambda number: index.nearest(questions[number % many], everything, WANTED),
        "nearest, with documents": lambda number: with_documents(bench, number),
        "nearest, filtered": lambda number: index.nearest(questions[number % many], chosen, WANTED),
        "FTS5 bm25, common word": lambda _: bm25(20),
        "words, common word": lambda _: palace.find_words(IN_HALF, everything, 20),
        "words, question": lambda number: palace.find_words(questions[number % many], everything, 200),
        "plain commit": lambda _: plain.insert(next(fresh)),
        "plain commit of the same rows": lambda _: same.add(),
        "durable add": add,
        "vector alone": lambda number: save_vector(*again[number % len(again)]),
        "one embedding": lambda number: embed_anew(bench.cold, questions[number % many]),
        "read closely": lambda number: bench.read_closely(questions[number % many]),
        "hybrid": lambda number: bench.hybrid(questions[number % many]),
    }
    cases["a plain loop"] = plain_loop
    searching: Cases = {
        name: cases[name] for name in ("a plain loop", "numpy float32 @", "nearest", "hybrid")
    }
    with ExitStack() as peers_open:
        peers = [
            peers_open.enter_context(peer)
            for peer in search_peers.installed(folder, bench.matrix, bench.passing, without)
        ]
        for peer in peers:
            cases |= peer.cases(bench.asked)
        taken: Taken = {}
        busy: Taken = {}
        for place in range(rounds):
            run_round(cases, calls, taken, place * calls)
            run_round({"add, then search": add_and_search}, calls, taken, place * calls)
            with Busy():
                run_round(searching, calls, busy, place * calls)
        bulk = {peer.name: peer.bulk_seconds for peer in peers}
        peer_recall = {peer.name: peer.recall(bench.asked, bench.matrix) for peer in peers}
    same.close()
    results = judged(bench.rows, taken, busy, recalls)
    results += search_peers.judged(bench.rows, taken, recalls[0], peer_recall, bulk)
    results += in_own_processes(bench)
    results.append(Result(bench.rows, "first query of an open palace", f"{opened:.0f} ms"))
    return results


def plain_loop(_: int) -> int:
    """Count for about as long as a hybrid query takes: what the machine takes from any one thread."""
    return sum(number & 1 for number in range(400_000))


def with_documents(bench: Bench, number: int) -> object:
    hits = bench.index.nearest(
        bench.questions[number % len(bench.questions)], parse_query("").filters, WANTED
    )
    return bench.palace.memories([hit.memory_id for hit in hits])


def embed_anew(encoder: OnnxEncoder, question: str) -> object:
    encoder._cache.clear()
    return encoder.embed_questions([question])


def vectors_to_save(bench: Bench, count: int) -> list[tuple[int, TextEmbedding, str]]:
    """Return memories here and there with the vectors that they have."""
    ids = [int(bench.ids[number * 7919 % bench.rows]) for number in range(count)]
    stored = bench.palace.raw_vectors(bench.encoder.model_id, ids)
    scans = bench.encoder.scans_of([stored[memory_id] for memory_id in ids])
    memories_there = bench.palace.memories(ids)
    return [
        (memory.id, TextEmbedding(stored[memory.id], scan), memory.content_hash)
        for memory, scan in zip(memories_there, scans, strict=True)
    ]


IN_A_PROCESS = """
import sys, time
started = time.perf_counter()
from datetime import UTC, datetime
from pathlib import Path
from palace.storage.palace_file import PalaceFile
from palace.embedding.geometry import vectors_of
from palace.embedding.scan import ScanMatrix
now = lambda: datetime.now(UTC)
palace = PalaceFile.open(Path(sys.argv[1]), clock=now, new_uid=str)
matrix = ScanMatrix(384, 8)
def take(chunk, last):
    matrix.reserve(1024 * (1 + last))
    matrix.put(1024 * chunk.number, chunk.ids, chunk.scans, chunk.codes)
palace.scan_chunks(sys.argv[2], 0, take)
best, _ = matrix.best(matrix.scans[5].tobytes(), 50)
ids = best.tolist()
vectors_of(palace.raw_vectors(sys.argv[2], ids).values(), 384)
palace.memories(ids[:10])
print((time.perf_counter() - started) * 1000)
from palace.domain.filters import parse_query
from palace.domain.rules import Rules
from palace.services.browsing import Order, listing
from palace.services.surroundings import Surroundings
around = Surroundings(clock=now, zone=UTC, rules=Rules(), new_uid=str)
listing(palace, parse_query("").filters, Order.WEIGHT, around)
palace.find_words("user docker", parse_query("").filters, 200)
matrix.best(matrix.scans[7].tobytes(), 200)
status = Path("/proc/self/status").read_text().split("\\n")
print(next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS")))
"""


def in_own_processes(bench: Bench) -> list[Result]:
    """Measure what only a fresh process shows: the first query, and memory without the model."""
    firsts, resident = [], 0.0
    for _ in range(3):
        said = subprocess.run(
            [sys.executable, "-c", IN_A_PROCESS, str(bench.path), bench.encoder.model_id],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        firsts.append(float(said[0]))
        resident = max(resident, float(said[1]))
    holds = resident <= 150 if bench.rows == 100_000 else None
    results = [
        Result(
            bench.rows, "resident, list and search open, no model", f"{resident:.0f} MB", "<= 150 MB", holds
        )
        if holds is not None
        else Result(bench.rows, "resident, list and search open, no model", f"{resident:.0f} MB"),
    ]
    first = statistics.median(firsts)
    other = search_peers.first_query_of_chroma()
    if other is None:
        results.append(Result(bench.rows, "import + open + first query", f"{first:.0f} ms"))
    else:
        results.append(
            Result(
                bench.rows,
                "import + open + first query",
                f"{first:.0f} ms, {other / first:.1f} x faster than ChromaDB ({other:.0f} ms)",
                ">= 6 x faster",
                other / first >= 6,
            )
        )
    return results


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument(
        "--million", action="store_true", help="a million rows too: 5 GB of memory, 20 minutes"
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=15, help="calls of each case in a round")
    parser.add_argument(
        "--without", nargs="+", default=[], help="peers that are left out: chromadb sqlite_vec"
    )
    parser.add_argument("--palaces", type=Path, help="where palaces of earlier runs stand, and are left")
    parser.add_argument("--json", type=Path, help="write the results there too")
    asked = parser.parse_args()
    encoder = OnnxEncoder.load(MODEL)
    results: list[Result] = []
    began = datetime.now(UTC)
    with tempfile.TemporaryDirectory() as temporary:
        for rows in [*asked.rows, *([1_000_000] if asked.million else [])]:
            folder = asked.palaces or Path(temporary)
            bench = Bench(folder / f"{rows}.db", Path(temporary), rows, encoder)
            for result in measure(bench, asked.rounds, asked.calls, Path(temporary), asked.without):
                results.append(result)
                print(
                    f"{result.mark:6} {rows:>9,}  {result.what:<42} {result.measured:<58} {result.demand}",
                    flush=True,
                )
            bench.palace.close()
    took = (datetime.now(UTC) - began) / timedelta(minutes=1)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end, {took:.1f} minutes")
    if asked.json:
        asked.json.write_text(json.dumps([asdict(each) for each in results], ensure_ascii=False, indent=1))
    return 1 if any(each.mark == "MISS" for each in results) else 0


if __name__ == "__main__":
    sys.exit(main())
