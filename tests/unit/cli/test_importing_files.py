"""`palace import` of folders and files of every sort: each that cannot be read is named, the rest is done."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palace.files import walking

Run = Callable[..., Any]

CASES = Path(__file__).parents[2] / "cases/import"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A folder with a labelled daily log."""
    folder = tmp_path / "workspace"
    folder.mkdir()
    shutil.copy(CASES / "2026-03-14.md", folder)
    return folder


def files_of(report: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {Path(file["path"]).name: file for file in report["files"]}


def candidates(run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run("review", "--json").json["candidates"]
    return found


def test_a_folder_of_everything_is_read_as_far_as_it_can_be(
    run: Run, palace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "folder"
    (folder / ".hidden").mkdir(parents=True)
    (folder / "deep/er").mkdir(parents=True)
    good = "- a statement that is worth keeping, {}\n"
    for name in ("deep/er/a.md", "b.markdown", "c.txt", ".hidden/d.md", ".e.md", "f.py", "记忆🧠.md"):
        (folder / name).write_text(good.format(name), encoding="utf-8")
    (folder / "link.md").symlink_to("c.txt")
    (folder / "ring.md").symlink_to("ring.md")
    (folder / "up").symlink_to("..")
    os.mkfifo(folder / "pipe.md")
    (folder / "picture.md").write_bytes(bytes(range(256)) * 100)
    (folder / "empty.md").touch()
    assert run("import", folder, "--apply").status == 0
    assert len(candidates(run)) == 4

    (folder / "damaged.md").write_bytes(b"- no character \xff\n- and a whole line\n")
    (folder / "broken.json").write_text('{"memories": [', encoding="utf-8")
    (folder / "huge.md").write_bytes(b"- x\n" * 1000)
    (folder / "unreadable.md").touch()
    (folder / "vanished.md").touch()
    (folder / "long.md").write_text(f"- {'x' * 1_000_001}\n- short\n", encoding="utf-8")
    really_read = walking._bytes_of

    def read(path: Path, largest: int) -> bytes | None:
        if path.name == "unreadable.md":
            raise PermissionError(13, "Permission denied", str(path))
        if path.name == "vanished.md":
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return really_read(path, 1000 if path.name == "huge.md" else largest)

    monkeypatch.setattr(walking, "_bytes_of", read)
    ended = run("import", folder, "--apply", "--json")
    assert ended.status == 1
    files = files_of(ended.json)
    assert {name: file["errors"][0] for name, file in files.items() if file["format"] == "unread"} == {
        "link.md": "link",
        "ring.md": "link",
        "up": "link",
        "pipe.md": "not-a-file",
        "picture.md": "not-text",
        "huge.md": "too-large",
        "unreadable.md": "unreadable",
        "vanished.md": "vanished",
    }
    assert files["damaged.md"]["errors"][0].startswith("line 1: some bytes do not fit UTF-8")
    assert files["broken.json"]["errors"][0].startswith("line 1: this is not JSON")
    assert files["long.md"]["errors"][0].startswith("line 1: the text has 1,000,001 characters")
    assert [memory["text"] for memory in files["long.md"]["memories"]] == ["short"]
    assert {name for name in files if name.startswith(".")} == set()
    assert len(candidates(run)) == 4 + 2 + 1

    for language in ("en", "zh"):
        told = run("import", folder, "--lang", language)
        for name in ("link.md", "pipe.md", "unreadable.md", "vanished.md", "damaged.md", "long.md"):
            assert told.err.count(str(folder / name)) == 1
        for bare in ("not-a-file", "not-text", "too-large"):
            assert bare not in told.err + told.out
        for english in ("some bytes do not fit", "this is not JSON", "a memory holds at most"):
            assert (english in told.err) == (language == "en")


@pytest.mark.parametrize(
    ("named", "status", "said"),
    [
        ("nowhere", 3, "nowhere: there is no such file or folder"),
        ("dangling", 1, "dangling: a link that leads nowhere"),
        ("ring", 1, "ring: a link that leads nowhere"),
        ("pipe", 1, "pipe: neither a file nor a folder"),
        ("/dev/zero", 1, "/dev/zero: neither a file nor a folder"),
        ("nothing", 3, "nothing to read there"),
        ("~nobody-here/x", 3, "there is no such file or folder"),
    ],
)
def test_what_is_named_and_cannot_be_read_is_told(
    run: Run, palace: Path, tmp_path: Path, named: str, status: int, said: str
):
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "ring").symlink_to("ring")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "nothing").mkdir()
    ended = run("import", named, "--apply")
    assert ended.status == status
    assert said in ended.err


def test_a_wrong_name_among_others_does_not_stop_the_rest(run: Run, palace: Path, workspace: Path):
    ended = run("import", "nowhere.md", workspace / "2026-03-14.md", "--apply")
    assert ended.status == 1
    assert "nowhere.md: there is no such file or folder" in ended.err
    assert len(candidates(run)) == 12


def test_a_link_and_an_odd_ending_are_read_where_they_are_named(run: Run, palace: Path, tmp_path: Path):
    (tmp_path / "real.log").write_text("- kept in an odd file\n", encoding="utf-8")
    (tmp_path / "link").symlink_to("real.log")
    assert run("import", "link", "real.log", "--apply").status == 0
    assert [candidate["evidences"] for candidate in candidates(run)] == [1]


def test_an_unknown_format_is_named_and_a_known_one_overrules_the_guess(
    run: Run, palace: Path, workspace: Path
):
    ended = run("import", workspace, "--format", "memoryfile")
    assert ended.status == 2
    assert "memory-file, daily-log" in ended.err
    report = run("import", workspace / "2026-03-14.md", "--format", "memory-file", "--json").json
    assert report["files"][0]["format"] == "memory-file"


@pytest.mark.parametrize("name", ["new\nline.md", "esc\x1b[31m.md", "rlo\u202e.md", "bad\udcff.md"])
def test_hostile_names_are_read_and_shown_harmlessly(run: Run, palace: Path, tmp_path: Path, name: str):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_bytes(b"- a statement\n- no character \xff\n")
    shown = run("import", "in", "--apply")
    assert shown.status == 1
    assert shown.err.count("\n") == 1
    for raw in ("\x1b", "\u202e", "\udcff"):
        assert raw not in shown.out + shown.err
    assert json.loads(run("import", "in", "--json").out)["files"][0]["path"] == f"in/{name}"
    assert candidates(run)[0]["origin"] == f"in/{name}:1"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_encoding_and_line_end_says_the_same(
    run: Run, palace: Path, tmp_path: Path, encoding: str, end: str
):
    text = end.join(("## 核心", "", "- [P0] 默认用中文回复，不要用英文", "- 时区固定为东八区", ""))
    (tmp_path / "MEMORY.md").write_bytes(text.encode(encoding))
    [file] = run("import", "MEMORY.md", "--json").json["files"]
    assert [(memory["text"], memory["line"]) for memory in file["memories"]] == [
        ("默认用中文回复，不要用英文", 3),
        ("时区固定为东八区", 4),
    ]
    assert file["errors"] == []


def test_a_format_that_there_is_not_is_wrong_use_whatever_is_named(run: Run, palace: Path, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    for named in (tmp_path / "empty", tmp_path / "nothing.md"):
        ended = run("import", named, "--format", "wrong")
        assert ended.status == 2
        assert "daily-log" in ended.err
