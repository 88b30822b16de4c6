"""Reads two texts side by side with a small network over the vectors of their pieces.

Each piece of a text looks for what answers to it in the other, and what answers is compared with it. It sees
what word lists cannot: that what falls off when it gets wet is not waterproof. It decides nothing; its
leanings are numbers beside others, which the comparer weighs. It is learned by
scripts/train_pair_network.py, fits one model only, and lies in the folder of that model.

The attention is that of Parikh et al., "A Decomposable Attention Model for Natural Language Inference",
2016.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from palace.embedding.errors import ModelDamaged
from palace.embedding.geometry import Vectors
from palace.embedding.model_folder import NEXT_STEP, ModelFolder
from palace.text.comparison.leanings import CORE_READINGS, PAIR_READINGS

FILE = "pair_network.npz"
"""Where a model's folder keeps it; a model without one is used without."""

OUTPUTS = len(PAIR_READINGS) + len(CORE_READINGS)
"""What two memories are to each other, then what a newcomer is to a P0."""

SHAPES = {
    "answer": ("members", "hidden", "outputs"),
    "answer_bias": ("members", "outputs"),
    "compare": ("members", "four widths", "hidden"),
    "compare_bias": ("members", "hidden"),
    "join": ("members", "joined", "hidden"),
    "join_bias": ("members", "hidden"),
    "piece": ("members", "dimension", "width"),
    "sentence": ("members", "dimension", "width"),
    "sharpness": ("members",),
}
"""The arrays of the file. Several members have learned from other beginnings; their answers are averaged."""


@dataclass(frozen=True, slots=True)
class PairNetwork:
    """The arrays of `SHAPES`."""

    arrays: Mapping[str, Vectors]

    @property
    def dimension(self) -> int:
        """The length of the vectors it reads."""
        return int(self.arrays["piece"].shape[1])

    def leanings(self, a: Vectors, b: Vectors, sentences: Vectors) -> tuple[float, ...]:
        """Return (OUTPUTS,) leanings; both texts in each other's place give the same.

        `a` and `b` are (pieces, dimension), `sentences` (2, dimension): comparable vectors of unit length.
        Within each group of readings the leanings add up to 0; a text without pieces leans nowhere.
        """
        if not len(a) or not len(b):
            return (0.0,) * OUTPUTS
        alike = np.stack([np.vecdot(b, piece) for piece in a])
        answers = [
            self._answer(member, a, b, alike, sentences) for member in range(len(self.arrays["sharpness"]))
        ]
        mean = np.stack(answers).astype(np.float64).mean(axis=0)
        middle = len(PAIR_READINGS)
        return (
            *(mean[:middle] - mean[:middle].mean()).tolist(),
            *(mean[middle:] - mean[middle:].mean()).tolist(),
        )

    def _answer(self, member: int, a: Vectors, b: Vectors, alike: Vectors, sentences: Vectors) -> Vectors:
        part = {name: array[member] for name, array in self.arrays.items()}
        sharp = alike * np.exp(part["sharpness"])
        own_a, own_b = a @ part["piece"], b @ part["piece"]
        one, other = sentences @ part["sentence"]
        apart = one - other
        joined = np.concatenate(
            [
                _compared(part, own_a, _shares(sharp) @ own_b)
                + _compared(part, own_b, _shares(sharp.T) @ own_a),
                *(one * other, np.abs(apart), apart**2),
            ]
        )
        hidden = np.maximum(joined @ part["join"] + part["join_bias"], 0)
        answer: Vectors = hidden @ part["answer"] + part["answer_bias"]
        return answer


def _shares(rows: Vectors) -> Vectors:
    """Return how each row divides its attention: softmax row by row."""
    raised = np.exp(rows - rows.max(axis=1, keepdims=True))
    shares: Vectors = raised / raised.sum(axis=1, keepdims=True)
    return shares


def _compared(part: Mapping[str, Vectors], own: Vectors, beside: Vectors) -> Vectors:
    apart = own - beside
    told = np.concatenate([own * beside, np.abs(apart), apart**2, own + beside], axis=1)
    found = np.maximum(told @ part["compare"] + part["compare_bias"], 0)
    return np.concatenate([found.mean(axis=0), found.max(axis=0)])


def read_pair_network(folder: ModelFolder) -> PairNetwork | None:
    """Return the network of a verified model folder, None where it has none; raises ModelDamaged."""
    file = folder.path / FILE
    if FILE not in folder.checksums:
        return None
    try:
        with np.load(file, allow_pickle=False) as read:
            arrays = {name: np.asarray(read[name], np.float32) for name in SHAPES}
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise _damaged(file, error) from None
    if wrong := _wrong_shape(arrays, folder.dimension):
        raise _damaged(file, wrong)
    return PairNetwork(arrays)


def _wrong_shape(arrays: Mapping[str, Vectors], dimension: int) -> str | None:
    """Return what is wrong with the arrays' shapes or numbers; None where they fit each other."""
    sizes = {"dimension": dimension, "outputs": OUTPUTS}
    for name, letters in SHAPES.items():
        array = arrays[name]
        if array.ndim != len(letters) or not np.isfinite(array).all() or not array.size:
            return name
        for letter, size in zip(letters, array.shape, strict=True):
            if sizes.setdefault(letter, size) != size:
                return f"{name}: {letter}"
    if (
        sizes["four widths"] != 4 * sizes["width"]
        or sizes["joined"] != 2 * sizes["hidden"] + 3 * sizes["width"]
    ):
        return "compare, join"
    return None


def _damaged(file: Path, cause: object) -> ModelDamaged:
    return ModelDamaged(
        "the model at {path} cannot be loaded: {cause}", next_step=NEXT_STEP, path=file, cause=cause
    )
