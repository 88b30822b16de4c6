"""A person clears the queue of the sample palace in a terminal, with nothing but the keyboard."""

import re
import shutil
import signal
import sqlite3
from collections import Counter
from pathlib import Path
from time import monotonic

import pytest

from palace.config.paths import bundled
from tests.terminal.in_terminal import PATIENCE, Terminal, environ_in

pytestmark = pytest.mark.terminal

SIZE = (80, 24)
PATIENCE_WITH_A_KEY, PATIENCE_WITH_A_CODE = 2.0, 4.0
"""Seconds after which a person sees that a key, or a code, has done nothing and tries again."""

QUIET = 0.06
"""Seconds without a byte after which the next item stands."""

TRIES = 2
"""How often a key that does nothing is pressed before another is."""

VERBS = {
    **dict.fromkeys("y1", "approve"),
    **dict.fromkeys("n2", "reject"),
    **dict.fromkeys("s3", "skip"),
    **dict.fromkeys("R5", "replace"),
}
BEGUN = {"en": "candidates 1/", "zh": "候选 1/"}
CLEARED = {"en": "The queue is worked through.", "zh": "队列处理完了"}
CODE = {"en": re.compile(r"[Tt]ype (\w{4})\b"), "zh": re.compile(r"请输入 (\w{4})\b")}
TAKES_BACK = {"en": "takes back", "zh": "撤回"}


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return Path(shutil.copy(bundled("sample_palace.db"), tmp_path / "sample.db"))


def rows(palace: Path, question: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(palace)
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


def decided_since(palace: Path, first: int) -> list[str]:
    """Return the verbs of the journal after a decision, oldest first."""
    question = f"SELECT verb FROM decision WHERE id > {first} AND actor = 'person' ORDER BY id"
    return [str(verb) for (verb,) in rows(palace, question)]


def settle(terminal: Terminal) -> None:
    while terminal._read(monotonic() + QUIET):
        pass


def clear(palace: Path, folder: Path, language: str, keys: str) -> list[str]:
    """Press verbs in turn until the screen says that the queue is cleared; return what the journal says.

    A key that came too early is pressed again, and one that is refused (what cools cannot be approved) is
    followed by the next; where a code is asked for, because a P0 is to be made, it is typed.
    """
    ((newest,),) = rows(palace, "SELECT max(id) FROM decision")
    first = int(str(newest))
    arguments = ["--palace", str(palace), "--lang", language, "review"]
    cleared = CLEARED[language].encode()
    with Terminal(arguments, environ_in(folder), SIZE) as terminal:
        terminal.read_until(BEGUN[language].encode())
        presses = tries = turn = answered = 0
        asks_for_code = False
        while cleared not in terminal.output:
            settle(terminal)
            before = len(decided_since(palace, first))
            asked = CODE[language].search(terminal.output[answered:].decode(errors="replace"))
            if asked:
                asks_for_code, answered = True, len(terminal.output)
                terminal.type(asked[1] + "\r")
            elif asks_for_code:
                # An empty answer makes the window ask again.
                terminal.type("\r")
            else:
                terminal.type(keys[turn % len(keys)])
                tries += 1
            presses += 1
            until = monotonic() + (PATIENCE_WITH_A_CODE if asks_for_code else PATIENCE_WITH_A_KEY)
            while not (decided := len(decided_since(palace, first)) > before) and monotonic() < until:
                terminal._read(monotonic() + 0.02)
                if CODE[language].search(terminal.output[answered:].decode(errors="replace")):
                    break
            if decided:
                asks_for_code, answered = False, len(terminal.output)
            if decided or tries == TRIES:
                turn, tries = turn + 1, 0
            assert presses < 60, terminal.output[-800:]
        assert TAKES_BACK[language].encode() in terminal.output
        terminal.type("q")
        assert terminal.wait() == 0
        terminal.assert_clean()
    return decided_since(palace, first)


@pytest.mark.parametrize(("language", "keys"), [("en", "yyns"), ("zh", "ysyn"), ("zh", "1213")])
def test_the_queue_of_the_sample_is_cleared_by_keyboard_alone(
    sample: Path, tmp_path: Path, language: str, keys: str
) -> None:
    before = Counter(str(verdict) for (verdict,) in rows(sample, "SELECT verdict FROM candidate"))
    ((memories,),) = rows(sample, "SELECT count(*) FROM memory")
    verbs = clear(sample, tmp_path, language, keys)
    after = Counter(str(verdict) for (verdict,) in rows(sample, "SELECT verdict FROM candidate"))
    counts = Counter(verbs)
    assert set(verbs) <= {VERBS[key] for key in keys}
    assert len(verbs) == before["open"]
    assert after["approved"] - before["approved"] == counts["approve"] > 0
    assert after["rejected"] - before["rejected"] == counts["reject"] > 0
    assert after["open"] == counts["skip"] > 0
    ((now,),) = rows(sample, "SELECT count(*) FROM memory")
    assert int(str(now)) - int(str(memories)) == counts["approve"]
    assert rows(sample, "PRAGMA integrity_check") == [("ok",)]


def test_after_a_kill_the_person_stands_where_they_stood(sample: Path, tmp_path: Path) -> None:
    arguments = ["--palace", str(sample), "--lang", "en", "review"]

    def kept() -> list[bytes]:
        return [file.read_bytes() for file in (tmp_path / "state" / "palace" / "review").glob("*.json")]

    with Terminal(arguments, environ_in(tmp_path), SIZE) as terminal:
        terminal.read_until(b"candidates 1/")
        for place in (2, 3, 4):
            before = kept()
            terminal.type("J")
            terminal.read_until(b"candidates %d/" % place)
            until = monotonic() + PATIENCE
            while kept() == before:
                assert monotonic() < until, "the place was never kept"
                terminal._read(monotonic() + 0.02)
        terminal.send(signal.SIGKILL)
        terminal.wait()
    with Terminal(arguments, environ_in(tmp_path), SIZE) as terminal:
        terminal.read_until(b"candidates 4/")
        terminal.read_until(b"where you left off")
        terminal.type("q")
        assert terminal.wait() == 0
