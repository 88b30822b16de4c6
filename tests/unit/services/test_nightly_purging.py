"""The third step out: of what was purged only the hash is left, and it cannot come back."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest

from palace.domain.conflict import Conflict, Resolution
from palace.domain.errors import Refused
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.vocabulary import Priority, Status
from palace.services.doctor import Severity
from palace.services.remembering import Statement, sight
from palace.services.review import approving, decide
from palace.services.surroundings import Surroundings
from palace.services.tending import restoring, tend
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile
from tests.conftest import NOW
from tests.unit.services.nights import DAY, keep, night, now_of


@pytest.fixture
def moving_clock(surroundings: Surroundings, tmp_path, new_palace: bytes):
    """A palace whose own clock is that of the surroundings, and what moves it on by so many days."""
    passed = [timedelta(0)]
    moving = replace(surroundings, clock=lambda: NOW + passed[0])
    path = tmp_path / "moving.db"
    path.write_bytes(new_palace)
    path.chmod(0o600)
    opened = PalaceFile.open(
        path, clock=moving.clock, new_uid=moving.new_uid, rules=moving.rules, zone=moving.zone
    )

    def go_on(days: float) -> None:
        passed[0] += days * DAY

    yield opened, moving, go_on
    opened.close()


def test_archived_trashed_purged_and_only_the_hash_is_left(moving_clock):
    palace, around, go_on = moving_clock
    secret = "the locker in the hall opens with the old number"
    memory = keep(palace, secret, priority=Priority.P2)
    go_on(31)
    night(palace, around)
    assert now_of(palace, memory).status is Status.ARCHIVED
    go_on(29)
    night(palace, around)
    assert now_of(palace, memory).status is Status.ARCHIVED
    go_on(2)
    night(palace, around)
    assert now_of(palace, memory).status is Status.TRASHED
    go_on(31)
    night(palace, around)

    assert palace.memories([memory.id]) == []
    assert palace.tombstone(memory.content_hash) is not None
    assert secret not in _dump(palace)
    assert not [each for each in palace.examine_file() if each.severity is Severity.FAULT]


def _dump(palace: PalaceFile) -> str:
    with closing(sqlite3.connect(palace.path)) as connection:
        return "\n".join(connection.iterdump())


def test_what_was_purged_cannot_come_back_and_the_rest_of_the_night_can(moving_clock):
    palace, around, go_on = moving_clock
    gone = keep(palace, "temporary door code 4711", priority=Priority.P2)
    for days in (31, 31):
        go_on(days)
        night(palace, around)
    fading = keep(palace, "the new kettle is blue", priority=Priority.P2, recorded_at=around.now)
    go_on(31)
    night(palace, around)
    assert now_of(palace, fading).status is Status.ARCHIVED

    undone = undo(palace, Actor.JOB)

    assert [decision.subject_id for decision in undone] == [fading.id]
    assert now_of(palace, fading).status is Status.ACTIVE
    assert palace.memories([gone.id]) == []
    with pytest.raises(Refused):
        undo(palace, Actor.JOB)


def test_what_a_person_brought_back_stays_for_as_long_again(moving_clock):
    palace, around, go_on = moving_clock
    memory = keep(palace, "the tram line nine is closed", priority=Priority.P2)
    go_on(31)
    night(palace, around)
    archived = now_of(palace, memory)
    tend(palace, Actor.PERSON, archived.id, archived.version, restoring(around))

    night(palace, around)
    assert now_of(palace, memory).status is Status.ACTIVE
    go_on(31)
    night(palace, around)
    assert now_of(palace, memory).status is Status.ARCHIVED


def test_nothing_that_was_said_of_a_purged_memory_is_left(moving_clock):
    palace, around, go_on = moving_clock
    with palace.unit_of_work(Actor.AGENT) as work:
        sight(
            work,
            Statement("the spare key lies under the blue pot", priority=Priority.P2),
            around,
            express=True,
        )
    candidate = palace.open_candidates()[0]
    go_on(0.1)
    decide(palace, Actor.PERSON, candidate.id, candidate.version, approving(around))
    memory = palace.memories(palace.memory_ids(Filters()))[0]
    other = keep(palace, "the spare key lies on the shelf", priority=Priority.P1, recorded_at=around.now)
    with palace.unit_of_work(Actor.JOB) as work:
        found = work.save_conflict(
            Conflict(
                0,
                memory.id,
                other.id,
                None,
                around.now,
                None,
                "blue pot / shelf",
                resolution=Resolution.NOTED,
            )
        )
        work.record(Verb.FIND_CONFLICT, Subject.CONFLICT, found.id, summary="blue pot / shelf")
    with palace.unit_of_work(Actor.PERSON) as work:
        changed = work.save_memory(
            replace(work.memory(memory.id), text="the spare key lies under the blue pots")
        )
        work.record(Verb.EDIT, Subject.MEMORY, changed.id, summary=changed.text)
    for days in (31, 31, 31):
        go_on(days)
        night(palace, around)

    assert palace.memories([memory.id]) == []
    assert "blue pot" not in _dump(palace)
    assert palace.memories([other.id]) != []
    assert not [each for each in palace.examine_file() if each.severity is Severity.FAULT]
    assert palace.find_words("spare key shelf", Filters(), 5) != []
    palace.close()
    left = palace.path.read_bytes()
    assert b"shelf" in left
    assert [word for word in (b"blue", b"spare key lies under", b"pot") if word in left] == []
