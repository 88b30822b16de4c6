"""`palace doctor` in use: honest exit status, cures that work, a model that lies, and `--fix`."""

import hashlib
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from math import prod
from pathlib import Path
from typing import Any

import pytest

from palace import bootstrap
from palace.config.settings import Settings

Run = Callable[..., Any]
Ask = Callable[[Path, str], list[tuple[Any, ...]]]

MODEL = bootstrap.bundled("models/multilingual-e5-small")


def checks(ended: Any) -> dict[str, dict[str, str]]:
    return {finding["check"]: finding for finding in ended.json["findings"]}


def in_sqlite(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model folder of links to the one that ships, which the settings name."""
    folder = tmp_path / "model"
    folder.mkdir()
    for file in MODEL.iterdir():
        (folder / file.name).symlink_to(file)
    settings = tmp_path / "config" / "palace"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "config.toml").write_text(f'model = "{folder}"\n', encoding="utf-8")
    bootstrap._loading_at.cache_clear()
    bootstrap._encoder_at.cache_clear()
    return folder


def put(folder: Path, name: str, data: bytes, *, described: bool) -> None:
    """Put another file in a model folder; if `described`, its checksum is the one that the folder names."""
    (folder / name).unlink()
    (folder / name).write_bytes(data)
    if described:
        text = (folder / "model.toml").read_text("utf-8")
        (folder / "model.toml").unlink()
        line = rf'("?{re.escape(name)}"? = )"[0-9a-f]{{64}}"'
        digest = hashlib.sha256(data).hexdigest()
        changed, count = re.subn(line, rf'\g<1>"{digest}"', text)
        assert count == 1
        (folder / "model.toml").write_text(changed, "utf-8")


def network_of(sentence: list[int | str], tokens: list[int | str]) -> bytes:
    """A network that gives constants of these declared shapes, whatever it reads."""
    onnx = pytest.importorskip("onnx")
    helper, kind = onnx.helper, onnx.TensorProto
    ones = []
    for name, shape in (("sentence_value", sentence), ("tokens_value", tokens)):
        lengths = [each if isinstance(each, int) else 3 for each in shape]
        ones.append(helper.make_tensor(name, kind.FLOAT, lengths, [0.5] * prod(lengths)))
    nodes = [
        helper.make_node("Constant", [], ["sentence"], value=ones[0]),
        helper.make_node("Constant", [], ["tokens"], value=ones[1]),
    ]
    graph = helper.make_graph(
        nodes,
        "wrong",
        [
            helper.make_tensor_value_info(name, kind.INT64, [1, "n"])
            for name in ("input_ids", "attention_mask")
        ],
        [
            helper.make_tensor_value_info("sentence", kind.FLOAT, sentence),
            helper.make_tensor_value_info("tokens", kind.FLOAT, tokens),
        ],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    made.ir_version = 8
    data: bytes = made.SerializeToString()
    return data


def test_the_model_that_ships_is_well(call: Run, sample: Path, model: Path):
    assert checks(call("doctor", "--json"))["model"]["severity"] == "fine"


def test_a_model_file_with_another_checksum_is_named(call: Run, sample: Path, model: Path):
    put(model, "tokenizer.json", (MODEL / "tokenizer.json").read_bytes() + b" ", described=False)
    found = checks(call("doctor", "--json"))["model"]
    assert found["severity"] == "warning"
    assert "tokenizer.json is damaged: its checksum is another" in found["found"]


@pytest.mark.parametrize(
    ("sentence", "tokens"),
    [
        ([1, 8], [1, "n", 384]),
        ([1, 384], [1, "n", 8]),
        ([1, 384], [1, 1, 384]),
        ([1, 2, 384], [1, "n", 384]),
    ],
)
def test_a_network_of_other_shapes_is_found_though_its_checksum_is_right(
    call: Run, sample: Path, model: Path, sentence: list[int | str], tokens: list[int | str]
):
    put(model, "model.onnx", network_of(sentence, tokens), described=True)
    found = checks(call("doctor", "--json"))["model"]
    assert found["severity"] == "warning", found
    assert str(model) in found["found"]
    assert found["cure"]


@pytest.mark.parametrize("name", ["pair_network.npz", "close_reading.npz", "geometry.f32"])
def test_a_helper_of_the_network_of_another_shape_is_found_though_its_checksum_is_right(
    call: Run, sample: Path, model: Path, name: str
):
    other = "close_reading.npz" if name == "pair_network.npz" else "pair_network.npz"
    put(model, name, (MODEL / other).read_bytes(), described=True)
    found = checks(call("doctor", "--json"))["model"]
    assert found["severity"] == "warning", found
    assert name in found["found"] or str(model) in found["found"]


def test_notes_alone_end_with_status_0_and_damage_with_1(call: Run, sample: Path):
    sample.chmod(0o600)
    ended = call("doctor", "--json")
    severities = {finding["severity"] for finding in ended.json["findings"]}
    assert (ended.status, severities) == (0, {"fine", "notice"})
    in_sqlite(sample, "UPDATE memory SET text = 'behind the back' WHERE id = 9")
    ended = call("doctor", "--json")
    assert ended.status == 1
    assert checks(ended)["hashes"]["found"] == "1 (memory #9)"


def test_fixing_makes_anew_what_can_be_and_touches_no_row(call: Run, sample: Path, ask: Ask):
    sample.chmod(0o644)
    rows = ask(sample, "SELECT * FROM memory ORDER BY id"), ask(sample, "SELECT * FROM decision ORDER BY id")
    in_sqlite(sample, "DELETE FROM memory_text_data WHERE id > 10")
    in_sqlite(sample, "UPDATE embedding SET vector = x'00' WHERE memory_id IN (3, 4)")
    in_sqlite(sample, "UPDATE vector_chunk SET ids = zeroblob(length(ids))")
    assert call("doctor").status == 1
    ended = call("doctor", "--fix", "--json")
    assert ended.json["fixed"] == ["permissions", "word_index", "stored_vectors", "vector_chunks"]
    assert ended.status == 0
    again = ask(sample, "SELECT * FROM memory ORDER BY id"), ask(sample, "SELECT * FROM decision ORDER BY id")
    assert again == rows
    assert call("doctor", "--fix", "--json").json["fixed"] == []
    assert call("doctor").status == 0


def test_without_a_model_the_rest_is_fixed(run: Run, sample: Path):
    in_sqlite(sample, "DELETE FROM memory_text WHERE rowid = 5")
    in_sqlite(sample, "UPDATE embedding SET vector = x'00' WHERE memory_id = 3")
    sample.chmod(0o600)
    ended = run("doctor", "--fix", "--json")
    assert ended.json["fixed"] == ["words"]
    assert checks(ended)["stored_vectors"]["severity"] == "warning"
    assert ended.status == 1


def test_damage_names_the_copies_as_its_cure_and_restoring_one_cures_it(call: Run, sample: Path, ask: Ask):
    sample.chmod(0o600)
    assert call("backup").status == 0
    [(page,)] = ask(sample, "SELECT rootpage FROM sqlite_master WHERE name = 'decision'")
    with sample.open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(b"\xaa" * 4096)
    for words in (("doctor", "--json"), ("doctor", "--fix", "--json")):
        ended = call(*words)
        assert ended.status == 1
        found = checks(ended)
        assert found["integrity"]["severity"] == "fault"
        assert found["integrity"]["cure"] == "palace backup list, palace restore"
        assert found["backups_whole"]["severity"] == "fine"
    [copy] = call("backup", "list", "--check", "--json").json["copies"]
    restored = call("restore", copy["file"], "--json")
    assert restored.status == 0, "the P0 can be read, and none of them changes"
    assert Path(restored.json["before"]).name.startswith("damaged-")
    assert call("doctor").status == 0


def test_a_palace_that_can_only_be_read_is_examined_and_not_fixed(run: Run, sample: Path):
    in_sqlite(sample, "DELETE FROM memory_text WHERE rowid = 5")
    in_sqlite(sample, "PRAGMA user_version = 99")
    assert checks(run("doctor", "--json"))["words"]["severity"] == "warning"
    sample.chmod(0o600)
    ended = run("doctor", "--fix")
    assert ended.status == 4
    assert "can only be read" in ended.err


def test_jobs_that_never_ran_and_logs_that_were_not_read_are_noted(run: Run, palace: Path, tmp_path: Path):
    folder = tmp_path / "workspace" / "memory"
    folder.mkdir(parents=True)
    (folder / "2026-11-20.md").write_text("# log\n\n- decided to use SQLite\n- tea is at four\n", "utf-8")
    with bootstrap.open_palace(palace, Settings()) as opened:
        assert opened.workspace.folder() == ""
    found = checks(run("doctor", "--json"))
    assert "nightly" in found["jobs_never_ran"]["found"]
    assert found["jobs_never_ran"]["cure"] == "palace schedule"
    assert found["bullets"]["severity"] == "fine"
    assert run("workspace", folder.parent).status == 0
    found = checks(run("doctor", "--json"))
    assert found["bullets"]["found"] == "2 (memory/2026-11-20.md)"
    assert run("sync").status == 0
    assert checks(run("doctor", "--json"))["bullets"]["severity"] == "fine"
    shutil.rmtree(folder.parent)
    missing = checks(run("doctor", "--json"))["bullets"]
    assert (missing["severity"], missing["cure"]) == ("warning", "palace workspace FOLDER")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_check_has_its_words(run: Run, sample: Path, language: str):
    ended = run("doctor", "--fix", "--lang", language)
    assert ended.err == ""
    assert len(ended.out.splitlines()) > 25


def test_chinese_findings_name_jobs_and_faults_in_chinese(run: Run, palace: Path, tmp_path: Path):
    (tmp_path / "workspace").mkdir()
    assert run("workspace", tmp_path / "workspace").status == 0
    (tmp_path / "workspace").rmdir()
    told = run("doctor", "--lang", "zh").out
    assert "从没跑过的作业：每日作业, 每周作业, 每月作业, 每夜作业" in told
    assert "nightly" not in told
    [bullets] = [line for line in told.splitlines() if "没读过的日志条目" in line]
    assert "there is no" not in bullets
