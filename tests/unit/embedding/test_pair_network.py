"""The network that reads two texts side by side: what it leans to, where it lies, what it is made of."""

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from palace.embedding.errors import ModelDamaged
from palace.embedding.geometry import Vectors
from palace.embedding.model_folder import describe_model_folder, read_model_folder
from palace.embedding.pair_network import FILE, OUTPUTS, PairNetwork, read_pair_network
from palace.text.comparison.leanings import CORE_READINGS, PAIR_READINGS

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "models" / "multilingual-e5-small"


@pytest.fixture(scope="module")
def network() -> PairNetwork:
    found = read_pair_network(describe_model_folder(SHIPPED))
    assert found is not None
    return found


def drawn(count: int, seed: int) -> Vectors:
    vectors = np.random.default_rng(seed).normal(size=(count, 384)).astype(np.float32)
    unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def test_both_texts_in_each_others_place_lean_the_same(network: PairNetwork):
    a, b, sentences = drawn(5, 1), drawn(9, 2), drawn(2, 3)
    one, other = network.leanings(a, b, sentences), network.leanings(b, a, sentences[::-1])
    assert one == pytest.approx(other, abs=1e-4)
    assert len(one) == OUTPUTS == len(PAIR_READINGS) + len(CORE_READINGS)


def test_leanings_add_up_to_nothing_in_each_group(network: PairNetwork):
    found = network.leanings(drawn(4, 4), drawn(4, 5), drawn(2, 6))
    assert sum(found[: len(PAIR_READINGS)]) == pytest.approx(0, abs=1e-6)
    assert sum(found[len(PAIR_READINGS) :]) == pytest.approx(0, abs=1e-6)


def test_a_text_without_pieces_leans_nowhere(network: PairNetwork):
    assert network.leanings(drawn(0, 1), drawn(3, 2), drawn(2, 3)) == (0.0,) * OUTPUTS


def test_one_text_twice_leans_to_a_duplicate(network: PairNetwork):
    pieces, sentence = drawn(6, 7), drawn(1, 8)
    found = network.leanings(pieces, pieces, np.concatenate([sentence, sentence]))
    assert int(np.argmax(found[: len(PAIR_READINGS)])) == PAIR_READINGS.index("duplicate")


def copied(folder: Path) -> Path:
    """Return a copy of the shipped folder in which the large files are links."""
    target = folder / "model"
    target.mkdir()
    for file in SHIPPED.iterdir():
        if file.name in {FILE, "model.toml"}:
            shutil.copyfile(file, target / file.name)
        else:
            (target / file.name).symlink_to(file)
    return target


def test_a_model_without_the_network_is_used_without(tmp_path: Path):
    folder = copied(tmp_path)
    (folder / FILE).unlink()
    description = folder / "model.toml"
    lines = description.read_text("utf-8").splitlines(keepends=True)
    description.write_text("".join(line for line in lines if FILE not in line), "utf-8")
    assert read_pair_network(read_model_folder(folder)) is None


def shortened(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:1000])


def of_another_dimension(file: Path) -> None:
    with np.load(file) as read:
        arrays = {name: read[name] for name in read.files}
    arrays["piece"] = arrays["piece"][:, :100]
    np.savez(file, **arrays)


def without_an_array(file: Path) -> None:
    with np.load(file) as read:
        np.savez(file, **{name: read[name] for name in read.files if name != "join"})


def not_a_number(file: Path) -> None:
    with np.load(file) as read:
        arrays = {name: read[name] for name in read.files}
    arrays["join_bias"] = np.full_like(arrays["join_bias"], np.nan)
    np.savez(file, **arrays)


@pytest.mark.parametrize("spoil", [shortened, of_another_dimension, without_an_array, not_a_number])
def test_a_spoilt_network_is_named(tmp_path: Path, spoil: Callable[[Path], None]):
    folder = copied(tmp_path)
    spoil(folder / FILE)
    with pytest.raises(ModelDamaged, match=FILE):
        read_pair_network(describe_model_folder(folder))
    with pytest.raises(ModelDamaged, match=FILE):
        read_model_folder(folder)


def test_the_leanings_that_were_kept_are_of_every_labelled_pair(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    import labelled

    kept = labelled.unseen_leanings()
    missing = [
        (a, b) for a, b, _ in labelled.labelled_rows(labelled.PAIR_FILES) if labelled.key_of(a, b) not in kept
    ]
    assert not missing, "run scripts/train_pair_network.py, then train_comparer.py and train_p0.py"
