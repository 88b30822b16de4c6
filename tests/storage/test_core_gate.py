"""Every public method of a unit of work, tried against a P0: nothing gets past the gate without its code."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from palace.domain.candidate import Candidate, Evidence
from palace.domain.conflict import Conflict
from palace.domain.core_memory import NeedsApproval, coded
from palace.domain.errors import PalaceError, Refused, StaleItem
from palace.domain.jobs import Job, JobOutcome, JobRun
from palace.domain.journal import Actor, RowChange, Subject, Verb
from palace.domain.memory import Binding, Link, Memory, Tombstone
from palace.domain.saved_search import SavedSearch
from palace.domain.short_code import short_code
from palace.domain.vocabulary import Axis, Band, LinkKind, Priority, Status, Wing
from palace.services.health_ports import DayFigures
from palace.services.surroundings import Surroundings
from palace.services.sync_ports import ReadBullet
from palace.storage.health_days import HealthDays
from palace.storage.job_writing import JobWriting
from palace.storage.palace_file import PalaceFile
from palace.storage.rows import memory_row
from palace.storage.unit_of_work import Work
from palace.storage.workspace_rows import WorkspaceKeeper
from tests.storage.conftest import MadeVector

Saved = Callable[..., Memory]
Try = Callable[[Work, Memory, Memory], object]
"""Tries something on a unit of work, a P0 and another memory."""

READING = {
    "citations",
    "hot_memories",
    *("memory", "candidate", "conflict", "evidence", "tombstone", "memory_with_hash", "memory_with_uid"),
    *("candidate_with_hash", "decision", "actor", "core_changes", "group", "changes", "check_recorded"),
}
"""What only reads."""

PARTS = {"jobs": JobWriting, "health": HealthDays, "workspace": WorkspaceKeeper}
"""What a unit of work hands out, each with methods of its own that write."""


def saving(**fields: object) -> Try:
    return lambda work, core, other: work.save_memory(replace(core, **fields))


def rewriting(core: Memory, **fields: object) -> RowChange:
    before = memory_row(core)
    return RowChange("memory", str(core.id), before, {**before, **fields})


def applying(**fields: object) -> Try:
    return lambda work, core, other: work.apply([rewriting(core, **fields)])


def after_a_failed_attempt(work: Work, core: Memory, other: Memory) -> None:
    with suppress(ZeroDivisionError), work.attempt():
        work.approve([coded(other)], short_code(other.uid, other.version))
        raise ZeroDivisionError
    with work.attempt():
        work.save_memory(replace(core, text="rewritten"))


def with_another_code(work: Work, core: Memory, other: Memory) -> None:
    assert work.approve([coded(other)], short_code(other.uid, other.version))
    assert not work.approve([coded(core)], short_code(other.uid, other.version))
    assert not work.approve([coded(core)], short_code(core.uid, core.version + 1))
    work.save_memory(replace(core, text="rewritten"))


def admitted_anew(work: Work, core: Memory, other: Memory) -> None:
    work.admit_new(core.uid)
    work.save_memory(replace(core, text="rewritten"))


def trashed_and_purged(work: Work, core: Memory, other: Memory) -> None:
    with suppress(NeedsApproval):
        work.save_memory(replace(core, status=Status.TRASHED))
    assert core.id not in work.jobs.purge([core.id])


TRIES: dict[str, list[Try]] = {
    "save_memory": [
        saving(text="rewritten"),
        saving(text="NEVER deploy on Fridays"),
        saving(priority=Priority.P1),
        saving(status=Status.TRASHED),
        saving(status=Status.NOTE),
        lambda work, core, other: work.save_memory(replace(core, retired_at=core.recorded_at)),
        saving(heading=("moved",)),
        saving(binding=Binding("a", "b")),
        saving(uid="stolen"),
    ],
    "apply": [
        applying(text="rewritten"),
        applying(priority="P2", text="rewritten"),
        applying(status="trashed"),
        applying(id=4711),
        applying(uid="stolen"),
        lambda work, core, other: work.apply([RowChange("memory", str(core.id), memory_row(core), None)]),
        lambda work, core, other: work.apply(
            [rewriting(core, priority="P1"), rewriting(replace(core, priority=Priority.P1), text="rewritten")]
        ),
    ],
    "add_link": [
        lambda work, core, other: work.add_link(
            Link(other.id, core.id, LinkKind.SUPERSEDES, core.recorded_at)
        ),
        lambda work, core, other: work.add_link(Link(other.id, core.id, LinkKind.CITES, core.recorded_at)),
    ],
    "attempt": [after_a_failed_attempt],
    "approve": [with_another_code],
    "admit_new": [admitted_anew],
    "save_candidate": [
        lambda work, core, other: work.save_candidate(
            Candidate(0, "c", core.text, core.recorded_at, priority=Priority.P0, memory_id=core.id)
        )
    ],
    "save_conflict": [
        lambda work, core, other: work.save_conflict(
            Conflict(0, core.id, other.id, None, core.recorded_at, Axis.NUMBER)
        )
    ],
    "add_evidence": [
        lambda work, core, other: work.add_evidence(
            Evidence(1, "x", core.recorded_at.date(), core.recorded_at)
        )
    ],
    "add_tombstone": [
        lambda work, core, other: work.add_tombstone(
            Tombstone(core.content_hash, "deleted", core.recorded_at, memory_id=core.id)
        )
    ],
    "remove_tombstone": [lambda work, core, other: work.remove_tombstone(core.content_hash)],
    "record": [
        lambda work, core, other: work.record(Verb.EDIT, Subject.MEMORY, core.id, undoes=1),
    ],
    "save_embedding": [
        lambda work, core, other: work.save_embedding(
            core.id, "made", MadeVector(bytes(32), bytes(8)), core.content_hash
        )
    ],
    "mark_compared": [
        lambda work, core, other: work.mark_compared(Subject.MEMORY, [(core.id, core.content_hash)], "made")
    ],
    "count_use": [
        lambda work, core, other: work.count_use(core.id, hit=True, at=core.recorded_at + timedelta(days=1))
    ],
    "save_search": [lambda work, core, other: work.save_search(SavedSearch(0, "x", "y", core.recorded_at))],
    "remove_search": [
        lambda work, core, other: work.remove_search(
            work.save_search(SavedSearch(0, "x", "y", core.recorded_at))
        )
    ],
    "count_search": [
        lambda work, core, other: work.count_search("never", "words", 1, 1.0, core.recorded_at),
    ],
    "jobs.purge": [
        lambda work, core, other: work.jobs.purge([core.id, other.id]),
        trashed_and_purged,
    ],
    "jobs.record_run": [
        lambda work, core, other: work.jobs.record_run(
            JobRun(
                Job.NIGHTLY, core.recorded_at, core.recorded_at, None, JobOutcome.DONE, report={"id": core.id}
            )
        )
    ],
    "jobs.switch_scene": [lambda work, core, other: work.jobs.switch_scene(core.text)],
    "health.keep_day": [
        lambda work, core, other: work.health.keep_day(
            DayFigures(core.recorded_at.date(), {core.text: 1.0}), core.recorded_at
        )
    ],
    "workspace.tie": [lambda work, core, other: work.workspace.tie("/notes")],
    "workspace.keep": [
        lambda work, core, other: work.workspace.keep(
            [ReadBullet("MEMORY.md", core.content_hash, 1, core.recorded_at, "seen")]
        )
    ],
    "workspace.forget": [lambda work, core, other: work.workspace.forget("MEMORY.md", [core.content_hash])],
    "workspace.forget_files": [lambda work, core, other: work.workspace.forget_files(["MEMORY.md"])],
}


@pytest.fixture
def core(palace: PalaceFile, saved: Saved) -> Memory:
    return saved(palace, "never deploy on Fridays", priority=Priority.P0, band=Band.HOT)


@pytest.fixture
def other(palace: PalaceFile, saved: Saved, core: Memory) -> Memory:
    return saved(palace, "tea at four", wing=Wing.SOCIAL)


def guarded(path: Path) -> list[tuple[object, ...]]:
    """The guarded columns of every P0, read from the file itself, texts as bytes."""
    columns = (
        "id, uid, CAST(text AS BLOB), heading, binding_when, binding_do, binding_unless, priority, status,"
        " valid_from, valid_to, retired_at"
    )
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(
            f"SELECT {columns} FROM memory WHERE priority = 'P0' ORDER BY id"
        ).fetchall()


def test_every_public_method_of_a_unit_of_work_is_tried_or_only_reads() -> None:
    public = {name for name in dir(Work) if not name.startswith("_")} - PARTS.keys()
    of_parts = {
        f"{name}.{method}" for name, part in PARTS.items() for method in vars(part) if method[0] != "_"
    }
    assert public | of_parts == READING | TRIES.keys()


@pytest.mark.parametrize("actor", Actor)
@pytest.mark.parametrize(
    ("name", "place"), [(name, place) for name, tries in TRIES.items() for place in range(len(tries))]
)
def test_no_method_changes_a_p0_without_its_code(
    palace: PalaceFile, core: Memory, other: Memory, actor: Actor, name: str, place: int
) -> None:
    before = guarded(palace.path)
    # Whatever raises leaves nothing behind: no try may get past the gate, and most are stopped by it.
    with suppress(PalaceError, AssertionError), palace.unit_of_work(actor) as work:
        TRIES[name][place](work, core, other)
        work.record(Verb.EDIT, Subject.MEMORY, core.id)
    assert guarded(palace.path) == before
    assert not any(decision.approved for decision in palace.decisions())


@pytest.mark.parametrize(
    "attempt",
    [
        *TRIES["save_memory"],
        *TRIES["apply"],
        TRIES["add_link"][0],
        TRIES["attempt"][0],
        TRIES["admit_new"][0],
    ],
)
def test_what_would_change_a_p0_says_so_and_names_the_code(
    palace: PalaceFile, core: Memory, other: Memory, attempt: Try
) -> None:
    with pytest.raises(NeedsApproval) as refused, palace.unit_of_work(Actor.PERSON) as work:
        attempt(work, core, other)
    assert refused.value.code == short_code(core.uid, core.version)
    assert refused.value.changes[0].id == core.id


def test_the_typed_code_lets_exactly_its_memory_change_and_the_journal_shows_it(
    palace: PalaceFile, core: Memory, other: Memory, saved: Saved
) -> None:
    second = saved(palace, "second core", priority=Priority.P0)
    with palace.unit_of_work(Actor.PERSON) as work:
        assert work.approve([coded(core)], short_code(core.uid, core.version).lower())
        work.save_memory(replace(core, text="never deploy at all"))
        with pytest.raises(NeedsApproval):
            work.save_memory(replace(second, text="rewritten"))
        work.record(Verb.EDIT, Subject.MEMORY, core.id)
        work.save_memory(replace(other, text="coffee"))
        work.record(Verb.EDIT, Subject.MEMORY, other.id)
    assert [decision.approved for decision in palace.decisions(limit=2)] == [False, True]
    [stored] = palace.memories([core.id])
    assert (stored.text, stored.version) == ("never deploy at all", core.version + 1)
    with pytest.raises(StaleItem), palace.unit_of_work(Actor.PERSON) as work:
        work.approve([coded(core)], short_code(core.uid, core.version))


def test_neither_an_agent_nor_a_job_can_type_a_code(palace: PalaceFile, core: Memory) -> None:
    for actor in (Actor.AGENT, Actor.JOB):
        with palace.unit_of_work(actor) as work:
            assert not work.approve([coded(core)], short_code(core.uid, core.version))
            with pytest.raises(NeedsApproval, match="only a person"):
                work.save_memory(replace(core, text="rewritten"))


def test_a_new_p0_is_made_only_where_somebody_said_it(
    palace: PalaceFile, core: Memory, surroundings: Surroundings
) -> None:
    fresh = replace(core, id=0, uid="fresh", text="fresh")
    with pytest.raises(Refused, match="not made in passing"), palace.unit_of_work(Actor.PERSON) as work:
        work.save_memory(fresh)
    with palace.unit_of_work(Actor.JOB) as work:
        work.admit_new("fresh")
        with pytest.raises(Refused, match="not made in passing"):
            work.save_memory(fresh)
    with palace.unit_of_work(Actor.PERSON) as work:
        work.admit_new("fresh")
        made = work.save_memory(fresh)
        work.record(Verb.ADD, Subject.MEMORY, made.id)
    assert not palace.decisions(limit=1)[0].approved


def test_the_approval_is_no_row_that_an_undo_would_put_back(palace: PalaceFile, core: Memory) -> None:
    with palace.unit_of_work(Actor.PERSON) as work:
        work.approve([coded(core)], short_code(core.uid, core.version))
        work.save_memory(replace(core, text="reworded"))
        decision = work.record(Verb.EDIT, Subject.MEMORY, core.id)
    with palace.unit_of_work(Actor.PERSON) as work:
        assert {change.table for change in work.decision(decision).changes} == {"memory", "memory_version"}
