"""The labelled rows from which the reader of two texts together is learned, as the lower layers give them."""

import pickle
import zlib
from pathlib import Path

import numpy as np
from labelled import (
    CASES,
    CORE_FILES,
    MORE,
    NEIGHBOURS,
    PAIR_FILES,
    core_rows,
    key_of,
    labelled_rows,
    rows_of,
    strangers_to,
)
from numpy.typing import NDArray

from palace.embedding.encoder import OnnxEncoder
from palace.embedding.pair_joint import READ_JOINTLY, States
from palace.embedding.pair_network import OUTPUTS
from palace.text.comparison.leanings import CORE_READINGS, PAIR_READINGS

SPLIT, FOLDS = 6, 2

SAY_OF_CASES, RETOLD = 2.5, "p0-retold"
"""How much a row of tests/cases counts, of which those in a file of this name were written to teach words."""

FINISHING_ROWS = MORE / "joint-finish.jsonl"
"""Kinds of pairs that a reader took for conflicts although both sides hold, and conflicts built like them."""

LENGTHS = np.array([20, 26, 32, 40, 52, 72, 2 * READ_JOINTLY])
"""Pairs of about one length are learned together, filled up to one of these."""

Floats = NDArray[np.float32]
Places = NDArray[np.int64]
Filled = tuple[NDArray[np.float16], Floats, Floats]


class Data:
    """All labelled pairs: what the lower layers give of their texts, outputs wanted, folds.

    The first `count` rows are learned; behind them, up to `answered`, are P0 with newcomers of others, only
    to be answered, and last the rows of FINISHING_ROWS.
    """

    def __init__(self, encoder: OnnxEncoder, kept: Path | None) -> None:
        kinds = [(PAIR_FILES, PAIR_READINGS, 0), (CORE_FILES, CORE_READINGS, len(PAIR_READINGS))]
        rows = [
            (a, b, first + readings.index(label), first)
            for files, readings, first in kinds
            for a, b, label in labelled_rows(files)
        ]
        self.count = len(rows)
        own = [row for row in core_rows() if row["file"] != NEIGHBOURS]
        rows += [(row["p0"], row["new"], OUTPUTS - 1, len(PAIR_READINGS)) for row in strangers_to(own)]
        self.answered = len(rows)
        rows += [
            (row["a"], row["b"], PAIR_READINGS.index(row["label"]), 0) for row in rows_of(FINISHING_ROWS)
        ]
        self.keys = [key_of(a, b) for a, b, _, _ in rows]
        self.wanted, self.heads = (np.array([row[place] for row in rows]) for place in (2, 3))
        self.folds = np.array([zlib.crc32(a.encode()) % SPLIT * FOLDS // SPLIT for a, _, _, _ in rows])
        of_cases = rows_of_cases()
        self.says = np.array([SAY_OF_CASES if (a, b) in of_cases else 1.0 for a, b, _, _ in rows], np.float32)
        states = states_of(list(dict.fromkeys(text for row in rows for text in row[:2])), encoder, kept)
        self.sides = [(states[a], states[b]) for a, b, _, _ in rows]
        self.lengths = np.array([len(a) + len(b) for a, b in self.sides])
        self.filled_to = np.searchsorted(LENGTHS, self.lengths)

    def filled(self, some: Places, length: int | None = None) -> Filled:
        """Return states (rows, length, dimension), side (rows, length) and mask of some pairs."""
        length = length or int(LENGTHS[self.filled_to[some].max()])
        states = np.zeros((len(some), length, self.sides[0][0].shape[1]), np.float16)
        side, mask = np.zeros((len(some), length), np.float32), np.zeros((len(some), length), np.float32)
        for row, place in enumerate(some):
            a, b = self.sides[place]
            states[row, : len(a)], states[row, len(a) : len(a) + len(b)] = a, b
            side[row, len(a) :] = 1
            mask[row, : len(a) + len(b)] = 1
        return states, side, mask


def states_of(texts: list[str], encoder: OnnxEncoder, kept: Path | None) -> dict[str, States]:
    """Return what the lower layers give of each text, from the file of an earlier run where there is one."""
    if kept is not None and kept.exists():
        found: dict[str, States] = pickle.loads(kept.read_bytes())
        return found
    made = {text: encoder.passage_states(text, READ_JOINTLY)[2].astype(np.float16) for text in texts}
    if kept is not None:
        kept.write_bytes(pickle.dumps(made))
    return made


def rows_of_cases() -> set[tuple[str, str]]:
    """Return the pairs of texts that count SAY_OF_CASES."""
    files = [file for file in (*PAIR_FILES, *CORE_FILES) if file.parent == CASES and file.stem != RETOLD]
    return {
        (row.get("a") or row["p0"], row.get("b") or row["new"]) for file in files for row in rows_of(file)
    }
