"""A copy takes the place of a palace: told before, journalled, and never under somebody who has it open."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from palace.domain.errors import PalaceUnavailable, Refused
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.vocabulary import Status
from palace.services.doctor import Severity
from palace.services.surroundings import Surroundings
from palace.services.undo import undo
from palace.storage.backups import fault_of
from palace.storage.palace_file import PalaceFile
from palace.storage.restoring import Wanted, look_at_restore, restore
from tests.storage.restored_palaces import Opening, Saved, change, copied, texts


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
