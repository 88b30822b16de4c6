"""Reads two texts together: the upper layers of the encoder, learned anew so that each text sees the other.

The lower layers read each text on its own, and what they give is kept; only the last three read both. In them
a piece attends to its own side and to the other one, told apart by a number a head and layer, so that the
answer is the same both ways. It decides nothing: its leanings stand beside those of the pair network. It is
learned by scripts/train_joint_reader.py, fits one model only, and lies in the folder of that model.

That lower layers may read texts apart is from MacAvaney et al., "Efficient Document Re-Ranking for
Transformers by Precomputing Term Representations", 2020.
"""

from pathlib import Path
from threading import Lock

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from palace.embedding.errors import ModelDamaged
from palace.embedding.model_folder import NEXT_STEP, ModelFolder
from palace.embedding.pair_network import OUTPUTS
from palace.text.comparison.leanings import PAIR_READINGS

FILE = "joint_reader.onnx"
"""Where a model's folder keeps it; a model without one is used without."""

STATES, SIDES, LEANINGS = "states", "sides", "leanings"
"""The names of its inputs and its output."""

READ_JOINTLY = 50
"""So many pieces of a text are read together with the other, marks of the model included."""

States = NDArray[np.float16]
"""What the lower layers give of a text as it is kept, (pieces, dimension)."""


class JointReader:
    """The upper layers of one model folder, loaded when first asked. Safe to use from several threads."""

    def __init__(self, folder: ModelFolder) -> None:
        self._folder = folder
        self._session: onnxruntime.InferenceSession | None = None
        self._lock = Lock()

    def check(self) -> None:
        """Load it and read once; raises ModelDamaged."""
        probe = np.zeros((2, self._folder.dimension), np.float16)
        self.leanings(probe, probe)

    def leanings(self, a: States, b: States) -> tuple[float, ...]:
        """Return (OUTPUTS,) leanings of two texts by what the lower layers give of them.

        Within each group of readings they add up to 0. Pairs are read one by one: the inputs are quantised
        over all that is given at once, so that a pair would depend on its neighbours. Raises ModelDamaged.
        """
        first, second = sorted((a[:READ_JOINTLY], b[:READ_JOINTLY]), key=_order)
        sides = np.repeat(np.array([0, 1], np.float32), (len(first), len(second)))
        inputs = {STATES: np.concatenate([first, second])[None].astype(np.float32), SIDES: sides[None]}
        try:
            found = self._opened().run([LEANINGS], inputs)[0][0].astype(np.float64)
            if found.shape != (OUTPUTS,) or not np.isfinite(found).all():
                raise ValueError(f"{LEANINGS}: {found.shape}")
        except Exception as error:
            # The library raises bare exceptions of many kinds; each means that this file cannot be used.
            raise _damaged(self._folder.path / FILE, error) from None
        middle = len(PAIR_READINGS)
        return (
            *(found[:middle] - found[:middle].mean()).tolist(),
            *(found[middle:] - found[middle:].mean()).tolist(),
        )

    def _opened(self) -> onnxruntime.InferenceSession:
        with self._lock:
            if self._session is None:
                options = onnxruntime.SessionOptions()
                options.log_severity_level = 4
                options.intra_op_num_threads = options.inter_op_num_threads = 1
                self._session = onnxruntime.InferenceSession(
                    str(self._folder.path / FILE), options, providers=["CPUExecutionProvider"]
                )
            return self._session


def read_joint_reader(folder: ModelFolder) -> JointReader | None:
    """Return the joint reader of a verified model folder, None where it has none."""
    return JointReader(folder) if FILE in folder.checksums and folder.lower_states else None


def _order(states: States) -> bytes:
    """Return what puts two texts always in the same order, so that rounding is the same both ways."""
    return states.tobytes()


def _damaged(file: Path, cause: object) -> ModelDamaged:
    return ModelDamaged(
        "the model at {path} cannot be loaded: {cause}", next_step=NEXT_STEP, path=file, cause=cause
    )
