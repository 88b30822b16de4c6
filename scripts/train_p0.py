"""Learns the weights by which newcomers are judged beside a P0: palace/text/comparison/p0_weights.toml.

    python scripts/train_p0.py            learn on the labelled newcomers of tests/cases
    python scripts/train_p0.py --check    only print cross-validated figures
    python scripts/train_p0.py --wrong    print what is judged wrongly by weights learned without it

A multinomial logistic regression with an L2 penalty over the numbers of palace.text.comparison.p0_evidence.
In cross-validation all newcomers of one P0 are left out together. scripts/train_pair_network.py and
scripts/train_joint_reader.py come first: what their networks lean to are numbers here.
"""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from labelled import NEIGHBOURS, core_rows, key_of, strangers_to, unseen_joint_leanings, unseen_leanings
from softmax_regression import Floats, Places, chances_of, learned, write_table

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.conflict import Relation
from palace.embedding.manner_vectors import OF_WHAT, VECTORS, described
from palace.embedding.pair_reading import PairReading
from palace.services.comparing import PairReader
from palace.text.comparison.judging import compare
from palace.text.comparison.leanings import TOLD
from palace.text.comparison.p0_evidence import p0_evidence

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "palace" / "text" / "comparison" / "p0_weights.toml"
RELATIONS = (Relation.CONFLICT, Relation.COMPATIBLE, Relation.UNRELATED)
LABELS = ("contradicts", "consistent", "unrelated")

PENALTY = 100.0
STEPS = 300
FOLDS = 10
LEAST_CONFLICT = 0.35
"""From this probability on a contradiction is told: a missed one lets the P0 rot."""

SAY_OF_FILES = {"p0.jsonl": 3.0, "p0-retold.jsonl": 0.6, "p0-reported.jsonl": 0.3, NEIGHBOURS: 0.5}
"""How much a newcomer of a file counts; 1 where nothing is said.

Most count those of the set on which the figures are shown, least those written to teach other words. A
neighbour of a P0 in a palace counts much: nearly all that is compared there is of this sort.
"""

SAY_OF_STRANGERS = 0.1
"""How much each newcomer of another P0 counts: little, for most are far from the P0 and are never compared
with it in a palace, and where they count much, breaches told in other words are taken for unrelated.
"""

SHOWN = (0.2, 0.25, 0.3, 0.33, 0.35, 0.4, 0.5, 0.6)


def numbers_of(rows: list[dict[str, str]], reader: PairReader) -> tuple[list[str], Floats]:
    unseen, of_both, found = unseen_leanings(), unseen_joint_leanings(), []
    for row in rows:
        p0, new = row["p0"], row["new"]
        likeness = reader.likeness(p0, new)
        key = key_of(p0, new)
        leanings = unseen.get(key) or (*likeness.leanings[:TOLD], *of_both[key])
        likeness = replace(likeness, leanings=leanings)
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


WIDER = {"like_": 4.0, "leans_": 0.5, "joint_leans_": 0.5}
"""By how the names of numbers begin: so many times their spread, by which the penalty grows as its square.

A hundred likenesses of samples together learn their sets by heart; what the network leans to has been
learned without the rows it speaks of.
"""


def scaled(numbers: Floats, names: list[str]) -> tuple[Floats, Floats]:
    """Return the middle and the spread of each number; a wider spread is a stronger penalty."""
    spread = numbers.std(axis=0)
    wider = [next((by for begin, by in WIDER.items() if name.startswith(begin)), 1.0) for name in names]
    return numbers.mean(axis=0), np.where(spread < 1e-6, 1.0, spread) * np.array(wider)


def weights_of(scaled_numbers: Floats, wanted: Places, says: Floats) -> Floats:
    return learned(scaled_numbers, wanted, says, outcomes=len(RELATIONS), penalty=PENALTY, steps=STEPS)


def cross_validated(
    names: list[str], numbers: Floats, wanted: Places, groups: Places, says: Floats
) -> Floats:
    """Return the probabilities of each newcomer by weights learned without any newcomer of its P0."""
    folds = np.random.default_rng(7).integers(0, FOLDS, int(groups.max()) + 1)[groups]
    chances = np.zeros((len(wanted), len(RELATIONS)))
    for fold in range(FOLDS):
        inside, outside = folds == fold, folds != fold
        middle, spread = scaled(numbers[outside], names)
        weights = weights_of((numbers[outside] - middle) / spread, wanted[outside], says[outside])
        chances[inside] = chances_of(numbers[inside], middle, spread, weights)
    return chances


def report(name: str, chances: Floats, wanted: Places) -> None:
    print(f"{name}: {len(wanted)} newcomers, three-way {(chances.argmax(axis=1) == wanted).mean():.3f}")
    for least in SHOWN:
        told = chances[:, 0] >= least
        both = int((told & (wanted == 0)).sum())
        recall, precision = both / max(1, int((wanted == 0).sum())), both / max(1, int(told.sum()))
        print(f"  from {least:.2f}: contradiction recall {recall:.3f} precision {precision:.3f}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    asked = parser.parse_args()
    read = core_rows()
    own, near = ([row for row in read if (row["file"] == NEIGHBOURS) is apart] for apart in (False, True))
    reader = bootstrap.load_pair_reader(Settings())
    strangers = strangers_to(own)
    rows = [*own, *strangers, *near]
    is_own = np.arange(len(rows)) < len(own)
    says = np.array(
        [SAY_OF_FILES.get(row["file"], 1.0) for row in own]
        + [SAY_OF_STRANGERS] * len(strangers)
        + [SAY_OF_FILES[NEIGHBOURS]] * len(near)
    )
    names, numbers = numbers_of(rows, reader)
    wanted = np.array([LABELS.index(row["label"]) for row in rows])
    places = {p0: place for place, p0 in enumerate(dict.fromkeys(row["p0"] for row in rows))}
    chances = cross_validated(names, numbers, wanted, np.array([places[row["p0"]] for row in rows]), says)
    report("cross-validated", chances[is_own], wanted[is_own])
    for least in SHOWN:
        print(f"  from {least:.2f}: {(chances[~is_own, 0] >= least).mean():.3f} of all others told")
    if asked.wrong:
        for row, chance, label in zip(own, chances, wanted, strict=False):
            if (chance[0] >= LEAST_CONFLICT) != (label == 0):
                print(f"  {row['label']} {chance[0]:.2f} | {row['p0']} | {row['new']}")
    middle, spread = scaled(numbers, names)
    weights = weights_of((numbers - middle) / spread, wanted, says)
    found = chances_of(numbers, middle, spread, weights)
    report("on what was learned", found[is_own], wanted[is_own])
    if not (asked.check or asked.wrong):
        keep_samples()
        write_table(
            TARGET,
            made_by="train_p0.py",
            relations=RELATIONS,
            least_conflict=LEAST_CONFLICT,
            rows={name: (middle[place], spread[place], *weights[place]) for place, name in enumerate(names)},
            bias=weights[-1],
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
