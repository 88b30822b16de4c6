"""`palace sync` where a file, the folder or the lock gives trouble, and of files that look strange."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.conftest import rows
from tests.unit.cli.synced_folder import LINES, counted, write

Run = Callable[..., Any]


def test_links_and_pipes_are_passed_over_and_one_bad_file_stops_nothing(run: Run, tied: Path, folder: Path):
    (folder / "memory/link.md").symlink_to("/etc/hosts")
    os.mkfifo(folder / "memory/pipe.md")
    (folder / "memory/broken.md").write_bytes(b"- caf\xe9 and \xff\xfe\xfa bytes\x81\n")
    report = run("sync", "--json")
    assert {each["path"] for each in report.json["left_out"]} == {"memory/link.md", "memory/pipe.md"}
    assert report.json["new"] >= LINES
    assert (report.status, len(report.json["errors"])) == (1, 1)
    assert report.json["errors"][0].startswith("memory/broken.md:")


def test_a_second_run_beside_the_first_is_refused_at_once(run: Run, tied: Path, tmp_path: Path):
    run("sync")
    [lock] = (tmp_path / "state/palace/locks").iterdir()
    with lock.open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        ended = run("sync")
    assert (ended.status, ended.out) == (4, "")
    assert "another run" in ended.err
    assert run("sync").status == 0


def test_a_folder_that_is_gone_is_named_and_nothing_is_forgotten(run: Run, tied: Path, folder: Path):
    run("sync")
    folder.rename(folder.with_name("elsewhere"))
    ended = run("sync")
    assert ended.status == 3
    assert str(folder) in ended.err
    assert rows(tied, "SELECT count(*) FROM read_bullet WHERE content_hash <> ''") == [(LINES,)]


def test_a_run_without_a_place_for_its_lock_goes_on(run: Run, tied: Path, tmp_path: Path):
    (tmp_path / "state/palace").mkdir(parents=True, exist_ok=True)
    (tmp_path / "state/palace/locks").write_text("in the way", encoding="utf-8")
    assert counted(run("sync", "--json").json) == {"new": LINES}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (b"2026-03-20-\xff\xfe.md", b"# 2026-03-20\n\n- Carried the piano into the hall\n"),
        (b"2026-03-20-\x1b[31m\n.md", b"# 2026-03-20\n\n- Carried the piano into the hall\n"),
        (b"2026-03-20.md", "\ufeff# 2026-03-20\r\n\r\n- Carried the piano into the hall\r\n".encode()),
        (b"2026-03-20.md", "# 2026-03-20\n\n- Carried the piano into the hall\n".encode("utf-16")),
        (b"2026-03-20.md", "# 2026-03-20\n\n- 把钢琴搬进了大厅，花了一上午\n".encode("gb18030")),
        (b"2026-03-20.md", b"# 2026-03-20\n\n- " + b"word and more " * 70_000 + b"\n"),
    ],
    ids=["name that is no text", "name with controls", "BOM and CRLF", "UTF-16", "GB18030", "a line of 1 MB"],
)
def test_whatever_a_file_is_called_and_written_in_it_is_read_once(
    run: Run, tied: Path, folder: Path, name: bytes, data: bytes
):
    path = folder / os.fsdecode(name)
    path.write_bytes(data)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    first = run("sync", "--json")
    assert (first.status, counted(first.json)) == (0, {"new": LINES + 1})
    shown = run("sync", "--all", "--dry-run")
    assert "\x1b" not in shown.out + shown.err
    again = run("sync", "--json")
    assert (counted(again.json), again.json["files_unchanged"]) == ({}, 2)


def test_a_line_of_more_than_a_million_characters_is_refused_by_name(run: Run, tied: Path, folder: Path):
    write(folder / "memory/2026-03-20.md", "# 2026-03-20\n\n- " + "word " * 250_000 + "\n- Sold the piano\n")
    ended = run("sync", "--json")
    assert (ended.status, counted(ended.json)) == (1, {"new": LINES + 1})
    [error] = ended.json["errors"]
    assert error.startswith("memory/2026-03-20.md:3: the text has 1,2")


def test_a_file_that_cannot_be_understood_is_told_of_by_every_run_until_it_is_mended(
    run: Run, tied: Path, folder: Path
):
    write(folder / "graph.json", '{"entities": [')
    (folder / "notes.md").write_bytes(
        b"# Notes\n\n- Kept \xff\xfe\xff somewhere\n- \xe4\xb8\xad\xe6\x96\x87\n"
    )
    for _ in range(3):
        ended = run("sync")
        assert ended.status == 1
        assert "graph.json: line 1: this is not JSON" in ended.err
        assert "begins with a dot" in ended.err
        assert len(ended.out.splitlines()) == 1
    assert run("sync", "--json").json["new"] == 0, "what could be read came in once"
    doctor = {finding["check"]: finding for finding in run("doctor", "--json").json["findings"]}
    assert "graph.json" in doctor["unread_files"]["found"]
    write(folder / "graph.json", "[]")
    (folder / "notes.md").rename(folder / ".notes.md")
    assert run("sync").status == 0
    assert run("sync").err == ""


def test_what_was_read_of_a_file_is_not_forgotten_while_the_file_is_broken(
    run: Run, tied: Path, folder: Path
):
    whole = '{"memory": "The lamp in the hall is broken", "id": "1"}'
    write(folder / "kept.json", f"[{whole}]")
    assert run("sync", "--json").json["new"] > 0
    assert run("undo").status == 0
    write(folder / "kept.json", f"[{whole}")
    assert run("sync").status == 1
    write(folder / "kept.json", f"[{whole} ]")
    again = run("sync", "--json")
    assert counted(again.json) == {}, (
        "an undone candidate does not come again by a file that broke and was mended"
    )
