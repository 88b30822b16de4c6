"""What may stand where a palace is looked for, and what is said about each; nothing of it is ever changed."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import pytest

from palace.domain.errors import NotFound, PalaceError, PalaceUnavailable, ReadOnlyPalace, Refused
from palace.domain.filters import Filters
from palace.domain.identifiers import NewUid
from palace.domain.journal import Actor
from palace.storage.connection import APPLICATION_ID
from palace.storage.migrations import NEWEST_SCHEMA
from palace.storage.palace_file import PalaceFile
from tests.storage.other_user import Opening, Saved, opening, read_everything

__all__ = ["opening"]


def error_of(opening: Opening, path: Path) -> PalaceError:
    with pytest.raises(PalaceError) as raised:
        opening(path)
    assert str(path) in raised.value.message
    return raised.value


def test_where_nothing_is_the_error_says_how_to_make_a_palace(opening: Opening, path: Path) -> None:
    error = error_of(opening, path)
    assert isinstance(error, NotFound)
    assert "palace init" in error.next_step
    assert list(path.parent.iterdir()) == []


def test_a_folder_is_not_a_palace(opening: Opening, tmp_path: Path) -> None:
    assert "is a folder" in error_of(opening, tmp_path).message


def test_an_empty_file_is_told_from_a_palace(opening: Opening, path: Path) -> None:
    path.touch()
    error = error_of(opening, path)
    assert "is empty" in error.message
    assert "palace init" in error.next_step
    assert path.stat().st_size == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"# MEMORY\n- likes tea\n", "is a text file"),
        (("记忆" * 3000).encode(), "is a text file"),
        (b"\x00\x01\x02\xff" * 500, "is not a palace"),
        (b"SQLite format 3\x00", "is damaged"),
        ("记忆".encode("gb18030") * 50, "is not a palace"),
    ],
    ids=["text", "chinese", "noise", "cut off", "other encoding"],
)
def test_other_files_are_named_for_what_they_are_and_stay_as_they_are(
    opening: Opening, path: Path, content: bytes, said: str
) -> None:
    path.write_bytes(content)
    error = error_of(opening, path)
    assert isinstance(error, PalaceUnavailable)
    assert said in error.message
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_the_database_of_another_program_is_left_alone(opening: Opening, path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE memory (id INTEGER)")
    other.close()
    before = path.read_bytes()
    assert "of another program" in error_of(opening, path).message
    assert path.read_bytes() == before


def test_a_pipe_does_not_hang(opening: Opening, path: Path) -> None:
    os.mkfifo(path)
    assert "not a regular file" in error_of(opening, path).message


def test_a_palace_cut_in_half_is_reported_as_damaged(
    open_palace: Callable[[], PalaceFile], opening: Opening, path: Path, saved: Saved
) -> None:
    palace = open_palace()
    for number in range(200):
        saved(palace, f"memory {number} " * 20)
    palace.close()
    os.truncate(path, path.stat().st_size // 2)
    with pytest.raises(PalaceUnavailable, match="is damaged"), opening(path) as damaged:
        damaged.memories(damaged.memory_ids(Filters()))


def test_noise_in_the_middle_is_found_by_the_doctor(
    open_palace: Callable[[], PalaceFile], opening: Opening, path: Path, saved: Saved
) -> None:
    palace = open_palace()
    for number in range(200):
        saved(palace, f"memory {number} " * 20)
    palace.close()
    with path.open("r+b") as file:
        file.seek(40 * 4096)
        file.write(os.urandom(20 * 4096))
    with opening() as damaged:
        finding = {finding.check: finding for finding in damaged.examine_file()}["integrity"]
    assert finding.severity == "fault"
    assert "restore" in finding.cure


def test_a_new_palace_is_private_and_whole_and_leaves_nothing_beside_it(
    path: Path, ticking: Callable[[], datetime], new_uid: NewUid
) -> None:
    deep = path.parent / "data" / "palace" / "my palace #1 ?.db"
    PalaceFile.create(deep, clock=ticking, new_uid=new_uid).close()
    assert stat.S_IMODE(deep.stat().st_mode) == 0o600
    assert stat.S_IMODE(deep.parent.stat().st_mode) & 0o077 == 0
    assert list(deep.parent.iterdir()) == [deep]
    with sqlite3.connect(deep) as raw:
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert raw.execute("PRAGMA user_version").fetchone() == (NEWEST_SCHEMA,)
    raw.close()


@pytest.mark.parametrize("there", ["file", "folder", "dangling link"])
def test_a_new_palace_never_takes_the_place_of_anything(
    path: Path, ticking: Callable[[], datetime], new_uid: NewUid, there: str
) -> None:
    if there == "file":
        path.write_text("mine")
    elif there == "folder":
        path.mkdir()
    else:
        path.symlink_to(path.parent / "nowhere")
    with pytest.raises(Refused, match="already"):
        PalaceFile.create(path, clock=ticking, new_uid=new_uid)
    assert list(path.parent.iterdir()) == [path]


def test_a_palace_cannot_be_made_below_a_file(
    path: Path, ticking: Callable[[], datetime], new_uid: NewUid
) -> None:
    path.write_text("mine")
    with pytest.raises(PalaceUnavailable, match="no palace can be made"):
        PalaceFile.create(path / "palace.db", clock=ticking, new_uid=new_uid)


def test_a_newer_palace_is_read_but_not_written(
    open_palace: Callable[[], PalaceFile], opening: Opening, path: Path, saved: Saved
) -> None:
    palace = open_palace()
    saved(palace, "tea")
    palace.close()
    with sqlite3.connect(path) as raw:
        raw.execute(f"PRAGMA user_version = {NEWEST_SCHEMA + 1}")
    raw.close()
    with opening() as newer:
        assert f"schema {NEWEST_SCHEMA + 1}" in newer.read_only_because
        assert newer.memories([1])[0].text == "tea"
        with pytest.raises(ReadOnlyPalace, match="a newer Palace"), newer.unit_of_work(Actor.PERSON):
            pass


def test_a_palace_that_was_replaced_while_open_is_no_longer_written(
    open_palace: Callable[[], PalaceFile],
    path: Path,
    saved: Saved,
    ticking: Callable[[], datetime],
    new_uid: NewUid,
) -> None:
    palace = open_palace()
    saved(palace, "tea")
    other = path.with_name("other.db")
    PalaceFile.create(other, clock=ticking, new_uid=new_uid).close()
    other.replace(path)
    with pytest.raises(PalaceUnavailable, match="replaced"):
        saved(palace, "coffee")
    with pytest.raises(PalaceUnavailable, match="replaced"):
        palace.data_version()


def test_a_removed_palace_is_no_longer_written(
    open_palace: Callable[[], PalaceFile], path: Path, saved: Saved
) -> None:
    palace = open_palace()
    path.unlink()
    with pytest.raises(PalaceUnavailable, match="moved, removed or replaced"):
        saved(palace, "tea")


def test_a_link_opens_the_file_it_leads_to(
    open_palace: Callable[[], PalaceFile], opening: Opening, path: Path, saved: Saved
) -> None:
    palace = open_palace()
    saved(palace, "tea")
    link = path.with_name("link.db")
    link.symlink_to(path)
    with opening(link) as through:
        assert through.path == path
        assert through.memories([1])[0].text == "tea"


def test_reading_writes_nothing(
    open_palace: Callable[[], PalaceFile], opening: Opening, path: Path, saved: Saved
) -> None:
    palace = open_palace()
    saved(palace, "likes green tea", scenes=("home",))
    palace.close()
    before = path.read_bytes()
    with opening() as reader:
        read_everything(reader)
        assert reader.examine_file()
        changes = reader._database.connection.total_changes
    assert changes == 0
    assert path.read_bytes() == before


def test_neither_opening_nor_reading_loads_the_heavy_packages(
    open_palace: Callable[[], PalaceFile], path: Path, saved: Saved
) -> None:
    palace = open_palace()
    saved(palace, "likes green tea")
    palace.close()
    script = (
        "import sys\n"
        "from datetime import UTC, datetime\n"
        "from pathlib import Path\n"
        "from palace.domain.filters import Filters\n"
        "from palace.storage.palace_file import PalaceFile\n"
        f"p = PalaceFile.open(Path({str(path)!r}), clock=lambda: datetime.now(UTC), new_uid=lambda: 'u')\n"
        "assert p.find_words('tea', Filters(), 5)\n"
        "heavy = {'sqlite_utils', 'numpy', 'onnxruntime', 'tokenizers', 'textual'} & set(sys.modules)\n"
        "print(*heavy)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")


@pytest.mark.parametrize("name", ["a\0b.db", "loop/palace.db", "x" * 300, "\ud800.db"])
def test_paths_that_lead_nowhere_are_named(
    tmp_path: Path, opening: Opening, ticking: Callable[[], datetime], new_uid: NewUid, name: str
) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(PalaceError):
        opening(tmp_path / name)
    with pytest.raises(PalaceError):
        PalaceFile.create(tmp_path / name, clock=ticking, new_uid=new_uid)


def test_opening_for_reading_only_on_request(
    open_palace: Callable[[], PalaceFile], opening: Opening, saved: Saved
) -> None:
    saved(open_palace(), "tea")
    with opening(read_only=True) as palace:
        assert palace.memories([1])[0].text == "tea"
        assert palace.read_only_because
        with pytest.raises(ReadOnlyPalace), palace.unit_of_work(Actor.PERSON):
            pass


@pytest.mark.parametrize("kept", [1.0, 0.6])
def test_what_is_only_looked_at_gets_nothing_beside_it_not_even_where_it_is_cut_off(
    open_palace: Callable[[], PalaceFile], opening: Opening, saved: Saved, path: Path, kept: float
) -> None:
    with open_palace() as palace:
        saved(palace, "tea")
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    beside = set(path.parent.iterdir())
    with suppress(PalaceError), opening(read_only=True) as palace:
        palace.memories([1])
    assert set(path.parent.iterdir()) == beside


def test_a_damaged_file_is_told_of_with_the_copies_of_that_file(
    open_palace: Callable[[], PalaceFile], opening: Opening, path: Path
) -> None:
    open_palace().close()
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(PalaceError, match="is damaged") as raised:
        opening(read_only=True)
    assert f"--palace {path}" in raised.value.next_step
