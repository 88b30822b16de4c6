"""Weighs the evidence: a small linear model over named numbers, with its weights in `weights.toml`.

For each relation the weighted numbers are summed and the sums turned into probabilities (softmax). The
weights are learned by scripts/train_comparer.py on the labelled pairs of the project; what each number adds
to each relation can be read from them. Where no network leans anywhere, `weights_of_rules.toml` weighs.
"""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from operator import mul

from palace.domain.conflict import Relation
from palace.text.comparison.leanings import PAIR_NUMBERS

TABLE, TABLE_OF_RULES = "weights.toml", "weights_of_rules.toml"


@dataclass(frozen=True, slots=True)
class Weights:
    """For each number its usual value and spread, and what it adds to each relation, beside the `bias`."""

    middle: Mapping[str, float]
    spread: Mapping[str, float]
    adds: Mapping[str, tuple[float, ...]]
    bias: tuple[float, ...]
    relations: tuple[Relation, ...]
    least_conflict: float
    middles: tuple[float, ...] = field(init=False)
    spreads: tuple[float, ...] = field(init=False)
    columns: tuple[tuple[float, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        """Keep the same side by side: the middle and spread of each of `adds`, and its columns."""
        object.__setattr__(self, "middles", tuple(self.middle[name] for name in self.adds))
        object.__setattr__(self, "spreads", tuple(self.spread[name] for name in self.adds))
        object.__setattr__(self, "columns", tuple(zip(*self.adds.values(), strict=True)))


def weights_for(numbers: Mapping[str, float]) -> Weights:
    """Return the weights by which two texts with these numbers are compared."""
    return weights_in(TABLE if PAIR_NUMBERS[0] in numbers else TABLE_OF_RULES)


@cache
def weights_in(table: str) -> Weights:
    """Return the weights of a table that is shipped with the program."""
    read = tomllib.loads((files("palace.text.comparison") / table).read_text("utf-8"))
    numbers = read["numbers"]
    return Weights(
        middle={name: float(row[0]) for name, row in numbers.items()},
        spread={name: float(row[1]) for name, row in numbers.items()},
        adds={name: tuple(float(value) for value in row[2:]) for name, row in numbers.items()},
        bias=tuple(float(value) for value in read["bias"]),
        relations=tuple(Relation(name) for name in read["relations"]),
        least_conflict=float(read["least_conflict"]),
    )


def probabilities(numbers: Mapping[str, float], by: Weights | None = None) -> dict[Relation, float]:
    """Return how probable each relation is by the numbers of the evidence; they add up to 1."""
    used = by or weights_for(numbers)
    known = numbers.get
    standings = [
        (known(name, 0.0) - middle) / spread
        for name, middle, spread in zip(used.adds, used.middles, used.spreads, strict=True)
    ]
    sums = [
        sum(map(mul, standings, column), bias) for column, bias in zip(used.columns, used.bias, strict=True)
    ]
    highest = max(sums)
    parts = [math.exp(value - highest) for value in sums]
    whole = sum(parts)
    return {relation: part / whole for relation, part in zip(used.relations, parts, strict=True)}


def contributions(
    numbers: Mapping[str, float], relation: Relation, by: Weights | None = None
) -> dict[str, float]:
    """Return what each number adds to a relation beyond what it adds to the others on average."""
    used = by or weights_for(numbers)
    place = used.relations.index(relation)
    found = {}
    for name, adds in used.adds.items():
        standing = (numbers.get(name, 0.0) - used.middle[name]) / used.spread[name]
        found[name] = standing * (adds[place] - sum(adds) / len(adds))
    return found
