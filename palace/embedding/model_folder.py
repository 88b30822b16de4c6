"""Reads and verifies a model folder: `model.toml`, the ONNX file, the tokenizer and the geometry."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from palace.embedding.calibration import Calibration
from palace.embedding.errors import ModelDamaged, ModelMissing

DESCRIPTION = "model.toml"
NETWORK = "model.onnx"
TOKENIZER = "tokenizer.json"
GEOMETRY = "geometry.f32"
NEXT_STEP = "install Palace again, or name another model folder in config.toml; words are still searched"


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """What a model folder says of itself.

    `symmetric` is for two memories, `question` for a question and a memory; `quantisation` multiplies a unit
    vector to int8; `maximum_tokens` counts the prefix and the marks at both ends.
    """

    path: Path
    model_id: str
    dimension: int
    maximum_tokens: int
    passage_prefix: str
    question_prefix: str
    symmetric: Calibration
    question: Calibration
    quantisation: float


def read_model_folder(path: Path) -> ModelFolder:
    """Return the description of a model folder whose files all have the checksums it names.

    Raises ModelMissing or ModelDamaged naming the file.
    """
    description = path / DESCRIPTION
    if not description.is_file():
        raise ModelMissing("there is no model at {path}", next_step=NEXT_STEP, path=path)
    try:
        data = tomllib.loads(description.read_text("utf-8"))
        folder = _folder_from(path, data)
        checksums = {str(name): str(value) for name, value in data["checksums"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelDamaged(
            "{file} is not a model's description: {cause}", next_step=NEXT_STEP, file=description, cause=error
        ) from None
    _verify(path, checksums)
    return folder


def _folder_from(path: Path, data: Mapping[str, object]) -> ModelFolder:
    prefixes, calibration = _table(data, "prefixes"), _table(data, "calibration")
    folder = ModelFolder(
        path=path,
        model_id=str(data["id"]),
        dimension=int(str(data["dimension"])),
        maximum_tokens=int(str(data["maximum_tokens"])),
        passage_prefix=str(prefixes["passage"]),
        question_prefix=str(prefixes["question"]),
        symmetric=_calibration(calibration["symmetric"]),
        question=_calibration(calibration["question"]),
        quantisation=float(str(_table(data, "quantisation")["scale"])),
    )
    if min(folder.dimension, folder.maximum_tokens, folder.quantisation) <= 0 or not folder.model_id:
        raise ValueError("id, dimension, maximum_tokens and quantisation must say something")
    return folder


def _table(data: Mapping[str, object], name: str) -> Mapping[str, object]:
    table = data[name]
    if not isinstance(table, dict):
        raise TypeError(f"[{name}] is not a table")
    return table


def _calibration(points: object) -> Calibration:
    if not isinstance(points, list):
        raise TypeError("a calibration is a list of points")
    return Calibration.through([(float(cosine), float(similarity)) for cosine, similarity in points])


def _verify(path: Path, checksums: Mapping[str, str]) -> None:
    for name in sorted({NETWORK, TOKENIZER, GEOMETRY} | checksums.keys()):
        file = path / name
        if not file.is_file():
            raise ModelMissing("the model's file {file} is missing", next_step=NEXT_STEP, file=file)
        try:
            with file.open("rb") as opened:
                found = hashlib.file_digest(opened, "sha256").hexdigest()
        except OSError as error:
            raise ModelDamaged(
                "the model at {path} cannot be loaded: {cause}", next_step=NEXT_STEP, path=file, cause=error
            ) from None
        if found != checksums.get(name):
            raise ModelDamaged(
                "the model's file {file} is damaged: its checksum is another",
                next_step=NEXT_STEP,
                file=file,
            )
