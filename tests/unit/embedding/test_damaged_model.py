"""A damaged model folder is one error that names the file; the libraries say nothing on their own."""

import hashlib
import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palace.config.paths import bundled
from palace.domain.errors import PalaceError
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.errors import ModelDamaged, ModelMissing
from palace.embedding.model_folder import FEWEST_TOKENS, read_model_folder

SHIPPED = bundled("models/multilingual-e5-small")
FILES = ("model.onnx", "tokenizer.json", "geometry.f32")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy whose files but the description are links, to be replaced by damaged ones."""
    copy = tmp_path / "model"
    copy.mkdir()
    for file in SHIPPED.iterdir():
        if file.name != "model.toml":
            (copy / file.name).symlink_to(file)
    shutil.copy(SHIPPED / "model.toml", copy / "model.toml")
    return copy


def put(file: Path, data: bytes) -> None:
    file.unlink()
    file.write_bytes(data)


def vouch_for(file: Path) -> None:
    """Make the description name the checksum that the file has now."""
    description = file.parent / "model.toml"
    shipped = hashlib.sha256((SHIPPED / file.name).read_bytes()).hexdigest()
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    description.write_text(description.read_text("utf-8").replace(shipped, found), "utf-8")


def refused(folder: Path, capfd: pytest.CaptureFixture[str]) -> PalaceError:
    """Return the error that loading ends with; nothing but it may be said."""
    with pytest.raises((ModelMissing, ModelDamaged)) as caught:
        OnnxEncoder.load(folder)
    assert capfd.readouterr() == ("", "")
    assert caught.value.next_step
    return caught.value


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kept", [0, 0.5, 0.999], ids=["empty", "half", "nearly whole"])
def test_a_truncated_file_is_named(folder: Path, name: str, kept: float, capfd: pytest.CaptureFixture[str]):
    data = (SHIPPED / name).read_bytes()
    put(folder / name, data[: int(len(data) * kept)])
    error = refused(folder, capfd)
    assert isinstance(error, ModelDamaged)
    assert str(folder / name) in error.message


@pytest.mark.parametrize("name", FILES)
def test_a_file_with_one_other_byte_is_named(folder: Path, name: str, capfd: pytest.CaptureFixture[str]):
    data = bytearray((SHIPPED / name).read_bytes())
    data[len(data) // 2] ^= 0x40
    put(folder / name, bytes(data))
    error = refused(folder, capfd)
    assert isinstance(error, ModelDamaged)
    assert str(folder / name) in error.message


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("content", [b"", b"{}", b"\x08\x07\x12\x00", b"\x00" * 6144, b"\xff" * 100])
def test_a_file_that_is_vouched_for_but_of_no_use_names_the_folder(
    folder: Path, name: str, content: bytes, capfd: pytest.CaptureFixture[str]
):
    if name == "geometry.f32" and len(content) == 6144:
        pytest.skip("four vectors of nothing are a geometry that changes nothing")
    put(folder / name, content)
    vouch_for(folder / name)
    error = refused(folder, capfd)
    assert isinstance(error, ModelDamaged)
    assert str(folder) in error.message


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_or_a_folder_in_its_place_is_named(
    folder: Path, name: str, capfd: pytest.CaptureFixture[str]
):
    (folder / name).unlink()
    missing = refused(folder, capfd)
    (folder / name).mkdir()
    in_its_place = refused(folder, capfd)
    for error in (missing, in_its_place):
        assert isinstance(error, ModelMissing)
        assert str(folder / name) in error.message


@pytest.mark.parametrize("place", ["nowhere", "a-file"])
def test_a_folder_that_is_none_is_named(tmp_path: Path, place: str, capfd: pytest.CaptureFixture[str]):
    (tmp_path / "a-file").write_text("not a folder", "utf-8")
    error = refused(tmp_path / place, capfd)
    assert isinstance(error, ModelMissing)
    assert str(tmp_path / place) in error.message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("maximum_tokens = 512", f"maximum_tokens = {FEWEST_TOKENS - 1}"),
        ("maximum_tokens = 512", "maximum_tokens = -512"),
        ("scale = 400.0", "scale = inf"),
        ("scale = 400.0", "scale = nan"),
        ("dimension = 384", "dimension = 768"),
        ("[checksums]", '[checksums]\n"more.bin" = 3\n[other]'),
        ('"model.onnx" = "', '"model.onnx" = "00'),
    ],
)
def test_a_description_that_cannot_be_true_is_refused(
    folder: Path, old: str, new: str, capfd: pytest.CaptureFixture[str]
):
    description = folder / "model.toml"
    assert old in description.read_text("utf-8")
    description.write_text(description.read_text("utf-8").replace(old, new), "utf-8")
    assert str(folder) in refused(folder, capfd).message


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(
        st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))
    )
)
def test_nonsense_for_a_description_is_refused(folder: Path, content: bytes):
    put(folder / "model.toml", content)
    with pytest.raises(ModelDamaged) as caught:
        read_model_folder(folder)
    assert str(folder / "model.toml") in caught.value.message


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_description_with_a_line_lost_or_twice_is_refused_or_usable(folder: Path, data: st.DataObject):
    lines = (SHIPPED / "model.toml").read_text("utf-8").splitlines(keepends=True)
    place = data.draw(st.integers(0, len(lines) - 1))
    changed = data.draw(st.sampled_from([[], [lines[place]] * 2, [lines[place][: len(lines[place]) // 2]]]))
    put(folder / "model.toml", "".join([*lines[:place], *changed, *lines[place + 1 :]]).encode())
    with suppress(ModelDamaged, ModelMissing):
        read = read_model_folder(folder)
        assert read.dimension > 0
        assert read.model_id


def test_a_network_that_fails_on_a_text_is_a_damaged_model(folder: Path, capfd: pytest.CaptureFixture[str]):
    description = folder / "model.toml"
    promise = description.read_text("utf-8").replace("maximum_tokens = 512", "maximum_tokens = 4096")
    description.write_text(promise, "utf-8")
    encoder = OnnxEncoder.load(folder)
    assert encoder.embed_passages(["短"])
    with pytest.raises(ModelDamaged) as caught:
        encoder.embed_passages(["每个季度的最后一个星期五交报告。" * 100])
    assert str(folder) in caught.value.message
    assert capfd.readouterr() == ("", "")
