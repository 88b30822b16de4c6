"""Pairs as a run over all memories finds them, for the tests of settling them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from palace.domain.candidate import Candidate
from palace.domain.conflict import Conflict
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Axis, LinkKind, Priority
from palace.services.conflict_queue import (
    ConflictEntry,
    conflict_entry,
)
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.settling import Settle, Settled, settle
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

Later = Callable[[timedelta], Surroundings]


def remember(palace: PalaceFile, surroundings: Surroundings, text: str, **fields: object) -> Memory:
    taken = add_memory(palace, replace(Statement(text), **fields), surroundings, Actor.PERSON)
    return palace.memories([taken.memory_id or 0])[0]


def see(palace: PalaceFile, surroundings: Surroundings, text: str, **fields: object) -> Candidate:
    statement = replace(Statement(text), **fields)
    taken = add_candidate(palace, statement, surroundings, Actor.AGENT, express=True)
    return palace.candidates([taken.candidate_id or 0])[0]


def find(
    palace: PalaceFile, surroundings: Surroundings, left: Memory, right: Memory | Candidate
) -> ConflictEntry:
    with palace.unit_of_work(Actor.JOB) as work:
        conflict = work.save_conflict(
            Conflict(
                id=0,
                left_memory_id=left.id,
                right_memory_id=right.id if isinstance(right, Memory) else None,
                right_candidate_id=right.id if isinstance(right, Candidate) else None,
                found_at=surroundings.now,
                axis=Axis.DATE,
                left_hash=left.content_hash,
                right_hash=right.content_hash,
            )
        )
        work.record(Verb.FIND_CONFLICT, Subject.CONFLICT, conflict.id)
    return conflict_entry(palace, conflict.id)


def settled(palace: PalaceFile, entry: ConflictEntry, how: Settle, code: str = "") -> Settled:
    return settle(palace, Actor.PERSON, entry.seen, how, code)


def memory(palace: PalaceFile, memory_id: int | None) -> Memory:
    return palace.memories([memory_id or 0])[0]


def links(palace: PalaceFile, memory_id: int) -> set[tuple[int, int, LinkKind, str]]:
    return {(each.from_id, each.to_id, each.kind, each.note) for each in palace.links_of(memory_id)}


@pytest.fixture
def two(palace: PalaceFile, surroundings: Surroundings) -> ConflictEntry:
    """Two memories that cannot both hold."""
    old = remember(palace, surroundings, "发布定在 6 月 10 日", scenes=("release",))
    new = remember(palace, surroundings, "发布定在 6 月 12 日", scenes=("launch",))
    return find(palace, surroundings, old, new)


@pytest.fixture
def with_candidate(palace: PalaceFile, surroundings: Surroundings) -> ConflictEntry:
    """A memory and a candidate that cannot both hold."""
    old = remember(palace, surroundings, "We deploy on Monday.")
    return find(palace, surroundings, old, see(palace, surroundings, "We deploy on Tuesday."))


@pytest.fixture
def core(palace: PalaceFile, surroundings: Surroundings) -> ConflictEntry:
    """A P0 and a candidate that contradicts it."""
    old = remember(palace, surroundings, "The user is allergic to peanuts.", priority=Priority.P0)
    return find(palace, surroundings, old, see(palace, surroundings, "The user eats peanuts every day."))
