"""A model is loaded beside other work: nothing unverified is opened, and what is wrong is told when asked."""

import shutil
from pathlib import Path

import pytest

from palace import bootstrap
from palace.config.paths import bundled
from palace.config.settings import Settings
from palace.embedding import encoder as encoders
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.errors import ModelDamaged, ModelMissing
from palace.embedding.loading import Loading

SHIPPED = bundled("models/multilingual-e5-small")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "model"
    copy.mkdir()
    for file in SHIPPED.iterdir():
        (copy / file.name).symlink_to(file)
    (copy / "model.toml").unlink()
    shutil.copy(SHIPPED / "model.toml", copy / "model.toml")
    return copy


def damage(folder: Path) -> None:
    (folder / "geometry.f32").unlink()
    (folder / "geometry.f32").write_bytes(b"damaged")


def test_it_gives_the_model_that_loading_at_once_gives(folder: Path, encoder: OnnxEncoder):
    assert Loading(folder).encoder().embed_questions(["作息"]) == encoder.embed_questions(["作息"])


def test_no_network_is_opened_whose_folder_is_damaged(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(_: object) -> None:
        raise AssertionError("an unverified network was opened")

    monkeypatch.setattr(encoders, "open_network", refuse)
    damage(folder)
    loading = Loading(folder)
    with pytest.raises(ModelDamaged) as caught:
        loading.encoder()
    assert "geometry.f32" in caught.value.message


def test_a_folder_that_is_none_is_told_at_once(tmp_path: Path):
    with pytest.raises(ModelMissing):
        Loading(tmp_path / "nowhere")


def test_what_is_expected_fails_only_when_it_is_needed(folder: Path, tmp_path: Path):
    for wrong in (folder, tmp_path / "nowhere"):
        settings = Settings(model=str(wrong))
        damage(folder)
        bootstrap.expect_encoder(settings)
        with pytest.raises((ModelDamaged, ModelMissing)):
            bootstrap.load_encoder(settings)


def test_a_folder_that_was_repaired_is_loaded_after_all(folder: Path):
    settings = Settings(model=str(folder))
    damage(folder)
    with pytest.raises(ModelDamaged):
        bootstrap.load_encoder(settings)
    shutil.copy(SHIPPED / "geometry.f32", folder / "geometry.f32")
    assert bootstrap.load_encoder(settings).dimension == 384


def test_a_process_loads_a_model_once(folder: Path):
    settings = Settings(model=str(folder))
    bootstrap.expect_encoder(settings)
    assert bootstrap.load_encoder(settings) is bootstrap.load_encoder(settings)
