"""`palace import` of much: read and written in portions, told and taken back as one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palace.exchange import blocks
from palace.services import importing

Run = Callable[..., Any]

LOG = "# 2026-03-14 log\n\n## Done\n" + "".join(
    f"- Moved crate number {number} into the cellar\n" for number in range(9)
)
LATER = """
## Decided
<!-- aside -->
- [P1] Keep the crates closed until May
- Moved crate number 3 into the cellar
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two logs and a file that is none."""
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "2026-03-14.md").write_text(LOG + LATER, encoding="utf-8")
    (folder / "2026-03-15.md").write_text(LOG.replace("14", "15"), encoding="utf-8")
    (folder / "broken.json").write_text("{", encoding="utf-8")
    return folder


@pytest.fixture
def small_portions(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let the next imports hold a handful of statements at once."""

    def begin() -> None:
        monkeypatch.setattr(blocks, "BLOCKS_AT_ONCE", 3)
        monkeypatch.setattr(importing, "MOST_AT_ONCE", 4)

    return begin


@pytest.mark.parametrize("way", [(), ("--json",)])
def test_the_report_in_portions_is_the_report_of_the_whole(
    run: Run, palace: Path, folder: Path, small_portions: Callable[[], None], way: tuple[str, ...]
):
    whole = run("import", folder, *way)
    small_portions()
    portions = run("import", folder, *way)
    assert portions.status == whole.status == 1
    assert portions.out == whole.out
    assert portions.err == whole.err


def test_portions_are_one_act_with_one_undo(
    run: Run, palace: Path, folder: Path, small_portions: Callable[[], None]
):
    planned = run("import", folder, "--json").json
    small_portions()
    applied = run("import", folder, "--apply", "--json").json
    assert (applied["new"], applied["known"]) == (planned["new"], planned["known"]) != (0, 0)
    groups = {each["group"] for each in run("journal", "--json").json["decisions"]}
    assert groups == {applied["group"]}
    assert len(run("review", "--json").json["candidates"]) == applied["new"]
    assert run("import", folder, "--apply", "--json").json["new"] == 0
    assert run("undo").status == 0
    assert run("review", "--json").json["candidates"] == []


def test_a_palace_among_the_named_files_stops_the_import_before_it_begins(
    run: Run, palace: Path, folder: Path, tmp_path: Path, small_portions: Callable[[], None]
):
    small_portions()
    other = tmp_path / "other.db"
    assert run("init", other).status == 0
    for way in ((), ("--apply",), ("--apply", "--json")):
        ended = run("import", folder, other, *way)
        assert (ended.status, ended.out) == (4, "")
    assert run("review", "--json").json["candidates"] == []
