"""Finding by meaning in a real palace, beside numpy's float32 product over the same vectors.

    python bench/semantic.py [--memories 30000] [--rounds N]

The whole call is measured: what changed in the file is looked for, filters become a mask, rows are scanned,
and the best are compared again in float32 read from the file. Only the question's own vector is made
beforehand. The memories' words are made up; their vectors lie between those of the labelled memories, and the
questions are the labelled ones. Rounds are interleaved and ratios taken within each.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import perf_counter

import numpy as np
from embedding import texts_of
from generated import generated_palace
from scan import WANTED, Floats, nearest

from palace.config.paths import bundled
from palace.domain.filters import parse_query
from palace.domain.journal import Actor
from palace.embedding.encoder import OnnxEncoder, TextEmbedding
from palace.embedding.geometry import vector_of
from palace.embedding.semantic_index import SemanticMemories
from palace.storage.palace_file import PalaceFile

QUESTIONS = texts_of("queries.jsonl", "query")[:60:2]
FILTERS = ("", "wing:knowledge", "wing:knowledge band:cold", "kind:failure p:2", "since:2026-01-20")


def vectors_between(encoder: OnnxEncoder, rows: int) -> Floats:
    """Return vectors each near one of the labelled memories, pulled towards two others, and blurred."""
    labelled = encoder.embed_passages(texts_of("memories.jsonl", "text"))
    real = np.stack([vector_of(made.vector) for made in labelled])
    dice = np.random.default_rng(2)
    own, one, other = dice.integers(0, len(real), (3, rows))
    pull = dice.uniform(0, 0.6, (rows, 1)).astype(np.float32)
    blur = dice.standard_normal((rows, real.shape[1]), np.float32) * real.std(axis=0) * 0.5
    made: Floats = real[own] + pull * (real[one] - real[other]) + blur
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def give_vectors(palace: PalaceFile, encoder: OnnxEncoder, vectors: Floats) -> None:
    """Save a vector for each memory, oldest first."""
    given = 0
    while lacking := palace.without_vector(encoder.model_id, 5000):
        raw = vectors[given : given + len(lacking)]
        scans = encoder.geometry.scan_of(encoder.geometry.passage.comparable(raw))
        with palace.unit_of_work(Actor.JOB) as work:
            for memory, vector, scan in zip(lacking, raw, scans, strict=True):
                embedding = TextEmbedding(vector.tobytes(), scan.tobytes())
                work.save_embedding(memory.id, encoder.model_id, embedding, memory.content_hash)
        given += len(lacking)


def true_nearest(palace: PalaceFile, encoder: OnnxEncoder, comparable: Floats, question: str) -> set[int]:
    ids = np.array(palace.memory_ids(parse_query("").filters))
    asked = vector_of(encoder.embed_questions([question])[0].vector)
    rows = nearest(comparable, encoder.geometry.question.comparable(asked[None, :])[0])
    return set(ids[rows].tolist())


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=30_000)
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    encoder = OnnxEncoder.load(bundled("models/multilingual-e5-small"))
    vectors = vectors_between(encoder, asked.memories)
    encoder.embed_questions(QUESTIONS)
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(generated_palace(Path(folder) / "palace.db", asked.memories)) as palace,
    ):
        give_vectors(palace, encoder, vectors)
        measure(palace, encoder, vectors, asked.rounds)
    return 0


def measure(palace: PalaceFile, encoder: OnnxEncoder, vectors: Floats, rounds: int) -> None:
    index = SemanticMemories(encoder, palace)
    started = perf_counter()
    index.nearest(QUESTIONS[0], parse_query("").filters, WANTED)
    first = (perf_counter() - started) * 1000
    comparable = encoder.geometry.passage.comparable(vectors)
    recalled = sum(
        len(
            true_nearest(palace, encoder, comparable, question)
            & {hit.memory_id for hit in index.nearest(question, parse_query("").filters, WANTED)}
        )
        for question in QUESTIONS
    ) / (WANTED * len(QUESTIONS))
    read = np.stack([vector_of(made.vector) for made in encoder.embed_questions(QUESTIONS)])
    questions = encoder.geometry.question.comparable(read)

    def product(number: int) -> object:
        return nearest(comparable, questions[number])

    def found(filters: str) -> Callable[[int], object]:
        chosen = parse_query(filters).filters
        return lambda number: index.nearest(QUESTIONS[number], chosen, WANTED)

    cases: dict[str, Callable[[int], object]] = {"numpy float32 @": product}
    cases |= {f"nearest {filters or 'of all'}": found(filters) for filters in FILTERS}
    taken: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, work in cases.items():
            started = perf_counter()
            for number in range(len(QUESTIONS)):
                work(number)
            taken[name].append((perf_counter() - started) * 1000 / len(QUESTIONS))
    print(f"{len(vectors):,} memories: first call {first:.0f} ms, recall@10 {recalled:.4f}")
    reference = taken["numpy float32 @"]
    for name, times in taken.items():
        ratio = statistics.median(mine / other for mine, other in zip(times, reference, strict=True))
        middle = statistics.median(times)
        print(f"  {name:34} {middle:8.3f} ms  best {min(times):8.3f}  {ratio:6.3f} x numpy float32")


if __name__ == "__main__":
    sys.exit(main())
