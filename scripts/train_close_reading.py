"""Learn how memories are read word by word for a question: models/multilingual-e5-small/close_reading.npz.

Usage: python scripts/train_close_reading.py [--check tests/cases/retrieval …]

It learns on labelled pairs of memories first: two texts that say the same, one that contains the other, or
two that contradict each other speak of one thing, and the first is asked as a question for the second among
all of its batch (InfoNCE, both ways). Then it learns on questions and what answers them
(question_learning.py). No question of a retrieval set is learned from. With --check it tells nDCG@10 of the
readings alone on labelled questions: untaught, after the pairs, after the questions.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from labelled import PAIR_FILES, labelled_rows
from numpy.typing import NDArray
from question_learning import ANSWER, ORDER, taught
from write_checksum import write_checksum

from palace import bootstrap
from palace.config.settings import Settings
from palace.embedding.close_reading import ARRAYS, FILE, CloseReader, Sight, Sights
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.geometry import Plane

Floats = NDArray[np.float32]

SPEAKS_OF_THE_SAME = {"duplicate": 1.0, "contains": 1.0, "conflict": 0.7}
"""The labels learned from, and how much a pair of each counts."""

EPOCHS, BATCH, PACE, PENALTY, TEMPERATURE = 5, 96, 1e-3, 5e-4, 0.05
MOST_PIECES, MOST_TELLING, SEED = 200, 3.0, 0


@dataclass(frozen=True, slots=True)
class Pair:
    """The comparable pieces of a text as a question and of one as a memory; how much the pair counts."""

    asked: Floats
    memory: Floats
    counts: float


def pieces(encoder: OnnxEncoder, text: str, *, as_question: bool) -> Floats:
    """Return the comparable vectors of the pieces of a text that have a letter or digit."""
    read = encoder.question_pieces if as_question else encoder.passage_pieces
    plane: Plane = encoder.geometry.question if as_question else encoder.geometry.passage
    places, vectors = read(text)
    telling = [place for place, (start, end) in enumerate(places) if any(map(str.isalnum, text[start:end]))]
    return plane.comparable(vectors[telling[:MOST_PIECES]])


def pairs_of(encoder: OnnxEncoder) -> list[Pair]:
    """Return all pairs to learn from that have pieces."""
    found: list[Pair] = []
    for first, second, label in labelled_rows(PAIR_FILES):
        if label in SPEAKS_OF_THE_SAME:
            asked = pieces(encoder, first, as_question=True)
            memory = pieces(encoder, second, as_question=False)
            if len(asked) and len(memory):
                found.append(Pair(asked, memory, SPEAKS_OF_THE_SAME[label]))
    return found


class Learner:
    """Adam over the turn (kept near to none) and the telling vector."""

    def __init__(self, dimension: int) -> None:
        self.turn = np.eye(dimension, dtype=np.float32)
        self.telling = np.zeros(dimension, np.float32)
        self._moments = [np.zeros_like(value) for value in (self.turn, self.turn, self.telling, self.telling)]
        self._step = 0

    def learn(self, batch: Sequence[Pair], share_left: float) -> float:
        """Take one step and return the loss of the batch."""
        asked = np.concatenate([pair.asked for pair in batch])
        memory = np.concatenate([pair.memory for pair in batch])
        counts = np.array([pair.counts for pair in batch], np.float32)
        in_asked, in_memory = ([len(each) for each in texts] for texts in zip(*_texts(batch), strict=True))
        starts, ends = np.cumsum([0, *in_asked])[:-1], np.cumsum([0, *in_memory])[:-1]
        one, one_length = _unit(asked @ self.turn)
        other, other_length = _unit(memory @ self.turn)
        cosines = one @ other.T
        best = np.maximum.reduceat(cosines, ends, axis=1)
        strength = np.exp(np.clip(asked @ self.telling, -MOST_TELLING, MOST_TELLING))
        strength /= np.repeat(np.add.reduceat(strength, starts), in_asked)
        values = np.add.reduceat(best * strength[:, None], starts, axis=0)
        by_asked, by_memory = _softmax(values, 1), _softmax(values, 0)
        right = np.eye(len(batch), dtype=np.float32)
        slope = counts[:, None] * (by_asked - right) + (by_memory - right) * counts
        slope /= 2 * len(batch) * TEMPERATURE
        wide = np.repeat(slope, in_asked, axis=0)
        above = best - np.repeat(values, in_asked, axis=0)
        of_telling = asked.T @ ((wide * above).sum(axis=1) * strength)
        chosen = cosines >= np.repeat(best, in_memory, axis=1) - 1e-7
        through = np.where(chosen, np.repeat(wide * strength[:, None], in_memory, axis=1), 0)
        of_turn = asked.T @ _through_unit(through @ other, one, one_length)
        of_turn += memory.T @ _through_unit(through.T @ one, other, other_length)
        of_turn += 2 * PENALTY * (self.turn - np.eye(len(self.turn), dtype=np.float32))
        self._step += 1
        self._move(self.turn, of_turn, 0, PACE * share_left)
        self._move(self.telling, of_telling + PENALTY * self.telling, 2, 10 * PACE * share_left)
        return float(-np.log(np.diag(by_asked) + 1e-9).mean())

    def _move(self, value: Floats, slope: Floats, place: int, pace: float) -> None:
        first, second = self._moments[place : place + 2]
        first += 0.1 * (slope - first)
        second += 0.01 * (slope**2 - second)
        ahead, size = first / (1 - 0.9**self._step), second / (1 - 0.99**self._step)
        value -= pace * ahead / (np.sqrt(size) + 1e-8)


def _texts(batch: Sequence[Pair]) -> list[tuple[Floats, Floats]]:
    return [(pair.asked, pair.memory) for pair in batch]


def _unit(vectors: Floats) -> tuple[Floats, Floats]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / lengths, lengths


def _through_unit(slope: Floats, unit: Floats, lengths: Floats) -> Floats:
    """Return the slope before vectors were brought to unit length."""
    found: Floats = (slope - unit * (slope * unit).sum(axis=1, keepdims=True)) / lengths
    return found


def _softmax(values: Floats, axis: int) -> Floats:
    raised = np.exp((values - values.max(axis=axis, keepdims=True)) / TEMPERATURE)
    shares: Floats = raised / raised.sum(axis=axis, keepdims=True)
    return shares


def learned(pairs: Sequence[Pair], dimension: int) -> Sight:
    """Return what was learned from all pairs."""
    drawn = np.random.default_rng(SEED)
    learner = Learner(dimension)
    steps = EPOCHS * (len(pairs) // BATCH)
    done = 0
    for epoch in range(EPOCHS):
        order = drawn.permutation(len(pairs))
        losses = []
        for start in range(0, len(order) - BATCH + 1, BATCH):
            done += 1
            batch = [pairs[place] for place in order[start : start + BATCH]]
            losses.append(learner.learn(batch, 1 - done / (steps + 1)))
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.3f}")
    return Sight(learner.turn, learner.telling)


def check(encoder: OnnxEncoder, sight: Sight, folder: Path) -> float:
    """Return nDCG@10 of the readings alone on the labelled questions of a folder."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
    ndcg = import_module("ranking_measures").ndcg
    reader = CloseReader(encoder, Sights(sight, sight))
    memories = [json.loads(line) for line in (folder / "memories.jsonl").read_text("utf-8").splitlines()]
    gains = []
    for line in (folder / "queries.jsonl").read_text("utf-8").splitlines():
        question = json.loads(line)
        grades = {each["id"]: each["grade"] for each in question["relevant"]}
        if grades:
            readings = reader.read(question["query"], [memory["text"] for memory in memories])
            order = sorted(range(len(memories)), key=lambda place: -readings[place].value)
            gains.append(ndcg([memories[place]["id"] for place in order], grades, 10))
    return float(np.mean(gains))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", nargs="*", type=Path, default=[], help="folders of labelled questions")
    parser.add_argument("--keep", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    encoder = bootstrap.load_encoder(Settings())
    pairs = pairs_of(encoder)
    print(f"{len(pairs)} pairs")
    nothing = Sight(np.eye(encoder.dimension, dtype=np.float32), np.zeros(encoder.dimension, np.float32))
    from_pairs = learned(pairs, encoder.dimension)

    @cache
    def question(text: str) -> Floats:
        return pieces(encoder, text, as_question=True)

    @cache
    def memory(text: str) -> Floats:
        return pieces(encoder, text, as_question=False)

    order, answer = (taught(lesson, from_pairs, question, memory) for lesson in (ORDER, ANSWER))
    for folder in arguments.check:
        figures = [check(encoder, sight, folder) for sight in (nothing, from_pairs, order)]
        print(f"{folder}: {' -> '.join(f'{figure:.3f}' for figure in figures)}")
    if not arguments.keep:
        file = encoder.folder.path / FILE
        learned_arrays = (order.turn, order.telling, answer.turn, answer.telling)
        halves: dict[str, Any] = {
            name: array.astype(np.float16) for name, array in zip(ARRAYS, learned_arrays, strict=True)
        }
        np.savez_compressed(file, **halves)
        write_checksum(file)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
