"""Files that the person who calls may not read: named on every run, and the rest is done."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

NOBODY = 65534

pytestmark = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="takes another user's place")


@pytest.fixture
def common(monkeypatch: pytest.MonkeyPatch, palace: Path) -> Iterator[Path]:
    """A folder that belongs to nobody, with a palace, a workspace, and places for settings and state."""
    folder = Path(tempfile.mkdtemp(prefix="palace-others-"))
    shutil.copy(palace, folder / "palace.db")
    (folder / "agent/locked").mkdir(parents=True)
    (folder / "agent/2026-03-14.md").write_text("# 2026-03-14\n\n- Moved the piano into the hall\n")
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
    monkeypatch.setenv("PALACE", str(folder / "palace.db"))
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    (folder / "agent/2026-03-15.md").write_text("# 2026-03-15\n\n- Tuned the piano\n")
    (folder / "agent/2026-03-15.md").chmod(0o600)
    os.chown(folder / "agent/locked", 0, 0)
    (folder / "agent/locked").chmod(0o700)
    yield folder
    shutil.rmtree(folder)


def test_what_may_not_be_read_is_told_by_every_run_and_counted(run: Run, common: Path) -> None:
    folder = common / "agent"
    # Once by everybody's reader, so that all of the program is loaded.
    for words in (("import", folder), ("sync", "--dry-run"), ("doctor",)):
        run(*words)
    assert run("workspace", folder).status == 0
    run("sync", "--dry-run")
    for name in ("palace.db", "state"):
        for path in (common / name, *(common / name).rglob("*")):
            if path.exists():
                os.chown(path, NOBODY, NOBODY)
    os.seteuid(NOBODY)
    try:
        runs = [run("sync") for _ in range(2)]
        imported = run("import", folder, "--json")
        doctor = run("doctor", "--json")
    finally:
        os.seteuid(0)
    for ended in runs:
        assert ended.status == 1, ended.err
        assert "2026-03-15.md" in ended.err
        assert "locked" in ended.err
    assert imported.status == 1
    errors = {Path(file["path"]).name: file["errors"] for file in imported.json["files"]}
    assert errors["2026-03-15.md"] == errors["locked"] == ["unreadable"]
    checks = {finding["check"]: finding["found"] for finding in doctor.json["findings"]}
    assert checks["unread_files"].startswith("2 (")
    assert len(run("review", "--json").json["candidates"]) == 1
    (folder / "2026-03-15.md").chmod(0o644)
    (folder / "locked").chmod(0o755)
    assert run("sync").status == 0
    assert len(run("review", "--json").json["candidates"]) == 2
