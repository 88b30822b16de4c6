"""A palace that belongs to another user: read as far as that goes, and never written."""

import os
from pathlib import Path
from threading import Thread

import pytest

from palace.domain.errors import ReadOnlyPalace
from palace.domain.filters import Filters
from palace.domain.journal import Actor
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
