"""Every check of the doctor finds what it is for in a file that was really broken, and mends what it can."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.services.doctor import Finding, Severity
from palace.services.meaning_ports import Embedding
from palace.services.mending import mend
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

Saved = Callable[..., Memory]
Opening = Callable[[], PalaceFile]


@pytest.fixture
def filled(palace: PalaceFile, saved: Saved, vector_of: Callable[[int], Embedding]) -> PalaceFile:
    """A palace of a few memories, with vectors and a copy."""
    for number in range(5):
        memory = saved(palace, f"memory {number} about tea")
        with palace.unit_of_work(Actor.JOB) as work:
            work.save_embedding(memory.id, "made", vector_of(number + 1), memory.content_hash)
    palace.backups.back_up(memory.recorded_at)
    return palace


def in_sqlite(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for statement in statements:
            connection.execute(statement)


def examined(palace: PalaceFile, surroundings: Surroundings) -> dict[str, Finding]:
    found = [*palace.examine_file(), *palace.doctor.examine(surroundings.now)]
    assert len({finding.check for finding in found}) == len(found)
    return {finding.check: finding for finding in found}


def wrong(palace: PalaceFile, surroundings: Surroundings) -> dict[str, Severity]:
    return {
        name: finding.severity
        for name, finding in examined(palace, surroundings).items()
        if finding.severity is not Severity.FINE
    }


def memory_rows(palace: PalaceFile) -> list[tuple[object, ...]]:
    return palace._database.rows("SELECT * FROM memory ORDER BY id")


def test_a_palace_that_is_well_has_nothing_wrong(filled: PalaceFile, surroundings: Surroundings):
    assert wrong(filled, surroundings) == {}


def test_looking_changes_nothing(filled: PalaceFile, path: Path, surroundings: Surroundings):
    version = filled.data_version()
    before = path.read_bytes(), Path(f"{path}-wal").read_bytes(), sorted(path.parent.rglob("*"))
    examined(filled, surroundings)
    assert (path.read_bytes(), Path(f"{path}-wal").read_bytes(), sorted(path.parent.rglob("*"))) == before
    assert filled.data_version() == version


@pytest.mark.parametrize(
    ("check", "severity", "statements"),
    [
        ("references", Severity.FAULT, ["DELETE FROM memory WHERE id = 2"]),
        ("hashes", Severity.FAULT, ["UPDATE memory SET text = 'changed behind the back' WHERE id = 2"]),
        ("journal", Severity.FAULT, ["UPDATE decision SET undone_by = 1 WHERE id = 2"]),
        ("words", Severity.WARNING, ["DELETE FROM memory_text WHERE rowid = 2"]),
        ("words", Severity.WARNING, ["UPDATE memory_text SET body = 'coffee' WHERE rowid = 2"]),
        ("word_index", Severity.WARNING, ["DELETE FROM memory_text_data WHERE id > 10"]),
        ("words", Severity.WARNING, ["DELETE FROM memory_text_docsize"]),
        ("stored_vectors", Severity.WARNING, ["UPDATE embedding SET vector = x'00' WHERE memory_id = 2"]),
        ("vector_chunks", Severity.WARNING, ["UPDATE vector_chunk SET ids = zeroblob(length(ids))"]),
        ("vector_chunks", Severity.WARNING, ["DELETE FROM vector_chunk"]),
        ("stale_vectors", Severity.NOTICE, ["UPDATE embedding SET text_hash = 'old' WHERE memory_id = 2"]),
        (
            "future_stamps",
            Severity.NOTICE,
            ["UPDATE decision SET at = '2099-01-01T00:00:00.000000Z' WHERE id = 1"],
        ),
        (
            "future_stamps",
            Severity.NOTICE,
            ["UPDATE memory SET last_hit_at = '2099-01-01T00:00:00.000000Z' WHERE id = 1"],
        ),
        (
            "orphans",
            Severity.NOTICE,
            ["INSERT INTO usage (at, event, memory_id) VALUES ('2026-01-01T00:00:00.000000Z', 'hit', 99)"],
        ),
    ],
)
def test_what_was_broken_in_the_rows_is_found(
    check: str,
    severity: Severity,
    statements: list[str],
    filled: PalaceFile,
    path: Path,
    surroundings: Surroundings,
):
    in_sqlite(path, *statements)
    found = examined(filled, surroundings)[check]
    assert found.severity is severity
    assert found.found
    assert found.cure or severity is Severity.NOTICE


def test_noise_in_the_pages_is_damage_and_the_cure_is_an_earlier_copy(
    filled: PalaceFile, open_palace: Opening, path: Path, surroundings: Surroundings
):
    page = filled._database.number("SELECT rootpage FROM sqlite_master WHERE name = 'memory'")
    filled.close()
    with path.open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(os.urandom(4096))
    damaged = open_palace()
    found = examined(damaged, surroundings)["integrity"]
    assert found.severity is Severity.FAULT
    assert "palace restore" in found.cure
    assert mend(damaged, [found], surroundings.now, None) == [], "it is not for the doctor to guess rows"


def test_an_index_that_lies_is_made_anew_from_the_rows(
    filled: PalaceFile, open_palace: Opening, path: Path, surroundings: Surroundings
):
    filled.close()
    in_sqlite(
        path,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = 'CREATE INDEX memory_by_hash ON memory (text)'"
        " WHERE name = 'memory_by_hash'",
    )
    palace = open_palace()
    before = memory_rows(palace)
    found = examined(palace, surroundings)["integrity"]
    assert (found.severity, "missing from index" in found.found) == (Severity.FAULT, True)
    assert mend(palace, [found], surroundings.now, None) == ["integrity"]
    assert wrong(palace, surroundings) == {}
    assert memory_rows(palace) == before


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM memory_text",
        "DELETE FROM memory_text_data",
        "DELETE FROM memory_text_data WHERE id > 10",
        "UPDATE memory_text_content SET c0 = 'noise'",
        "DELETE FROM memory_text_config",
        "DROP TABLE memory_text_data",
        "DROP TABLE memory_text_idx",
    ],
)
def test_a_broken_word_index_is_made_anew_and_no_row_is_touched(
    statement: str, filled: PalaceFile, open_palace: Opening, path: Path, surroundings: Surroundings
):
    filled.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(statement)
    palace = open_palace()
    before = memory_rows(palace)
    found = list(examined(palace, surroundings).values())
    assert {each.check for each in found if each.severity is not Severity.FINE} <= {"words", "word_index"}
    assert mend(palace, found, surroundings.now, None)
    assert wrong(palace, surroundings) == {}
    assert memory_rows(palace) == before


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX's")
def test_what_others_may_read_is_found_and_closed(filled: PalaceFile, path: Path, surroundings: Surroundings):
    [copy] = [each.path for each in filled.backups.copies()]
    path.chmod(0o644)
    copy.chmod(0o640)
    copy.parent.chmod(0o755)
    found = examined(filled, surroundings)
    assert found["permissions"].severity is Severity.WARNING
    assert found["backup_permissions"].found == f"backups, {copy.name}"
    assert mend(filled, found.values(), surroundings.now, None) == ["backup_permissions", "permissions"]
    assert wrong(filled, surroundings) == {}
    assert [each.stat().st_mode & 0o777 for each in (path, copy, copy.parent)] == [0o600, 0o600, 0o700]


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX's")
def test_a_folder_in_which_anybody_may_write_is_told_and_left_alone(
    filled: PalaceFile, path: Path, surroundings: Surroundings
):
    path.parent.chmod(0o777)
    found = examined(filled, surroundings)
    assert found["folder"].severity is Severity.WARNING
    assert found["folder"].cure == f"chmod go-w {path.parent}"
    mend(filled, found.values(), surroundings.now, None)
    assert path.parent.stat().st_mode & 0o777 == 0o777


def test_no_copies_and_old_copies_are_noted(palace: PalaceFile, saved: Saved, surroundings: Surroundings):
    saved(palace, "tea")
    assert wrong(palace, surroundings) == {"backups": Severity.NOTICE}
    palace.backups.back_up(surroundings.now - timedelta(days=8))
    assert examined(palace, surroundings)["backups"].cure == "palace backup"
    palace.backups.back_up(surroundings.now)
    assert wrong(palace, surroundings) == {}


def test_a_copy_that_rotted_is_found(filled: PalaceFile, surroundings: Surroundings):
    [copy] = filled.backups.copies()
    with copy.path.open("r+b") as file:
        file.seek(copy.size // 2)
        file.write(os.urandom(copy.size // 4))
    found = examined(filled, surroundings)["backups_whole"]
    assert (found.severity, found.found) == (Severity.WARNING, copy.path.name)


def test_of_many_copies_the_newest_and_one_in_turn_are_read_whole_and_all_when_asked(
    filled: PalaceFile, surroundings: Surroundings
):
    now = surroundings.now
    for days in (4, 3, 2, 1):
        filled.backups.back_up(now - timedelta(days=days))
    oldest = filled.backups.copies()[-1].path
    before = oldest.stat()
    with oldest.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        last = file.read(1)
        file.seek(-1, os.SEEK_END)
        file.write(bytes([last[0] ^ 1]))
    os.utime(oldest, ns=(before.st_atime_ns, before.st_mtime_ns))  # rot leaves the time of a file as it was

    def rotten(at: datetime, *, thorough: bool = False) -> tuple[bool, str]:
        found = {each.check: each for each in filled.doctor.examine(at, thorough=thorough)}
        return oldest.name in found["backups_whole"].found, found["backups_compared"].found

    turns = [rotten(now + timedelta(days=day)) for day in range(4)]
    assert {compared for _, compared in turns} == {"2/5"}
    assert sum(found for found, _ in turns) == 1  # each of the others has its turn once in four days
    assert rotten(now, thorough=True) == (True, "5/5")
    later = before.st_mtime_ns + 10**10
    os.utime(oldest, ns=(later, later))
    assert all(rotten(now + timedelta(days=day))[0] for day in range(4))


def test_a_disk_that_is_nearly_full_is_told(
    filled: PalaceFile, surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch
):
    usage = shutil.disk_usage(filled.path.parent)
    monkeypatch.setattr(
        "palace.storage.doctor_surroundings.shutil.disk_usage", lambda _: usage._replace(free=5_000_000)
    )
    assert wrong(filled, surroundings) == {"disk_space": Severity.WARNING}


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not tell")
def test_another_process_that_has_it_open_is_named(
    filled: PalaceFile, path: Path, surroundings: Surroundings
):
    code = "import sys; file = open(sys.argv[1], 'rb'); print('open', flush=True); sys.stdin.readline()"
    other = subprocess.Popen(
        [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    other.stdout.readline()
    found = examined(filled, surroundings)["processes"]
    other.communicate("\n")
    assert found.severity is Severity.NOTICE
    assert str(other.pid) in found.found


def test_what_a_killed_process_left_behind_is_removed_and_nothing_else(
    filled: PalaceFile, path: Path, surroundings: Surroundings
):
    left = [
        path.parent / f".{path.name}.0a1b2c3d.new",
        path.parent / "backups" / ".x.db.ffffffff.new-journal",
    ]
    young = path.parent / "backups" / ".y.db.eeeeeeee.new"
    own = path.parent / ".notes.new"
    for each in (*left, young, own):
        each.write_bytes(b"half")
    old = (surroundings.now - timedelta(hours=2)).timestamp()
    for each in (*left, own):
        os.utime(each, (old, old))
    os.utime(young, (surroundings.now.timestamp(),) * 2)
    found = examined(filled, surroundings)
    assert found["leftovers"].severity is Severity.NOTICE
    assert found["leftovers"].found.startswith("2 ")
    assert mend(filled, found.values(), surroundings.now, None) == ["leftovers"]
    assert [each.exists() for each in (*left, young, own)] == [False, False, True, True]


def test_a_newer_palace_is_noted_with_why_it_is_only_read(
    filled: PalaceFile, open_palace: Opening, path: Path, surroundings: Surroundings
):
    filled.close()
    in_sqlite(path, "PRAGMA user_version = 99")
    found = examined(open_palace(), surroundings)["schema"]
    assert (found.severity, found.cure) == (Severity.NOTICE, "a newer Palace")
    assert "99" in found.found


def test_nothing_is_mended_where_nothing_is_wrong(filled: PalaceFile, surroundings: Surroundings):
    found = [replace(each, severity=Severity.FINE) for each in examined(filled, surroundings).values()]
    assert mend(filled, found, surroundings.now, None) == []
