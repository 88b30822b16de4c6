"""The app that begins with the queue of conflicts, and what is read of it in the palace."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from palace.domain.conflict import Resolution
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.services.conflict_queue import ConflictEntry, conflict_queue
from palace.tui.app import PalaceApp
from tests.tui.beside_the_app import around_now, opened
from tests.tui.pair_driving import pair_app

MakeConflicts = Callable[..., PalaceApp]


@pytest.fixture
def make_conflicts(path: Path) -> MakeConflicts:
    """Return a function that makes the app on the palace at `path`, beginning with the conflicts."""
    return partial(pair_app, path, "conflicts")


def entries(path: Path) -> list[ConflictEntry]:
    with opened(path) as palace:
        return conflict_queue(palace, around_now(), contradictions=False)


def resolution_of(path: Path, entry: ConflictEntry) -> Resolution:
    found = entry.conflict
    with opened(path) as palace:
        among = palace.conflicts_between(
            found.left_memory_id, found.right_memory_id, found.right_candidate_id
        )
    return among[0].resolution


def change(path: Path, memory: Memory, text: str = "6 月 11 日发布") -> None:
    """Let another program give a memory another text."""
    with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
        work.save_memory(replace(work.memory(memory.id), text=text))
        work.record(Verb.EDIT, Subject.MEMORY, memory.id)
