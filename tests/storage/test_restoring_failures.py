"""A full disk and a process that is killed half way: a restore is all or nothing."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from palace.domain.errors import PalaceUnavailable
from palace.domain.journal import Actor
from palace.domain.vocabulary import Priority
from palace.services.doctor import Severity
from palace.services.surroundings import Surroundings
from palace.storage.backups import fault_of
from palace.storage.palace_file import PalaceFile
from palace.storage.restoring import Wanted, restore
from tests.storage.restored_palaces import Saved, approved, change, copied, texts

KILLED = Path(__file__).parent / "killed_half_way.py"
STEPS_TRIED = 20


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
