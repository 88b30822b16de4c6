"""An import or a sync whose disk fills up between two portions says what is in, and how to go on."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from palace.cli import named_files
from palace.domain.errors import PalaceUnavailable
from palace.exchange import blocks
from palace.files.walking import ReadFile
from palace.services import importing, syncing
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

Run = Callable[..., Any]

LOG = "# {day}\n\n## Done\n" + "".join(
    f"- Decided to move crate number {number} of {{day}} into the cellar\n" for number in range(5)
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "agent"
    (folder / "memory").mkdir(parents=True)
    for day in ("2026-03-14", "2026-03-15", "2026-03-16"):
        (folder / "memory" / f"{day}.md").write_text(LOG.format(day=day), encoding="utf-8")
    return folder


@pytest.fixture
def room_for(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let portions be of five statements; says how many more of them the disk has room for."""
    begin = PalaceFile.unit_of_work
    room = [1]

    def unit_of_work(*args: Any, **named: Any) -> Any:
        if room[0] == 0:
            raise PalaceUnavailable("the disk is full; nothing was changed")
        room[0] -= 1
        return begin(*args, **named)

    def make(portions: int) -> None:
        room[0] = portions

    monkeypatch.setattr(PalaceFile, "unit_of_work", unit_of_work)
    monkeypatch.setattr(importing, "MOST_AT_ONCE", 5)
    monkeypatch.setattr(syncing, "MOST_AT_ONCE", 5)
    return make


@pytest.mark.parametrize("verb", ["import", "sync"])
@pytest.mark.parametrize("portions", [0, 1, 2])
def test_what_was_added_before_is_told_stays_and_is_completed_by_the_next_run(
    run: Run,
    palace: Path,
    folder: Path,
    room_for: Callable[[int], None],
    verb: str,
    portions: int,
):
    words = ("import", folder, "--apply") if verb == "import" else ("sync",)
    assert run("workspace", folder).status == 0

    room_for(portions)
    ended = run(*words)
    room_for(100)

    assert ended.status == 1
    assert "the disk is full" in ended.err
    assert ("what was added before stays" in ended.err) is (portions > 0)
    assert len(run("review", "--json").json["candidates"]) == 5 * portions
    assert run(*words).status == 0
    assert len(run("review", "--json").json["candidates"]) == 15


def test_the_bytes_of_a_file_are_let_go_while_it_is_read_in_parts(
    surroundings: Surroundings, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(blocks, "BLOCKS_AT_ONCE", 2)
    data = LOG.format(day="2026-03-14").encode()
    held_here = sys.getrefcount(data)

    def read_files(path: Path) -> Iterator[ReadFile]:
        yield ReadFile(path, path, data)

    monkeypatch.setattr(named_files, "read_files", read_files)
    named = str(folder / "memory" / "2026-03-14.md")
    readings = named_files.readings_of(named, surroundings, None, in_parts=True)

    assert next(readings).goes_on
    assert sys.getrefcount(data) == held_here
