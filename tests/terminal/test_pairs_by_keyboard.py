"""The sample's six conflicts, three of them contradictions of a P0, decided by keyboard in a terminal."""

import re
import shutil
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from time import monotonic

import pytest

from tests.terminal.in_terminal import Terminal, environ_in

pytestmark = pytest.mark.terminal

SAMPLE = Path(__file__).parents[2] / "sample_palace.db"
QUIET = 0.15
"""Seconds without a byte after which the screen stands; the clock in the header ticks once a second."""

PATIENCE = 10.0
"""Seconds after which a person sees that a key has done nothing and presses it again: many, lest what a key
asks for is done twice on a busy machine."""

F9 = "\x1b[20~"
ENTER, TAB = "\r", "\t"


@pytest.fixture
def palace(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAMPLE, tmp_path / "sample.db"))


class Decider(Terminal):
    """A person who reads what stands on the screen before each key."""

    def __init__(self, palace: Path, folder: Path) -> None:
        super().__init__(["--palace", str(palace), "--lang", "en", "review"], environ_in(folder), (80, 24))
        self.palace = palace
        self.read_until(b"candidates 1/")

    def settle(self) -> None:
        while self._read(monotonic() + QUIET):
            pass

    def press(self, keys: str, wanted: bytes) -> None:
        """Press keys until something new stands on the screen; what came too early is pressed again."""
        self.settle()
        before = self.output.count(wanted)
        while self.output.count(wanted) == before:
            self.type(keys)
            until = monotonic() + PATIENCE
            while self.output.count(wanted) == before and monotonic() < until:
                self._read(monotonic() + 0.05)

    def type_code(self, wanted: bytes) -> None:
        """Type the code that the window asks for."""
        self.settle()
        code = re.findall(rb"type ([0-9A-Z]{4})", self.output)[-1].decode()
        self.type(code)
        self.press(ENTER, wanted)


def resolutions(palace: Path) -> Mapping[int, str]:
    with sqlite3.connect(palace) as connection:
        return dict(connection.execute("SELECT id, resolution FROM conflict ORDER BY id"))


def test_all_six_are_decided_by_keyboard_and_each_p0_only_by_its_code(palace: Path, tmp_path: Path) -> None:
    assert set(resolutions(palace).values()) == {"open"}
    with Decider(palace, tmp_path) as person:
        person.press(TAB, b"conflicts 1/3")
        person.press(">", b"kept the right")
        person.press("b", b"where does each hold")
        person.type("before May" + ENTER)
        person.settle()
        person.type("until the launch")
        person.press(ENTER, b"kept both")
        person.press("3", b"The queue is worked through")
        person.press(TAB, b"a P0 changes only here")
        person.press("R", b"type ")
        person.type_code(b"kept the right")
        person.press("a", b"Amend P0")
        person.type("Until 31 August up to EUR 180 a month. ")
        person.press(F9, b"Save it although")
        person.press(ENTER, b"type ")
        person.type_code(b"amended")
        person.press("k", b"The queue is worked through")
        person.settle()
        person.type("q")
        assert person.wait() == 0
        person.assert_clean()
    assert resolutions(palace) == {
        1: "kept_right",
        2: "kept_right",
        3: "kept_both",
        4: "amended",
        5: "kept_left",
        6: "kept_right",
    }
    with sqlite3.connect(palace) as connection:
        retired = {row[0] for row in connection.execute("SELECT id FROM memory WHERE retired_at IS NOT NULL")}
        assert {4, 82, 181} <= retired
        amended = connection.execute("SELECT text, priority FROM memory WHERE id = 23").fetchone()
        assert amended[0].startswith("Until 31 August up to EUR 180 a month. Everything that Footleaf")
        assert amended[1] == "P0"
        scopes = {row[0] for row in connection.execute("SELECT note FROM link WHERE kind = 'scoped'")}
        assert {"before May", "until the launch"} <= scopes
