"""The labelled pairs and newcomers that the comparer learns from, and what networks leaned to unseen."""

import hashlib
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from palace.text.comparison.leanings import PAIR_READINGS

ROOT = Path(__file__).parent.parent
CASES, MORE = ROOT / "tests" / "cases", ROOT / "models" / "pairs"
LEANINGS, JOINT_LEANINGS = MORE / "leanings.npz", MORE / "joint-leanings.npz"

PAIR_FILES = (*sorted(CASES.glob("pairs*.jsonl")), *sorted(MORE.glob("pairs*.jsonl")))
CORE_FILES = (*sorted(CASES.glob("p0*.jsonl")), *sorted(MORE.glob("p0*.jsonl")))

NEIGHBOURS = "p0-neighbours.jsonl"
"""The newcomers of this file are what stands beside a P0 in a palace, and no breach."""

STRANGERS = 6
"""Beside its own newcomers each P0 is learned with so many of other P0, which are unrelated to it."""


def rows_of(file: Path) -> list[dict[str, str]]:
    """Return the rows of a JSONL file."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def labelled_rows(files: tuple[Path, ...]) -> list[tuple[str, str, str]]:
    """Return (first text, second text, label) of every row, each pair of texts once."""
    found: dict[tuple[str, str], str] = {}
    for file in files:
        for row in rows_of(file):
            found.setdefault((row.get("a") or row["p0"], row.get("b") or row["new"]), row["label"])
    return [(a, b, label) for (a, b), label in found.items()]


def core_rows() -> list[dict[str, str]]:
    """Return every labelled newcomer beside its P0 once, with the name of its `file`."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for file in CORE_FILES:
        for row in rows_of(file):
            found.setdefault((row["p0"], row["new"]), {**row, "file": file.name})
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


def key_of(a: str, b: str) -> str:
    """Return the key under which the leanings of two texts are kept."""
    return hashlib.sha256(f"{a}\0{b}".encode()).hexdigest()[:16]


def unseen_leanings() -> dict[str, tuple[float, ...]]:
    """Return what networks that had not seen the two texts leaned to, by `key_of`."""
    both = unseen_joint_leanings()
    return {key: (*first, *both[key]) for key, first in _kept(LEANINGS).items()}


def unseen_joint_leanings() -> dict[str, tuple[float, ...]]:
    """Return what joint readers that had not seen the first of the two texts leaned to, by `key_of`."""
    return _kept(JOINT_LEANINGS)


def _kept(file: Path) -> dict[str, tuple[float, ...]]:
    with np.load(file, allow_pickle=False) as read:
        keys, answers = read["keys"].tolist(), read["answers"].astype(np.float64)
    middle = len(PAIR_READINGS)
    parts: list[NDArray[np.float64]] = [answers[:, :middle], answers[:, middle:]]
    centred = np.concatenate([part - part.mean(axis=1, keepdims=True) for part in parts], axis=1)
    return {key: tuple(row) for key, row in zip(keys, centred.tolist(), strict=True)}
