"""`palace workspace`: which folder a palace may be tied to, and how."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_a_palace_is_tied_shown_and_untied(run: Run, palace: Path, folder: Path):
    assert run("workspace", "--json").json == {"workspace": None, "there": False, "changed": False}
    assert run("workspace").status == 3
    tied = run("workspace", folder, "--json").json
    assert tied == {"workspace": str(folder.resolve()), "there": True, "changed": True}
    assert str(folder) in run("workspace", "show").out
    assert run("workspace", folder, "--json").json["changed"] is False
    assert run("workspace", "--none").status == 0
    assert run("sync").status == 3


def test_tying_is_one_decision_that_undo_takes_back(run: Run, tied: Path):
    assert run("undo").status == 0
    assert run("workspace", "--json").json["workspace"] is None
    assert run("redo").status == 0
    assert run("workspace", "--json").json["there"] is True


def test_what_is_no_folder_cannot_be_a_workspace(run: Run, palace: Path, folder: Path):
    assert run("workspace", folder / "nowhere").status == 3
    assert run("workspace", folder / "memory/2026-03-14.md").status == 2
    assert run("workspace", folder, "--none").status == 2


def test_a_folder_that_is_far_too_wide_is_refused_and_says_which_to_take(
    run: Run, palace: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    home = tmp_path / "people" / "ann"
    (home / "agent").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    for wide in ("/", home.parent):
        for words in ((wide,), (wide, "--yes")):
            ended = run("workspace", *words)
            assert ended.status == 4
            assert "palace workspace FOLDER" in ended.err
    for asked in (home, palace.parent):
        monkeypatch.setenv("HOME", str(home if asked == home else "/nobody/at/all"))
        ended = run("workspace", asked)
        assert ended.status == 4
        assert f"palace workspace {asked} --yes" in ended.err
        assert run("workspace", "--json").json["workspace"] is None
        assert run("workspace", asked, "--yes").status == 0
        assert run("workspace", asked).status == 0, "what it is tied to already is not asked again"
        assert run("workspace", "--none").status == 0
    assert run("workspace", folder / "memory").status == 0
