"""Learns the small network that reads two texts side by side, and writes it into the model's folder.

    python scripts/train_pair_network.py            learn, write the network and its leanings
    python scripts/train_pair_network.py --check    only print cross-validated figures

It needs jax (`pip install '.[model]'`) and learns on the labelled pairs of tests/cases and models/pairs, and
on the labelled newcomers beside a P0. Beside the network it writes `models/pairs/leanings.npz`: what networks
that had not seen a pair leaned to. The comparer's weights are learned on those, since what a network says of
pairs that it has learned by heart is too good.
"""

import argparse
import hashlib
import re
import sys
import zlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from labelled import CORE_FILES, PAIR_FILES, key_of, labelled_rows
from numpy.typing import NDArray

from palace import bootstrap
from palace.config.settings import Settings
from palace.embedding.pair_network import FILE, OUTPUTS
from palace.embedding.pair_reading import PairReading
from palace.text.comparison.leanings import CORE_READINGS, PAIR_READINGS

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "models" / "multilingual-e5-small"
LEANINGS = ROOT / "models" / "pairs" / "leanings.npz"

PIECES = 40
"""So many pieces of a text are learned from; longer ones are cut."""

WIDTH, HIDDEN = 48, 64
FOLDS = 6
MEMBERS = 3
"""So many networks are learned from other beginnings, and their answers averaged."""

EPOCHS, BATCH = 14, 64
PACE, DROPPED, SHRINK = 2e-3, 0.35, 0.015

Floats = NDArray[np.float32]
Parameters = dict[str, jax.Array]
Batch = tuple[Floats, Floats, Floats, NDArray[np.int64], NDArray[np.int64]]


class Data:
    """All labelled pairs as arrays: pieces (rows, 2, PIECES, dimension), their masks, sentences, outputs."""

    def __init__(self, reader: PairReading) -> None:
        kinds = [(PAIR_FILES, PAIR_READINGS, 0), (CORE_FILES, CORE_READINGS, len(PAIR_READINGS))]
        self.keys: list[str] = []
        pieces, masks, sentences, wanted, heads, folds = [], [], [], [], [], []
        for files, readings, first in kinds:
            for a, b, label in labelled_rows(files):
                both = [reader.pieces(text) for text in (a, b)]
                padded = np.zeros((2, PIECES, reader.dimension), np.float16)
                mask = np.zeros((2, PIECES), np.float32)
                for side, read in enumerate(both):
                    count = min(PIECES, len(read.vectors))
                    padded[side, :count] = read.vectors[:count]
                    mask[side, : max(1, count)] = 1
                pieces.append(padded)
                masks.append(mask)
                sentences.append(reader.sentences(a, b))
                wanted.append(first + readings.index(label))
                heads.append(first)
                folds.append(zlib.crc32(a.encode("utf-8")) % FOLDS)
                self.keys.append(key_of(a, b))
        self.pieces, self.masks = np.array(pieces), np.array(masks)
        self.sentences = np.array(sentences, np.float32)
        self.wanted, self.heads, self.folds = np.array(wanted), np.array(heads), np.array(folds)


def beginning(seed: int, dimension: int) -> Parameters:
    keys = jax.random.split(jax.random.PRNGKey(seed), 5)

    def drawn(place: int, inputs: int, outputs: int, size: float = 1.0) -> jax.Array:
        return jax.random.normal(keys[place], (inputs, outputs)) * size / np.sqrt(inputs)

    return {
        "piece": drawn(0, dimension, WIDTH, 4.0),
        "compare": drawn(1, 4 * WIDTH, HIDDEN),
        "compare_bias": jnp.zeros(HIDDEN),
        "sentence": drawn(2, dimension, WIDTH, 4.0),
        "join": drawn(3, 2 * HIDDEN + 3 * WIDTH, HIDDEN),
        "join_bias": jnp.zeros(HIDDEN),
        "answer": drawn(4, HIDDEN, OUTPUTS, 0.3),
        "answer_bias": jnp.zeros(OUTPUTS),
        "sharpness": jnp.array(2.0),
    }


def outputs_of(
    p: Parameters, pieces: jax.Array, masks: jax.Array, sentences: jax.Array, key: jax.Array, dropped: float
) -> jax.Array:
    """Return the outputs (rows, OUTPUTS); the same sums as PairNetwork, with a share of numbers dropped."""
    keys = jax.random.split(key, 4)

    def thinned(values: jax.Array, place: int) -> jax.Array:
        if dropped == 0:
            return values
        return values * jax.random.bernoulli(keys[place], 1 - dropped, values.shape) / (1 - dropped)

    a, b = pieces[:, 0], pieces[:, 1]
    a_mask, b_mask = masks[:, 0], masks[:, 1]
    alike = jnp.einsum("nid,njd->nij", a, b) * jnp.exp(p["sharpness"])
    to_b = jax.nn.softmax(alike + (b_mask[:, None, :] - 1) * 1e4, 2)
    to_a = jax.nn.softmax(alike + (a_mask[:, :, None] - 1) * 1e4, 1)
    own_a, own_b = thinned(a @ p["piece"], 0), thinned(b @ p["piece"], 1)
    beside_a, beside_b = to_b @ own_b, jnp.einsum("nij,nid->njd", to_a, own_a)

    def compared(own: jax.Array, beside: jax.Array, mask: jax.Array) -> jax.Array:
        apart = own - beside
        told = jnp.concatenate([own * beside, jnp.abs(apart), apart**2, own + beside], -1)
        found = jax.nn.relu(told @ p["compare"] + p["compare_bias"]) * mask[..., None]
        return jnp.concatenate([found.sum(1) / mask.sum(1, keepdims=True), found.max(1)], -1)

    one, other = sentences[:, 0] @ p["sentence"], sentences[:, 1] @ p["sentence"]
    joined = jnp.concatenate(
        [
            compared(own_a, beside_a, a_mask) + compared(own_b, beside_b, b_mask),
            one * other,
            jnp.abs(one - other),
            (one - other) ** 2,
        ],
        -1,
    )
    hidden = jax.nn.relu(thinned(joined, 2) @ p["join"] + p["join_bias"])
    answer: jax.Array = thinned(hidden, 3) @ p["answer"] + p["answer_bias"]
    return answer


def own_head(outputs: jax.Array, heads: jax.Array) -> jax.Array:
    """Return the outputs with those of the other kind of question put out of play."""
    of_core = jnp.arange(OUTPUTS)[None, :] >= len(PAIR_READINGS)
    return jnp.where(of_core == (heads[:, None] > 0), outputs, -1e4)


@partial(jax.jit, static_argnames=("dropped",))
def stepped(
    p: Parameters,
    first: Parameters,
    second: Parameters,
    at: int,
    batch: Batch,
    key: jax.Array,
    pace: float,
    dropped: float,
) -> tuple[Parameters, Parameters, Parameters]:
    """Return the network and its two means of slopes after one step of Adam."""
    pieces, masks, sentences, wanted, heads = batch

    def loss(p: Parameters) -> jax.Array:
        answers = own_head(outputs_of(p, pieces, masks, sentences, key, dropped), heads)
        return -jnp.take_along_axis(jax.nn.log_softmax(answers), wanted[:, None], 1).mean()

    slope = jax.grad(loss)(p)
    first = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, first, slope)
    second = jax.tree.map(lambda old, new: 0.999 * old + 0.001 * new**2, second, slope)

    def moved(value: jax.Array, one: jax.Array, two: jax.Array) -> jax.Array:
        return value - pace * (
            one / (1 - 0.9**at) / (jnp.sqrt(two / (1 - 0.999**at)) + 1e-8) + SHRINK * value
        )

    return jax.tree.map(moved, p, first, second), first, second


def learned(data: Data, rows: NDArray[np.int64], seed: int) -> Parameters:
    """Return a network learned on some rows, by Adam with a pace that falls to nothing."""
    draw = np.random.default_rng(seed)
    p = beginning(seed, data.pieces.shape[-1])
    first = second = jax.tree.map(jnp.zeros_like, p)
    steps, at = EPOCHS * (len(rows) // BATCH), 0
    for _ in range(EPOCHS):
        order = draw.permutation(rows)
        for start in range(0, len(order) - BATCH + 1, BATCH):
            at += 1
            some = order[start : start + BATCH]
            batch = (
                data.pieces[some].astype(np.float32),
                *(data.masks[some], data.sentences[some], data.wanted[some], data.heads[some]),
            )
            key = jax.random.PRNGKey(seed * 100_003 + at)
            p, first, second = stepped(p, first, second, at, batch, key, PACE * (1 - at / steps), DROPPED)
    return p


_answers = jax.jit(partial(outputs_of, dropped=0.0))


def answered(p: Parameters, data: Data, rows: NDArray[np.int64]) -> Floats:
    parts = [
        np.asarray(
            _answers(
                p,
                data.pieces[some].astype(np.float32),
                data.masks[some],
                data.sentences[some],
                jax.random.PRNGKey(0),
            )
        )
        for some in np.array_split(rows, max(1, len(rows) // 256))
    ]
    return np.concatenate(parts)


def report(data: Data, answers: Floats) -> None:
    of_core = data.heads > 0
    pairs, core = len(PAIR_READINGS), slice(len(PAIR_READINGS), OUTPUTS)
    got = np.where(of_core, pairs + answers[:, core].argmax(1), answers[:, :pairs].argmax(1))
    for name, inside in (("pairs", ~of_core), ("beside a P0", of_core)):
        right = (got == data.wanted)[inside].mean()
        print(f"{name}: {inside.sum()} rows, the network alone is right in {right:.3f}")


def write(folder: Path, members: Sequence[Parameters]) -> None:
    """Write the network into the model's folder and its checksum into the description there."""
    names = sorted(members[0])
    arrays = {name: np.stack([np.asarray(one[name], np.float16) for one in members]) for name in names}
    file = folder / FILE
    np.savez(file, **arrays)
    description = folder / "model.toml"
    line = f'"{file.name}" = "{hashlib.sha256(file.read_bytes()).hexdigest()}"'
    text = re.sub(
        rf'^"{re.escape(file.name)}" = .*\n', "", description.read_text("utf-8"), flags=re.MULTILINE
    )
    head, section, rest = text.partition("[checksums]\n")
    description.write_text(f"{head}{section}{line}\n{rest}", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    data = Data(bootstrap.load_pair_reader(Settings()))
    everything = np.arange(len(data.keys))
    answers = np.zeros((len(everything), OUTPUTS), np.float32)
    for fold in range(FOLDS):
        p = learned(data, everything[data.folds != fold], fold)
        answers[data.folds == fold] = answered(p, data, everything[data.folds == fold])
        print(f"fold {fold + 1} of {FOLDS}", flush=True)
    report(data, answers)
    np.savez(LEANINGS, keys=np.array(data.keys), answers=answers.astype(np.float16))
    if not check:
        write(FOLDER, [learned(data, everything, 100 + member) for member in range(MEMBERS)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
