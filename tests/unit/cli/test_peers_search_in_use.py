"""What other memory tools get wrong about their model while they are used, done in the shell.

The numbers are the rows of the study of other tools from which each case comes (parts A and B: search).
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.journal import Actor
from palace.embedding.encoder import OnnxEncoder
from palace.services.embedding import BATCH, embed_missing
from palace.services.records import import_records

SHIPPED = bootstrap.bundled("models/multilingual-e5-small")

KITCHEN = (
    "红烧肉先焯水，再用冰糖炒糖色",
    "Bread needs two rises, the second one in the tin",
    "白灼虾水开下锅，两分钟就捞",
    "Salt the aubergines and let them drain before frying",
    "炖牛腩放两颗山楂烂得快",
)

Run = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("palace")


@pytest.fixture
def with_model(call: Run, encoder: OnnxEncoder, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Calls the command line with the model that ships."""
    monkeypatch.setattr(bootstrap, "load_encoder", lambda settings: encoder)
    return call


def keep(run: Run, *texts: str) -> None:
    """Keep texts as memories."""
    for text in texts:
        assert run("add", "--approved", text).status == 0


def hits(run: Run, question: str) -> list[dict[str, Any]]:
    """Return what a program is told to have been found."""
    found: list[dict[str, Any]] = run("search", question, "--json").json["results"]
    return found


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


@pytest.fixture
def model_folder(tmp_path: Path) -> Path:
    """A copy of the model that the configuration names."""
    folder = tmp_path / "model"
    folder.mkdir()
    for file in SHIPPED.iterdir():
        if file.is_file():
            (folder / file.name).symlink_to(file)
    (folder / "model.toml").unlink()
    shutil.copy(SHIPPED / "model.toml", folder / "model.toml")
    settings = tmp_path / "config" / "palace"
    settings.mkdir(parents=True)
    (settings / "config.toml").write_text(f'model = "{folder}"\n', encoding="utf-8")
    return folder


def another(folder: Path, encoder: OnnxEncoder, model_id: str) -> OnnxEncoder:
    """Make a folder that of another model, with the same network, and load it."""
    told = (SHIPPED / "model.toml").read_text("utf-8")
    assert encoder.model_id in told
    (folder / "model.toml").write_text(told.replace(encoder.model_id, model_id), encoding="utf-8")
    return OnnxEncoder.load(folder)


def test_row_7_words_that_are_found_are_a_success_and_what_took_no_part_is_said(run: Run):
    keep(run, "明天下午三点开项目评审会议讨论排期")
    found = run("search", "项目评审")
    assert found.status == 0
    assert "明天下午三点开项目评审会议讨论排期" in found.out
    assert "words only" in found.err
    nothing = run("search", "量子")
    assert nothing.status == 3
    assert nothing.out == ""
    assert "words only" in nothing.err
    assert "nothing" in nothing.err


def test_row_23_the_line_that_is_shown_is_the_one_that_answers(run: Run):
    note = "\n".join(
        "東京カンファレンスの宿は駅の北口にある" if number == 150 else f"{number} 行目には何も書かれていない"
        for number in range(1, 201)
    )
    assert run("add", "--approved", "-", stdin=note).status == 0
    for options, shown in (([], "東京カンファレンス"), (["--explain"], "«東京カンファレンス»")):
        found = run("search", "東京カンファレンス", *options)
        assert shown in found.out.splitlines()[0]
        assert "宿は駅の北口" in found.out.splitlines()[0]
        assert "\n150" not in found.out


def test_row_28_what_is_only_nearest_is_marked_and_the_exit_status_says_so(with_model: Run):
    keep(with_model, *KITCHEN)
    far = with_model("search", "量子色动力学")
    assert far.status == 3
    assert "nothing" in far.err
    shown = [line for line in far.out.splitlines() if "#" in line]
    assert shown
    assert all(line.startswith("~ ") for line in shown)
    near = with_model("search", "虾要煮多久")
    assert near.status == 0
    assert KITCHEN[2] in near.out.splitlines()[0]
    assert not near.out.startswith("~ ")


def test_row_32_a_palace_of_another_model_is_searched_by_words_and_offers_new_vectors(
    call: Run, palace: Path, model_folder: Path, encoder: OnnxEncoder, monkeypatch: pytest.MonkeyPatch
):
    other = another(model_folder, encoder, "another-model")
    monkeypatch.setattr(bootstrap, "load_encoder", lambda settings: other)
    keep(call, *KITCHEN)
    assert hits(call, "how long do shrimps cook")[0]["similarity"] is not None
    monkeypatch.setattr(bootstrap, "load_encoder", lambda settings: encoder)
    assert hits(call, "how long do shrimps cook") == [], "no vector of another model is compared"
    by_words = hits(call, "红烧肉")
    assert [(hit["text"], hit["similarity"]) for hit in by_words] == [(KITCHEN[0], None)]
    told = call("search", "红烧肉")
    assert "0 of 5" in told.err
    assert "another-model" in told.err
    assert "palace reindex" in told.err
    assert call("search", "红烧肉", "--json").json["mode"] == "lexical"
    examined = call("doctor").out
    assert "another-model" in examined
    assert "palace reindex" in examined
    assert call("reindex").status == 0
    assert KITCHEN[2] in [hit["text"] for hit in hits(call, "how long do shrimps cook")[:2]]
    assert "palace reindex" not in call("search", "红烧肉").err


def test_row_33_a_rebuild_that_stops_half_way_keeps_what_it_did_and_goes_on_there(
    with_model: Run, palace: Path, encoder: OnnxEncoder, model_folder: Path
):
    other = another(model_folder, encoder, "another-model")
    texts = [f"note {number} about a shelf" for number in range(BATCH + 8)]
    with closing(bootstrap.open_palace(palace, Settings())) as file:
        around = bootstrap.surroundings(Settings())
        import_records(file, [{"text": text} for text in texts], around, Actor.PERSON)
        embed_missing(file, other, Actor.JOB)
        embed_missing(file, encoder, Actor.JOB, lambda done, total: False)
        assert file.vector_coverage(encoder.model_id) == (BATCH, len(texts))
    found = with_model("search", "note about a shelf", "--limit", "200", "--json").json["results"]
    assert len([hit for hit in found if hit["similarity"] is not None]) == BATCH, "one space only"
    assert f"{BATCH}/{len(texts)}" in with_model("doctor").out
    went_on = with_model("reindex", "--json").json
    assert went_on == {"embedded": len(texts) - BATCH, "with_vector": len(texts), "memories": len(texts)}
    assert with_model("reindex", "--json").json["embedded"] == 0
    found = with_model("search", "note about a shelf", "--limit", "200", "--json").json["results"]
    assert len([hit for hit in found if hit["similarity"] is not None]) == len(texts)


@pytest.mark.parametrize("gone", ["model.onnx", "tokenizer.json", "model.toml"])
def test_row_34_without_its_model_a_palace_says_so_and_writes_no_vectors(
    call: Run, palace: Path, model_folder: Path, gone: str
):
    (model_folder / gone).unlink()
    added = call("add", "--approved", KITCHEN[2])
    assert added.status == 0
    assert rows(palace, "SELECT count(*) FROM embedding") == [(0,)]
    found = call("search", "白灼虾")
    assert found.status == 0
    assert "words only" in found.err
    assert KITCHEN[2] in found.out
    told = call("search", "白灼虾", "--json").json
    assert (told["mode"], told["model"]) == ("lexical", None)
    assert call("search", "how long do shrimps cook").status == 3
    assert call("doctor").status == 1
    assert call("reindex").status == 1
    assert rows(palace, "SELECT count(*) FROM embedding") == [(0,)]


ALONE = """
import os, sqlite3, sys

REFUSED = ("socket.", "sqlite3.enable_load_extension", "sqlite3.load_extension", "urllib.", "http.")

def refuse(event, arguments):
    if event.startswith(REFUSED):
        os.write(1, f"refused: {event}\\n".encode())
        raise PermissionError(event)

sys.addaudithook(refuse)
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.cpu_count = lambda: 64

from palace.cli import main

def run(*words):
    status = main(list(words))
    sys.stdout.flush()
    os.write(1, f"{words[0]} ended {status}\\n".encode())

run("search", "虾")
for text in ("白灼虾水开下锅，两分钟就捞", "Bread needs two rises, the second one in the tin"):
    run("add", "--approved", text)
run("search", "how long do shrimps cook")
run("list")
run("reindex", "--all")
run("doctor")
"""


def test_rows_35_37_and_38_it_works_without_network_or_extensions_on_one_core_of_many_and_in_silence(
    palace: Path, tmp_path: Path
):
    """Whatever a library says would be seen: the streams are those of the process, not those of Python."""
    ended = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert ended.returncode == 0, ended.stderr
    assert "refused" not in ended.stdout
    statuses = [line for line in ended.stdout.splitlines() if " ended " in line]
    assert statuses == [
        *("search ended 3", "add ended 0", "add ended 0", "search ended 0", "list ended 0"),
        *("reindex ended 0", "doctor ended 0"),
    ]
    assert KITCHEN[2] in ended.stdout
    assert ended.stderr.splitlines() == ["nothing close"], "no library wrote anything"


def test_row_36_words_are_answered_without_waiting_for_the_model(run: Run, monkeypatch: pytest.MonkeyPatch):
    """What does not need the model never begins to load it."""
    keep(run, KITCHEN[2])

    def refuse(_: object) -> None:
        raise AssertionError("the model was asked for")

    monkeypatch.setattr(bootstrap, "expect_encoder", refuse)
    monkeypatch.setattr(bootstrap, "load_encoder", refuse)
    assert run("search", "白灼虾", "--words-only").status == 0
    assert run("list").status == 0
    assert run("search", "wing:knowledge").status == 0
    assert run("show", "1").status == 0


def test_row_39_an_old_memory_is_shown_with_its_band(with_model: Run):
    old = "The lease of the garage ends with box number 17"
    keep(with_model, *KITCHEN)
    assert with_model("add", "--approved", old, "--band", "cold", "--priority", "P2").status == 0
    first = with_model("search", "garage box 17").out.splitlines()[0]
    assert old in first
    assert "cold" in first
