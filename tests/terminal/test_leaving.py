"""However the app ends, the terminal is as it was and the exit status tells the truth."""

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from palace.config.paths import bundled
from tests.terminal.in_terminal import Terminal, environ_in
from tests.tui.small_palace import build_small_palace

pytestmark = pytest.mark.terminal

LIVE = b"small palace"


@pytest.fixture(scope="session")
def small_palace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("palace") / "small palace.db"
    build_small_palace(path)
    return path


@pytest.fixture
def palace(small_palace: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(small_palace, tmp_path / small_palace.name))


@pytest.fixture
def endless_model(tmp_path: Path) -> str:
    """A model that takes for ever to load: its file has no end of zeros, all of which are checked."""
    folder = tmp_path / "model"
    shutil.copytree(bundled("models/multilingual-e5-small"), folder, ignore=shutil.ignore_patterns("*.onnx"))
    for network in bundled("models/multilingual-e5-small").glob("*.onnx"):
        with (folder / network.name).open("wb") as file:
            file.truncate(1 << 40)
    config = tmp_path / "config.toml"
    config.write_text(f'model = "{folder}"\n', encoding="utf-8")
    return str(config)


def app(palace: Path, folder: Path, *arguments: str, **environ: str) -> Terminal:
    return Terminal(
        ["--palace", str(palace), "--lang", "en", *arguments], environ_in(folder, **environ), (80, 24)
    )


@pytest.fixture
def running(palace: Path, tmp_path: Path, endless_model: str) -> Iterator[Terminal]:
    """The app in its terminal, live, its model for ever being loaded."""
    with app(palace, tmp_path, "--config", endless_model) as terminal:
        terminal.read_until(LIVE, times=2)
        terminal.read_until(b"loading")
        yield terminal


def test_the_key_for_leaving_ends_it_while_the_model_is_being_loaded(running: Terminal) -> None:
    running.type("q")
    assert running.wait() == 0
    running.assert_clean()


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130), (signal.SIGQUIT, 131)],
    ids=lambda value: str(value),
)
def test_a_signal_leaves_the_terminal_clean(running: Terminal, number: signal.Signals, status: int) -> None:
    running.send(number)
    assert running.wait() == status
    running.assert_clean()


def test_a_signal_while_the_first_page_stands_leaves_the_terminal_clean(palace: Path, tmp_path: Path) -> None:
    with app(palace, tmp_path) as terminal:
        terminal.read_until(LIVE)
        terminal.send(signal.SIGTERM)
        assert terminal.wait() == 143
        assert terminal.output.rindex(b"\x1b[?1049l") > terminal.output.rindex(b"\x1b[?1049h")
        assert terminal.output.rindex(b"\x1b[?25h") > terminal.output.rindex(b"\x1b[?25l")
        assert terminal.modes[:4] == terminal.modes_before[:4]


def test_an_old_mouse_report_is_no_key_and_no_crash(running: Terminal) -> None:
    running.type(b"\x1b[M \xffy\x1b[M#\xf1q")
    running.type("2")
    running.read_until(b"hot first")
    running.type("q")
    assert running.wait() == 0
    running.assert_clean()


def test_a_terminal_that_goes_away_ends_the_program(palace: Path, tmp_path: Path) -> None:
    with app(palace, tmp_path) as terminal:
        terminal.read_until(LIVE, times=2)
        os.close(terminal.terminal)
        terminal.terminal = os.open("/dev/null", os.O_RDWR)
        _, status = os.waitpid(terminal.child, 0)
        terminal.status = os.waitstatus_to_exitcode(status)
        assert terminal.status == 129


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_without_colours_no_colour_code_is_sent(
    palace: Path, tmp_path: Path, endless_model: str, environ: dict[str, str]
) -> None:
    with app(palace, tmp_path, "--config", endless_model, **{"COLORTERM": "", **environ}) as terminal:
        terminal.read_until(b"identity")
        terminal.read_until(b"loading")
        terminal.type("2")
        terminal.read_until(b"hot first")
        terminal.type("q")
        assert terminal.wait() == 0
    import re

    codes = re.findall(rb"\x1b\[([0-9;]*)m", terminal.output)
    numbers = {int(number) for code in codes for number in code.split(b";") if number}
    assert not numbers & {*range(30, 39), *range(40, 49), *range(90, 98), *range(100, 108)}


def test_nothing_but_our_own_sequences_reaches_the_terminal(palace: Path, tmp_path: Path) -> None:
    from palace.domain.journal import Actor
    from palace.domain.vocabulary import Band, Wing
    from palace.services.remembering import Statement, add_memory
    from tests.tui.small_palace import open_small_palace, surroundings

    around = surroundings()
    hostile = "\x1b]52;c;aGVsbG8=\x07\x1b]0;owned\x07\x1b[2J\x9b31m evil"
    with open_small_palace(palace, around) as opened:
        statement = Statement(hostile, wing=Wing.IDENTITY, band=Band.HOT, importance=1.0)
        add_memory(opened, statement, around, Actor.AGENT)
    with app(palace, tmp_path) as terminal:
        terminal.read_until(LIVE, times=2)
        terminal.type("1")
        terminal.read_until("␛]52;c".encode())
        terminal.type("\t")
        terminal.type("q")
        assert terminal.wait() == 0
    assert b"\x1b]52" not in terminal.output
    assert b"\x1b]0;" not in terminal.output
    assert b"\xc2\x9b" not in terminal.output


def test_a_terminal_that_is_not_utf8_is_told_in_one_line(palace: Path, tmp_path: Path) -> None:
    with app(palace, tmp_path, PYTHONIOENCODING="gbk", PYTHONUTF8="0") as terminal:
        assert terminal.wait() == 2
    assert b"the app draws in UTF-8, and this terminal is set to gbk" in terminal.output
    assert b"\x1b[?1049h" not in terminal.output
