"""Files are found in the order of their names; what is not read is told, and no pipe is ever opened."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from palace.files import walking
from palace.files.walking import ReadFile, UnreadFile, read_files


def told(root: Path, **limits: int) -> list[tuple[str, str]]:
    """What was found below a folder: names, with what was read or the reason."""
    return [
        (
            str(file.path.relative_to(root)) if file.path != root else ".",
            file.data.decode() if isinstance(file, ReadFile) else str(file.reason),
        )
        for file in read_files(root, **limits)
    ]


def write(path: Path, text: str = "x") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_folder_is_walked_in_the_order_of_names(tmp_path: Path):
    for name in ("b.md", "a.TXT", "c/d.jsonl", "c/a.markdown", "C.json", "z.py", ".hidden.md", ".git/x.md"):
        write(tmp_path / name, name)
    assert told(tmp_path) == [
        (name, name) for name in ("C.json", "a.TXT", "b.md", "c/a.markdown", "c/d.jsonl")
    ]


def test_links_are_told_and_not_followed_in_a_folder_but_followed_where_they_are_named(tmp_path: Path):
    write(tmp_path / "real/a.md", "a")
    (tmp_path / "real/link.md").symlink_to("a.md")
    (tmp_path / "real/up").symlink_to("..")
    (tmp_path / "real/ring").symlink_to("ring")
    (tmp_path / "real/ring.md").symlink_to("ring.md")
    (tmp_path / "named").symlink_to("real")
    assert told(tmp_path / "real") == [
        ("up", "link"),
        ("a.md", "a"),
        ("link.md", "link"),
        ("ring.md", "link"),
    ]
    assert [name for name, _ in told(tmp_path / "named")] == ["up", "a.md", "link.md", "ring.md"]
    [file] = read_files(tmp_path / "real/link.md")
    assert isinstance(file, ReadFile)
    assert (file.path, file.place) == (tmp_path / "real/link.md", (tmp_path / "real/a.md").resolve())


@pytest.mark.parametrize(
    ("target", "reason"), [(None, "missing"), ("nowhere", "link-to-nowhere"), ("named", "link-to-nowhere")]
)
def test_what_is_named_and_is_not_there(tmp_path: Path, target: str | None, reason: str):
    named = tmp_path / "named"
    if target:
        named.symlink_to(target)
    assert list(read_files(named)) == [UnreadFile(named, walking.WhyUnread(reason))]


def test_what_is_named_and_may_not_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def closed(self: Path, **_: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "stat", closed)
    assert told(tmp_path) == [(".", "unreadable")]


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[Path]:
    """A folder with a socket in it."""
    with socket.socket(socket.AF_UNIX) as server:
        folder = tmp_path / "s"
        folder.mkdir()
        here = Path.cwd()
        os.chdir(folder)
        server.bind("socket.md")
        os.chdir(here)
        yield folder


def test_pipes_sockets_and_devices_are_told_and_never_opened(
    listening: Path, monkeypatch: pytest.MonkeyPatch
):
    os.mkfifo(listening / "pipe.md")
    monkeypatch.setattr(walking.os, "open", lambda *_: pytest.fail("it was opened"))
    assert told(listening) == [("pipe.md", "not-a-file"), ("socket.md", "not-a-file")]
    assert told(Path("/dev/zero")) == [(".", "not-a-file")]


def test_a_file_that_became_a_pipe_in_between_holds_nothing_up(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.md")
    assert walking._bytes_of(tmp_path / "pipe.md", 100) is None


def test_sizes_and_counts_are_bounded(tmp_path: Path):
    write(tmp_path / "a.md", "x" * 10)
    write(tmp_path / "b.md", "x" * 11)
    write(tmp_path / "c.md")
    assert told(tmp_path, largest=10) == [("a.md", "x" * 10), ("b.md", "too-large"), ("c.md", "x")]
    assert told(tmp_path, most=1) == [("a.md", "x" * 10), ("b.md", "too-many-files")]
    assert told(tmp_path, most=3)[-1] == ("c.md", "x")


def test_a_file_that_grows_while_it_is_read_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write(tmp_path / "a.md", "x" * 20)
    smaller = os.stat_result((0o100600, *[0] * 9))
    monkeypatch.setattr(walking.os, "fstat", lambda _: smaller)
    assert told(tmp_path, largest=10) == [("a.md", "too-large")]


@pytest.mark.parametrize(
    ("error", "reason"),
    [(FileNotFoundError, "vanished"), (PermissionError, "unreadable"), (OSError, "unreadable")],
)
def test_what_fails_while_it_is_read_is_told_and_the_rest_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[OSError], reason: str
):
    for name in ("a.md", "b.md", "c.md"):
        write(tmp_path / name)
    really_open = os.open

    def fails_on_b(path: Path, flags: int) -> int:
        if Path(path).name == "b.md":
            raise error(5, "no", str(path))
        return really_open(path, flags)

    monkeypatch.setattr(walking.os, "open", fails_on_b)
    assert told(tmp_path) == [("a.md", "x"), ("b.md", reason), ("c.md", "x")]


def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write(tmp_path / "a.md")
    write(tmp_path / "closed/b.md")
    really_scan = os.scandir

    def closed(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return really_scan(path)

    monkeypatch.setattr(walking.os, "scandir", closed)
    assert told(tmp_path) == [("a.md", "x"), ("closed", "unreadable")]


def test_what_is_no_text_is_told(tmp_path: Path):
    (tmp_path / "a.md").write_bytes(bytes(range(256)) * 50)
    (tmp_path / "b.md").touch()
    assert told(tmp_path) == [("a.md", "not-text"), ("b.md", "")]
