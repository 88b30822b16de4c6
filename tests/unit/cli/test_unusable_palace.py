"""A palace that is none, cannot be read, cannot be written, is locked or was replaced: one clear line."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from palace import bootstrap
from palace.cli import plain_review
from palace.storage.database import Patience
from palace.storage.palace_file import PalaceFile

Run = Callable[..., Any]

READING = (("list",), ("show", "1"), ("search", "体检", "--words-only"), ("journal",), ("review", "--json"))
WRITING = (("add", "x"), ("add", "--approved", "x"), ("undo",), ("reindex",))


def in_sqlite(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def folder(path: Path) -> None:
    path.mkdir()


def text_file(path: Path) -> None:
    path.write_text("# Memory\n\n- something\n", encoding="utf-8")


def nothing(path: Path) -> None:
    path.touch()


def noise(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 40)


def another_database(path: Path) -> None:
    in_sqlite(path, "CREATE TABLE memory (id INTEGER PRIMARY KEY, text TEXT)")


def cut_short(path: Path) -> None:
    path.write_bytes(bootstrap.bundled("sample_palace.db").read_bytes()[:20_000])


def pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("make", "english", "chinese"),
    [
        (folder, "is a folder, not the file of a palace", "是文件夹"),
        (text_file, "is a text file, not a palace", "文本文件"),
        (nothing, "is empty: there is no palace in it", "是空的"),
        (noise, "is not a palace", "不是宫殿"),
        (another_database, "database of another program", "别的程序"),
        (cut_short, "is damaged", "损坏"),
        (pipe, "is not a regular file", "普通文件"),
    ],
)
def test_what_is_no_palace_is_named_with_the_next_step_and_left_alone(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[Path], None],
    english: str,
    chinese: str,
):
    path = tmp_path / "some file"
    make(path)
    monkeypatch.setenv("PALACE", str(path))
    before = sorted(tmp_path.iterdir()), (path.read_bytes() if path.is_file() else b"")
    for words in (*READING, *WRITING, ("doctor",), ("import", str(path)), ("review", "--plain")):
        ended = run(*words)
        assert (ended.status, ended.out) == (1, ""), words
        assert english in ended.err
        assert str(path) in ended.err
        assert chinese in run("--lang", "zh", *words).err
    assert run("init").status == 4
    assert before == (sorted(tmp_path.iterdir()), path.read_bytes() if path.is_file() else b"")


@pytest.fixture
def newer(sample: Path) -> Path:
    """The sample, as a later version would leave it."""
    in_sqlite(sample, "PRAGMA user_version = 99")
    return sample


def test_a_newer_palace_is_read_and_never_written(run: Run, newer: Path):
    before = newer.read_bytes()
    for words in READING:
        ended = run(*words)
        assert ended.status == 0, words
        if "--json" not in words:
            assert ended.err.startswith("read only: a newer Palace made it (schema 99")
    for words in WRITING:
        ended = run(*words)
        assert (ended.status, ended.out) == (4, ""), words
        assert "can only be read: a newer Palace made it" in ended.err
    review = run("review", "--plain", stdin="n\nq\n")
    assert "can only be read" in review.err
    assert newer.read_bytes() == before


def test_an_import_into_a_palace_that_cannot_be_written_still_shows_what_it_would_do(
    run: Run, newer: Path, tmp_path: Path
):
    (tmp_path / "MEMORY.md").write_text("- one thing to keep\n", encoding="utf-8")
    assert "would add 1" in run("import", "MEMORY.md").out
    assert run("import", "MEMORY.md", "--apply").status == 4


def test_a_locked_palace_is_read_and_writing_to_it_gives_up_after_a_while(
    run: Run, sample: Path, monkeypatch: pytest.MonkeyPatch
):
    short = Patience(one_try=0.01, altogether=0.05, longest_pause=0.01)
    monkeypatch.setattr(PalaceFile, "open", partial(PalaceFile.open, patience=short))
    with closing(sqlite3.connect(sample, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("BEGIN IMMEDIATE")
        for words in READING:
            assert run(*words).status == 0, words
        for words in (("add", "x"), ("add", "--approved", "x"), ("reindex",)):
            ended = run(*words)
            assert (ended.status, ended.out) == (1, ""), words
            assert ended.err.count("\n") == 1
            assert str(sample) in ended.err
        other.execute("ROLLBACK")
    assert run("add", "x").status == 0


def test_a_palace_that_is_replaced_while_it_is_reviewed_is_not_written_to(
    run: Run, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    another = tmp_path / "another.db"
    shutil.copyfile(sample, another)
    before = another.read_bytes()
    read_line = plain_review.read_line

    def replace_it() -> str:
        if another.exists():
            another.replace(sample)
        return read_line()

    monkeypatch.setattr(plain_review, "read_line", replace_it)
    ended = run("review", "--plain", stdin="n\nn\nq\n")
    assert "was moved, removed or replaced while it was open" in ended.err
    assert sample.read_bytes() == before


def test_a_palace_behind_a_link_and_with_an_odd_name_is_the_same_palace(run: Run, tmp_path: Path):
    real = tmp_path / 'it\'s "mine" #1?mode=ro%20&x.db'
    link = tmp_path / "链接.db"
    assert run("init", real).status == 0
    link.symlink_to(real)
    assert run("--palace", link, "add", "--approved", "through the link").status == 0
    assert run("--palace", real, "list").out.endswith("through the link\n")
    assert link.is_symlink()
    assert run("init", link).status == 4
    (tmp_path / "dangling.db").symlink_to("nowhere.db")
    assert run("--palace", tmp_path / "dangling.db", "list").status == 3
    assert run("init", tmp_path / "dangling.db").status == 4
    assert not (tmp_path / "nowhere.db").exists()


def test_a_vector_that_cannot_be_written_does_not_unsay_what_was_kept(
    call: Run, palace: Path, monkeypatch: pytest.MonkeyPatch
):
    from palace.domain.errors import PalaceBusy

    def busy(*_: object) -> None:
        raise PalaceBusy("somebody else is writing")

    monkeypatch.setattr("palace.cli.embedding_on_the_way.embed_arrivals", busy)
    monkeypatch.setattr(bootstrap, "load_encoder", lambda settings: None)
    ended = call("add", "--approved", "kept all the same")
    assert (ended.status, ended.out) == (0, "kept as memory #1\n")
    assert "somebody else is writing" in ended.err


def test_a_damaged_model_leaves_everything_else_working(call: Run, palace: Path, tmp_path: Path):
    (tmp_path / "config/palace").mkdir(parents=True)
    (tmp_path / "config/palace/config.toml").write_text(f'model = "{tmp_path}/model"\n', encoding="utf-8")
    for damage in ("missing", "empty"):
        if damage == "empty":
            (tmp_path / "model").mkdir()
            (tmp_path / "model/model.toml").touch()
        kept = call("add", "--approved", f"kept {damage}")
        assert (kept.status, kept.out.split()[0]) == (0, "kept")
        found = call("search", "kept")
        assert found.status == 0
        assert "searching by words only" in found.err
        assert call("doctor").status == 1
        reindexed = call("reindex")
        assert reindexed.status == 1
        assert reindexed.err.count("\n") == 1
