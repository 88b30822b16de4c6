"""The upper layers that read two texts together: what they lean to, where they lie, what spoils them."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from palace.embedding.encoder import OnnxEncoder
from palace.embedding.errors import ModelDamaged
from palace.embedding.geometry import vector_of
from palace.embedding.model_check import check_model
from palace.embedding.model_folder import describe_model_folder, read_model_folder
from palace.embedding.pair_joint import FILE, READ_JOINTLY, JointReader, States, read_joint_reader
from palace.embedding.pair_network import OUTPUTS, read_pair_network
from palace.embedding.pair_reading import PairReading
from palace.text.comparison.leanings import CORE_NUMBERS, PAIR_NUMBERS, PAIR_READINGS, pair_leanings

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "models" / "multilingual-e5-small"


@pytest.fixture(scope="module")
def encoder() -> OnnxEncoder:
    return OnnxEncoder.load(SHIPPED)


@pytest.fixture(scope="module")
def joint() -> JointReader:
    found = read_joint_reader(describe_model_folder(SHIPPED))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def reader(encoder: OnnxEncoder) -> PairReading:
    return PairReading(encoder, read_pair_network(encoder.folder))


def drawn(count: int, seed: int) -> States:
    return np.random.default_rng(seed).normal(size=(count, 384)).astype(np.float16)


def test_both_texts_in_each_others_place_lean_exactly_the_same(joint: JointReader):
    a, b = drawn(5, 1), drawn(9, 2)
    assert joint.leanings(a, b) == joint.leanings(b, a)
    assert len(joint.leanings(a, b)) == OUTPUTS


def test_leanings_add_up_to_nothing_in_each_group(joint: JointReader):
    found = joint.leanings(drawn(4, 4), drawn(4, 5))
    assert sum(found[: len(PAIR_READINGS)]) == pytest.approx(0, abs=1e-6)
    assert sum(found[len(PAIR_READINGS) :]) == pytest.approx(0, abs=1e-6)


def test_what_stands_behind_the_beginning_is_not_read(joint: JointReader):
    a, b = drawn(READ_JOINTLY + 30, 6), drawn(7, 7)
    assert joint.leanings(a, b) == joint.leanings(a[:READ_JOINTLY], b)


def test_it_tells_most_conflicts_from_what_says_the_same(reader: PairReading):
    file = ROOT / "tests" / "cases" / "pairs-own.jsonl"
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    leaning: dict[str, list[float]] = {"conflict": [], "duplicate": []}
    for row in rows:
        if row["label"] in leaning:
            found = pair_leanings(reader.likeness(row["a"], row["b"]))
            leaning[row["label"]].append(found["joint_leans_to_conflict"] - found["joint_leans_to_duplicate"])
    middle = np.median(leaning["duplicate"])
    assert np.mean(np.array(leaning["conflict"]) > middle) >= 0.85


def test_its_leanings_stand_behind_those_of_the_network(reader: PairReading):
    found = reader.likeness("The user drinks tea.", "用户喝茶。").leanings
    assert len(found) == len(PAIR_NUMBERS) + len(CORE_NUMBERS) == 2 * OUTPUTS
    assert reader.likeness("用户喝茶。", "The user drinks tea.").leanings[OUTPUTS:] == found[OUTPUTS:]


def test_a_text_without_pieces_leans_nowhere(reader: PairReading):
    assert reader.likeness("🙂🙂", "The user drinks tea.").leanings == (0.0,) * (2 * OUTPUTS)


@pytest.mark.parametrize("text", ["The user drinks tea.", "用户喝茶", " x", "", "词" * 2000])
def test_what_the_network_has_inside_changes_nothing_that_it_gives(encoder: OnnxEncoder, text: str):
    places, vectors = encoder.passage_pieces(text)
    other_places, other_vectors, states = encoder.passage_states(text, READ_JOINTLY)
    assert places == other_places
    assert np.array_equal(vectors, other_vectors)
    assert 2 <= len(states) <= min(READ_JOINTLY, len(places) + 3)
    assert states.shape[1] == encoder.dimension


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


def without_lines(description: Path, said: str) -> None:
    lines = description.read_text("utf-8").splitlines(keepends=True)
    description.write_text("".join(line for line in lines if said not in line), "utf-8")


def test_a_model_without_the_joint_reader_is_used_without(tmp_path: Path, encoder: OnnxEncoder):
    folder = copied(tmp_path)
    (folder / FILE).unlink()
    for said in (FILE, "lower = "):
        without_lines(folder / "model.toml", said)
    assert read_joint_reader(read_model_folder(folder)) is None
    plain = OnnxEncoder.load(folder)
    found = PairReading(plain, read_pair_network(plain.folder)).likeness("tea", "coffee and milk")
    assert len(found.leanings) == OUTPUTS
    texts = ["The user drinks tea.", "用户喝茶"]
    for one, other in zip(plain.embed_passages(texts), encoder.embed_passages(texts), strict=True):
        assert np.array_equal(vector_of(one.vector), vector_of(other.vector))


def test_a_name_that_the_network_does_not_have_inside_is_refused(tmp_path: Path):
    folder = copied(tmp_path)
    description = folder / "model.toml"
    description.write_text(description.read_text("utf-8").replace('lower = "n', 'lower = "no'), "utf-8")
    with pytest.raises(ModelDamaged):
        OnnxEncoder.load(folder)


@pytest.mark.parametrize("kept", [0, 0.5])
def test_a_spoilt_joint_reader_is_named(tmp_path: Path, kept: float, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    from write_checksum import write_checksum

    folder = copied(tmp_path)
    data = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(data[: int(len(data) * kept)])
    with pytest.raises(ModelDamaged, match=FILE):
        read_model_folder(folder)
    write_checksum(folder / FILE)
    loaded = OnnxEncoder.load(folder)
    with pytest.raises(ModelDamaged, match=FILE):
        check_model(loaded)


def test_the_joint_leanings_that_were_kept_are_of_every_labelled_row(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    import labelled

    kept = labelled.unseen_leanings()
    files = (labelled.PAIR_FILES, labelled.CORE_FILES)
    rows = [row for some in files for row in labelled.labelled_rows(some)]
    assert all(len(kept.get(labelled.key_of(a, b), ())) == 2 * OUTPUTS for a, b, _ in rows), (
        "run scripts/train_joint_reader.py, then train_comparer.py and train_p0.py"
    )
