"""Prints what the calibration in `model.toml` was chosen by: cosines of pairs whose relation is known.

    python models/calibrate.py                   the pairs of models/sample/calibration.toml
    python models/calibrate.py --pairs FILE      also labelled pairs: lines of {"a", "b", "label"}

It needs Palace itself. Background for the questions is every eighth statement of the sample.
"""

import argparse
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from recipe.sample import FOLDER as SAMPLE
from recipe.sample import make_sample

from palace.embedding.encoder import OnnxEncoder
from palace.embedding.geometry import vectors_of

MODEL = Path(__file__).parent / "multilingual-e5-small"
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
BACKGROUND_STEP = 8

Floats = NDArray[np.float32]


def comparable(encoder: OnnxEncoder, texts: Sequence[str], *, questions: bool = False) -> Floats:
    """Return the comparable vectors (texts, dimension) of memories, or of questions."""
    embed = encoder.embed_questions if questions else encoder.embed_passages
    plane = encoder.geometry.question if questions else encoder.geometry.passage
    return plane.comparable(vectors_of((made.vector for made in embed(texts)), encoder.dimension))


def pair_cosines(encoder: OnnxEncoder, pairs: Sequence[Sequence[str]]) -> Floats:
    """Return the cosine of each pair of memories."""
    left, right = (comparable(encoder, [pair[side] for pair in pairs]) for side in (0, 1))
    found: Floats = np.vecdot(left, right)
    return found


def say(name: str, values: Floats) -> None:
    """Print the quantiles of some cosines."""
    quantiles = "  ".join(f"{value:6.3f}" for value in np.quantile(values, QUANTILES))
    sys.stdout.write(f"{name:34} {len(values):4}  {quantiles}\n")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Print the cosines that the calibration was chosen by.")
    parser.add_argument("--pairs", type=Path, help="labelled pairs, one JSON object a line")
    arguments = parser.parse_args()
    encoder = OnnxEncoder.load(MODEL)
    known = tomllib.loads((SAMPLE / "calibration.toml").read_text("utf-8"))
    heads = "  ".join(f"{quantile:6.0%}" for quantile in QUANTILES)
    sys.stdout.write(f"{'cosines':34} {'n':>4}  {heads}\n")
    for name in ("same", "apart"):
        say(f"two memories, {name}", pair_cosines(encoder, known[name]))
    if arguments.pairs:
        labelled: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for line in arguments.pairs.read_text("utf-8").splitlines():
            pair = json.loads(line)
            labelled[pair["label"]].append((pair["a"], pair["b"]))
        for label, pairs in labelled.items():
            say(f"two memories, {label}", pair_cosines(encoder, pairs))
    sample = make_sample()
    background = [text for texts in sample.statements.values() for text in texts[::BACKGROUND_STEP]]
    memories = comparable(encoder, [memory for memory, _ in known["answered"]] + background)
    answered = comparable(encoder, [question for _, question in known["answered"]], questions=True)
    unanswered = comparable(encoder, known["unanswered"], questions=True)
    say("question, its answer", np.vecdot(answered, memories[: len(answered)]))
    say("question, first hit of answered", (answered @ memories.T).max(axis=1))
    say("question, first hit of unanswered", (unanswered @ memories.T).max(axis=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
