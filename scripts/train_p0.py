"""Learns the weights by which newcomers are judged beside a P0: palace/text/comparison/p0_weights.toml.

    python scripts/train_p0.py            learn on the labelled newcomers of tests/cases
    python scripts/train_p0.py --check    only print cross-validated figures
    python scripts/train_p0.py --wrong    print what is judged wrongly by weights learned without it

A multinomial logistic regression with an L2 penalty over the numbers of palace.text.comparison.p0_evidence.
In cross-validation all newcomers of one P0 are left out together.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.conflict import Relation
from palace.embedding.manner_vectors import OF_WHAT, VECTORS, described
from palace.embedding.pair_reading import PairReading
from palace.text.comparison.judging import compare
from palace.text.comparison.p0_evidence import p0_evidence

ROOT = Path(__file__).parent.parent
FILES = ("p0.jsonl", "p0-own.jsonl", "p0-more.jsonl", "p0-told.jsonl", "p0-retold.jsonl")
TARGET = ROOT / "palace" / "text" / "comparison" / "p0_weights.toml"
RELATIONS = (Relation.CONFLICT, Relation.COMPATIBLE, Relation.UNRELATED)
LABELS = ("contradicts", "consistent", "unrelated")

PENALTY = 60.0
STEPS = 300
FOLDS = 10
LEAST_CONFLICT = 0.33
"""From this probability on a contradiction is told: a missed one lets the P0 rot."""

SAY_OF_FILES = {"p0.jsonl": 3.0, "p0-retold.jsonl": 0.6}
"""How much a newcomer of a file counts; 1 where nothing is said.

Most count those of the set on which the figures are shown, least those written to teach other words.
"""

STRANGERS, SAY_OF_STRANGERS = 6, 0.06
"""Beside its own newcomers each P0 is learned with so many of other P0, which are unrelated to it.

The second is how much each of them counts: little, for most are far from the P0 and are never compared
with it in a palace, and where they count much, breaches told in other words are taken for unrelated.
"""

SHOWN = (0.2, 0.25, 0.3, 0.33, 0.35, 0.4, 0.5, 0.6)

Floats = NDArray[np.float64]


def read_rows() -> list[dict[str, str]]:
    found: dict[tuple[str, str], dict[str, str]] = {}
    for name in FILES:
        for line in (ROOT / "tests" / "cases" / name).read_text("utf-8").splitlines():
            if line.strip():
                row = {**json.loads(line), "file": name}
                found.setdefault((row["p0"], row["new"]), row)
    return list(found.values())


def strangers_to(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return pairs of a P0 and a newcomer of another P0, the same every time."""
    draw = np.random.default_rng(11)
    found = []
    for p0 in dict.fromkeys(row["p0"] for row in rows):
        others = [row["new"] for row in rows if row["p0"] != p0]
        for place in draw.choice(len(others), STRANGERS, replace=False):
            found.append({"p0": p0, "new": others[place], "label": "unrelated"})
    return found


def numbers_of(rows: list[dict[str, str]]) -> tuple[list[str], Floats]:
    reader = bootstrap.load_pair_reader(Settings())
    found = []
    for row in rows:
        p0, new = row["p0"], row["new"]
        likeness = reader.likeness(p0, new)
        compared = compare(p0, new, reader.similarity(p0, new), likeness)
        found.append(p0_evidence(p0, new, compared, likeness, reader.manner(new)))
    names = list(found[0])
    return names, np.array([[float(one[name]) for name in names] for one in found])


def keep_samples() -> None:
    """Write the vectors of the samples of manners, as the shipped model makes them."""
    encoder = bootstrap.load_encoder(Settings())
    folder = ROOT / "palace" / "embedding"
    np.save(folder / VECTORS, PairReading(encoder).sample_vectors().astype(np.float16), allow_pickle=False)
    (folder / OF_WHAT).write_text(json.dumps(described(encoder.model_id)) + "\n", "utf-8")


def softmax(sums: Floats) -> Floats:
    parts = np.exp(sums - sums.max(axis=1, keepdims=True))
    shares: Floats = parts / parts.sum(axis=1, keepdims=True)
    return shares


def scaled(numbers: Floats) -> tuple[Floats, Floats]:
    spread = numbers.std(axis=0)
    return numbers.mean(axis=0), np.where(spread < 1e-6, 1.0, spread)


def learned(numbers: Floats, wanted: NDArray[np.int64], says: Floats) -> Floats:
    """Return the weights (numbers + 1, relations) by Adam with full batches; the last row is the bias."""
    inputs = np.c_[numbers, np.ones(len(numbers))]
    targets = np.eye(len(RELATIONS))[wanted]
    weights = np.zeros((inputs.shape[1], len(RELATIONS)))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = inputs.T @ ((softmax(inputs @ weights) - targets) * says[:, None])
        slope[:-1] += PENALTY * weights[:-1]
        slope /= says.sum()
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        pace = 0.05 if step < 0.7 * STEPS else 0.01
        weights -= pace * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return weights


def cross_validated(
    numbers: Floats, wanted: NDArray[np.int64], groups: NDArray[np.int64], says: Floats
) -> Floats:
    """Return the probabilities of each newcomer by weights learned without any newcomer of its P0."""
    folds = np.random.default_rng(7).integers(0, FOLDS, int(groups.max()) + 1)[groups]
    chances = np.zeros((len(wanted), len(RELATIONS)))
    for fold in range(FOLDS):
        inside, outside = folds == fold, folds != fold
        middle, spread = scaled(numbers[outside])
        weights = learned((numbers[outside] - middle) / spread, wanted[outside], says[outside])
        chances[inside] = softmax(np.c_[(numbers[inside] - middle) / spread, np.ones(inside.sum())] @ weights)
    return chances


def report(name: str, chances: Floats, wanted: NDArray[np.int64]) -> None:
    print(f"{name}: {len(wanted)} newcomers, three-way {(chances.argmax(axis=1) == wanted).mean():.3f}")
    for least in SHOWN:
        told = chances[:, 0] >= least
        both = int((told & (wanted == 0)).sum())
        recall, precision = both / max(1, int((wanted == 0).sum())), both / max(1, int(told.sum()))
        print(f"  from {least:.2f}: contradiction recall {recall:.3f} precision {precision:.3f}")


def written(names: list[str], middle: Floats, spread: Floats, weights: Floats) -> str:
    lines = [
        "# Made by scripts/train_p0.py: per number its middle, spread, and what it adds to each relation.",
        "relations = [" + ", ".join(f'"{relation}"' for relation in RELATIONS) + "]",
        f"least_conflict = {LEAST_CONFLICT}",
        "bias = [" + ", ".join(f"{value:.4f}" for value in weights[-1]) + "]",
        "",
        "[numbers]",
    ]
    for place, name in enumerate(names):
        row = (middle[place], spread[place], *weights[place])
        lines.append(f"{name} = [" + ", ".join(f"{value:.4f}" for value in row) + "]")
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    asked = parser.parse_args()
    own = read_rows()
    rows = [*own, *strangers_to(own)]
    is_own = np.arange(len(rows)) < len(own)
    says = np.array(
        [SAY_OF_FILES.get(row["file"], 1.0) for row in own] + [SAY_OF_STRANGERS] * (~is_own).sum()
    )
    names, numbers = numbers_of(rows)
    wanted = np.array([LABELS.index(row["label"]) for row in rows])
    places = {p0: place for place, p0 in enumerate(dict.fromkeys(row["p0"] for row in own))}
    chances = cross_validated(numbers, wanted, np.array([places[row["p0"]] for row in rows]), says)
    report("cross-validated", chances[is_own], wanted[is_own])
    for least in SHOWN:
        print(f"  from {least:.2f}: {(chances[~is_own, 0] >= least).mean():.3f} of strangers told")
    if asked.wrong:
        for row, chance, label in zip(own, chances, wanted, strict=False):
            if (chance[0] >= LEAST_CONFLICT) != (label == 0):
                print(f"  {row['label']} {chance[0]:.2f} | {row['p0']} | {row['new']}")
    middle, spread = scaled(numbers)
    weights = learned((numbers - middle) / spread, wanted, says)
    found = softmax(np.c_[(numbers - middle) / spread, np.ones(len(numbers))] @ weights)
    report("on what was learned", found[is_own], wanted[is_own])
    if not (asked.check or asked.wrong):
        keep_samples()
        TARGET.write_text(written(names, middle, spread, weights), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
