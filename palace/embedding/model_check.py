"""Whether a loaded model gives what it says: vectors of its dimension, from the network and its helpers."""

import numpy as np

from palace.domain.errors import PalaceError
from palace.embedding.close_reading import read_sight
from palace.embedding.encoder import OnnxEncoder, TextEmbedding
from palace.embedding.errors import ModelDamaged
from palace.embedding.model_folder import NEXT_STEP
from palace.embedding.pair_joint import read_joint_reader
from palace.embedding.pair_network import read_pair_network

PROBE = "palace 宫殿 42"


def check_model(encoder: OnnxEncoder) -> None:
    """Read a few words with a loaded model; raises ModelDamaged saying what does not fit.

    Checksums tell that the files are those that were described, not that the description fits them.
    """
    try:
        wrong = _wrong_shape(encoder)
    except PalaceError:
        raise
    except Exception as error:
        # The libraries raise bare exceptions of many kinds; each means that this model cannot be used.
        wrong = str(error) or type(error).__name__
    if wrong:
        raise ModelDamaged(
            "the model at {path} cannot be loaded: {cause}",
            next_step=NEXT_STEP,
            path=encoder.folder.path,
            cause=wrong,
        )
    read_pair_network(encoder.folder)
    if joint := read_joint_reader(encoder.folder):
        joint.check()
    read_sight(encoder.folder)


def _wrong_shape(encoder: OnnxEncoder) -> str:
    """Return which part gives another shape than the folder says; empty where all fit."""
    wanted = encoder.dimension
    for name, embedded in (
        ("passage", encoder.embed_passages([PROBE])[0]),
        ("question", encoder.embed_questions([PROBE])[0]),
    ):
        if cause := _wrong_vector(embedded, wanted):
            return f"{name}: {cause}"
    places, pieces = encoder.passage_pieces(PROBE)
    if pieces.shape != (len(places), wanted) or not len(places):
        return f"pieces: {pieces.shape}, not ({len(places)}, {wanted})"
    return ""


def _wrong_vector(embedded: TextEmbedding, wanted: int) -> str:
    if len(embedded.vector) != 4 * wanted or len(embedded.scan) != wanted:
        return f"{len(embedded.vector) // 4} + {len(embedded.scan)} numbers, not {wanted}"
    numbers = np.frombuffer(embedded.vector, "<f4")
    return "" if np.isfinite(numbers).all() and numbers.any() else "no numbers"
