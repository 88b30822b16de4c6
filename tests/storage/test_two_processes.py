"""Other processes write to the same palace, are killed while they do, or leave no room on the disk."""

import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Timer
from typing import IO

import pytest

from palace.domain.errors import PalaceBusy, PalaceUnavailable
from palace.domain.filters import Filters
from palace.domain.identifiers import NewUid
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.services.doctor import Severity
from palace.services.undo import undo
from palace.storage.database import Patience
from palace.storage.palace_file import PalaceFile

Saved = Callable[..., Memory]
Opening = Callable[[Patience], PalaceFile]
IMPATIENT = Patience(one_try=0.02, altogether=0.1, longest_pause=0.01)
PATIENT = Patience(one_try=0.1, altogether=60.0, longest_pause=0.01)

HOLDS_THE_LOCK = """
import sqlite3, sys
palace = sqlite3.connect(sys.argv[1], isolation_level=None)
palace.execute("BEGIN IMMEDIATE")
palace.execute("INSERT INTO meta (key, value) VALUES ('held', 'yes')")
print("held", flush=True)
sys.stdin.readline()
palace.execute("COMMIT")
print("released", flush=True)
"""

WRITES_WITHOUT_END = """
import sys
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from palace.domain.candidate import Candidate, Verdict
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Link, Memory
from palace.domain.vocabulary import Band, LinkKind, Wing
from palace.storage.palace_file import PalaceFile

@dataclass
class Made:
    vector: bytes
    scan: bytes

NOW = datetime(2026, 5, 15, tzinfo=UTC)
start = int(sys.argv[2])
uids = count()
palace = PalaceFile.open(Path(sys.argv[1]), clock=lambda: NOW, new_uid=lambda: f"{start}-{next(uids)}")
for number in count(start):
    with palace.unit_of_work(Actor.AGENT) as work:
        memory = work.save_memory(Memory(0, f"m{number}", f"memory {number} 体检 " * 20, Wing.HISTORY, NOW))
        seen = work.save_candidate(Candidate(0, f"c{number}", f"seen {number}", NOW))
        work.save_candidate(replace(seen, verdict=Verdict.APPROVED, memory_id=memory.id))
        work.save_memory(replace(memory, text=f"memory {number} again", band=Band.HOT))
        text_hash = work.memory(memory.id).content_hash
        work.save_embedding(memory.id, "made", Made(bytes.fromhex("0000803f") * 64, bytes(64)), text_hash)
        work.add_link(Link(memory.id, memory.id, LinkKind.CITES, NOW))
        work.record(Verb.APPROVE, Subject.CANDIDATE, seen.id)
    print(memory.id, flush=True)
"""


@pytest.fixture
def opening(
    path: Path, open_palace: Callable[[], PalaceFile], ticking: Callable[[], datetime], new_uid: NewUid
) -> Opening:
    """Opens the palace of the test with some patience."""
    open_palace()
    return lambda patience: PalaceFile.open(path, clock=ticking, new_uid=new_uid, patience=patience)


@contextmanager
def another_process(
    script: str, *arguments: object
) -> Iterator[tuple["subprocess.Popen[str]", IO[str], IO[str]]]:
    process = subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield process, process.stdin, process.stdout
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def test_a_lock_that_is_let_go_in_time_is_waited_for(opening: Opening, path: Path, saved: Saved) -> None:
    with opening(PATIENT) as palace, another_process(HOLDS_THE_LOCK, path) as (_, told, said):
        assert said.readline() == "held\n"
        letting_go = Timer(0.5, lambda: print("go", file=told, flush=True))
        letting_go.start()
        memory = saved(palace, "tea")
        letting_go.join()
        assert palace.memories([memory.id]) == [memory]


def test_a_lock_that_is_kept_is_reported_and_the_same_can_be_done_afterwards(
    opening: Opening, path: Path, saved: Saved
) -> None:
    with opening(IMPATIENT) as palace, another_process(HOLDS_THE_LOCK, path) as (_, told, said):
        assert said.readline() == "held\n"
        with pytest.raises(PalaceBusy, match="another process is writing") as busy:
            saved(palace, "tea")
        assert "again" in busy.value.next_step
        assert palace.memory_ids(Filters()) == []
        print("go", file=told, flush=True)
        assert said.readline() == "released\n"
        saved(palace, "tea")
        assert len(palace.memory_ids(Filters())) == 1


def test_reading_never_waits_for_a_writer(opening: Opening, path: Path, saved: Saved) -> None:
    with opening(IMPATIENT) as palace:
        saved(palace, "tea")
        with another_process(HOLDS_THE_LOCK, path) as (_, _, said):
            assert said.readline() == "held\n"
            assert palace.memories([1])[0].text == "tea"
            assert palace.find_words("tea", Filters(), 5)
            with opening(IMPATIENT) as another:
                assert another.room_counts()


def test_the_data_version_tells_of_own_and_foreign_commits(opening: Opening, saved: Saved) -> None:
    with opening(IMPATIENT) as one, opening(IMPATIENT) as other:
        seen = [one.data_version()]
        assert one.data_version() == seen[0]
        saved(one, "tea")
        seen.append(one.data_version())
        saved(other, "coffee")
        seen.append(one.data_version())
        one.memories([1])
        assert one.data_version() == seen[-1]
        assert len(set(seen)) == 3


def test_a_decision_on_a_view_that_another_process_made_old_is_refused(
    opening: Opening, saved: Saved
) -> None:
    with opening(IMPATIENT) as one, opening(IMPATIENT) as other:
        memory = saved(one, "tea")
        with other.unit_of_work(Actor.AGENT) as work:
            work.save_memory(replace(memory, text="green tea"))
            work.record(Verb.EDIT, Subject.MEMORY, memory.id)
        with (
            pytest.raises(Exception, match="changed since you looked at it"),
            one.unit_of_work(Actor.PERSON) as work,
        ):
            work.save_memory(replace(memory, text="coffee"))
        assert one.memories([memory.id])[0].text == "green tea"


@pytest.mark.parametrize("seed", range(6))
def test_a_process_killed_while_it_writes_leaves_all_of_a_decision_or_nothing(
    opening: Opening, path: Path, seed: int
) -> None:
    dice = random.Random(seed)
    start = 0
    for _ in range(4):
        with another_process(WRITES_WITHOUT_END, path, start) as (process, _, said):
            told = 0
            for _ in range(dice.randint(1, 12)):
                told = int(said.readline())
            # The kill falls anywhere in the next writes; what was told before has to be there.
            Timer(dice.random() * 0.01, process.send_signal, [signal.SIGKILL]).run()
            process.wait()
        with opening(PATIENT) as palace:
            assert_all_or_nothing(palace, told)
            start = len(palace.decisions(limit=100_000)) + 1


def assert_all_or_nothing(palace: PalaceFile, told: int) -> None:
    ids = palace.memory_ids(Filters())
    assert told in ids
    wrong = [finding for finding in palace.examine_file() if finding.severity is not Severity.FINE]
    assert wrong == []
    memories = palace.memories(ids)
    assert all(memory.text.endswith("again") for memory in memories)
    assert len(palace.raw_vectors("made", ids)) == len(ids)
    standing = [
        decision
        for decision in palace.decisions(limit=100_000)
        if decision.verb is Verb.APPROVE and decision.undone_by is None
    ]
    assert len(standing) == len(ids)
    assert all(len(palace.versions_of(number)) == 1 for number in ids)
    last = palace.last_undoable(Actor.AGENT)
    assert last is not None
    undo(palace, Actor.AGENT, last.id)
    assert len(palace.memory_ids(Filters())) == len(ids) - 1
    undo_the_undo = palace.last_redoable(Actor.AGENT)
    assert undo_the_undo is not None
    with palace.unit_of_work(Actor.AGENT) as work:
        taken_back = work.decision(undo_the_undo.id)
    assert taken_back.changes


def test_two_processes_writing_at_once_lose_nothing(opening: Opening, path: Path) -> None:
    with (
        another_process(WRITES_WITHOUT_END, path, 0) as (_, _, one),
        another_process(WRITES_WITHOUT_END, path, 1_000_000) as (_, _, other),
    ):
        told = {int(said.readline()) for _ in range(25) for said in (one, other)}
    with opening(PATIENT) as palace:
        assert told <= set(palace.memory_ids(Filters()))
        assert all(finding.severity is Severity.FINE for finding in palace.examine_file())


def test_a_full_disk_is_reported_and_changes_nothing(opening: Opening, saved: Saved) -> None:
    with opening(IMPATIENT) as palace:
        saved(palace, "tea")
        pages = palace._database.number("PRAGMA page_count")
        palace._database.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(PalaceUnavailable, match="is full; nothing was changed"):
            saved(palace, "coffee " * 20_000)
        assert [memory.text for memory in palace.memories(palace.memory_ids(Filters()))] == ["tea"]
        palace._database.execute("PRAGMA max_page_count = 1000000")
        saved(palace, "coffee")
        assert all(finding.severity is Severity.FINE for finding in palace.examine_file())


def test_a_disk_that_fills_up_keeps_what_was_told_to_be_kept(
    small_disk: Path, ticking: Callable[[], datetime], new_uid: NewUid, saved: Saved
) -> None:
    path = small_disk / "palace.db"
    kept: list[Memory] = []
    with PalaceFile.create(path, clock=ticking, new_uid=new_uid) as palace:

        def save_until_full() -> None:
            while True:
                kept.append(saved(palace, f"memory {len(kept)} " * 200))

        with pytest.raises(PalaceUnavailable, match=r"is full|cannot be read or written"):
            save_until_full()
        assert kept
        assert palace.memories([memory.id for memory in kept]) == kept
    with PalaceFile.open(path, clock=ticking, new_uid=new_uid) as palace:
        assert palace.memories(palace.memory_ids(Filters())) == kept
        assert palace.examine_file()[2].found == "ok"


def test_a_palace_without_a_write_ahead_log_gets_one_when_it_is_written(
    path: Path,
    open_palace: Callable[[], PalaceFile],
    ticking: Callable[[], datetime],
    new_uid: NewUid,
    saved: Saved,
) -> None:
    open_palace().close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA journal_mode = DELETE")
    raw.close()
    with PalaceFile.open(path, clock=ticking, new_uid=new_uid) as palace:
        assert palace.memory_ids(Filters()) == []
        assert palace._database.row("PRAGMA journal_mode") == ("delete",)
        saved(palace, "tea")
        assert palace._database.row("PRAGMA journal_mode") == ("wal",)
