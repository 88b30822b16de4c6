"""Copies and palaces that a restore refuses, mends or keeps byte by byte before it goes on."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from palace.domain.errors import PalaceError, PalaceUnavailable, ReadOnlyPalace, Refused
from palace.domain.journal import Actor
from palace.domain.vocabulary import Priority
from palace.services.doctor import Severity
from palace.services.surroundings import Surroundings
from palace.storage.copy_sums import sum_file_of
from palace.storage.palace_file import PalaceFile
from palace.storage.restoring import Wanted, look_at_restore, restore
from tests.storage.restored_palaces import Opening, Saved, approved, copied, texts


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
