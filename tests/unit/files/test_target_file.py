"""The file that an export replaces: whole or not at all, the earlier one kept, for nobody else's eyes."""

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from palace.domain.errors import InvalidInput, NotFound, PalaceError, Refused
from palace.files.target_file import TargetFile, make_folder


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def put(path: Path, data: bytes, *, keep_as: str = "") -> str:
    target = TargetFile(path)
    with target.drafted([data], dry_run=False):
        return target.put(expected=target.digest(), keep_as=keep_as)


def test_a_file_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    umask = os.umask(0o022)
    try:
        assert put(tmp_path / "a.md", b"one") == ""
    finally:
        os.umask(umask)
    assert (tmp_path / "a.md").read_bytes() == b"one"
    assert mode(tmp_path / "a.md") == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["a.md"]


def test_an_earlier_file_is_kept_each_time_under_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one")
    first = put(path, b"two", keep_as="before-noon")
    second = put(path, b"three", keep_as="before-noon")
    assert [Path(first).name, Path(second).name] == ["a.md.before-noon", "a.md.before-noon-2"]
    assert [Path(first).read_bytes(), Path(second).read_bytes(), path.read_bytes()] == [
        b"one",
        b"two",
        b"three",
    ]


def test_where_there_are_no_hard_links_a_copy_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    (tmp_path / "a.md").write_bytes(b"one")
    kept = put(tmp_path / "a.md", b"two", keep_as="before")
    assert Path(kept).read_bytes() == b"one"
    assert mode(Path(kept)) == 0o600


def test_a_link_stays_a_link_and_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.md").write_bytes(b"one")
    link = tmp_path / "link.md"
    link.symlink_to(tmp_path / "real" / "a.md")
    put(link, b"two")
    assert link.is_symlink()
    assert (tmp_path / "real" / "a.md").read_bytes() == b"two"
    assert TargetFile(link).place == str(tmp_path / "real" / "a.md")


@pytest.mark.parametrize("lead", ["nowhere", "loop"])
def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path, lead: str) -> None:
    link = tmp_path / "loop"
    link.symlink_to(tmp_path / lead)
    with pytest.raises(Refused, match="leads nowhere"):
        TargetFile(link)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="is a folder"):
        TargetFile(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refused, match="no file that could be replaced"):
        TargetFile(tmp_path / "pipe")
    with pytest.raises(Refused, match="no file that could be replaced"):
        TargetFile(Path("/dev/null"))
    with pytest.raises(NotFound, match="no folder"):
        TargetFile(tmp_path / "missing" / "a.md")


def test_a_dry_run_tells_what_would_stand_there_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    target = TargetFile(path)
    with target.drafted([b"one ", b"two"], dry_run=True) as draft:
        assert (draft.size, draft.beginning) == (7, "one two")
    put(path, b"one two")
    assert TargetFile(path).digest() == draft.digest


def test_a_change_between_the_look_and_the_end_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one")
    target = TargetFile(path)
    before = target.digest()
    with target.drafted([b"two"], dry_run=False):
        path.write_bytes(b"somebody else's")
        with pytest.raises(Refused, match="changed by somebody else"):
            target.put(expected=before, keep_as="")
    assert path.read_bytes() == b"somebody else's"
    assert [each.name for each in tmp_path.iterdir()] == ["a.md"]


def test_an_error_among_the_chunks_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one")

    def chunks() -> Iterator[bytes]:
        yield b"half"
        raise PalaceError("the palace went away")

    with pytest.raises(PalaceError, match="went away"), TargetFile(path).drafted(chunks(), dry_run=False):
        pytest.fail("nothing is whole here")
    assert path.read_bytes() == b"one"
    assert [each.name for each in tmp_path.iterdir()] == ["a.md"]


FULL_DISK = """
import resource, sys
from pathlib import Path
from palace.domain.errors import PalaceError
from palace.files.target_file import TargetFile
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
target = TargetFile(Path(sys.argv[1]))
try:
    with target.drafted([b"x" * 3_000_000], dry_run=False):
        print("written")
except PalaceError as error:
    print(error.message)
"""


def test_a_disk_without_room_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one")
    ended = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=True
    )
    assert ended.stdout == f"there is no room to write {path}; it is as it was\n"
    assert path.read_bytes() == b"one"
    assert [each.name for each in tmp_path.iterdir()] == ["a.md"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_folder_that_takes_no_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number))

    path = tmp_path / "a.md"
    path.write_bytes(b"one")
    target = TargetFile(path)
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PalaceError, match="as it was") as caught, target.drafted([b"two"], dry_run=False):
        pytest.fail("it cannot be written")
    monkeypatch.undo()
    assert caught.value.exit_status == 1
    assert path.read_bytes() == b"one"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "shut"
    folder.mkdir()
    (folder / "a.md").write_bytes(b"one")
    folder.chmod(0o500)
    try:
        with pytest.raises(PalaceError, match="cannot be written"):
            put(folder / "a.md", b"two")
    finally:
        folder.chmod(0o700)
    assert (folder / "a.md").read_bytes() == b"one"


def test_a_folder_for_wings_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    make_folder(tmp_path / "wings")
    make_folder(tmp_path / "wings")
    assert mode(tmp_path / "wings") == 0o700
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InvalidInput, match="is a file"):
        make_folder(tmp_path / "file")
    with pytest.raises(NotFound, match="no folder"):
        make_folder(tmp_path / "missing" / "wings")
