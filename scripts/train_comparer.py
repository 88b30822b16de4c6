"""Learns the weights of the comparer and writes palace/text/comparison/weights.toml.

    python scripts/train_comparer.py            learn on the labelled pairs of tests/cases
    python scripts/train_comparer.py --check    only print cross-validated figures

A multinomial logistic regression with an L2 penalty over the numbers that palace.text.comparison gathers, by
full-batch gradient descent in numpy: small, the same every time, and readable number by number.
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
from palace.services.comparing import PairReader
from palace.text.comparison.judging import gathered

ROOT = Path(__file__).parent.parent
FILES = (
    *("pairs.jsonl", "pairs-own.jsonl", "pairs-more.jsonl"),
    *("pairs-fresh.jsonl", "pairs-hard.jsonl", "pairs-matters.jsonl"),
)
FRESH = frozenset({"pairs-more.jsonl", "pairs-fresh.jsonl", "pairs-hard.jsonl", "pairs-matters.jsonl"})
"""Sets that the dictionaries were not made with: they show what a text of other matter looks like."""

SAY_OF_FRESH = 2.0
"""How much more a pair of a fresh set counts in learning."""
TARGET = ROOT / "palace" / "text" / "comparison" / "weights.toml"
RELATIONS = tuple(Relation)
LEFT_OUT = frozenset({"a_cover", "b_cover"})
"""Numbers that are not the same when the two texts change places."""

PENALTY = 50.0
STEPS = 800
FOLDS = 10
LEAST_CONFLICT = 0.4
"""From this probability on a conflict is told: a missed one costs more than a look."""

Floats = NDArray[np.float64]


def rows_of(name: str) -> list[dict[str, str]]:
    lines = (ROOT / "tests" / "cases" / name).read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def numbers_of(rows: list[dict[str, str]], reader: PairReader) -> tuple[list[str], Floats]:
    found = []
    for row in rows:
        a, b = row["a"], row["b"]
        evidence = gathered(a, b, reader.similarity(a, b), reader.likeness(a, b))
        found.append({name: value for name, value in evidence.features.items() if name not in LEFT_OUT})
    names = list(found[0])
    return names, np.array([[float(one[name]) for name in names] for one in found])


def softmax(sums: Floats) -> Floats:
    parts = np.exp(sums - sums.max(axis=1, keepdims=True))
    shares: Floats = parts / parts.sum(axis=1, keepdims=True)
    return shares


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


def scaled(numbers: Floats) -> tuple[Floats, Floats]:
    return numbers.mean(axis=0), numbers.std(axis=0) + 1e-9


def decided(chances: Floats) -> NDArray[np.int64]:
    conflict = RELATIONS.index(Relation.CONFLICT)
    others = chances.copy()
    others[:, conflict] = 0
    found: NDArray[np.int64] = np.where(
        chances[:, conflict] >= LEAST_CONFLICT, conflict, others.argmax(axis=1)
    )
    return found


def cross_validated(numbers: Floats, wanted: NDArray[np.int64], says: Floats) -> Floats:
    """Return the probabilities of each pair by weights learned without its fold."""
    folds = np.random.default_rng(7).integers(0, FOLDS, len(wanted))
    chances = np.zeros((len(wanted), len(RELATIONS)))
    for fold in range(FOLDS):
        inside, outside = folds == fold, folds != fold
        middle, spread = scaled(numbers[outside])
        weights = learned((numbers[outside] - middle) / spread, wanted[outside], says[outside])
        chances[inside] = softmax(np.c_[(numbers[inside] - middle) / spread, np.ones(inside.sum())] @ weights)
    return chances


def report(name: str, got: NDArray[np.int64], wanted: NDArray[np.int64]) -> None:
    conflict = RELATIONS.index(Relation.CONFLICT)
    both = int(((got == conflict) & (wanted == conflict)).sum())
    print(
        f"{name}: five-way {(got == wanted).mean():.3f}, conflict recall"
        f" {both / max(1, int((wanted == conflict).sum())):.3f}"
        f" precision {both / max(1, int((got == conflict).sum())):.3f}"
    )


def written(names: list[str], middle: Floats, spread: Floats, weights: Floats) -> str:
    lines = [
        "# Made by scripts/train_comparer.py: for each number its middle, its spread, and what it adds",
        "# to each relation.",
        "relations = [" + ", ".join(f'"{relation}"' for relation in RELATIONS) + "]",
        f"least_conflict = {LEAST_CONFLICT}",
        "bias = [" + ", ".join(f"{value:.4f}" for value in weights[-1]) + "]",
        "",
        "[numbers]",
    ]
    for place, name in enumerate(names):
        row = (middle[place], max(spread[place], 1e-6), *weights[place])
        lines.append(
            f"{name} = ["
            + ", ".join(f"{value:.4f}" if abs(value) >= 1e-4 else f"{value:.1e}" for value in row)
            + "]"
        )
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    reader = bootstrap.load_pair_reader(Settings())
    rows = [row for name in FILES for row in rows_of(name)]
    names, numbers = numbers_of(rows, reader)
    wanted = np.array([RELATIONS.index(Relation(row["label"])) for row in rows])
    says = np.concatenate(
        [np.full(len(rows_of(name)), SAY_OF_FRESH if name in FRESH else 1.0) for name in FILES]
    )
    chances = cross_validated(numbers, wanted, says)
    report("cross-validated, all", decided(chances), wanted)
    for name in FILES:
        inside = np.array([row in rows_of(name) for row in rows])
        report(f"cross-validated, {name}", decided(chances)[inside], wanted[inside])
    middle, spread = scaled(numbers)
    weights = learned((numbers - middle) / spread, wanted, says)
    report(
        "on what was learned",
        decided(softmax(np.c_[(numbers - middle) / spread, np.ones(len(numbers))] @ weights)),
        wanted,
    )
    if not check:
        TARGET.write_text(written(names, middle, spread, weights), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
