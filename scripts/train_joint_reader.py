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
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import onnx
from joint_graph import build_joint_graph
from joint_layers import FOLDER, HEADS, Reader, beginning, outputs_of
from joint_rows import FOLDS, LENGTHS, Data, Filled, Floats, Places
from labelled import JOINT_LEANINGS
from write_checksum import write_checksum

from palace import bootstrap
from palace.config.settings import Settings
from palace.embedding.pair_joint import FILE
from palace.embedding.pair_network import OUTPUTS
from palace.text.comparison.leanings import PAIR_READINGS

EPOCHS, BATCH = 5, 32
PACE, PACE_OF_HEAD, PACE_OF_SIDES = 2e-4, 1e-3, 2e-3
SLOWER_BELOW = 0.9
"""By so much each layer learns more slowly than the one above it."""

SHRINK, STEEPEST, WARMING = 0.01, 1.0, 0.06
FIRST_MEAN, SECOND_MEAN = 0.9, 0.98

FINISHING_STEPS, FINISHING_SHARE, FINISHED = 120, 0.25, 10
"""At the end a reader of everything takes so many steps at this share of its pace, each with so many of the
finishing rows."""

FINISHING_LENGTH = 3
"""The place in LENGTHS up to which pairs are long that are learned at the end."""


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
