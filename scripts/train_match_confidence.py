"""Learn the weights of palace/domain/match_confidence.py from labelled questions, and print them.

Usage: python scripts/train_match_confidence.py FOLDER …   (each with memories.jsonl and queries.jsonl)

Every question that has answers is asked twice: its first hit is a match, and the first hit that is no right
answer is none. The first hit of a question without an answer is none either, and counts three times.
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

COUNTS = {"answered": 1.0, "taken away": 0.8, "unanswerable": 3.0}
CALLED_WEAK = 0.09
"""So many of the questions that have answers may be called weak."""

PENALTY, STEPS = 0.01, 50
HELD_DOWN = {"ahead": 10.0}
"""Values that must not decide alone, and how many times the penalty they bear: in a larger palace more hits
are near each other, so that none stands far ahead."""


def hits_of(folder: Path, *, closely: bool) -> list[tuple[Evidence, str]]:
    """Return what is known of the first hits of each question, and which of `COUNTS` it is."""
    retrieval: Any = import_module("retrieval")
    found: list[tuple[Evidence, str]] = []
    without = () if closely else ("reading",)
    files = folder / "memories.jsonl", folder / "queries.jsonl"
    for each in retrieval.run_of(*files, words_only=False, without=without).asked:
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    arguments = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
    names = list(Evidence.__dataclass_fields__)
    for closely in (True, False):
        hits = [hit for folder in arguments.folders for hit in hits_of(folder, closely=closely)]
        values = np.array([[float(value or 0) for value in astuple(evidence)] for evidence, _ in hits])
        wanted = np.array([float(kind == "answered") for _, kind in hits])
        counts = np.array([COUNTS[kind] for _, kind in hits])
        *weights, constant = learned(values, wanted, counts)
        told = ", ".join(f"{name}={weight:.2f}" for name, weight in zip(names, weights, strict=True))
        chances = 1 / (1 + np.exp(-values @ np.array(weights) - constant))
        cut = float(np.quantile(chances[wanted > 0], CALLED_WEAK))
        called = [
            f"{float((chances[[kind == asked for _, kind in hits]] >= cut).mean()):.2f} of {asked}"
            for asked in COUNTS
        ]
        print(f"from {cut:.3f} on a match: {', '.join(called)}")
        print(f"{'READ' if closely else 'UNREAD'}: constant={constant:.2f}, {told}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
