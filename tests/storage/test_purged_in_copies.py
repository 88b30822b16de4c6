"""What was purged is found in copies made before, and taken out of them; nothing else goes."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from palace.domain.errors import Refused
from palace.domain.filters import Filters
from palace.domain.jobs import Job, JobOutcome, JobRun
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Priority, Status
from palace.services.doctor import Severity
from palace.services.forgetting_copies import Fate
from palace.services.meaning_ports import Embedding
from palace.services.remembering import Statement, sight
from palace.services.review import approving, decide
from palace.services.surroundings import Surroundings
from palace.services.tending import tend, trashing
from palace.storage.backups import check_copy
from palace.storage.copy_sums import BySum, sum_file_of
from palace.storage.palace_file import PalaceFile
from palace.storage.restoring import Wanted, look_at_restore, restore

Saved = Callable[..., Memory]
Opening = Callable[[], PalaceFile]
SECRET = "the spare key lies under the blue pot"


def copied(palace: PalaceFile, at: datetime, *, keep: bool = False) -> Path:
    return palace.backups.back_up(at, keep=keep).copy.path


def purge(palace: PalaceFile, memory_id: int, surroundings: Surroundings) -> None:
    """Trash a memory and purge it, as two nights a month apart do."""
    memory = palace.memories([memory_id])[0]
    if memory.status is not Status.TRASHED:
        tend(palace, Actor.PERSON, memory.id, memory.version, trashing(surroundings))
    with palace.unit_of_work(Actor.JOB) as work:
        assert work.jobs.purge([memory_id]) == (memory_id,)
        work.record(Verb.PURGE, Subject.MEMORY, memory_id)


@pytest.fixture
def copies(
    palace: PalaceFile, saved: Saved, surroundings: Surroundings, vector_of: Callable[[int], Embedding]
) -> list[Path]:
    """Copies of a secret: before it, a candidate, a memory, edited, trashed, purged."""
    day = surroundings.now - timedelta(days=9)
    other = saved(palace, "tea at four")
    made = [copied(palace, day)]
    with palace.unit_of_work(Actor.AGENT) as work:
        sight(work, Statement(SECRET, priority=Priority.P2), surroundings, express=True)
    made.append(copied(palace, day + timedelta(days=1)))
    candidate = palace.open_candidates()[0]
    decide(palace, Actor.PERSON, candidate.id, candidate.version, approving(surroundings))
    memory = next(each for each in palace.memories(palace.memory_ids(Filters())) if each.id != other.id)
    with palace.unit_of_work(Actor.JOB) as work:
        for each in (memory, other):
            work.save_embedding(each.id, "made", vector_of(each.id), each.content_hash)
    made.append(copied(palace, day + timedelta(days=2), keep=True))
    with palace.unit_of_work(Actor.PERSON) as work:
        work.save_memory(replace(work.memory(memory.id), text="the spare key is with Anna now"))
        work.record(Verb.EDIT, Subject.MEMORY, memory.id)
    made.append(copied(palace, day + timedelta(days=3)))
    stored = palace.memories([memory.id])[0]
    tend(palace, Actor.PERSON, stored.id, stored.version, trashing(surroundings))
    made.append(copied(palace, day + timedelta(days=4)))
    purge(palace, memory.id, surroundings)
    made.append(copied(palace, day + timedelta(days=5)))
    return made


def holds_secret(copy: Path) -> bool:
    data = copy.read_bytes()
    return any(words in data for words in (b"blue pot", b"with Anna"))


def test_the_copies_that_hold_what_was_purged_are_named(palace: PalaceFile, copies: list[Path]):
    assert [holds_secret(copy) for copy in copies] == [False, True, True, True, True, False]
    held = palace.backups.holding_purged()
    assert [each.copy.path for each in held] == copies[4:0:-1]
    assert all(each.texts >= 1 and each.cannot is None for each in held)
    found = {each.check: each for each in palace.doctor.examine(palace.backups.copies()[0].made_at)}
    assert found["backups_purged"].severity is Severity.NOTICE
    assert found["backups_purged"].found.count(", ") == 3
    assert found["backups_purged"].cure == "palace backup forget-purged"


def test_they_are_made_anew_without_it_and_all_else_stays(
    palace: PalaceFile, copies: list[Path], surroundings: Surroundings
):
    untouched = [copies[0].read_bytes(), copies[5].read_bytes()]
    done = palace.backups.forget_purged(Actor.PERSON, remove=False)
    assert [(each.held.copy.path, each.fate) for each in done] == [
        (each, Fate.ANEW) for each in copies[4:0:-1]
    ]
    assert not any(holds_secret(copy) for copy in copies)
    assert [copies[0].read_bytes(), copies[5].read_bytes()] == untouched
    assert palace.backups.holding_purged() == []
    assert sorted(copies) == sorted(each.path for each in palace.backups.copies())
    for copy in copies:
        assert (check_copy(copy).by_sum, check_copy(copy).error) == (BySum.SAME, None)
        with PalaceFile.open(
            copy, clock=surroundings.clock, new_uid=surroundings.new_uid, read_only=True
        ) as was:
            assert [each.text for each in was.memories(was.memory_ids(Filters()))] == ["tea at four"]
            assert was.open_candidates() == []
            wrong = [each for each in was.examine_file() if each.severity is not Severity.FINE]
            assert [each.check for each in wrong if each.check != "schema"] == []


def test_a_memory_that_was_not_purged_stays_though_its_number_was_purged_later(
    palace: PalaceFile, open_palace: Opening, saved: Saved, path: Path, surroundings: Surroundings
):
    early = copied(palace, surroundings.now - timedelta(days=3))
    saved(palace, "gone by a restore, not by a purge")
    late = copied(palace, surroundings.now - timedelta(days=2))
    palace.close()
    restore(Wanted(path, early), surroundings, Actor.PERSON)
    again = open_palace()
    same_number = saved(again, "another memory")
    purge(again, same_number.id, surroundings)
    assert again.backups.holding_purged() == []
    assert b"gone by a restore" in late.read_bytes()


@pytest.mark.parametrize("harm", ["overwritten", "damaged", "before a schema", "put there", "log beside"])
def test_what_cannot_be_made_anew_stays_and_is_told_or_goes_when_wanted(
    harm: str, palace: PalaceFile, copies: list[Path]
):
    copy = copies[2]
    if harm == "overwritten":
        copy.write_bytes(copy.read_bytes().replace(b"tea at four", b"tea at nine"))
    elif harm == "damaged":
        copy.write_bytes(copy.read_bytes()[:5000])
    elif harm == "log beside":
        Path(f"{copy}-wal").write_bytes(b"changes")
        sum_file_of(copy).unlink()
    else:
        name = "before-schema-5-20260101T000000Z.db" if harm == "before a schema" else "mine.db"
        sum_file_of(copy).unlink()
        copy = copy.rename(copy.with_name(name))
    done = {each.held.copy.path: each for each in palace.backups.forget_purged(Actor.PERSON, remove=False)}
    assert (done[copy].fate, bool(done[copy].because)) == (Fate.STAYS, True)
    assert [each.fate for path, each in done.items() if path != copy] == [Fate.ANEW] * 3
    [left] = palace.backups.forget_purged(Actor.PERSON, remove=True)
    if harm == "put there":
        assert (left.fate, copy.exists()) == (Fate.STAYS, True)
    else:
        assert (left.fate, copy.exists(), sum_file_of(copy).exists()) == (Fate.REMOVED, False, False)
        assert palace.backups.holding_purged() == []


def test_copies_of_another_palace_are_none_of_ours(
    palace: PalaceFile, copies: list[Path], surroundings: Surroundings
):
    with closing(sqlite3.connect(copies[3])) as connection, connection:
        connection.execute("UPDATE meta SET value = 'another' WHERE key = 'palace_uid'")
    as_it_is = copies[3].read_bytes()
    done = palace.backups.forget_purged(Actor.PERSON, remove=True)
    assert copies[3] not in [each.held.copy.path for each in done]
    assert copies[3].read_bytes() == as_it_is


@pytest.mark.parametrize("actor", [Actor.JOB, Actor.AGENT])
def test_only_a_person_takes_texts_out_of_copies(palace: PalaceFile, copies: list[Path], actor: Actor):
    before = [copy.read_bytes() for copy in copies]
    with pytest.raises(Refused, match="only a person"):
        palace.backups.forget_purged(actor, remove=True)
    assert [copy.read_bytes() for copy in copies] == before


def test_a_restore_does_not_bring_a_purged_text_back(
    palace: PalaceFile, open_palace: Opening, copies: list[Path], path: Path, surroundings: Surroundings
):
    palace.close()
    for copy in copies[1:5]:
        told = look_at_restore(Wanted(path, copy))
        assert (told.kept_away, told.added) == (1, 0)
        restore(Wanted(path, copy), surroundings, Actor.PERSON)
        restored = open_palace()
        assert not any(words in path.read_bytes() for words in (b"blue pot", b"with Anna"))
        assert restored.open_candidates() == []
        assert not [each for each in restored.examine_file() if each.severity is Severity.FAULT]
        restored.close()
    again = open_palace()
    assert copies[2] in [each.copy.path for each in again.backups.holding_purged()]
    again.close()
    assert (
        restore(Wanted(path, copies[2], with_deleted=True), surroundings, Actor.PERSON).difference.added == 1
    )
    assert open_palace().memories([2])[0].text == SECRET


def test_a_purge_leaves_no_text_in_the_reports_of_monthly_runs(
    palace: PalaceFile, saved: Saved, surroundings: Surroundings
):
    memory = saved(palace, SECRET, status=Status.TRASHED)
    listed = [{"id": memory.id, "text": SECRET, "hits": 1}, {"id": 77, "text": "stays", "hits": 2}]
    now = surroundings.now
    run = JobRun(Job.MONTHLY, now, now, now, JobOutcome.DONE, report={"p0_review": listed, "searches": []})
    with palace.unit_of_work(Actor.JOB) as work:
        work.jobs.record_run(run)
    purge(palace, memory.id, surroundings)
    [kept] = palace.jobs.runs(Job.MONTHLY)
    assert [each["text"] for each in json.loads(json.dumps(kept.report["p0_review"]))] == ["", "stays"]
