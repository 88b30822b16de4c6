"""What users have today beside Palace: quality and speed on the same labelled questions, in one run.

    python bench/peers.py [--memories M.jsonl --queries Q.jsonl] [--rounds 5] [--json FILE]

Every engine is given the same memories and asked the same questions; M and Q are read as bench/retrieval.py
reads them. The questions are embedded before anything is timed, so that each time is that of finding alone;
what embedding one takes is told beside them, and comes on top wherever there are vectors. Rounds are
interleaved: each goes through all engines, and a time is the median over the rounds of a round's median.
What is not installed is named and left out: ChromaDB comes with the extra `bench`.

- ChromaDB: a persistent collection, cosine, documents stored and returned, no further settings. Its own
  model has to be downloaded at the first question; it is given the vectors of ours instead.
- FTS5: the words of the question between quotation marks, joined by OR, ordered by bm25.
- cosine: the vectors as the model gives them, compared with every other. The same is shown with what Palace
  takes out of them (centre and language), as ChromaDB's is.
- rapidfuzz: the best by WRatio over lower-cased texts.
"""

import argparse
import importlib.util
import json
import re
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from ranking_measures import ndcg, recall, reciprocal_rank
from rapidfuzz import fuzz, process, utils
from retrieval import ASKED_AT, read_lines, record_of

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.journal import Actor
from palace.embedding.encoder import OnnxEncoder, TextEmbedding
from palace.embedding.geometry import Plane, Vectors, vectors_of
from palace.services.asking import ask, read_question
from palace.services.embedding import embed_missing
from palace.services.meaning_ports import SemanticIndex
from palace.services.records import import_records

CASES = Path(__file__).parents[1] / "tests" / "cases" / "retrieval"
DEPTH = 10
KINDS = ("exact", "two_char", "mixed", "typo", "question", "paraphrase", "cross_lang")


@dataclass(frozen=True, slots=True)
class Question:
    """A labelled question: its place in the file, its words, and the grades of its answers by id."""

    place: int
    words: str
    kind: str
    grades: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Found:
    """The ids that an engine gives, best first, and whether it calls any of them a match."""

    ids: Sequence[str]
    called_match: bool


@dataclass(slots=True)
class Engine:
    """Something that answers questions, and what came of it."""

    name: str
    answer: Callable[[Question], Found]
    found: dict[int, Found] = field(default_factory=dict)
    round_medians: list[float] = field(default_factory=list)

    def go_round(self, questions: Sequence[Question]) -> None:
        """Ask every question once, timed."""
        times = []
        for question in questions:
            started = perf_counter()
            found = self.answer(question)
            times.append(perf_counter() - started)
            self.found[question.place] = found
        self.round_medians.append(1000 * statistics.median(times))

    def row(self, questions: Sequence[Question]) -> dict[str, Any]:
        """Return the measures of this engine."""
        answerable = [each for each in questions if each.grades]
        unanswerable = [each for each in questions if not each.grades]

        def mean(measure: Callable[[Sequence[str], Mapping[str, int]], float], kind: str = "") -> float:
            values = [
                measure(self.found[each.place].ids, each.grades)
                for each in answerable
                if not kind or each.kind == kind
            ]
            return round(statistics.fmean(values), 4) if values else 0.0

        def share_called_match(asked: Sequence[Question]) -> float:
            called = [self.found[each.place].called_match for each in asked]
            return round(statistics.fmean(called), 4) if called else 0.0

        return {
            "engine": self.name,
            "ndcg@10": mean(lambda ids, grades: ndcg(ids, grades, DEPTH)),
            "recall@5": mean(lambda ids, grades: recall(ids, grades, 5)),
            "mrr": mean(reciprocal_rank),
            "recall@5 by kind": {
                kind: mean(lambda ids, grades: recall(ids, grades, 5), kind) for kind in KINDS
            },
            "unanswerable called a match": share_called_match(unanswerable),
            "answerable called a match": share_called_match(answerable),
            "milliseconds": round(statistics.median(self.round_medians), 3),
        }


def questions_of(path: Path) -> list[Question]:
    """Return the labelled questions of a file."""
    return [
        Question(
            place=place,
            words=line["query"],
            kind=line.get("type", "all"),
            grades={str(each["id"]): each.get("grade", 1) for each in line["relevant"]},
        )
        for place, line in enumerate(read_lines(path))
    ]


@dataclass(frozen=True, slots=True)
class Material:
    """The same for every engine: ids, texts, and the vectors of texts and questions as rows."""

    ids: Sequence[str]
    texts: Sequence[str]
    memories: Vectors
    questions: Vectors


def unit(rows: Vectors) -> Vectors:
    """Return rows of length 1."""
    scaled: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return scaled


def vectors_in(embeddings: Sequence[TextEmbedding], encoder: OnnxEncoder, plane: Plane | None) -> Vectors:
    """Return embeddings as rows of length 1: as the model gives them, or made comparable on a plane."""
    rows = vectors_of([each.vector for each in embeddings], encoder.dimension)
    return unit(rows if plane is None else plane.comparable(rows))


# The engines


@contextmanager
def palaces(
    folder: Path, lines: Sequence[Mapping[str, Any]], settings: Settings, encoder: OnnxEncoder
) -> Iterator[list[Engine]]:
    """A palace that holds the memories, asked by words and meaning, and by words alone."""
    around = replace(bootstrap.surroundings(settings), clock=lambda: ASKED_AT, zone=UTC)
    with closing(bootstrap.create_palace(folder / "palace.db", settings)) as palace:
        taken = import_records(palace, map(record_of, lines), around, Actor.PERSON)
        if taken.failed:
            sys.exit(f"{len(taken.failed)} memories are no records: {taken.failed[0][1].message}")
        embed_missing(palace, encoder, Actor.PERSON)

        def asking(semantic: SemanticIndex | None) -> Callable[[Question], Found]:
            def answer(question: Question) -> Found:
                query = read_question(question.words, around)
                answer = ask(palace, query, around, semantic, limit=DEPTH)
                return Found([hit.memory.uid for hit in answer.hits], not answer.nothing_close)

            return answer

        yield [
            Engine("Palace", asking(bootstrap.load_semantic(palace, settings))),
            Engine("Palace, words only", asking(None)),
        ]


def chroma(folder: Path, name: str, material: Material) -> Engine:
    """ChromaDB as it comes, with the vectors given."""
    import chromadb

    client = chromadb.PersistentClient(str(folder), settings=chromadb.Settings(anonymized_telemetry=False))
    collection = client.create_collection("memories", metadata={"hnsw:space": "cosine"})
    collection.add(ids=list(material.ids), embeddings=material.memories, documents=list(material.texts))

    def answer(question: Question) -> Found:
        found = collection.query(
            query_embeddings=material.questions[question.place][None, :],
            n_results=DEPTH,
            include=["documents", "distances"],
        )
        return Found(found["ids"][0], called_match=True)

    return Engine(name, answer)


def full_text(connection: sqlite3.Connection, tokenizer: str, material: Material) -> Engine:
    """SQLite's own full text with one of its tokenizers. Raises OperationalError where it has none."""
    connection.execute(f"CREATE VIRTUAL TABLE {tokenizer} USING fts5(text, tokenize = '{tokenizer}')")
    connection.executemany(
        f"INSERT INTO {tokenizer} (rowid, text) VALUES (?, ?)", enumerate(material.texts, start=1)
    )

    def answer(question: Question) -> Found:
        expression = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", question.words))
        if not expression:
            return Found([], called_match=False)
        rows = connection.execute(
            f"SELECT rowid, text FROM {tokenizer} WHERE {tokenizer} MATCH ? ORDER BY rank LIMIT {DEPTH}",
            (expression,),
        ).fetchall()
        return Found([material.ids[row - 1] for row, _ in rows], bool(rows))

    return Engine(f"SQLite FTS5 {tokenizer}", answer)


def cosine(name: str, material: Material) -> Engine:
    """Every vector compared with that of the question."""

    def answer(question: Question) -> Found:
        near = material.memories @ material.questions[question.place]
        best = np.argpartition(near, -DEPTH)[-DEPTH:]
        ordered = best[np.argsort(-near[best], kind="stable")]
        return Found([material.ids[row] for row in ordered], called_match=True)

    return Engine(name, answer)


def fuzzy(material: Material) -> Engine:
    """The letters of the question compared with those of every text."""
    prepared = [utils.default_process(text) for text in material.texts]

    def answer(question: Question) -> Found:
        found = process.extract(
            utils.default_process(question.words), prepared, scorer=fuzz.WRatio, limit=DEPTH
        )
        return Found([material.ids[place] for _, _, place in found], called_match=True)

    return Engine("rapidfuzz WRatio", answer)


# The run


def embedding_time(encoder: OnnxEncoder, questions: Sequence[Question]) -> float:
    """Embed every question for the first time; returns the median milliseconds of one."""
    times = []
    for question in questions:
        started = perf_counter()
        encoder.embed_questions([question.words])
        times.append(1000 * (perf_counter() - started))
    return statistics.median(times)


def measure(memories: Path, queries: Path, rounds: int) -> dict[str, Any]:
    """Return the rows of all engines, what was left out, and how long a question takes to embed."""
    settings = Settings()
    lines, questions = read_lines(memories), questions_of(queries)
    encoder = bootstrap.load_encoder(settings)
    embedded = embedding_time(encoder, questions)
    asked = encoder.embed_questions([each.words for each in questions])
    texts = [line["text"] for line in lines]
    told = encoder.embed_passages(texts)
    ids = [str(line["id"]) for line in lines]
    geometry = encoder.geometry
    as_it_comes = Material(ids, texts, vectors_in(told, encoder, None), vectors_in(asked, encoder, None))
    cleaned = Material(
        ids,
        texts,
        vectors_in(told, encoder, geometry.passage),
        vectors_in(asked, encoder, geometry.question),
    )
    left_out: list[str] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        engines = stack.enter_context(palaces(folder, lines, settings, encoder))
        if importlib.util.find_spec("chromadb"):
            engines.append(chroma(folder / "one", "ChromaDB", as_it_comes))
            engines.append(chroma(folder / "two", "ChromaDB, language taken out", cleaned))
        else:
            left_out.append("ChromaDB is not installed (pip install 'palace-memory[bench]')")
        connection = stack.enter_context(closing(sqlite3.connect(folder / "full-text.db")))
        for tokenizer in ("unicode61", "trigram"):
            try:
                engines.append(full_text(connection, tokenizer, as_it_comes))
            except sqlite3.OperationalError as error:
                left_out.append(f"SQLite FTS5 {tokenizer}: {error}")
        engines.append(cosine("cosine", as_it_comes))
        engines.append(cosine("cosine, language taken out", cleaned))
        engines.append(fuzzy(as_it_comes))
        for _ in range(rounds):
            for engine in engines:
                engine.go_round(questions)
        rows = [engine.row(questions) for engine in engines]
    return {
        "memories": len(lines),
        "questions": len(questions),
        "rounds": rounds,
        "embedding_milliseconds": round(embedded, 1),
        "engines": rows,
        "left_out": left_out,
    }


def table(measured: Mapping[str, Any]) -> str:
    """Return a measurement as a table in Markdown."""
    names = ["nDCG@10", "recall@5", "MRR", *KINDS, "no answer", "answered", "ms"]
    lines = [
        f"{measured['memories']} memories, {measured['questions']} questions, {measured['rounds']} rounds;"
        f" embedding one question: {measured['embedding_milliseconds']} ms",
        "",
        "| | " + " | ".join(names) + " |",
        "|---|" + "---:|" * len(names),
    ]
    for row in measured["engines"]:
        values = [row["ndcg@10"], row["recall@5"], row["mrr"], *row["recall@5 by kind"].values()]
        shares = [row["unanswerable called a match"], row["answerable called a match"]]
        cells = [f"{value:.2f}" for value in (*values, *shares)] + [f"{row['milliseconds']:.2f}"]
        lines.append(f"| {row['engine']} | " + " | ".join(cells) + " |")
    lines += ["", *(f"left out: {each}" for each in measured["left_out"])]
    return "\n".join(lines).rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--memories", type=Path, default=CASES / "memories.jsonl", help="JSONL of memories")
    parser.add_argument("--queries", type=Path, default=CASES / "queries.jsonl", help="JSONL of questions")
    parser.add_argument("--rounds", type=int, default=5, help="how often every question is asked")
    parser.add_argument("--json", type=Path, help="write what was measured to this file too")
    arguments = parser.parse_args()
    measured = measure(arguments.memories, arguments.queries, max(1, arguments.rounds))
    if arguments.json:
        arguments.json.write_text(json.dumps(measured, ensure_ascii=False, indent=1), encoding="utf-8")
    print(table(measured))


if __name__ == "__main__":
    main()
