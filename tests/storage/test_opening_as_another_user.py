"""A palace that belongs to another user: read as far as that goes, and never written."""

import os
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest

from palace.domain.errors import PalaceError, PalaceUnavailable, ReadOnlyPalace
from palace.domain.filters import Filters
from palace.domain.journal import Actor
from palace.services.doctor import Severity
from tests.storage.other_user import (
    NOBODY,
    Opening,
    Saved,
    as_root,
    in_place_of_nobody,
    opening,
    read_everything,
    shown_to_all,
)

__all__ = ["opening", "shown_to_all"]


@as_root
def test_a_read_only_file_in_a_read_only_folder_is_read_and_not_written(
    shown_to_all: Path, opening: Opening
) -> None:
    before = sorted(shown_to_all.parent.iterdir())

    def read() -> None:
        with opening() as palace:
            assert palace.read_only_because == "the file is read-only"
            read_everything(palace)
            assert palace.memories([1])[0].text == "likes green tea"
            with pytest.raises(ReadOnlyPalace), palace.unit_of_work(Actor.PERSON):
                pass

    assert in_place_of_nobody(read) == ""
    assert sorted(shown_to_all.parent.iterdir()) == before


@as_root
def test_a_file_of_ones_own_in_a_read_only_folder_is_read_and_not_written(
    shown_to_all: Path, opening: Opening
) -> None:
    os.chown(shown_to_all, NOBODY, NOBODY)

    def read() -> None:
        with opening() as palace:
            assert palace.read_only_because == "its folder is read-only"
            assert palace.memories([1])[0].text == "likes green tea"
            cures = {each.check: each.cure for each in palace.examine_file()}
            assert cures["schema"] == f"chmod u+w {shown_to_all.parent}"

    assert in_place_of_nobody(read) == ""


@as_root
def test_a_read_only_file_in_a_folder_of_ones_own_is_read(shown_to_all: Path, opening: Opening) -> None:
    os.chown(shown_to_all.parent, NOBODY, NOBODY)

    def read() -> None:
        with opening() as palace:
            assert palace.read_only_because == "the file is read-only"
            assert palace.memories([1])[0].text == "likes green tea"

    assert in_place_of_nobody(read) == ""


@as_root
def test_a_palace_in_use_by_another_user_is_read_with_its_newest_rows_or_refused_in_words(
    shown_to_all: Path, opening: Opening, saved: Saved
) -> None:
    with opening() as writer:
        saved(writer, "newest")
        for log in shown_to_all.parent.glob("*-wal"):
            log.chmod(0o644)
        for shared in shown_to_all.parent.glob("*-shm"):
            shared.chmod(0o644)

        def read() -> None:
            with opening() as palace:
                assert [memory.text for memory in palace.memories([1, 2])] == ["likes green tea", "newest"]

        assert in_place_of_nobody(read) == ""
        for log in shown_to_all.parent.glob("*-wal"):
            log.chmod(0o600)
        assert "changes in palace.db-wal that cannot be read here" in in_place_of_nobody(read)


@as_root
def test_a_file_that_may_not_be_read_is_named(shown_to_all: Path, opening: Opening) -> None:
    shown_to_all.chmod(0o600)

    def read() -> None:
        opening()

    assert "cannot be read: Permission denied" in in_place_of_nobody(read)


@as_root
def test_a_palace_that_nobody_was_to_change_is_read_anew_when_somebody_does(
    shown_to_all: Path, opening: Opening, saved: Saved
) -> None:
    telling, told = os.pipe(), os.pipe()

    def read() -> None:
        with opening() as palace:
            assert len(palace.memory_ids(Filters())) == 1
            seen = palace.data_version()
            assert palace.data_version() == seen
            os.write(telling[1], b"opened")
            os.read(told[0], 10)
            assert palace.data_version() != seen
            assert len(palace.memory_ids(Filters())) == 2
            assert palace.read_only_because == "the file is read-only"

    def write_once_it_is_open() -> None:
        os.read(telling[0], 10)
        with opening() as writer:
            saved(writer, "newest")
        os.write(told[1], b"written")

    writer = Thread(target=write_once_it_is_open)
    writer.start()
    assert in_place_of_nobody(read) == ""
    writer.join()


@as_root
@pytest.mark.parametrize("mode", [0o000, 0o744], ids=["not even listed", "only listed"])
def test_copies_in_a_folder_of_another_user_are_told_of_and_stop_nothing_else(
    shown_to_all: Path, opening: Opening, mode: int
) -> None:
    os.chown(shown_to_all.parent, NOBODY, NOBODY)
    os.chown(shown_to_all, NOBODY, NOBODY)
    shown_to_all.chmod(0o644)
    folder = shown_to_all.parent / "backups"
    folder.mkdir()
    (folder / "palace-20260501T000000Z.db").write_bytes(b"of somebody else")
    (folder / ".palace-20260501T000000Z.db.deadbeef.new").write_bytes(b"left")
    folder.chmod(mode)
    now = datetime(2026, 5, 20, tzinfo=UTC)

    def work() -> None:
        with opening() as palace:
            found = {each.check: each for each in palace.doctor.examine(now)}
            assert {"backups", "backups_whole"} & {
                name for name, each in found.items() if each.severity is Severity.WARNING
            }
            with pytest.raises(PalaceError, match="backups"):
                palace.backups.back_up(now)
            if not mode:
                with pytest.raises(PalaceUnavailable, match="cannot be read"):
                    palace.doctor.mend_permissions()
            palace.doctor.remove_leftovers(now)
        assert shown_to_all.stat().st_mode & 0o777 == (0o600 if not mode else 0o644)

    assert in_place_of_nobody(work) == ""
