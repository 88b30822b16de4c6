"""The command line as a process of its own: other encodings, closed and full streams, odd homes."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PALACE = (sys.executable, "-m", "palace")
Ended = subprocess.CompletedProcess[bytes]
Process = Callable[..., Ended]


@pytest.fixture
def process(sample: Path) -> Process:
    """Runs the command line as its own process on the sample, in a shell where that matters."""

    def run(*words: str, shell: str = "", **environ: str | None) -> Ended:
        settings = {name: value for name, value in {**os.environ, **environ}.items() if value is not None}
        command = [*PALACE, *words]
        if shell:
            command = ["bash", "-c", f'set -o pipefail; "$@" {shell}', "bash", *command]
        return subprocess.run(
            command, env=settings, capture_output=True, check=False, stdin=subprocess.DEVNULL, timeout=60
        )

    return run


BARE_C = {"LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@pytest.mark.parametrize(
    "environ",
    [{"PYTHONIOENCODING": name} for name in ("ascii", "gbk:strict", "utf-16")] + [BARE_C],
    ids=lambda environ: environ.get("PYTHONIOENCODING", "C"),
)
def test_an_encoding_that_lacks_characters_ends_nothing(process: Process, environ: dict[str, str]):
    name = environ.get("PYTHONIOENCODING", "ascii").partition(":")[0]
    ended = process("list", "wing:identity", "--lang", "zh", **environ)
    assert (ended.returncode, ended.stderr) == (0, b"")
    shown = ended.stdout.decode(name)
    assert "Alex Moreno" in shown
    if name == "gbk":
        assert "林知夏" in shown
    printed = process("list", "wing:identity", "--json", **environ).stdout
    memories = json.loads(printed.decode("utf-16" if name == "utf-16" else "utf-8"))["memories"]
    assert any("林知夏" in memory["text"] for memory in memories)


def test_help_is_read_where_the_terminal_lacks_its_characters(process: Process):
    ended = process("--help", "--lang", "zh", PYTHONIOENCODING="ascii:strict")
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_chinese_words_are_found_where_the_locale_knows_no_utf8(process: Process):
    ended = process("search", "体检", "--words-only", "--json", **BARE_C)
    assert ended.returncode == 0
    assert json.loads(ended.stdout)["query"] == "体检"


def test_a_reader_that_leaves_early_is_no_fault(process: Process):
    """More is printed than a pipe holds."""
    for words in (("list", "--limit", "0", "--json"), ("journal", "--limit", "0", "--json"), ("--help",)):
        ended = process(*words, shell="| head -c 10")
        assert (ended.returncode, len(ended.stdout), ended.stderr) == (0, 10, b"")


@pytest.mark.parametrize("words", [("list",), ("list", "--json"), ("--help",)])
def test_a_full_disk_behind_standard_output_is_a_failure(process: Process, words: tuple[str, ...]):
    ended = process(*words, shell="> /dev/full")
    assert ended.returncode == 1
    assert ended.stderr == b"the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("words", "shell", "status"),
    [
        (("list",), "<&- >&- 2>&-", 0),
        (("--help",), ">&-", 0),
        (("list", "words"), "2> /dev/full", 2),
        (("add",), "<&-", 2),
        (("add", "--now", "kept"), "<&- >&- 2>&-", 0),
        (("review", "--plain"), "<&-", 0),
    ],
)
def test_closed_streams_change_no_status(process: Process, words: tuple[str, ...], shell: str, status: int):
    ended = process(*words, shell=shell)
    assert ended.returncode == status
    assert b"foresaw" not in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_a_closed_stream_is_never_replaced_by_the_palace(process: Process, sample: Path):
    """The next file that is opened would get its number, and what is printed would go into it."""
    assert process("add", "--now", "kept", shell=">&- 2>&-").returncode == 0
    assert process("doctor", shell=">&-").returncode == 0
    assert sample.read_bytes().startswith(b"SQLite format 3\x00")


@pytest.mark.parametrize("environ", [{"TERM": None, "COLUMNS": "0"}, {"TERM": "dumb"}])
def test_the_terminal_does_not_matter_for_plain_lines(process: Process, environ: dict[str, str | None]):
    ended = process("list", "wing:identity", **environ)
    assert ended.returncode == 0
    assert b"\x1b" not in ended.stdout
    assert process("list", "--help", **environ).returncode == 0


def test_homes_that_are_missing_or_closed_are_told_and_need_no_home(process: Process, tmp_path: Path):
    nowhere: dict[str, str | None] = {
        **{f"XDG_{name}_HOME": "/dev/null/no" for name in ("CONFIG", "DATA", "STATE")},
        "HOME": "/proc/none",
    }
    assert process("list", **nowhere).returncode == 0
    assert process("add", "x", **nowhere).returncode == 0
    ended = process("init", **{**nowhere, "PALACE": None})
    assert ended.returncode == 1
    assert b"no palace can be made at /dev/null/no/palace/palace.db" in ended.stderr
    unset = {f"XDG_{name}_HOME": None for name in ("CONFIG", "DATA", "STATE")}
    assert process("list", **unset, HOME=None).returncode == 0
    ended = process("config", "path", **unset, HOME=str(tmp_path / "new"), PALACE=None)
    assert f"{tmp_path}/new/.local/share/palace/palace.db" in ended.stdout.decode()
    relative = process("config", "path", HOME=str(tmp_path), XDG_DATA_HOME="relative", PALACE=None)
    assert f"{tmp_path}/.local/share/palace/palace.db" in relative.stdout.decode()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become a user without a home")
def test_a_user_without_a_home_or_a_name_gets_a_plain_answer(tmp_path: Path):
    """As in a container. Everything is loaded before, by a first call: the new user may not read it."""
    program = (
        "import os, sys\n"
        "from palace.cli import main\n"
        "main(['config', 'path'])\n"
        "os.setgid(54321); os.setuid(54321)\n"
        "for name in ('HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'PALACE'):\n"
        "    os.environ.pop(name, None)\n"
        "sys.exit(main(['config', 'path']))\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.endswith("palace = /.local/share/palace/palace.db\n")
