"""The command line called in this process, in a world of its own: no real home, no model unless asked for."""

import io
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from palace import bootstrap
from palace.cli import main
from palace.config.settings import Settings
from palace.embedding.errors import ModelMissing
from tests.unit.cli.synced_folder import LOG, write

SAMPLE = bootstrap.bundled("sample_palace.db")


@dataclass(frozen=True)
class Ended:
    """How a call ended, and what it said."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.out.count("\n") == 1, "one JSON value on one line"
        return json.loads(self.out)


Run = Callable[..., Ended]


@pytest.fixture(autouse=True)
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home without anything in it; returns the folder in which everything lies."""
    for name in ("PALACE", "PALACE_ACTOR", "LC_ALL", "LC_MESSAGES", "VISUAL", "EDITOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.chdir(tmp_path)
    umask = os.umask(0o077)
    yield tmp_path
    os.umask(umask)


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the model out: most of the command line does without."""

    def missing(settings: Settings) -> None:
        raise ModelMissing("there is no model at {path}", path="nowhere")

    monkeypatch.setattr(bootstrap, "load_encoder", missing)


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Calls the command line with words and standard input as bytes or text."""

    def run(*words: str | Path, stdin: str | bytes = b"") -> Ended:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        status = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Ended(status, captured.out, captured.err)

    return run


@pytest.fixture
def run(call: Run, no_model: None) -> Run:
    """Calls the command line without a model."""
    return call


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a new, empty palace: made once, since most tests begin with one."""
    path = tmp_path_factory.mktemp("empty") / "palace.db"
    bootstrap.create_palace(path, Settings()).close()
    return path.read_bytes()


@pytest.fixture
def palace(empty: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new, empty palace that PALACE names."""
    path = tmp_path / "palace.db"
    path.write_bytes(empty)
    monkeypatch.setenv("PALACE", str(path))
    return path


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sample palace that PALACE names."""
    path = tmp_path / "sample.db"
    path.write_bytes(SAMPLE.read_bytes())
    monkeypatch.setenv("PALACE", str(path))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace with one log, at rest for an hour."""
    folder = tmp_path / "agent"
    (folder / "memory").mkdir(parents=True)
    write(folder / "memory/2026-03-14.md", LOG)
    return folder


@pytest.fixture
def tied(run: Run, palace: Path, folder: Path) -> Path:
    """The palace, tied to the workspace."""
    assert run("workspace", folder).status == 0
    return palace


@pytest.fixture
def shortened_cooling(tmp_path: Path) -> None:
    """Settings in which a candidate may be approved at once."""
    folder = tmp_path / "config" / "palace"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text('[rules.pipeline]\ncooling = "0 min"\n', encoding="utf-8")


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """Return what a query finds in the file of a palace."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


@pytest.fixture
def ask() -> Callable[[Path, str], list[tuple[Any, ...]]]:
    """Asks the file of a palace in SQL."""
    return rows
