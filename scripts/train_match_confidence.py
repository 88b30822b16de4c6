"""Learn the weights of palace/domain/match_confidence.py from labelled questions, and print them.

Usage: python scripts/train_match_confidence.py [--check FOLDER …]   (with memories.jsonl and queries.jsonl)

It learns on the palaces of `SETS`, whose questions without an answer are near to what is there: another thing
of the same person, another person's, another year's, another project's. Every question that has answers is
asked twice: its first hit is a match, and the first hit that is no right answer is none. It tells how well
each palace is judged by what was learned on the others, and with --check how well sets are that it never
learns from.
"""

import argparse
import sys
from dataclasses import astuple
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palace.domain.fusion import evidence_of
from palace.domain.match_confidence import Evidence

Floats = NDArray[np.float64]

ROOT = Path(__file__).parents[1]
QUESTIONS, OWN = ROOT / "models" / "questions", ROOT / "tests" / "cases" / "retrieval-own"
SETS: dict[str, tuple[tuple[Path, Path], ...]] = {
    "museum": (
        (OWN / "memories.jsonl", OWN / "queries.jsonl"),
        (OWN / "memories.jsonl", QUESTIONS / "museum" / "queries.jsonl"),
    ),
    "vet": ((QUESTIONS / "vet" / "memories.jsonl", QUESTIONS / "vet" / "queries.jsonl"),),
    "porto": ((QUESTIONS / "porto" / "memories.jsonl", QUESTIONS / "porto" / "queries.jsonl"),),
}
"""The palaces: memories and the questions asked of them."""

COUNTS = {"answered": 1.0, "taken away": 0.4, "unanswerable": 1.5}
CALLED_WEAK = 0.07
"""So many of the questions that have answers may be called weak."""

PENALTY, STEPS = 0.01, 50
HELD_DOWN = {"ahead": 10.0}
"""Values that must not decide alone, and how many times the penalty they bear: in a larger palace more hits
are near each other, so that none stands far ahead."""


Judged = list[tuple[Evidence, str]]
"""What is known of first hits, and which of `COUNTS` each is."""


def hits_of(memories: Path, queries: Path, *, closely: bool) -> Judged:
    """Return what is known of the first hits of each question, and which of `COUNTS` it is."""
    retrieval: Any = import_module("retrieval")
    found: Judged = []
    without = () if closely else ("reading",)
    for each in retrieval.run_of(memories, queries, words_only=False, without=without).asked:
        hits = each.answer.hits
        others = [hit for hit in hits if hit.memory.uid not in each.grades]
        if each.grades and hits:
            found.append((evidence_of(hits[0].ranked), "answered"))
        if others:
            found.append((evidence_of(others[0].ranked), "taken away" if each.grades else "unanswerable"))
    return found


def learned(values: Floats, wanted: Floats, counts: Floats) -> Floats:
    """Return the weights of a logistic function, the constant last, by Newton's method.

    Values are brought to one spread first, so that the penalty meets all of them alike.
    """
    middle, spread = values.mean(axis=0), values.std(axis=0) + 1e-9
    inputs = np.c_[(values - middle) / spread, np.ones(len(values))]
    held = [HELD_DOWN.get(name, 1.0) for name in Evidence.__dataclass_fields__]
    penalty = PENALTY * counts.sum() * np.diag([*held, 0.0])
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (counts * (chances - wanted)) + penalty @ weights
        bend = (inputs * (counts * chances * (1 - chances))[:, None]).T @ inputs + penalty
        weights -= np.linalg.solve(bend, slope)
    plain = weights[:-1] / spread
    return np.array([*plain, weights[-1] - plain @ middle])


def fitted(hits: Judged) -> tuple[Floats, float]:
    """Return the weights that hits teach, the constant last, and from which chance on a hit is a match.

    None is negative, since more evidence must not lower a confidence: values that ask for it are left out.
    """
    values = inputs_of(hits)
    wanted = np.array([float(kind == "answered") for _, kind in hits])
    counts = np.array([COUNTS[kind] for _, kind in hits])
    weights = learned(values, wanted, counts)
    while (weights[:-1] < 0).any():
        values[:, weights[:-1].argmin()] = 0.0
        weights = learned(values, wanted, counts)
    return weights, float(np.quantile(chances_of(weights, hits)[wanted > 0], CALLED_WEAK))


def inputs_of(hits: Judged) -> Floats:
    """Return (hits, values of `Evidence`)."""
    return np.array([[float(value or 0) for value in astuple(evidence)] for evidence, _ in hits])


def chances_of(weights: Floats, hits: Judged) -> Floats:
    """Return the match confidence of hits."""
    chances: Floats = 1 / (1 + np.exp(-inputs_of(hits) @ weights[:-1] - weights[-1]))
    return chances


def told(name: str, weights: Floats, cut: float, hits: Judged) -> str:
    """Return a line on how well hits are judged."""
    area: Any = import_module("ranking_measures").area_under_curve
    chances = chances_of(weights, hits)
    by_kind = {kind: [chances[at] for at, (_, each) in enumerate(hits) if each == kind] for kind in COUNTS}
    areas = [f"AUC {area(by_kind['answered'], by_kind[kind]):.3f} {kind}" for kind in list(COUNTS)[1:]]
    called = [f"{np.mean(np.array(some) >= cut):.2f} of {kind}" for kind, some in by_kind.items() if some]
    return f"{name}: {', '.join(areas)}; called a match: {', '.join(called)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", nargs="*", type=Path, default=[], help="folders of labelled questions")
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT / "bench"))
    names = list(Evidence.__dataclass_fields__)
    for closely in (True, False):
        by_palace = {
            name: [hit for files in asked for hit in hits_of(*files, closely=closely)]
            for name, asked in SETS.items()
        }
        for name, hits in by_palace.items():
            others = [hit for other, some in by_palace.items() if other != name for hit in some]
            print(told(f"{name}, learned on the others", *fitted(others), hits))
        weights, cut = fitted([hit for hits in by_palace.values() for hit in hits])
        for folder in arguments.check:
            files = folder / "memories.jsonl", folder / "queries.jsonl"
            print(told(folder.name, weights, cut, hits_of(*files, closely=closely)))
        worth = ", ".join(f"{name}={weight:.2f}" for name, weight in zip(names, weights, strict=False))
        print(
            f"{'READ' if closely else 'UNREAD'}: constant={weights[-1]:.2f}, {worth}; a match from {cut:.3f}"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
