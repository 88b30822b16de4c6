"""Learns the upper layers that read two texts together, and writes them into the model's folder.

    python scripts/train_joint_reader.py                  learn, write the reader and its leanings
    python scripts/train_joint_reader.py --check          only print cross-validated figures
    python scripts/train_joint_reader.py --keep FOLDER    keep what is done there, and go on from it

It needs jax and onnx (`pip install '.[model]'`) and about two hours of one core. It learns on the same rows
as scripts/train_pair_network.py, beginning with the upper layers of the model as they are. Beside the reader
it writes `models/pairs/joint-leanings.npz`: what readers that had not seen a pair leaned to, on which the
comparer's weights are learned (train_comparer.py, train_p0.py).
"""

import argparse
import pickle
import sys
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import onnx
from joint_graph import build_joint_graph
from labelled import (
    CASES,
    CORE_FILES,
    JOINT_LEANINGS,
    MORE,
    NEIGHBOURS,
    PAIR_FILES,
    core_rows,
    key_of,
    labelled_rows,
    rows_of,
    strangers_to,
)
from numpy.typing import NDArray
from write_checksum import write_checksum

from palace import bootstrap
from palace.config.settings import Settings
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.pair_joint import FILE, READ_JOINTLY, States
from palace.embedding.pair_network import OUTPUTS
from palace.text.comparison.leanings import CORE_READINGS, PAIR_READINGS

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "models" / "multilingual-e5-small"

LAYERS, FIRST_LAYER, HEADS = 12, 9, 12
WIDTH, COMPARED, JOINED = 64, 96, 128
SPLIT, FOLDS = 6, 2
EPOCHS, BATCH = 5, 32
PACE, PACE_OF_HEAD, PACE_OF_SIDES = 2e-4, 1e-3, 2e-3
SLOWER_BELOW = 0.9
"""By so much each layer learns more slowly than the one above it."""

DROPPED, DROPPED_IN_HEAD, PIECES_DROPPED = 0.1, 0.3, 0.05
SHRINK, STEEPEST, WARMING = 0.01, 1.0, 0.06
FIRST_MEAN, SECOND_MEAN = 0.9, 0.98

SAY_OF_CASES, RETOLD = 2.5, "p0-retold"
"""How much a row of tests/cases counts, of which those in a file of this name were written to teach words."""

FINISHING_ROWS = MORE / "joint-finish.jsonl"
FINISHING_STEPS, FINISHING_SHARE, FINISHED = 120, 0.25, 10
"""At the end a reader of everything takes so many steps at this share of its pace, each with so many of these
rows: kinds of pairs that it took for conflicts although both sides hold, and conflicts built like them."""

LENGTHS = np.array([20, 26, 32, 40, 52, 72, 2 * READ_JOINTLY])
"""Pairs of about one length are learned together, filled up to one of these."""

FINISHING_LENGTH = 3
"""The place in LENGTHS up to which pairs are long that are learned at the end."""

Floats = NDArray[np.float32]
Places = NDArray[np.int64]
Tree = dict[str, jax.Array]
Reader = dict[str, list[Tree] | Tree]
Filled = tuple[NDArray[np.float16], Floats, Floats]


class Data:
    """All labelled pairs: what the lower layers give of their texts, outputs wanted, folds.

    The first `count` rows are learned; behind them, up to `answered`, are P0 with newcomers of others, only
    to be answered, and last the rows of FINISHING_ROWS.
    """

    def __init__(self, encoder: OnnxEncoder, kept: Path | None) -> None:
        kinds = [(PAIR_FILES, PAIR_READINGS, 0), (CORE_FILES, CORE_READINGS, len(PAIR_READINGS))]
        rows = [
            (a, b, first + readings.index(label), first)
            for files, readings, first in kinds
            for a, b, label in labelled_rows(files)
        ]
        self.count = len(rows)
        own = [row for row in core_rows() if row["file"] != NEIGHBOURS]
        rows += [(row["p0"], row["new"], OUTPUTS - 1, len(PAIR_READINGS)) for row in strangers_to(own)]
        self.answered = len(rows)
        rows += [
            (row["a"], row["b"], PAIR_READINGS.index(row["label"]), 0) for row in rows_of(FINISHING_ROWS)
        ]
        self.keys = [key_of(a, b) for a, b, _, _ in rows]
        self.wanted, self.heads = (np.array([row[place] for row in rows]) for place in (2, 3))
        self.folds = np.array([zlib.crc32(a.encode()) % SPLIT * FOLDS // SPLIT for a, _, _, _ in rows])
        of_cases = rows_of_cases()
        self.says = np.array([SAY_OF_CASES if (a, b) in of_cases else 1.0 for a, b, _, _ in rows], np.float32)
        states = states_of(list(dict.fromkeys(text for row in rows for text in row[:2])), encoder, kept)
        self.sides = [(states[a], states[b]) for a, b, _, _ in rows]
        self.lengths = np.array([len(a) + len(b) for a, b in self.sides])
        self.filled_to = np.searchsorted(LENGTHS, self.lengths)

    def filled(self, some: Places, length: int | None = None) -> Filled:
        """Return states (rows, length, dimension), side (rows, length) and mask of some pairs."""
        length = length or int(LENGTHS[self.filled_to[some].max()])
        states = np.zeros((len(some), length, self.sides[0][0].shape[1]), np.float16)
        side, mask = np.zeros((len(some), length), np.float32), np.zeros((len(some), length), np.float32)
        for row, place in enumerate(some):
            a, b = self.sides[place]
            states[row, : len(a)], states[row, len(a) : len(a) + len(b)] = a, b
            side[row, len(a) :] = 1
            mask[row, : len(a) + len(b)] = 1
        return states, side, mask


def states_of(texts: list[str], encoder: OnnxEncoder, kept: Path | None) -> dict[str, States]:
    """Return what the lower layers give of each text, from the file of an earlier run where there is one."""
    if kept is not None and kept.exists():
        found: dict[str, States] = pickle.loads(kept.read_bytes())
        return found
    made = {text: encoder.passage_states(text, READ_JOINTLY)[2].astype(np.float16) for text in texts}
    if kept is not None:
        kept.write_bytes(pickle.dumps(made))
    return made


def rows_of_cases() -> set[tuple[str, str]]:
    """Return the pairs of texts that count SAY_OF_CASES."""
    files = [file for file in (*PAIR_FILES, *CORE_FILES) if file.parent == CASES and file.stem != RETOLD]
    return {
        (row.get("a") or row["p0"], row.get("b") or row["new"]) for file in files for row in rows_of(file)
    }


def upper_layers() -> list[Tree]:
    """Return the layers of the shipped model from FIRST_LAYER on, their int8 matrices as numbers again."""
    held = {
        one.name: onnx.numpy_helper.to_array(one)
        for one in onnx.load(FOLDER / "model.onnx").graph.initializer
        if one.name.startswith("l")
    }
    layers = []
    for layer in range(FIRST_LAYER, LAYERS):
        begin = f"l{layer}."
        own = {name.removeprefix(begin): array for name, array in held.items() if name.startswith(begin)}
        found = {
            name: array * own[name.removesuffix("w") + "scale"][None, :] if array.dtype == np.int8 else array
            for name, array in own.items()
            if name.endswith((".w", ".b"))
        }
        layers.append({**{name: jnp.array(found[name]) for name in found}, "cross": jnp.zeros((HEADS, 2))})
    return layers


def beginning(seed: int) -> Reader:
    body = upper_layers()
    dimension = body[0]["aln.w"].shape[0]
    keys = jax.random.split(jax.random.key(seed, impl="threefry2x32"), 5)

    def drawn(place: int, inputs: int, outputs: int, size: float = 1.0) -> jax.Array:
        return jax.random.normal(keys[place], (inputs, outputs)) * size / np.sqrt(inputs)

    head = {
        "norm": jnp.ones(dimension),
        "norm_bias": jnp.zeros(dimension),
        "piece": drawn(0, dimension, WIDTH),
        "sharpness": jnp.array(0.1),
        "compare": drawn(1, 4 * WIDTH, COMPARED),
        "compare_bias": jnp.zeros(COMPARED),
        "sentence": drawn(2, dimension, WIDTH),
        "join": drawn(3, 2 * COMPARED + 4 * WIDTH, JOINED),
        "join_bias": jnp.zeros(JOINED),
        "answer": drawn(4, JOINED, OUTPUTS, 0.3),
        "answer_bias": jnp.zeros(OUTPUTS),
    }
    return {"body": body, "head": head}


def normed(x: jax.Array, weight: jax.Array, bias: jax.Array) -> jax.Array:
    middle = x.mean(-1, keepdims=True)
    spread = ((x - middle) ** 2).mean(-1, keepdims=True)
    return (x - middle) * jax.lax.rsqrt(spread + 1e-12) * weight + bias


class Thinning:
    """Drops a share of numbers, other ones at each place; none where there is no key."""

    def __init__(self, key: jax.Array | None) -> None:
        self._key = key
        self._place = 0

    def __call__(self, x: jax.Array, share: float) -> jax.Array:
        if self._key is None:
            return x
        self._place += 1
        least = round(share * 256)
        bits = jax.random.bits(jax.random.fold_in(self._key, self._place), x.shape, jnp.uint8)
        return jnp.where(bits >= least, x * (256 / (256 - least)), 0)


def layer_of(p: Tree, x: jax.Array, same: jax.Array, hidden: jax.Array, thin: Thinning) -> jax.Array:
    rows, length, dimension = x.shape
    query, key, value = (
        part.reshape(rows, length, HEADS, -1) for part in jnp.split(x @ p["qkv.w"] + p["qkv.b"], 3, -1)
    )
    alike = jnp.einsum("bihd,bjhd->bhij", query, key) / np.sqrt(dimension // HEADS)
    own, other = (p["cross"][:, side][None, :, None, None] for side in (0, 1))
    shares = thin(jax.nn.softmax(alike + jnp.where(same[:, None], own, other) + hidden[:, None], -1), DROPPED)
    seen = jnp.einsum("bhij,bjhd->bihd", shares, value).reshape(rows, length, dimension)
    x = normed(x + thin(seen @ p["ao.w"] + p["ao.b"], DROPPED), p["aln.w"], p["aln.b"])
    inner = jax.nn.gelu(x @ p["fi.w"] + p["fi.b"], approximate=False)
    return normed(x + thin(inner @ p["fo.w"] + p["fo.b"], DROPPED), p["oln.w"], p["oln.b"])


def compared(one: jax.Array, other: jax.Array) -> jax.Array:
    apart = one - other
    return jnp.concatenate([one * other, jnp.abs(apart), apart**2, one + other], -1)


def outputs_of(p: Reader, filled: Filled, key: jax.Array | None) -> jax.Array:
    """Return the outputs (rows, OUTPUTS); the sums of joint_graph.py, with a share of numbers dropped."""
    states, side, mask = filled
    thin = Thinning(key)
    x = thin(jnp.asarray(states).astype(jnp.float32), DROPPED)
    if key is not None:
        mask = mask * (thin(jnp.ones(mask.shape), PIECES_DROPPED) > 0)
    same = side[:, :, None] == side[:, None, :]
    hidden = (1 - mask)[:, None, :] * -1e4
    for layer in p["body"]:
        x = layer_of(layer, x, same, hidden, thin)
    head = p["head"]
    x = thin(normed(x, head["norm"], head["norm_bias"]), DROPPED)
    of_sides = [(mask * (side == one))[..., None] for one in (0, 1)]
    piece = x @ head["piece"]
    alike = jnp.einsum("bid,bjd->bij", piece, piece) * head["sharpness"]
    beside = jax.nn.softmax(alike + jnp.where(same, -1e4, 0) + hidden, -1) @ piece
    found = jax.nn.relu(compared(piece, beside) @ head["compare"] + head["compare_bias"])

    def mean(values: jax.Array, side: jax.Array) -> jax.Array:
        return (values * side).sum(1) / jnp.maximum(1, side.sum(1))

    pooled = [jnp.concatenate([mean(found, side), (found * side).max(1)], -1) for side in of_sides]
    wholes = [mean(x, side) @ head["sentence"] for side in of_sides]
    joined = thin(jnp.concatenate([pooled[0] + pooled[1], compared(*wholes)], -1), DROPPED_IN_HEAD)
    last = thin(jax.nn.relu(joined @ head["join"] + head["join_bias"]), DROPPED_IN_HEAD)
    return last @ head["answer"] + head["answer_bias"]


def paces(p: Reader) -> Reader:
    """Return how fast each number learns, as a tree like the reader."""
    body = [
        {name: PACE * SLOWER_BELOW ** (len(p["body"]) - 1 - place) for name in layer}
        | {"cross": PACE_OF_SIDES}
        for place, layer in enumerate(p["body"])
    ]
    return {"body": body, "head": dict.fromkeys(p["head"], PACE_OF_HEAD)}


@partial(jax.jit, donate_argnums=(0, 1, 2))
def stepped(
    p: Reader,
    first: Reader,
    second: Reader,
    at: jax.Array,
    share: jax.Array,
    filled: Filled,
    wanted: jax.Array,
    heads: jax.Array,
    says: jax.Array,
    key: jax.Array,
) -> tuple[Reader, Reader, Reader]:
    """Return the reader and its two means of slopes after one step of Adam."""

    def loss(p: Reader) -> jax.Array:
        of_core = jnp.arange(OUTPUTS)[None, :] >= len(PAIR_READINGS)
        answers = jnp.where(of_core == (heads[:, None] > 0), outputs_of(p, filled, key), -1e4)
        missed = -jnp.take_along_axis(jax.nn.log_softmax(answers), wanted[:, None], 1)[:, 0]
        return (missed * says).sum() / says.sum()

    slope = jax.grad(loss)(p)
    steep = jnp.sqrt(sum((one**2).sum() for one in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda one: one * jnp.minimum(1, STEEPEST / (steep + 1e-9)), slope)
    first = jax.tree.map(lambda old, new: FIRST_MEAN * old + (1 - FIRST_MEAN) * new, first, slope)
    second = jax.tree.map(lambda old, new: SECOND_MEAN * old + (1 - SECOND_MEAN) * new**2, second, slope)

    def moved(value: jax.Array, one: jax.Array, two: jax.Array, pace: float) -> jax.Array:
        step = one / (1 - FIRST_MEAN**at) / (jnp.sqrt(two / (1 - SECOND_MEAN**at)) + 1e-8)
        return value - share * pace * (step + (SHRINK * value if value.ndim == 2 else 0))

    return jax.tree.map(moved, p, first, second, paces(p)), first, second


def batches(data: Data, rows: Places, draw: np.random.Generator) -> list[Places]:
    """Return all rows in batches of about one length, drawn anew; what fills no batch is left out."""
    drawn = draw.permutation(rows)
    found = [
        some[start : start + BATCH]
        for some in (drawn[data.filled_to[drawn] == length] for length in range(len(LENGTHS)))
        for start in range(0, len(some) - BATCH + 1, BATCH)
    ]
    return [found[place] for place in draw.permutation(len(found))]


def learned(data: Data, rows: Places, seed: int) -> Reader:
    """Return a reader learned on some rows, by Adam with a pace that rises and then falls to nothing."""
    draw = np.random.default_rng(seed)
    p = beginning(seed)
    first, second = (jax.tree.map(jnp.zeros_like, p) for _ in range(2))
    steps = EPOCHS * len(batches(data, rows, draw))
    at = 0
    for epoch in range(EPOCHS):
        for some in batches(data, rows, draw):
            at += 1
            share = min(1.0, at / (WARMING * steps)) * (1 - (at - 1) / steps)
            key = jax.random.fold_in(jax.random.key(seed, impl="unsafe_rbg"), at)
            told = data.wanted[some], data.heads[some], data.says[some]
            p, first, second = stepped(p, first, second, float(at), share, data.filled(some), *told, key)
        print(f"  epoch {epoch + 1} of {EPOCHS}", flush=True)
    return p


def finished(data: Data, p: Reader, seed: int) -> Reader:
    """Return a reader that has learned the rows of FINISHING_ROWS too, beside rows drawn from all others."""
    draw = np.random.default_rng(seed)
    p = jax.tree.map(jnp.asarray, p)
    first, second = (jax.tree.map(jnp.zeros_like, p) for _ in range(2))
    usual = np.flatnonzero(data.lengths[: data.count] <= LENGTHS[FINISHING_LENGTH])
    last = np.arange(data.answered, len(data.keys))
    for at in range(1, FINISHING_STEPS + 1):
        some = np.concatenate(
            [draw.choice(last, FINISHED, False), draw.choice(usual, BATCH - FINISHED, False)]
        )
        share = FINISHING_SHARE * (1 - (at - 1) / FINISHING_STEPS)
        key = jax.random.fold_in(jax.random.key(seed, impl="unsafe_rbg"), at)
        told = data.wanted[some], data.heads[some], data.says[some]
        filled = data.filled(some, int(LENGTHS[FINISHING_LENGTH]))
        p, first, second = stepped(p, first, second, float(at), share, filled, *told, key)
    return p


_answers = jax.jit(partial(outputs_of, key=None))


def parts_of(data: Data, rows: Places) -> Iterator[Places]:
    for length in range(len(LENGTHS)):
        some = rows[data.filled_to[rows] == length]
        for start in range(0, len(some), BATCH):
            yield some[start : start + BATCH]


def answered(p: Reader, data: Data, rows: Places) -> Floats:
    answers = np.zeros((len(data.keys), OUTPUTS), np.float32)
    for some in parts_of(data, rows):
        answers[some] = np.asarray(_answers(p, data.filled(np.resize(some, BATCH))))[: len(some)]
    return answers[rows]


def report(data: Data, answers: Floats, rows: Places) -> None:
    of_core = data.heads[rows] > 0
    pairs, core = len(PAIR_READINGS), slice(len(PAIR_READINGS), OUTPUTS)
    got = np.where(of_core, pairs + answers[:, core].argmax(1), answers[:, :pairs].argmax(1))
    for name, inside in (("pairs", ~of_core), ("beside a P0", of_core)):
        right = (got == data.wanted[rows])[inside].mean()
        print(f"{name}: {inside.sum()} rows, the joint reader alone is right in {right:.3f}", flush=True)


def learned_or_kept(data: Data, rows: Places, seed: int, kept: Path | None) -> Reader:
    """Return a reader learned on some rows, from the file of an earlier run where there is one."""
    if kept is not None and kept.exists():
        found: Reader = pickle.loads(kept.read_bytes())
        return found
    made = jax.tree.map(np.asarray, learned(data, rows, seed))
    if kept is not None:
        kept.write_bytes(pickle.dumps(made))
    return made


def write(folder: Path, p: Reader) -> None:
    """Write the reader into the model's folder and its checksum into the description there."""
    body = [{name: np.asarray(array, np.float32) for name, array in layer.items()} for layer in p["body"]]
    head = {name: np.asarray(array, np.float32) for name, array in p["head"].items()}
    onnx.save(build_joint_graph(body, head, heads=HEADS, outputs=OUTPUTS), str(folder / FILE))
    write_checksum(folder / FILE)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--only", type=int, help="learn this fold only, FOLDS for everything; write nothing")
    asked = parser.parse_args()
    data = Data(bootstrap.load_encoder(Settings()), asked.keep and asked.keep / "states.pickle")
    everything = np.arange(data.count)
    answers = np.zeros((len(data.keys), OUTPUTS), np.float32)
    for fold in range(FOLDS):
        if asked.only not in (None, fold):
            continue
        unseen = np.flatnonzero(data.folds[: data.answered] == fold)
        kept = asked.keep and asked.keep / f"fold{fold}.pickle"
        p = learned_or_kept(data, np.setdiff1d(everything, unseen), fold, kept)
        answers[unseen] = answered(p, data, unseen)
        print(f"fold {fold + 1} of {FOLDS}")
        learnable = unseen[unseen < data.count]
        report(data, answers[learnable], learnable)
    if asked.only is None:
        keys = np.array(data.keys[: data.answered])
        np.savez(JOINT_LEANINGS, keys=keys, answers=answers[: data.answered].astype(np.float16))
    if not asked.check and asked.only in (None, FOLDS):
        p = learned_or_kept(data, everything, FOLDS, asked.keep and asked.keep / "everything.pickle")
        if asked.only is None:
            write(FOLDER, finished(data, p, FOLDS + 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
