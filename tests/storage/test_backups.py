"""Copies of a palace: whole, of one instant, for their owner only, and never at the cost of another copy."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from palace.domain.errors import PalaceError, PalaceUnavailable
from palace.domain.identifiers import NewUid
from palace.domain.memory import Memory
from palace.services.backup_ports import CopySort
from palace.storage.backups import BackupFolder, Checked, check_copy, error_within, fault_of, look_at
from palace.storage.copy_sums import BySum, sum_file_of
from palace.storage.palace_file import PalaceFile
from tests.storage.test_two_processes import WRITES_WITHOUT_END

Saved = Callable[..., Memory]
NOON = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)


@pytest.fixture
def backups(palace: PalaceFile, saved: Saved) -> BackupFolder:
    """The copies beside a palace that holds one memory."""
    saved(palace, "tea at four")
    return palace.backups


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def with_sums(*copies: Path) -> list[str]:
    """Return the names of copies and of the sums beside them."""
    return sorted(name for copy in copies for name in (copy.name, sum_file_of(copy).name))


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as connection:
        return connection.execute(sql).fetchall()


def test_a_copy_holds_what_was_committed_last_though_it_stands_in_the_log(backups: BackupFolder, path: Path):
    assert Path(f"{path}-wal").stat().st_size > 0
    made = backups.back_up(NOON).copy
    assert rows(made.path, "SELECT text FROM memory") == [("tea at four",)]
    assert (made.sort, made.memories, made.fault) == (CopySort.ROTATED, 1, "")
    assert made.made_at == NOON


def test_a_copy_and_its_folder_are_for_their_owner_only(backups: BackupFolder):
    umask = os.umask(0)
    try:
        made = backups.back_up(NOON).copy
    finally:
        os.umask(umask)
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(backups.folder.stat().st_mode) == 0o700


def test_nothing_is_left_beside_a_copy(backups: BackupFolder):
    made = backups.back_up(NOON).copy
    assert fault_of(made.path) == ""
    assert names(backups.folder) == with_sums(made.path)


def test_a_second_copy_of_the_same_second_has_a_name_of_its_own(backups: BackupFolder):
    one, two = backups.back_up(NOON).copy, backups.back_up(NOON).copy
    assert one.path != two.path
    assert len(backups.copies()) == 2


def test_older_copies_make_room_day_by_day(backups: BackupFolder):
    for day in range(40):
        backups.back_up(NOON + timedelta(days=day))
    days = [(NOON + timedelta(days=39) - copy.made_at).days for copy in backups.copies()]
    assert days[:7] == list(range(7))
    assert 8 <= len(days) <= 11


def test_only_what_was_made_by_rotation_makes_room(
    backups: BackupFolder, palace: PalaceFile, tmp_path: Path, new_uid: NewUid
):
    kept = backups.back_up(NOON - timedelta(days=300), keep=True).copy.path
    folder = backups.folder
    old = backups.back_up(NOON - timedelta(days=300)).copy.path
    (folder / "palace-20200101T000000Z.db").write_bytes(b"put here by a person")
    (folder / "notes.db").write_bytes(old.read_bytes())
    (folder / "other-20200101T000000Z.db").write_bytes(old.read_bytes())
    (folder / "before-restore-palace-20200101T000000Z.db").write_bytes(old.read_bytes())
    other = tmp_path / "other.db"
    PalaceFile.create(other, clock=lambda: NOON, new_uid=lambda: "another").close()
    (folder / "palace-20190101T000000Z.db").write_bytes(other.read_bytes())
    (folder / "palace-20180101T000000Z.db").symlink_to(old)
    there = set(names(folder))
    for day in range(60):
        backups.back_up(NOON + timedelta(days=day))
    assert there - set(names(folder)) == set(with_sums(old))
    assert kept.exists()


def test_a_palace_that_is_damaged_gives_no_copy_and_costs_none(
    backups: BackupFolder, palace: PalaceFile, path: Path
):
    good = backups.back_up(NOON - timedelta(days=100)).copy.path
    palace.close()
    with path.open("r+b") as file:
        file.seek(4096 * 4)
        file.write(b"\xff" * 4096 * 20)
    with pytest.raises(PalaceError):
        PalaceFile.open(path, clock=lambda: NOON, new_uid=lambda: "x").backups.back_up(NOON)
    assert names(good.parent) == with_sums(good)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_folder_that_may_not_be_written_is_named(backups: BackupFolder):
    backups.folder.mkdir()
    backups.folder.chmod(0o500)
    with pytest.raises(PalaceUnavailable, match="backups"):
        backups.back_up(NOON)


def test_a_file_in_the_place_of_the_folder_is_named(backups: BackupFolder):
    backups.folder.write_text("no folder")
    with pytest.raises(PalaceUnavailable, match="backups"):
        backups.back_up(NOON)
    assert backups.folder.read_text() == "no folder"


def test_a_full_disk_is_told_before_anything_is_written(
    backups: BackupFolder, monkeypatch: pytest.MonkeyPatch
):
    free = type("Usage", (), {"free": 1_000})
    monkeypatch.setattr("palace.storage.copying.shutil.disk_usage", lambda path: free)
    with pytest.raises(PalaceUnavailable, match=r"needs .* MB, and 0.0 MB are free"):
        backups.back_up(NOON)
    assert names(backups.folder) == []


def test_a_disk_that_is_full_leaves_the_older_copies_and_nothing_half(
    small_disk: Path, saved: Saved, new_uid: NewUid, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("palace.storage.copying.check_room", lambda *_: None)
    with PalaceFile.create(small_disk / "palace.db", clock=lambda: NOON, new_uid=new_uid) as palace:
        good = palace.backups.back_up(NOON).copy.path
        (small_disk / "in the way").write_bytes(bytes(shutil.disk_usage(small_disk).free - 60_000))
        with pytest.raises(PalaceUnavailable, match=r"no copy of .* can be made in .*backups"):
            palace.backups.back_up(NOON + timedelta(days=1))
        assert names(good.parent) == with_sums(good)
        assert fault_of(good) == ""


def test_a_copy_that_is_no_good_is_listed_with_its_fault(backups: BackupFolder):
    made = backups.back_up(NOON).copy
    size = made.path.stat().st_size
    with made.path.open("r+b") as file:
        file.seek(size // 2)
        file.write(os.urandom(size // 4))
    (backups.folder / "text.db").write_text("hello\n")
    (backups.folder / "empty.db").touch()
    (backups.folder / "folder.db").mkdir()
    (backups.folder / "nowhere.db").symlink_to("nowhere")
    found = {copy.path.name: copy for copy in backups.copies()}
    assert backups.fault_of(found[made.path.name])
    assert all(found[name].fault for name in ("text.db", "empty.db", "folder.db", "nowhere.db"))
    assert look_at(made.path).made_at == NOON


def test_a_backup_while_another_process_writes_is_of_one_instant_and_loses_nothing(
    backups: BackupFolder, path: Path
):
    other = subprocess.Popen(
        [sys.executable, "-c", WRITES_WITHOUT_END, str(path), "1000"], stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    try:
        seen = [int(other.stdout.readline())]
        for turn in range(6):
            told = int(other.stdout.readline())
            made = backups.back_up(NOON + timedelta(seconds=turn)).copy
            [(memories,)] = rows(made.path, "SELECT max(id) FROM memory")
            assert memories >= told >= seen[-1]
            seen.append(told)
            [(half,)] = rows(
                made.path,
                "SELECT count(*) FROM memory WHERE uid LIKE 'm%'"
                " AND (text NOT LIKE '% again' OR id NOT IN (SELECT memory_id FROM embedding))",
            )
            assert half == 0
            [(decisions, added)] = rows(
                made.path,
                "SELECT (SELECT count(*) FROM decision WHERE verb = 'approve'), count(*) FROM memory"
                " WHERE uid LIKE 'm%'",
            )
            assert decisions == added
            assert fault_of(made.path) == ""
    finally:
        other.kill()
        other.wait()


def test_once_a_day_one_copy_is_made(backups: BackupFolder):
    first = backups.back_up_once_a_day(NOON)
    assert first is not None
    assert backups.back_up_once_a_day(NOON + timedelta(hours=2)) is None
    with first.copy.path.open("r+b") as file:
        file.write(bytes(100))
    assert backups.back_up_once_a_day(NOON + timedelta(hours=3)) is not None, "one that is no good is none"
    assert backups.back_up_once_a_day(NOON + timedelta(days=1)) is not None
    backups.back_up(NOON + timedelta(days=2), keep=True)
    assert backups.back_up_once_a_day(NOON + timedelta(days=2)) is not None, "one by hand is none either"


# Sums


def overwritten(copy: Path, old: bytes, new: bytes) -> None:
    """Write other bytes of the same number over a text within a page, as rot or a person may."""
    data = copy.read_bytes()
    assert old in data
    assert len(old) == len(new)
    copy.write_bytes(data.replace(old, new))


def test_a_text_that_was_overwritten_in_a_copy_is_found_by_its_sum(backups: BackupFolder):
    made = backups.back_up(NOON).copy.path
    assert check_copy(made) == Checked(BySum.SAME, None)
    overwritten(made, b"tea at four", b"tea at five")
    assert error_within(made) is None
    assert "its bytes are not those" in fault_of(made)
    assert look_at(made).fault == ""


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="the tool is not here")
def test_the_sums_are_those_of_sha256sum(tmp_path: Path, new_uid: NewUid):
    for name in ("palace.db", "with blanks 宫殿.db", "back\\slash\nand line.db"):
        with PalaceFile.create(tmp_path / name, clock=lambda: NOON, new_uid=new_uid) as palace:
            copy = palace.backups.back_up(NOON).copy.path
        sums = sum_file_of(copy)
        checked = subprocess.run(["sha256sum", "-c", sums], cwd=copy.parent, capture_output=True, check=False)
        assert checked.returncode == 0, checked
        assert stat.S_IMODE(sums.stat().st_mode) == 0o600
        assert check_copy(copy).by_sum is BySum.SAME


@pytest.mark.parametrize("told", [b"", b"no sum at all\n", b"\xff" * 90, b"0" * 64, None])
def test_a_sum_that_is_none_is_no_sum_that_agrees(backups: BackupFolder, told: bytes | None):
    made = backups.back_up(NOON).copy.path
    sums = sum_file_of(made)
    sums.unlink()
    assert check_copy(made) == Checked(BySum.NONE, None)
    if told is None:
        sums.mkdir()
    else:
        sums.write_bytes(told)
    assert check_copy(made).by_sum is BySum.OTHER


def test_what_was_written_into_a_copy_counts_though_it_stands_in_a_log(
    backups: BackupFolder, saved: Saved, new_uid: NewUid
):
    made = backups.back_up(NOON).copy.path
    before = made.read_bytes()
    with PalaceFile.open(made, clock=lambda: NOON, new_uid=new_uid) as opened:
        saved(opened, "written into the copy")
        made_while_open, log = made.read_bytes(), Path(f"{made}-wal").read_bytes()
    made.write_bytes(before)
    assert check_copy(made).by_sum is BySum.SAME
    Path(f"{made}-wal").write_bytes(log)
    assert made_while_open
    assert check_copy(made).by_sum is BySum.OTHER


def test_the_sum_goes_with_the_copy_that_makes_room(backups: BackupFolder):
    for day in range(30):
        backups.back_up(NOON + timedelta(days=day))
    assert names(backups.folder) == with_sums(*(copy.path for copy in backups.copies()))


def test_a_copy_that_cannot_be_removed_stays_and_stops_nothing(
    backups: BackupFolder, monkeypatch: pytest.MonkeyPatch
):
    backups.back_up(NOON - timedelta(days=300))
    for day in range(20):
        backups.back_up(NOON + timedelta(days=day))
    there = len(backups.copies())

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if path.suffix == ".db":
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    assert backups.back_up(NOON + timedelta(days=20)).removed == ()
    assert len(backups.copies()) == there + 1
