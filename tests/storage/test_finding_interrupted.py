"""A run that looks for pairs may be killed at any moment, or meet another: nothing is lost or found twice."""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from palace.domain.candidate import Candidate
from palace.domain.identifiers import NewUid
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from tests.storage.finding_slowly import MODEL, find

ROOT = Path(__file__).parents[2]
SUBJECTS, EACH = 8, 4
"""So many subjects, each with so many statements that cannot hold together; the last is a candidate."""

PAIRS = SUBJECTS * EACH * (EACH - 1) // 2


@pytest.fixture
def filled(
    open_palace: Callable[[], PalaceFile],
    path: Path,
    saved: Callable[..., Memory],
    surroundings: Surroundings,
    new_uid: NewUid,
) -> Path:
    """A palace in which nothing was compared yet."""
    with open_palace() as palace:
        for number in range(EACH - 1):
            for subject in range(SUBJECTS):
                saved(palace, f"subject{subject} is {number}")
        with palace.unit_of_work(Actor.PERSON) as work:
            for subject in range(SUBJECTS):
                text = f"subject{subject} is new"
                made = work.save_candidate(Candidate(0, new_uid(), text, surroundings.now))
                work.record(Verb.SEE, Subject.CANDIDATE, made.id)
    return path


@contextmanager
def finding(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the search in another process for the length of a block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.storage.finding_slowly", str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def pairs_in(palace: PalaceFile) -> Counter[frozenset[str]]:
    """Return how often each pair waits, by its sides."""
    return Counter(
        frozenset(
            {
                f"memory {each.left_memory_id}",
                f"candidate {each.right_candidate_id}"
                if each.right_candidate_id
                else f"memory {each.right_memory_id}",
            }
        )
        for each in palace.open_conflicts()
    )


@pytest.mark.parametrize("blocks", [1, 3, 6, 9])
def test_a_run_that_is_killed_is_taken_up_again(
    filled: Path, open_palace: Callable[[], PalaceFile], blocks: int
) -> None:
    with finding(filled) as process:
        assert process.stdout is not None
        for _ in range(blocks):
            assert process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    with open_palace() as palace:
        left = palace.count_not_compared(MODEL)
        assert 0 <= left <= SUBJECTS * EACH - 2 * blocks
        found = find(filled)
        assert found.compared == left
        pairs = pairs_in(palace)
        assert (len(pairs), set(pairs.values())) == (PAIRS, {1})
        assert palace.count_not_compared(MODEL) == 0


def test_two_runs_at_once_find_every_pair_once_though_one_is_killed(
    filled: Path, open_palace: Callable[[], PalaceFile]
) -> None:
    with finding(filled) as one, finding(filled) as other:
        assert one.stdout is not None
        assert other.stdout is not None
        # Whichever begins late may find that the other has left it nothing to do.
        one.stdout.readline()
        other.stdout.readline()
        os.kill(one.pid, signal.SIGKILL)
        assert other.wait() == 0
    with open_palace() as palace:
        find(filled)
        pairs = pairs_in(palace)
        assert (len(pairs), set(pairs.values())) == (PAIRS, {1})
        assert palace.examine_file()
