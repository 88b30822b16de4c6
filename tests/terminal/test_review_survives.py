"""What was decided in a terminal is kept, whatever happens to the program the moment after."""

import shutil
import signal
import sqlite3
from collections import Counter
from pathlib import Path
from time import monotonic

import pytest

from tests.terminal.in_terminal import Terminal, environ_in
from tests.tui.review_palace import build_review_palace

pytestmark = pytest.mark.terminal

QUIET = 0.4
"""Seconds without a byte after which the screen stands; the clock in the header ticks once a second."""

PATIENCE_WITH_A_KEY = 10.0
"""Seconds after which a person sees that a key has done nothing and presses it again: many, lest what a key
asks for is done twice on a busy machine."""

TRIES = 3
"""How often a key is pressed before it is said to open nothing, or to end nothing."""

F4, F9 = "\x1bOS", "\x1b[20~"
VERBS = {"y": "approve", "n": "reject", "s": "skip", "1": "approve", "2": "reject", "3": "skip"}


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "review.db"
    build_review_palace(path)
    return path


@pytest.fixture
def palace(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(original, tmp_path / "review.db"))


class Reviewer(Terminal):
    """A person at the review who looks at what stands on the screen before pressing the next key."""

    def __init__(self, palace: Path, folder: Path, language: str = "en", **environ: str) -> None:
        super().__init__(
            ["--palace", str(palace), "--lang", language, "review"],
            environ_in(folder, **environ),
            (80, 24),
        )
        self.palace = palace
        self.read_until({"en": b"candidates 1/", "zh": "候选 1/".encode()}[language])
        self.settle()

    def settle(self) -> None:
        while self._read(monotonic() + QUIET):
            pass

    def press(self, keys: str) -> None:
        """Press keys until each has reached the journal: one that came too early is pressed again."""
        for key in keys:
            before = len(journal_of(self.palace))
            while len(journal_of(self.palace)) == before:
                self.type(key)
                until = monotonic() + PATIENCE_WITH_A_KEY
                while len(journal_of(self.palace)) == before and monotonic() < until:
                    self._read(monotonic() + 0.05)
            self.settle()

    def open(self, key: str, shown: bytes) -> None:
        """Press a key until what it opens is shown, again where it came too early."""
        before = self.output.count(shown)
        for _ in range(TRIES):
            self.type(key)
            until = monotonic() + PATIENCE_WITH_A_KEY
            while self.output.count(shown) == before and monotonic() < until:
                self._read(monotonic() + 0.05)
            if self.output.count(shown) > before:
                break
        self.read_until(shown, times=before + 1)

    def leave(self) -> int:
        """Press q until the program ends, again where it came too early; return the exit status."""
        for _ in range(TRIES):
            self.type("q")
            if self.ended(PATIENCE_WITH_A_KEY):
                break
        return self.wait()


def journal_of(palace: Path) -> list[str]:
    """Return the verbs of this person's decisions about candidates, oldest first."""
    connection = sqlite3.connect(palace)
    try:
        return [
            str(verb)
            for (verb,) in connection.execute(
                "SELECT verb FROM decision WHERE actor = 'person' AND subject = 'candidate'"
                " AND summary <> 'binding' ORDER BY id"
            )
        ]
    finally:
        connection.close()


def verdicts_of(palace: Path) -> Counter[str]:
    connection = sqlite3.connect(palace)
    try:
        return Counter(str(verdict) for (verdict,) in connection.execute("SELECT verdict FROM candidate"))
    finally:
        connection.close()


@pytest.mark.parametrize(("language", "keys"), [("en", "ynsynsynsy"), ("zh", "1231231231")])
def test_ten_decisions_survive_a_kill_and_each_can_be_undone(
    palace: Path, tmp_path: Path, language: str, keys: str
) -> None:
    before = verdicts_of(palace)
    with Reviewer(palace, tmp_path, language) as terminal:
        terminal.press(keys)
        terminal.send(signal.SIGKILL)
        assert terminal.wait() == -signal.SIGKILL
    assert journal_of(palace) == [VERBS[key] for key in keys]
    assert verdicts_of(palace) == Counter({"open": before["open"] - 7, "approved": 4, "rejected": 3})
    with Reviewer(palace, tmp_path, language) as terminal:
        terminal.press("u" * 10)
        assert terminal.leave() == 0
        terminal.assert_clean()
    assert journal_of(palace)[10:] == ["undo"] * 10
    assert verdicts_of(palace) == before


def test_a_kill_right_after_the_key_loses_nothing_that_was_shown_as_decided(
    palace: Path, tmp_path: Path
) -> None:
    with Reviewer(palace, tmp_path) as terminal:
        terminal.type("y")
        terminal.read_until(b"approved #")
        terminal.send(signal.SIGKILL)
        terminal.wait()
    assert journal_of(palace) == ["approve"]
    with Reviewer(palace, tmp_path) as terminal:
        terminal.type("n")
        terminal.send(signal.SIGKILL)
        terminal.wait()
    assert journal_of(palace) in (["approve"], ["approve", "reject"])
    connection = sqlite3.connect(palace)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def test_pasted_text_decides_nothing_marked_as_a_paste_or_not(palace: Path, tmp_path: Path) -> None:
    with Reviewer(palace, tmp_path) as terminal:
        terminal.type("\x1b[200~ynsynsyns123\nyyyy\x1b[201~")
        terminal.read_until(b"decides nothing here")
        terminal.settle()
        terminal.type("ynsyns 123 and more of it")
        terminal.settle()
        assert journal_of(palace) == []
        terminal.press("n")
    assert journal_of(palace) == ["reject"]


def test_the_queue_is_cleared_with_digits_alone(palace: Path, tmp_path: Path) -> None:
    waiting = verdicts_of(palace)["open"]
    with Reviewer(palace, tmp_path, "zh") as terminal:
        terminal.press(("1223" * waiting)[:waiting])
        terminal.read_until("队列处理完了".encode())
    assert len(journal_of(palace)) == waiting


def test_five_hundred_keys_leave_counts_rows_and_journal_in_agreement(palace: Path, tmp_path: Path) -> None:
    waiting = verdicts_of(palace)["open"]
    with Reviewer(palace, tmp_path) as terminal:
        for place in range(500):
            terminal.type("yn12sJK"[place % 7])
            if place % 3 == 0:
                terminal._read(monotonic() + 0.03)
        terminal.settle()
        terminal.type("q")
        terminal.wait()
    verbs, verdicts = Counter(journal_of(palace)), verdicts_of(palace)
    assert verdicts["approved"] == verbs["approve"]
    assert verdicts["rejected"] == verbs["reject"]
    assert verdicts.total() == waiting


@pytest.mark.parametrize(
    ("script", "kept"),
    [
        ('printf "wing: intent\\n---\\nfrom the editor\\n" > "$1"', True),
        ("true", False),
        (': > "$1"', False),
        ("exit 3", False),
        ('rm "$1"', False),
    ],
    ids=["writes", "leaves it", "empties it", "fails", "deletes it"],
)
def test_an_editor_is_lent_the_terminal_and_changes_only_what_it_wrote(
    palace: Path, tmp_path: Path, script: str, kept: bool
) -> None:
    editor = tmp_path / "editor"
    editor.write_text(f"#!/bin/sh\necho in the editor\n{script}\n", encoding="utf-8")
    editor.chmod(0o755)
    with Reviewer(palace, tmp_path, EDITOR=str(editor)) as terminal:
        terminal.open("e", b"F9")
        terminal.settle()
        terminal.open(F4, b"in the editor")
        terminal.settle()
        terminal.type(F9)
        terminal.settle()
        assert terminal.leave() == 0
        terminal.assert_clean()
    assert journal_of(palace) == (["edit"] if kept else [])
