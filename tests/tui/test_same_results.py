"""The app, the command line and the Python door find the same, in the same order, for the same reasons."""

import io
import json
import shutil
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path

import pytest

import palace
from palace import bootstrap
from palace.cli import main
from palace.cli.opening import doors
from palace.config.settings import Settings
from palace.domain.errors import InvalidInput
from palace.i18n.catalog import Catalog
from palace.services.rendering import hits_json
from palace.services.search import LISTED
from palace.tui.app import PalaceApp
from palace.tui.screens.search import SearchScreen
from tests.tui.frames import text_of
from tests.tui.search_driving import quiet, type_text

QUESTIONS = [
    *("呼气试验什么时候做", "who signs the android build", "deploy wing:knowledge band:hot,warm"),
    *("翼:身份 体检", 'p:0 "never"', "is:conflict", "scene:deploy since:2026-01 before:2026-04 rollback"),
    *("deploy since:30d", "自:3个月 早于:7天 类型:失败"),
    *("C++ 100%", "kind:failure", "xylophone quantum", "ＡＰＩ", '"', "状态：正常"),
]
WRONG = ["wing:knowlege x", "scene:deplyo x", "wnig:social", "since:soon", "is:pined"]
MOST = LISTED
TOLD_AT = datetime(2026, 5, 20, 1, 0, tzinfo=UTC)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "sample.db"
    shutil.copy(bootstrap.bundled("sample_palace.db"), path)
    return path


def by_command_line(path: Path, question: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        words = ["--palace", str(path), "search", "--json", "--limit", str(MOST), "--", question]
        status = main(words)
    return status, out.getvalue(), err.getvalue()


async def test_three_ways_of_searching_are_one(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def clock() -> datetime:
        return TOLD_AT

    monkeypatch.setattr(bootstrap, "clock_of", lambda palace: clock)
    app = PalaceApp(doors(sample, Settings(), Catalog("en"), clock, "sample"), mode="search")
    with palace.open(sample, create=False) as door:
        async with app.run_test(size=(100, 30)) as pilot:
            await quiet(pilot)
            for question in QUESTIONS:
                await pilot.press("ctrl+u")
                await type_text(pilot, question)
                assert isinstance(app.screen, SearchScreen)
                answer = app.screen.answer
                assert answer is not None
                status, out, err = by_command_line(sample, question)
                found = json.loads(out)
                assert err == ""
                assert json.loads(json.dumps(hits_json(answer))) == found["results"], question
                assert json.loads(json.dumps(door.search(question, MOST))) == found["results"], question
                assert found["mode"] == answer.mode
                assert status == (3 if answer.nothing_close else 0)
            for question in WRONG:
                await pilot.press("ctrl+u")
                await type_text(pilot, question)
                status, out, err = by_command_line(sample, question)
                assert (status, out) == (2, "")
                reason = err.split("—")[-1].strip()
                assert reason in text_of(app), question
                with pytest.raises(InvalidInput) as wrong:
                    door.search(question)
                assert Catalog("en").error(wrong.value) == err.strip()
