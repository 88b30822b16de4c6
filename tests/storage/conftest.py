"""What the tests of the file stand on: a clock that moves, small memories, and vectors made by hand."""

import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from palace.domain.identifiers import NewUid
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Wing
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile


@dataclass(frozen=True, slots=True)
class MadeVector:
    """A vector that no model made."""

    vector: bytes
    scan: bytes


@pytest.fixture
def ticking(surroundings: Surroundings) -> Callable[[], datetime]:
    """A clock that goes on by a second whenever it is asked."""
    seconds = count()
    return lambda: surroundings.now + timedelta(seconds=next(seconds))


@pytest.fixture
def new_uid(surroundings: Surroundings) -> NewUid:
    """Uids in order."""
    return surroundings.new_uid


@pytest.fixture
def saved(surroundings: Surroundings) -> Callable[..., Memory]:
    """Saves a memory of a text in a palace, as one decision, and returns it as stored."""

    def save(palace: PalaceFile, text: str, **fields: Any) -> Memory:
        memory = Memory(0, surroundings.new_uid(), text, Wing.KNOWLEDGE, surroundings.now)
        memory = replace(memory, **fields)
        with palace.unit_of_work(Actor.PERSON) as work:
            work.admit_new(memory.uid)
            stored = work.save_memory(memory)
            work.record(Verb.ADD, Subject.MEMORY, stored.id)
        return stored

    return save


@pytest.fixture
def vector_of() -> Callable[[int], MadeVector]:
    """Makes the vector of a number: 8 dimensions, different for every number."""

    def make(number: int) -> MadeVector:
        scan = bytes((number * 31 + place * 7) % 256 for place in range(8))
        return MadeVector(vector=bytes(4 * len(scan)) if number == 0 else scan * 4, scan=scan)

    return make


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the palace of the test stands."""
    return tmp_path / "palace.db"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MB; left out where none can be mounted."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("mounting takes root")
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "none", place], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)
