"""A person clears the queue of the sample palace in a terminal, with nothing but the keyboard."""

import shutil
import signal
import sqlite3
from collections import Counter
from pathlib import Path
from time import monotonic

import pytest

from palace.config.paths import bundled
from tests.terminal.in_terminal import Terminal, environ_in

pytestmark = pytest.mark.terminal

SIZE = (80, 24)
PATIENCE_WITH_A_KEY = 1.5
"""Seconds after which a person sees that a key has done nothing and presses it again."""

QUIET = 0.06
"""Seconds without a byte after which the next item stands."""

VERBS = {
    **dict.fromkeys("y1", "approve"),
    **dict.fromkeys("n2", "reject"),
    **dict.fromkeys("s3", "skip"),
    **dict.fromkeys("R5", "replace"),
}
BEGUN = {"en": "candidates 1/", "zh": "候选 1/"}
CLEARED = {"en": "The queue is worked through.", "zh": "队列处理完了"}
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


def clear(palace: Path, folder: Path, language: str, keys: str) -> list[str]:
    """Press verbs in turn until the screen says that the queue is cleared; return what the journal says.

    A verb that cannot be done with an item (nothing is near enough to be replaced) is followed by the next.
    """
    ((first,),) = rows(palace, "SELECT max(id) FROM decision")
    arguments = ["--palace", str(palace), "--lang", language, "review"]
    cleared = CLEARED[language].encode()
    with Terminal(arguments, environ_in(folder), SIZE) as terminal:
        terminal.read_until(BEGUN[language].encode())
        turn = 0
        while cleared not in terminal.output:
            while terminal._read(monotonic() + QUIET):
                pass
            before = len(decided_since(palace, int(str(first))))
            terminal.type(keys[turn % len(keys)])
            turn += 1
            until = monotonic() + PATIENCE_WITH_A_KEY
            while len(decided_since(palace, int(str(first)))) == before and monotonic() < until:
                terminal._read(monotonic() + 0.02)
            assert turn < 60, terminal.output[-800:]
        assert TAKES_BACK[language].encode() in terminal.output
        terminal.type("q")
        assert terminal.wait() == 0
        terminal.assert_clean()
    return decided_since(palace, int(str(first)))


@pytest.mark.parametrize(("language", "keys"), [("en", "ynys"), ("zh", "ysyn"), ("zh", "1213")])
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
    kept = tmp_path / "state" / "palace" / "review"
    with Terminal(arguments, environ_in(tmp_path), SIZE) as terminal:
        terminal.read_until(b"candidates 1/")
        for place in (2, 3, 4):
            terminal.type("J")
            terminal.read_until(b"candidates %d/" % place)
        until = monotonic() + PATIENCE_WITH_A_KEY
        while not list(kept.glob("*.json")) and monotonic() < until:
            terminal._read(monotonic() + 0.02)
        terminal.send(signal.SIGKILL)
        terminal.wait()
    with Terminal(arguments, environ_in(tmp_path), SIZE) as terminal:
        terminal.read_until(b"candidates 4/")
        terminal.read_until(b"where you left off")
        terminal.type("q")
        assert terminal.wait() == 0
