"""What the tests of restoring share: a copy of a palace, changes since, and what a palace holds."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from palace.domain.core_memory import NeedsApproval, code_of, coded
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from palace.storage.restoring import Wanted, restore

Saved = Callable[..., Memory]
Opening = Callable[[], PalaceFile]


def copied(palace: PalaceFile, surroundings: Surroundings) -> Path:
    """Return a copy of the palace as it is now."""
    return palace.backups.back_up(surroundings.now).copy.path


def texts(palace: PalaceFile) -> list[str]:
    return [memory.text for memory in palace.memories(palace.memory_ids(Filters()))]


def change(palace: PalaceFile, memory: Memory, code: bool = False, **fields: Any) -> None:
    with palace.unit_of_work(Actor.PERSON) as work:
        stored = work.memory(memory.id)
        if code:
            assert work.approve([coded(stored)], code_of([coded(stored)]))
        work.save_memory(replace(stored, **fields))
        work.record(Verb.EDIT, Subject.MEMORY, memory.id)


def approved(wanted: Wanted, surroundings: Surroundings) -> None:
    """Restore with the code that is asked for."""
    with pytest.raises(NeedsApproval) as needed:
        restore(wanted, surroundings, Actor.PERSON)
    restore(replace(wanted, typed_code=needed.value.code), surroundings, Actor.PERSON)
