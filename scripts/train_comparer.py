"""Learns the weights of the comparer and writes them into palace/text/comparison.

    python scripts/train_comparer.py            learn on the labelled pairs
    python scripts/train_comparer.py --check    only print cross-validated figures
    python scripts/train_comparer.py --wrong    print the pairs judged wrongly by weights learned without them

A multinomial logistic regression with an L2 penalty over the numbers that palace.text.comparison gathers, by
full-batch gradient descent in numpy: small, the same every time, and readable number by number. Learned
twice: `weights.toml` with what the network beside the model leans to (scripts/train_pair_network.py comes
first), `weights_of_rules.toml` without.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from labelled import PAIR_FILES, key_of, rows_of, unseen_leanings
from numpy.typing import NDArray

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.conflict import Relation
from palace.services.comparing import PairReader
from palace.text.comparison.combining import TABLE, TABLE_OF_RULES
from palace.text.comparison.judging import gathered
from palace.text.comparison.leanings import PAIR_NUMBERS

COMPARISON = Path(__file__).parent.parent / "palace" / "text" / "comparison"
SAYS = {"pairs.jsonl": 1.0, "pairs-own.jsonl": 1.0, "pairs-chinese.jsonl": 0.5, "pairs-english.jsonl": 0.5}
"""How much a pair of a set counts in learning; SAY where it is not named.

The dictionaries were made with the first two in view, and the last two are harder than life.
"""

SAY = 2.0
RELATIONS = tuple(Relation)
LEFT_OUT = frozenset({"a_cover", "b_cover"})
"""Numbers that are not the same when the two texts change places."""

PENALTY = 50.0
STEPS = 800
FOLDS = 10
LEAST_CONFLICT = 0.4
"""From this probability on a conflict is told: a missed one costs more than a look."""

Floats = NDArray[np.float64]


def numbers_of(rows: list[dict[str, str]], reader: PairReader) -> tuple[list[str], Floats]:
    """Return the names of the numbers and (rows, numbers), with leanings of networks that saw no such row."""
    unseen, found = unseen_leanings(), []
    for row in rows:
        a, b = row["a"], row["b"]
        likeness = replace(reader.likeness(a, b), leanings=unseen[key_of(a, b)])
        evidence = gathered(a, b, reader.similarity(a, b), likeness)
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


def learn(names: list[str], numbers: Floats, wanted: NDArray[np.int64], says: Floats) -> str:
    """Return the table of weights learned on everything."""
    middle, spread = scaled(numbers)
    return written(names, middle, spread, learned((numbers - middle) / spread, wanted, says))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    asked = parser.parse_args()
    reader = bootstrap.load_pair_reader(Settings())
    sets = [(file.name, rows_of(file)) for file in PAIR_FILES]
    rows = [row for _, some in sets for row in some]
    of_set = np.array([name for name, some in sets for _ in some])
    says = np.array([SAYS.get(name, SAY) for name in of_set])
    names, numbers = numbers_of(rows, reader)
    wanted = np.array([RELATIONS.index(Relation(row["label"])) for row in rows])
    rules = np.array([name not in PAIR_NUMBERS for name in names])
    for table, used in ((TABLE_OF_RULES, rules), (TABLE, np.ones(len(names), dtype=bool))):
        got = decided(cross_validated(numbers[:, used], wanted, says))
        report(f"{table}: cross-validated, all", got, wanted)
        for name, _ in sets:
            report(f"{table}: cross-validated, {name}", got[of_set == name], wanted[of_set == name])
        if not (asked.check or asked.wrong):
            of_table = [name for name, use in zip(names, used, strict=True) if use]
            (COMPARISON / table).write_text(learn(of_table, numbers[:, used], wanted, says), "utf-8")
    if asked.wrong:
        for row, name, place, right in zip(rows, of_set, got, wanted, strict=True):
            if place != right:
                print(name, row["label"], "judged", RELATIONS[place], "|", row["a"], "||", row["b"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
