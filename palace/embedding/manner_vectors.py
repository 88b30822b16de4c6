"""The vectors of the samples of manners, kept beside the program for the model that is shipped with it.

To make them takes a second or more; with another model, or after the samples changed, they are made anew.
"""

import hashlib
import json
from importlib.resources import files

import numpy as np

from palace.embedding.geometry import Vectors
from palace.text.comparison.manners import manner_samples

VECTORS, OF_WHAT = "manner_vectors.npy", "manner_vectors.json"


def kept_samples(model_id: str) -> Vectors | None:
    """Return the kept vectors (samples, dimension), or None where they are of others."""
    folder = files("palace.embedding")
    of_what, vectors = folder / OF_WHAT, folder / VECTORS
    if not of_what.is_file() or not vectors.is_file():
        return None
    if json.loads(of_what.read_text("utf-8")) != described(model_id):
        return None
    with vectors.open("rb") as file:
        kept: Vectors = np.load(file, allow_pickle=False).astype(np.float32)
    return kept


def described(model_id: str) -> dict[str, str]:
    """Return of which model and which samples vectors are."""
    written = "\n".join(manner_samples()).encode()
    return {"model": model_id, "samples": hashlib.sha256(written).hexdigest()}
