"""A copy takes the place of a palace: told before, approved where a P0 changes, and all or nothing."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from palace.domain.candidate import Candidate, Verdict
from palace.domain.core_memory import Effect, NeedsApproval, code_of, coded
from palace.domain.errors import PalaceError, PalaceUnavailable, ReadOnlyPalace, Refused
from palace.domain.filters import Filters
from palace.domain.identifiers import NewUid
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory, Tombstone
from palace.domain.vocabulary import Priority, Status
from palace.services.doctor import Severity
from palace.services.surroundings import Surroundings
from palace.services.tending import tend, trashing
from palace.services.undo import undo
from palace.storage.backups import fault_of
from palace.storage.copy_sums import sum_file_of
from palace.storage.palace_file import PalaceFile
from palace.storage.restoring import Wanted, look_at_restore, restore

Saved = Callable[..., Memory]
Opening = Callable[[], PalaceFile]
KILLED = Path(__file__).parent / "killed_half_way.py"
STEPS_TRIED = 20


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


def test_a_restore_tells_what_changes_and_keeps_what_was_there(
    palace: PalaceFile, open_palace: Opening, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "stays")
    changes, goes_later = saved(palace, "before"), saved(palace, "comes back")
    copy = copied(palace, surroundings)
    change(palace, changes, text="after")
    change(palace, goes_later, status=Status.ARCHIVED)
    saved(palace, "new")
    palace.close()
    told = look_at_restore(Wanted(path, copy))
    assert (told.added, told.changed, told.gone, told.core) == (0, 2, 1, ())
    assert {(before.text, after.text) for before, after in told.changed_samples} == {
        ("after", "before"),
        ("comes back", "comes back"),
    }
    assert [memory.text for memory in told.gone_samples] == ["new"]
    done = restore(Wanted(path, copy), surroundings, Actor.PERSON)
    assert done.difference == told
    restored = open_palace()
    assert sorted(texts(restored)) == ["before", "comes back", "stays"]
    assert all(finding.severity is Severity.FINE for finding in restored.examine_file())
    assert done.before is not None
    restored.close()
    assert fault_of(done.before) == ""
    restore(Wanted(path, done.before), surroundings, Actor.PERSON)
    assert sorted(texts(open_palace())) == ["after", "comes back", "new", "stays"]


def test_a_look_changes_nothing_and_works_while_others_write(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    saved(palace, "two")
    before = (path.read_bytes(), Path(f"{path}-wal").read_bytes(), sorted(copy.parent.iterdir()))
    assert look_at_restore(Wanted(path, copy)).gone == 1
    assert (path.read_bytes(), Path(f"{path}-wal").read_bytes(), sorted(copy.parent.iterdir())) == before


def test_a_restore_is_in_the_journal_and_is_not_undone_from_there(
    palace: PalaceFile, open_palace: Opening, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    saved(palace, "two")
    palace.close()
    restore(Wanted(path, copy), surroundings, Actor.PERSON)
    restored = open_palace()
    [newest] = restored.decisions(limit=1)
    assert (newest.verb, newest.subject, newest.actor) == (Verb.RESTORE, Subject.PALACE, Actor.PERSON)
    assert newest.summary.startswith(copy.name)
    with pytest.raises(Refused, match="put a copy in the place"):
        undo(restored, Actor.PERSON)
    assert texts(restored) == ["one"]


def test_a_palace_that_another_connection_has_open_is_not_restored(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    saved(palace, "two")
    with pytest.raises(Refused, match=r"has the palace .* open"):
        restore(Wanted(path, copy), surroundings, Actor.PERSON)
    assert texts(palace) == ["one", "two"]
    assert not list(copy.parent.glob("before-restore-*"))


def test_a_process_that_has_the_palace_open_is_named(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    palace.close()
    opens = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT count(*) FROM memory');"
        " print('open', flush=True); sys.stdin.readline()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", opens, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    other.stdout.readline()
    try:
        with pytest.raises(Refused) as refused:
            restore(Wanted(path, copy), surroundings, Actor.PERSON)
        if Path("/proc/self/fd").exists():
            assert str(other.pid) in refused.value.message
        assert refused.value.exit_status == 4
    finally:
        other.communicate("\n")
    restore(Wanted(path, copy), surroundings, Actor.PERSON)


def test_an_open_palace_writes_nothing_into_a_file_that_was_put_aside(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings, tmp_path: Path
):
    """A person copied a file over the palace by hand while it was open: it is told, and nothing is lost."""
    saved(palace, "one")
    copy = copied(palace, surroundings)
    aside = tmp_path / "aside.db"
    path.rename(aside)
    shutil.copyfile(copy, path)
    with pytest.raises(PalaceUnavailable, match="moved, removed or replaced"):
        saved(palace, "two")
    with pytest.raises(PalaceUnavailable, match="moved, removed or replaced"):
        palace.data_version()
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as now:
        assert now.execute("SELECT text FROM memory").fetchall() == [("one",)]


def test_a_file_replaced_while_a_writer_waits_for_the_lock_gets_nothing_written_into_the_old_one(
    palace: PalaceFile,
    saved: Saved,
    path: Path,
    surroundings: Surroundings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    begin = type(palace._database).begin

    def replaced_meanwhile(database: object) -> None:
        path.rename(tmp_path / "aside.db")
        shutil.copyfile(copy, path)
        begin(palace._database)

    monkeypatch.setattr(type(palace._database), "begin", replaced_meanwhile)
    with pytest.raises(PalaceUnavailable, match="moved, removed or replaced"):
        saved(palace, "two")
    monkeypatch.undo()
    assert palace._database.rows("SELECT text FROM memory") == [("one",)]


def test_a_restored_palace_stays_the_same_file(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    saved(palace, "two")
    palace.close()
    inode = path.stat().st_ino
    restore(Wanted(path, copy), surroundings, Actor.PERSON)
    assert path.stat().st_ino == inode
    assert sorted(each.name for each in path.parent.iterdir()) == ["backups", "palace.db"]


# P0


@pytest.mark.parametrize("effect", [Effect.REWORDED, Effect.REMOVED, Effect.LOWERED, Effect.BROUGHT_BACK])
def test_every_p0_that_changes_is_named_and_needs_its_code(
    effect: Effect,
    palace: PalaceFile,
    open_palace: Opening,
    saved: Saved,
    path: Path,
    surroundings: Surroundings,
):
    saved(palace, "other")
    core = saved(palace, "never on Fridays", priority=Priority.P0) if effect is not Effect.REMOVED else None
    if effect is Effect.LOWERED:
        assert core is not None
        change(palace, core, code=True, priority=Priority.P1)
    copy = copied(palace, surroundings)
    if effect is Effect.REMOVED:
        core = saved(palace, "never on Fridays", priority=Priority.P0)
    assert core is not None
    changed: dict[Effect, dict[str, Any]] = {
        Effect.REWORDED: {"text": "never on Mondays"},
        Effect.LOWERED: {"priority": Priority.P0},
        Effect.BROUGHT_BACK: {"status": Status.ARCHIVED},
    }
    if effect in changed:
        change(palace, core, code=True, **changed[effect])
    palace.close()
    before = path.read_bytes()
    for typed in ("", "AAAA"):
        with pytest.raises(NeedsApproval) as needed:
            restore(Wanted(path, copy, typed_code=typed), surroundings, Actor.PERSON)
        assert [(each.effect, each.id) for each in needed.value.changes] == [(effect, core.id)]
        assert path.read_bytes() == before
        assert not list(copy.parent.glob("before-restore-*"))
    assert look_at_restore(Wanted(path, copy)).core == needed.value.changes
    restore(Wanted(path, copy, typed_code=needed.value.code), surroundings, Actor.PERSON)
    with closing(sqlite3.connect(copy)) as wanted, closing(sqlite3.connect(path)) as there:
        sql = "SELECT text, priority, status FROM memory"
        assert there.execute(sql).fetchall() == wanted.execute(sql).fetchall()


def test_the_code_for_one_copy_does_not_restore_another(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings
):
    core = saved(palace, "one", priority=Priority.P0)
    first = copied(palace, surroundings)
    change(palace, core, code=True, text="two")
    second = copied(palace, surroundings)
    change(palace, core, code=True, text="three")
    palace.close()
    with pytest.raises(NeedsApproval) as needed:
        restore(Wanted(path, first), surroundings, Actor.PERSON)
    with pytest.raises(NeedsApproval):
        restore(Wanted(path, second, typed_code=needed.value.code), surroundings, Actor.PERSON)


@pytest.mark.parametrize("actor", [Actor.AGENT, Actor.JOB])
def test_only_a_person_restores(
    actor: Actor, palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    palace.close()
    with pytest.raises(Refused, match="only a person"):
        restore(Wanted(path, copy), surroundings, actor)


# What was turned away since


@pytest.fixture
def turned_away(
    palace: PalaceFile, saved: Saved, surroundings: Surroundings, new_uid: NewUid
) -> tuple[Path, Memory]:
    """A copy from before a memory was deleted and a candidate rejected; the memory."""
    memory = saved(palace, "the password is tea")
    saved(palace, "harmless")
    with palace.unit_of_work(Actor.PERSON) as work:
        candidate = work.save_candidate(Candidate(0, new_uid(), "rejected later", surroundings.now))
        work.record(Verb.ADD, Subject.CANDIDATE, candidate.id)
    copy = copied(palace, surroundings)
    tend(palace, Actor.PERSON, memory.id, memory.version, trashing(surroundings))
    with palace.unit_of_work(Actor.PERSON) as work:
        stored = work.candidate(candidate.id)
        work.save_candidate(replace(stored, verdict=Verdict.REJECTED, decided_at=surroundings.now))
        work.add_tombstone(
            Tombstone(stored.content_hash, "rejected", surroundings.now, candidate_id=candidate.id)
        )
        work.add_tombstone(Tombstone("f" * 64, "rejected", surroundings.now, candidate_id=77))
        work.record(Verb.REJECT, Subject.CANDIDATE, candidate.id)
    palace.close()
    return copy, memory


def test_what_was_deleted_or_rejected_since_stays_away_and_is_counted(
    turned_away: tuple[Path, Memory], open_palace: Opening, path: Path, surroundings: Surroundings
):
    copy, memory = turned_away
    told = restore(Wanted(path, copy), surroundings, Actor.PERSON).difference
    assert (told.kept_away, [each.id for each in told.kept_away_samples]) == (2, [memory.id])
    restored = open_palace()
    assert texts(restored) == ["harmless"]
    assert restored.open_candidates() == []
    assert {each.reason for each in restored.tombstones()} == {"deleted", "rejected"}
    assert restored.tombstone("f" * 64) is not None
    assert all(finding.severity is Severity.FINE for finding in restored.examine_file())


def test_it_comes_back_where_that_is_asked_for(
    turned_away: tuple[Path, Memory], open_palace: Opening, path: Path, surroundings: Surroundings
):
    copy, _ = turned_away
    told = restore(Wanted(path, copy, with_deleted=True), surroundings, Actor.PERSON).difference
    assert told.kept_away == 0
    restored = open_palace()
    assert sorted(texts(restored)) == ["harmless", "the password is tea"]
    assert len(restored.open_candidates()) == 1
    assert [each.content_hash for each in restored.tombstones()] == ["f" * 64]


# What is no good


def test_a_copy_that_is_no_good_is_refused_and_costs_nothing(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings, tmp_path: Path
):
    saved(palace, "one")
    good = copied(palace, surroundings)
    palace.close()
    before = path.read_bytes()
    half, noise, text, empty = (tmp_path / name for name in ("half.db", "noise.db", "text.db", "empty.db"))
    content = good.read_bytes()
    half.write_bytes(content[: len(content) // 2])
    noise.write_bytes(content[:8192] + os.urandom(len(content) - 8192))
    text.write_text("- remember the milk\n")
    empty.touch()
    other_program = tmp_path / "other.db"
    with closing(sqlite3.connect(other_program)) as connection:
        connection.execute("CREATE TABLE memory (id)")
    for bad in (half, noise, text, empty, other_program, tmp_path, tmp_path / "missing.db", path):
        with pytest.raises(PalaceError):
            restore(Wanted(path, bad), surroundings, Actor.PERSON)
        assert path.read_bytes() == before
    assert not list(good.parent.glob("before-restore-*"))


def test_a_copy_of_another_palace_is_refused(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings, tmp_path: Path
):
    saved(palace, "one")
    palace.close()
    other = tmp_path / "other.db"
    PalaceFile.create(other, clock=surroundings.clock, new_uid=lambda: "another").close()
    with pytest.raises(Refused, match="of another palace"):
        restore(Wanted(path, other), surroundings, Actor.PERSON)


def test_a_copy_of_a_newer_palace_is_refused(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    palace.close()
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(Refused, match="a newer Palace made the copy"):
        restore(Wanted(path, copy), surroundings, Actor.PERSON)


def test_a_copy_of_an_older_schema_is_brought_up_to_date_before_it_takes_the_place(
    palace: PalaceFile, open_palace: Opening, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    saved(palace, "two")
    palace.close()
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("DROP TABLE read_bullet")
        connection.execute("DROP TABLE health_day")
        connection.execute("PRAGMA user_version = 4")
    sum_file_of(copy).unlink()
    as_it_was = copy.read_bytes()
    assert restore(Wanted(path, copy), surroundings, Actor.PERSON).difference.gone == 1
    restored = open_palace()
    assert texts(restored) == ["one"]
    assert restored.read_only_because == ""
    assert all(finding.severity is Severity.FINE for finding in restored.examine_file())
    assert copy.read_bytes() == as_it_was


def test_a_palace_that_may_not_be_written_is_left_as_it_is(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    saved(palace, "two")
    palace.close()
    before = path.read_bytes(), sorted(path.parent.rglob("*.db"))
    access = os.access
    for forbidden in (path, path.parent):
        monkeypatch.setattr(
            "palace.storage.connection.os.access",
            lambda which, mode, kept=forbidden: (
                access(which, mode) and not (mode == os.W_OK and which == kept)
            ),
        )
        with pytest.raises(ReadOnlyPalace) as refused:
            restore(Wanted(path, copy), surroundings, Actor.PERSON)
        assert refused.value.exit_status == 4
        assert (path.read_bytes(), sorted(path.parent.rglob("*.db"))) == before
        assert look_at_restore(Wanted(path, copy)).gone == 1


def test_a_newer_palace_is_not_restored_over(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    palace.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(Refused, match="a newer Palace made the palace"):
        restore(Wanted(path, copy), surroundings, Actor.PERSON)


def test_a_copy_with_pages_of_another_size_is_restored(
    palace: PalaceFile, open_palace: Opening, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    saved(palace, "two")
    palace.close()
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA page_size = 16384")
        connection.execute("VACUUM")
    sum_file_of(copy).unlink()
    restore(Wanted(path, copy), surroundings, Actor.PERSON)
    assert texts(open_palace()) == ["one"]


@pytest.mark.parametrize("harm", ["first pages", "later pages", "empty", "missing"])
def test_a_palace_that_is_damaged_is_replaced_and_kept_byte_by_byte(
    harm: str,
    palace: PalaceFile,
    open_palace: Opening,
    saved: Saved,
    path: Path,
    surroundings: Surroundings,
):
    saved(palace, "core", priority=Priority.P0)
    for number in range(30):
        saved(palace, f"memory {number} " * 40)
    copy = copied(palace, surroundings)
    palace.close()
    content = path.read_bytes()
    if harm == "first pages":
        path.write_bytes(os.urandom(8192) + content[8192:])
    elif harm == "later pages":
        path.write_bytes(content[:12288] + os.urandom(len(content) - 12288))
    elif harm == "empty":
        path.write_bytes(b"")
    else:
        path.unlink()
        Path(f"{path}-wal").write_bytes(b"left behind")
    harmed = path.read_bytes() if path.exists() else b""
    told = look_at_restore(Wanted(path, copy))
    assert told.unreadable
    assert [each.id for each in told.core] == [1], "what is not known to be unchanged needs its code"
    approved(Wanted(path, copy), surroundings)
    assert len(texts(open_palace())) == 31
    kept = sorted(path.parent.joinpath("backups").glob("damaged-*"))
    assert kept
    if harm == "missing":
        assert [each.read_bytes() for each in kept] == [b"left behind"]
    else:
        assert kept[0].read_bytes() == harmed
        assert kept[0].stat().st_mode & 0o777 == 0o600


def test_a_text_in_the_place_of_the_palace_is_never_overwritten(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings, tmp_path: Path
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    text = tmp_path / "notes.md"
    text.write_text("# my notes\n")
    with pytest.raises(PalaceUnavailable, match="is a text file"):
        restore(Wanted(text, copy), surroundings, Actor.PERSON)
    assert text.read_text() == "# my notes\n"


# Discs and processes that fail


def test_a_full_disk_leaves_the_palace_as_it_was(
    small_disk: Path, saved: Saved, surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch
):
    path = small_disk / "palace.db"
    make: dict[str, Any] = {"clock": surroundings.clock, "new_uid": surroundings.new_uid}
    with PalaceFile.create(path, **make) as palace:
        saved(palace, "one")
        copy = shutil.move(copied(palace, surroundings), small_disk.parent / "copy.db")
        saved(palace, "two")
    with pytest.raises(PalaceUnavailable) as told:
        restore(Wanted(path, copy), surroundings, Actor.PERSON)
    assert "are free" in told.value.message
    monkeypatch.setattr("palace.storage.restoring.check_room", lambda *_: None)
    monkeypatch.setattr("palace.storage.copying.check_room", lambda *_: None)
    filler = small_disk / "filler"
    size = path.stat().st_size
    for room in (0, size // 2, size + size // 2, 2 * size + size // 2):
        shutil.rmtree(small_disk / "backups", ignore_errors=True)
        filler.unlink(missing_ok=True)
        free = shutil.disk_usage(small_disk).free
        if free <= room:
            continue
        filler.write_bytes(bytes(free - room))
        with pytest.raises(PalaceUnavailable):
            restore(Wanted(path, copy), surroundings, Actor.PERSON)
        assert not list(small_disk.glob(".*.new*"))
        filler.unlink()
        with PalaceFile.open(path, **make) as palace:
            assert texts(palace) == ["one", "two"]
            assert palace.examine_file()[2].found == "ok"


@pytest.mark.parametrize("damaged", [False, True])
def test_killed_at_any_step_the_palace_is_the_old_one_or_the_new(
    damaged: bool,
    palace: PalaceFile,
    saved: Saved,
    path: Path,
    surroundings: Surroundings,
    later: Callable[[timedelta], Surroundings],
    tmp_path: Path,
):
    core = saved(palace, "core", priority=Priority.P0)
    for number in range(20):
        saved(palace, f"memory {number} " * 30)
    copy = copied(palace, surroundings)
    change(palace, core, code=True, text="core, reworded")
    saved(palace, "new")
    palace.close()
    source = tmp_path / "source"
    source.mkdir()
    shutil.copyfile(path, source / "palace.db")
    shutil.copyfile(copy, source / "copy.db")
    if damaged:
        with (source / "palace.db").open("r+b") as file:
            file.write(bytes(4096))
    harmed = (source / "palace.db").read_bytes()
    ended = subprocess.run(
        [sys.executable, KILLED, source, str(STEPS_TRIED), "restore"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    *killed, whole = ended.stdout.splitlines()
    assert len(killed) == STEPS_TRIED
    assert int(whole.split()[0]) > STEPS_TRIED
    seen: set[str] = set()
    for line in killed:
        folder = Path(line.split(maxsplit=1)[1])
        there = folder / "palace.db"
        if damaged and there.exists() and there.read_bytes() == harmed:
            seen.add("old")
        else:
            seen.add(_old_or_new(there, surroundings))
        wanted = Wanted(there, folder / "copy.db")
        if seen_new(there, surroundings, damaged, harmed):
            restore(wanted, later(timedelta(hours=1)), Actor.PERSON)
        else:
            approved(wanted, later(timedelta(hours=1)))
        assert _old_or_new(there, surroundings) == "new", "the next run finishes it"
    assert seen == {"old", "new"}


def test_killed_while_a_copy_is_made_no_half_copy_has_a_name_and_the_next_run_makes_it(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings, tmp_path: Path
):
    for number in range(20):
        saved(palace, f"memory {number} " * 30)
    palace.close()
    source = tmp_path / "source"
    source.mkdir()
    shutil.copyfile(path, source / "palace.db")
    ended = subprocess.run(
        [sys.executable, KILLED, source, str(STEPS_TRIED), "backup"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    *killed, _ = ended.stdout.splitlines()
    made: set[int] = set()
    for line in killed:
        there = Path(line.split(maxsplit=1)[1]) / "palace.db"
        with PalaceFile.open(there, clock=surroundings.clock, new_uid=surroundings.new_uid) as opened:
            copies = opened.backups.copies()
            made.add(len(copies))
            assert [fault_of(copy.path) for copy in copies] == [""] * len(copies)
            assert opened.backups.back_up(surroundings.now).copy.memories == 20
            assert len(texts(opened)) == 20
    assert made == {0, 1}


def _old_or_new(path: Path, surroundings: Surroundings) -> str:
    with PalaceFile.open(path, clock=surroundings.clock, new_uid=surroundings.new_uid) as opened:
        assert all(
            finding.severity is Severity.FINE
            for finding in opened.examine_file()
            if finding.check != "permissions"
        )
        held = texts(opened)
        [core] = opened.memories([1])
        if core.text == "core, reworded":
            assert "new" in held
            assert len(held) == 22
            return "old"
        assert core.text == "core"
        assert len(held) == 21
        return "new"


def seen_new(path: Path, surroundings: Surroundings, damaged: bool, harmed: bytes) -> bool:
    if damaged and (not path.exists() or path.read_bytes() == harmed):
        return False
    return _old_or_new(path, surroundings) == "new"
