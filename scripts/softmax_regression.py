"""Multinomial logistic regression with an L2 penalty, by full-batch Adam in numpy: the same every time."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


def softmax(sums: Floats) -> Floats:
    """Return the rows as shares that add up to 1."""
    parts = np.exp(sums - sums.max(axis=1, keepdims=True))
    shares: Floats = parts / parts.sum(axis=1, keepdims=True)
    return shares


def learned(
    numbers: Floats, wanted: Places, says: Floats, *, outcomes: int, penalty: float, steps: int
) -> Floats:
    """Return the weights (numbers + 1, outcomes); the last row is the bias. `says` weighs the rows."""
    inputs = np.c_[numbers, np.ones(len(numbers))]
    targets = np.eye(outcomes)[wanted]
    weights = np.zeros((inputs.shape[1], outcomes))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        slope = inputs.T @ ((softmax(inputs @ weights) - targets) * says[:, None])
        slope[:-1] += penalty * weights[:-1]
        slope /= says.sum()
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        pace = 0.05 if step < 0.7 * steps else 0.01
        weights -= pace * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return weights


def chances_of(numbers: Floats, middle: Floats, spread: Floats, weights: Floats) -> Floats:
    """Return the probability of each outcome, (rows, outcomes)."""
    return softmax(np.c_[(numbers - middle) / spread, np.ones(len(numbers))] @ weights)


def write_table(
    target: Path,
    *,
    made_by: str,
    relations: Sequence[str],
    least_conflict: float,
    rows: Mapping[str, Sequence[float]],
    bias: Sequence[float],
) -> None:
    """Write weights as TOML: for each number its middle, its spread and what it adds to each relation."""
    lines = [
        f"# Made by scripts/{made_by}: for each number its middle, its spread, and what it adds",
        "# to each relation.",
        "relations = [" + ", ".join(f'"{relation}"' for relation in relations) + "]",
        f"least_conflict = {least_conflict}",
        "bias = [" + ", ".join(f"{value:.4f}" for value in bias) + "]",
        "",
        "[numbers]",
    ]
    for name, row in rows.items():
        shown = ", ".join(f"{value:.4f}" if abs(value) >= 1e-4 else f"{value:.1e}" for value in row)
        lines.append(f"{name} = [{shown}]")
    target.write_text("\n".join(lines) + "\n", "utf-8")
