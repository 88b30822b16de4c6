"""Signals, kills, full disks and two processes at once: before or after, and nothing in between."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

PALACE = (sys.executable, "-m", "palace")

STOPS_AT_THE_HUNDREDTH = """
import sys
from palace.services import importing
really, calls = importing.sight, []

def sight(*arguments, **options):
    calls.append(1)
    if len(calls) == 100:
        print("halfway", flush=True)
        sys.stdin.read()
    return really(*arguments, **options)

importing.sight = sight
from palace.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""The command line, which waits in the middle of an import until its standard input ends."""


def statements(count: int) -> str:
    return "".join(f"- statement {number} is worth keeping\n" for number in range(count))


def waiting(run: Run) -> int:
    return len(run("review", "--json").json["candidates"])


@pytest.fixture
def halfway(palace: Path, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """An import with --apply of 200 statements that has taken in 99 of them and waits."""
    (tmp_path / "MEMORY.md").write_text(statements(200), encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-c", STOPS_AT_THE_HUNDREDTH, "import", "MEMORY.md", "--apply", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "halfway\n"
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize(
    ("number", "status"),
    [
        (signal.SIGINT, 130),
        (signal.SIGTERM, 143),
        (signal.SIGHUP, 129),
        (signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_an_import_that_is_stopped_leaves_nothing(
    run: Run, halfway: subprocess.Popen[str], number: signal.Signals, status: int
):
    assert waiting(run) == 0
    halfway.send_signal(number)
    _, said = halfway.communicate(timeout=30)
    assert (halfway.returncode, said) == (status, "")
    assert waiting(run) == 0
    assert run("journal", "--json").json["decisions"] == []
    assert run("doctor", "--json").json["findings"][1]["severity"] == "fine"
    assert run("import", "MEMORY.md", "--apply", "--json").json["new"] == 200


def test_an_import_that_is_let_finish_is_done(run: Run, halfway: subprocess.Popen[str]):
    halfway.communicate("", timeout=30)
    assert halfway.returncode == 0
    assert waiting(run) == 200


def test_another_process_waits_for_an_import_and_loses_nothing(run: Run, halfway: subprocess.Popen[str]):
    other = subprocess.Popen([*PALACE, "add", "from the other side"], stdout=subprocess.PIPE, text=True)
    assert run("list").status == 0
    halfway.communicate("", timeout=30)
    other.communicate(timeout=30)
    assert (halfway.returncode, other.returncode) == (0, 0)
    assert waiting(run) == 201


def test_a_decision_is_kept_however_the_review_ends(run: Run, palace: Path, shortened_cooling: None):
    for number in range(4):
        run("add", f"candidate {number}")
    process = subprocess.Popen(
        [*PALACE, "review", "--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("y\nn\n")
    process.stdin.flush()
    for line in process.stdout:
        if "rejected candidate" in line:
            break
    process.kill()
    process.communicate()
    assert waiting(run) == 2
    assert run("list", "--json").json["count"] == 1
    assert run("undo").status == run("undo").status == 0
    assert waiting(run) == 4


def test_processes_that_add_at_once_lose_nothing(run: Run, palace: Path):
    failed: list[str] = []

    def add(name: str) -> None:
        for number in range(4):
            words = ["add", "--now", f"{name} says {number}"]
            ended = subprocess.run([*PALACE, *words], capture_output=True, text=True, check=False)
            if ended.returncode:
                failed.append(ended.stderr)

    threads = [threading.Thread(target=add, args=(name,)) for name in ("one", "two", "three")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert waiting(run) == 12
    ids = [decision["id"] for decision in run("journal", "--json").json["decisions"]]
    assert sorted(ids) == list(range(1, 13))


def test_two_imports_of_one_file_at_once_add_it_once(run: Run, palace: Path, tmp_path: Path):
    (tmp_path / "MEMORY.md").write_text(statements(60), encoding="utf-8")
    processes = [
        subprocess.Popen([*PALACE, "import", "MEMORY.md", "--apply"], stdout=subprocess.DEVNULL)
        for _ in range(2)
    ]
    assert [process.wait(60) for process in processes] == [0, 0]
    assert waiting(run) == 60
    assert {candidate["evidences"] for candidate in run("review", "--json").json["candidates"]} == {1}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system that holds 1.4 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1400k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small file system cannot be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_told_and_everything_before_it_is_kept(run: Run, small_disk: Path, tmp_path: Path):
    path = small_disk / "palace.db"
    assert run("--palace", path, "init").status == 0
    assert run("--palace", path, "add", "--approved", "kept before").status == 0
    (tmp_path / "MEMORY.md").write_text(statements(1500), encoding="utf-8")
    for words in (
        ("import", "MEMORY.md", "--apply"),
        ("add", "x" * 900_000),
        ("add", "--approved", "y" * 900_000),
    ):
        ended = run("--palace", path, *words)
        assert (ended.status, ended.out) == (1, "")
        assert "is full; nothing was changed" in ended.err
    assert run("--palace", path, "list").out.endswith("kept before\n")
    assert run("--palace", path, "review", "--json").json["candidates"] == []
    assert run("--palace", path, "doctor", "--json").json["findings"][3]["severity"] == "fine"
    assert run("--palace", path, "add", "still room for this").status == 0


def test_a_full_disk_holds_no_half_made_palace(run: Run, small_disk: Path):
    with (small_disk / "filler").open("wb") as filler:
        filler.write(b"x" * 1_200_000)
    for words in (("demo", "--copy", small_disk / "sample.db"), ("init", small_disk / "new/palace.db")):
        ended = run(*words)
        assert (ended.status, ended.out) == (1, "")
        assert ended.err.count("\n") == 1
    assert [path.name for path in small_disk.rglob("*") if path.is_file()] == ["filler"]


def test_a_disk_that_cannot_be_written_is_read_and_told(
    run: Run, small_disk: Path, monkeypatch: pytest.MonkeyPatch
):
    path = small_disk / "palace.db"
    run("--palace", path, "init")
    run("--palace", path, "add", "--approved", "kept before")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    monkeypatch.setenv("HOME", str(small_disk))
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.delenv(f"XDG_{name}_HOME")
    listed = run("--palace", path, "list")
    assert (listed.status, listed.err) == (0, "read only: the file is read-only\n")
    assert listed.out.endswith("kept before\n")
    assert run("--palace", path, "list", "--lang", "zh").err == "只读：文件是只读的\n"
    assert run("--palace", path, "add", "more").status == 4
    assert run("--palace", path, "review", "--plain", stdin="q\n").status == 0
    assert run("init").status == 1
