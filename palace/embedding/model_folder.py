"""Reads and verifies a model folder: `model.toml`, the ONNX file, the tokenizer and the geometry."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from palace.embedding.calibration import Calibration
from palace.embedding.errors import ModelDamaged, ModelMissing

DESCRIPTION = "model.toml"
NETWORK = "model.onnx"
TOKENIZER = "tokenizer.json"
GEOMETRY = "geometry.f32"
FEWEST_TOKENS = 32
"""A model that reads less than this at once, prefix and marks included, is of no use for memories."""

READ_AT_ONCE = 4 * 1024 * 1024
"""Bytes. Between two parts a thread waits for its turn, which other work may hold for milliseconds."""

NEXT_STEP = "install Palace again, or name another model folder in config.toml"


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """What a model folder says of itself.

    `symmetric` is for two memories, `question` for a question and a memory; `quantisation` multiplies a unit
    vector to int8; `maximum_tokens` counts the prefix and the marks at both ends; `checksums` are sha256 by
    file name; `lower_states` names what the network has inside that the joint reader reads, empty if nothing.
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
    checksums: Mapping[str, str]
    lower_states: str = ""

    @property
    def files(self) -> tuple[str, ...]:
        """The names of all files of the model but its description, sorted."""
        return tuple(sorted({NETWORK, TOKENIZER, GEOMETRY} | self.checksums.keys()))


def read_model_folder(path: Path) -> ModelFolder:
    """Return the description of a model folder whose files all have the checksums it names.

    Raises ModelMissing or ModelDamaged naming the file.
    """
    folder = describe_model_folder(path)
    verify(folder)
    return folder


def describe_model_folder(path: Path) -> ModelFolder:
    """Return what a model folder says of itself; its files are there, but their checksums are not compared.

    Raises ModelMissing or ModelDamaged naming the file.
    """
    import tomllib

    description = path / DESCRIPTION
    if not description.is_file():
        raise ModelMissing("there is no model at {path}", next_step=NEXT_STEP, path=path)
    try:
        folder = _folder_from(path, tomllib.loads(description.read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelDamaged(
            "{file} is not a model's description: {cause}", next_step=NEXT_STEP, file=description, cause=error
        ) from None
    for name in folder.files:
        if not (path / name).is_file():
            raise ModelMissing("the model's file {file} is missing", next_step=NEXT_STEP, file=path / name)
    return folder


def verify(folder: ModelFolder) -> None:
    """Raise ModelDamaged naming the first file whose checksum is not the one that the folder names."""
    for name in folder.files:
        file = folder.path / name
        try:
            found = _checksum(file)
        except OSError as error:
            raise ModelDamaged(
                "the model at {path} cannot be loaded: {cause}", next_step=NEXT_STEP, path=file, cause=error
            ) from None
        if found != folder.checksums.get(name):
            raise ModelDamaged(
                "the model's file {file} is damaged: its checksum is another",
                next_step=NEXT_STEP,
                file=file,
            )


def _checksum(file: Path) -> str:
    import hashlib

    digest, part = hashlib.sha256(), memoryview(bytearray(READ_AT_ONCE))
    with file.open("rb", buffering=0) as opened:
        while count := opened.readinto(part):
            digest.update(part[:count])
    return digest.hexdigest()


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
        checksums={name: str(value) for name, value in _table(data, "checksums").items()},
        lower_states=str(_table(data, "outputs").get("lower", "")) if "outputs" in data else "",
    )
    if folder.dimension <= 0 or not 0 < folder.quantisation < math.inf or not folder.model_id:
        raise ValueError("id, dimension and quantisation must say something")
    if folder.maximum_tokens < FEWEST_TOKENS:
        raise ValueError(f"maximum_tokens is {folder.maximum_tokens}; a text needs at least {FEWEST_TOKENS}")
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
