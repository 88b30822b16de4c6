"""The shelf of old logs: byte for byte in and out, whatever the bytes, and nothing removed that changed."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palace.files.log_shelf import FolderOfLogs
from palace.services.log_ports import LeftLog, OldLog, ShelvedLog
from palace.services.readings import FileReading

NOW = datetime(2026, 5, 15, 4, tzinfo=UTC)
LOG = "memory/2026-05-01.md"


def shelf_of(root: Path) -> FolderOfLogs:
    return FolderOfLogs(
        root=root,
        today=NOW.date(),
        now=NOW,
        stays=timedelta(days=7),
        at_rest=timedelta(hours=1),
        read=lambda path: FileReading(path, "daily-log", "utf-8"),
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "memory").mkdir()
    return tmp_path


def write(
    root: Path, path: str, data: bytes = b"- done\n", written: datetime = NOW - timedelta(days=3)
) -> Path:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    os.utime(target, (written.timestamp(), written.timestamp()))
    return target


def names(found: object) -> list[str]:
    return [each.path for each in found]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=4096))
def test_any_bytes_go_to_the_shelf_and_come_back(root: Path, data: bytes):
    log = write(root, LOG, data)
    written = log.stat().st_mtime_ns
    shelf = shelf_of(root)
    shelved = shelf.shelve(LOG)
    assert isinstance(shelved, ShelvedLog)
    assert shelf.let_go(shelved) is None
    assert not log.exists()
    assert list(shelf.shelved()) == [shelved.shelf]

    assert isinstance(shelf.bring_back(shelved.shelf, LOG), ShelvedLog)

    assert log.read_bytes() == data
    assert log.stat().st_mtime_ns == written
    assert shelf.shelved() == {}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("memory/2026-05-07.md", True),
        ("memory/2026-05-08.md", False),
        ("memory/2026-05-01-the-talk.md", True),
        ("daily/2026-05-01.markdown", True),
        ("2026-05-01.md", True),
        ("memory/2026-05-01.txt", False),
        ("memory/notes.md", False),
        ("memory/2026-13-01.md", False),
        ("memory/2026-05-011.md", False),
        ("archive/daily/2026-05-01.md", False),
    ],
)
def test_only_logs_that_are_old_by_their_name_are_old(root: Path, path: str, expected: bool):
    write(root, path)
    assert names(shelf_of(root).old_logs()) == ([path] if expected else [])


def test_a_log_that_was_just_written_is_named_and_stays(root: Path):
    write(root, LOG, written=NOW - timedelta(minutes=10))
    assert shelf_of(root).old_logs() == [LeftLog(LOG, "being-written")]


def test_a_link_is_named_and_stays(root: Path):
    elsewhere = write(root, "elsewhere/notes.md")
    (root / LOG).symlink_to(elsewhere)
    assert shelf_of(root).old_logs() == [LeftLog(LOG, "link")]
    assert isinstance(shelf_of(root).shelve(LOG), LeftLog)


def test_what_is_no_log_by_its_content_is_left_alone(root: Path):
    write(root, LOG)
    shelf = shelf_of(root)
    other = FolderOfLogs(root, shelf.today, shelf.now, shelf.stays, shelf.at_rest, lambda path: None)
    assert other.old_logs() == []
    assert isinstance(shelf.old_logs()[0], OldLog)


def test_a_log_that_changed_after_it_was_shelved_is_not_removed(root: Path):
    log = write(root, LOG)
    shelf = shelf_of(root)
    shelved = shelf.shelve(LOG)
    log.write_bytes(b"- done\n- one more\n")

    assert shelf.let_go(shelved) == LeftLog(LOG, "changed")
    assert log.read_bytes() == b"- done\n- one more\n"


def test_a_damaged_copy_never_costs_the_log(root: Path):
    log = write(root, LOG, b"- done\n" * 100)
    shelf = shelf_of(root)
    shelved = shelf.shelve(LOG)
    packed = root / shelved.shelf
    packed.write_bytes(packed.read_bytes()[:-6] + b"broken")

    assert shelf.let_go(shelved) == LeftLog(LOG, "copy-differs")
    assert log.exists()
    assert shelf.bring_back(shelved.shelf, "memory/other.md") == LeftLog(shelved.shelf, "copy-differs")
    assert packed.exists()


def test_two_logs_of_one_name_lie_side_by_side(root: Path):
    write(root, LOG, b"one\n")
    write(root, "daily/2026-05-01.md", b"two\n")
    shelf = shelf_of(root)
    first, second = shelf.shelve(LOG), shelf.shelve("daily/2026-05-01.md")
    assert first.shelf != second.shelf
    assert shelf.shelve(LOG) == first


def test_what_stands_in_the_way_of_a_returning_log_is_kept(root: Path):
    write(root, LOG)
    shelf = shelf_of(root)
    shelved = shelf.shelve(LOG)
    shelf.let_go(shelved)
    write(root, LOG, b"written anew\n")

    assert shelf.bring_back(shelved.shelf, LOG) == LeftLog(LOG, "in-the-way")
    assert (root / LOG).read_bytes() == b"written anew\n"
    assert (root / shelved.shelf).exists()


def test_a_shelf_that_cannot_be_written_leaves_the_log(root: Path):
    log = write(root, LOG)
    (root / "archive").write_text("a file where the folder should be", encoding="utf-8")

    assert shelf_of(root).shelve(LOG) == LeftLog(LOG, "shelf-unwritable")
    assert log.exists()
