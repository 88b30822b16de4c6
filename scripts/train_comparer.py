"""Learns the weights of the comparer and writes them into palace/text/comparison.

    python scripts/train_comparer.py            learn on the labelled pairs
    python scripts/train_comparer.py --check    only print cross-validated figures
    python scripts/train_comparer.py --wrong    print the pairs judged wrongly by weights learned without them

A multinomial logistic regression with an L2 penalty over the numbers that palace.text.comparison gathers, by
full-batch gradient descent in numpy: small, the same every time, and readable number by number. Learned
twice: `weights.toml` with what the networks beside the model lean to (scripts/train_pair_network.py and
train_joint_reader.py come first), `weights_of_rules.toml` without.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from labelled import PAIR_FILES, key_of, rows_of, unseen_leanings
from softmax_regression import Floats, Places, chances_of, learned, write_table

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.conflict import Relation
from palace.services.comparing import PairReader
from palace.text.comparison.combining import TABLE, TABLE_OF_RULES
from palace.text.comparison.judging import gathered
from palace.text.comparison.leanings import PAIR_NUMBERS

COMPARISON = Path(__file__).parent.parent / "palace" / "text" / "comparison"
SAYS = {"pairs-chinese.jsonl": 0.3, "pairs-english.jsonl": 0.3, "pairs-mixed.jsonl": 0.3}
"""How much a pair of a set counts in learning; SAY where it is not named.

The two are ten times the others in number, shorter than what memories hold, and harder.
"""

SAY = 2.0
RELATIONS = tuple(Relation)
LEFT_OUT = frozenset({"a_cover", "b_cover"})
"""Numbers that are not the same when the two texts change places."""

PENALTY = 100.0
SEEN_PENALTY = 16
"""So many times the penalty for numbers of SEEN.

Their tables were written with the labelled pairs in view, which makes them look surer there than they are
elsewhere: on pairs that nobody had seen, the comparer was better where they were trusted less.
"""

SEEN = (
    *("state_", "deed_", "stage_", "pole_", "having_", "used_", "stands_", "topic_", "facet", "parts_"),
    *("exclu", "value_of_one_facet", "difference_of_parts"),
)
"""How the names begin of numbers that are read from tables of states, deeds, stands, facets and parts."""

STEPS = 800
FOLDS = 10
LEAST_CONFLICT, LEAST_BY_RULES = 0.46, 0.52
"""From this probability on a conflict is told, by all numbers and by those of the rules alone.

The first is where four of five conflicts that are told are right, cross-validated on all pairs.
"""


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


def weights_of(scaled_numbers: Floats, wanted: Places, says: Floats) -> Floats:
    return learned(scaled_numbers, wanted, says, outcomes=len(RELATIONS), penalty=PENALTY, steps=STEPS)


def scaled(numbers: Floats, names: list[str]) -> tuple[Floats, Floats]:
    """Return the middle and the spread of each number; a wider spread is a stronger penalty."""
    wider = np.array([SEEN_PENALTY**0.5 if name.startswith(SEEN) else 1.0 for name in names])
    return numbers.mean(axis=0), (numbers.std(axis=0) + 1e-9) * wider


def decided(chances: Floats, least_conflict: float) -> Places:
    conflict = RELATIONS.index(Relation.CONFLICT)
    others = chances.copy()
    others[:, conflict] = 0
    found: Places = np.where(chances[:, conflict] >= least_conflict, conflict, others.argmax(axis=1))
    return found


def cross_validated(names: list[str], numbers: Floats, wanted: Places, says: Floats) -> Floats:
    """Return the probabilities of each pair by weights learned without its fold."""
    folds = np.random.default_rng(7).integers(0, FOLDS, len(wanted))
    chances = np.zeros((len(wanted), len(RELATIONS)))
    for fold in range(FOLDS):
        inside, outside = folds == fold, folds != fold
        middle, spread = scaled(numbers[outside], names)
        weights = weights_of((numbers[outside] - middle) / spread, wanted[outside], says[outside])
        chances[inside] = chances_of(numbers[inside], middle, spread, weights)
    return chances


def report(name: str, got: Places, wanted: Places) -> None:
    conflict = RELATIONS.index(Relation.CONFLICT)
    both = int(((got == conflict) & (wanted == conflict)).sum())
    print(
        f"{name}: five-way {(got == wanted).mean():.3f}, conflict recall"
        f" {both / max(1, int((wanted == conflict).sum())):.3f}"
        f" precision {both / max(1, int((got == conflict).sum())):.3f}"
    )


def learn_table(
    target: Path, names: list[str], numbers: Floats, wanted: Places, says: Floats, least_conflict: float
) -> None:
    """Learn on everything and write the table."""
    middle, spread = scaled(numbers, names)
    weights = weights_of((numbers - middle) / spread, wanted, says)
    rows = {
        name: (middle[place], max(spread[place], 1e-6), *weights[place]) for place, name in enumerate(names)
    }
    write_table(
        target,
        made_by="train_comparer.py",
        relations=RELATIONS,
        least_conflict=least_conflict,
        rows=rows,
        bias=weights[-1],
    )


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
    everything = np.ones(len(names), dtype=bool)
    tables = ((TABLE_OF_RULES, rules, LEAST_BY_RULES), (TABLE, everything, LEAST_CONFLICT))
    for table, used, least in tables:
        of_table = [name for name, use in zip(names, used, strict=True) if use]
        got = decided(cross_validated(of_table, numbers[:, used], wanted, says), least)
        report(f"{table}: cross-validated, all", got, wanted)
        for name, _ in sets:
            report(f"{table}: cross-validated, {name}", got[of_set == name], wanted[of_set == name])
        if not (asked.check or asked.wrong):
            learn_table(COMPARISON / table, of_table, numbers[:, used], wanted, says, least)
    if asked.wrong:
        for row, name, place, right in zip(rows, of_set, got, wanted, strict=True):
            if place != right:
                print(name, row["label"], "judged", RELATIONS[place], "|", row["a"], "||", row["b"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
