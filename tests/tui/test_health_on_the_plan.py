"""The floor plan tells in one line how well the palace was when that was last looked at."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from palace.domain.journal import Actor
from palace.i18n.catalog import Catalog
from palace.services.browsing import floor_plan
from palace.services.health_ports import DayFigures
from palace.services.kept_health import KeptHealth, kept_health
from palace.tui.presenters.health_line import health_line
from palace.tui.presenters.home_page import TITLES_READ, home_page
from palace.tui.presenters.lines import Line
from palace.tui.presenters.saying import saying
from tests.tui.conftest import MakeApp
from tests.tui.frames import assert_golden, lines_of, settled, text_of
from tests.tui.small_palace import NOW, open_small_palace, surroundings

TODAY = NOW.date()
SIZES = ((80, 24), (40, 12), (120, 40), (60, 20), (44, 30), (20, 8))


def keep(path: Path, day: date, **figures: float | None) -> None:
    around = surroundings()
    with open_small_palace(path, around) as palace, palace.unit_of_work(Actor.JOB) as work:
        work.health.keep_day(DayFigures(day, figures), NOW)


def kept(path: Path) -> KeptHealth:
    around = surroundings()
    with open_small_palace(path, around) as palace:
        return kept_health(palace, around)


def written(line: Line) -> str:
    return "".join(text for text, _ in line)


def test_nothing_kept_is_told_as_nothing_known(palace_path: Path) -> None:
    assert written(health_line(kept(palace_path), saying(Catalog("en")))) == "G ·  E ·  M ·"


def test_each_score_has_its_mark_and_what_is_not_known_none(palace_path: Path) -> None:
    keep(palace_path, TODAY, G=96.4, E=60.0, M=None)
    assert written(health_line(kept(palace_path), saying(Catalog("en")))) == "G ✓ 96  E ! 60  M ·"
    keep(palace_path, TODAY, G=59.9, E=80.0)
    assert written(health_line(kept(palace_path), saying(Catalog("en")))) == "G ✗ 60  E ✓ 80  M ·"


@pytest.mark.parametrize(("language", "told"), [("en", "as of 03-12"), ("zh", "截至 03-12")])
def test_a_day_gone_by_is_named(palace_path: Path, language: str, told: str) -> None:
    keep(palace_path, TODAY - timedelta(days=2), G=96)
    line = written(health_line(kept(palace_path), saying(Catalog("zh" if language == "zh" else "en"))))
    assert line.startswith(f"{told}  G ✓ 96")


def test_a_day_of_another_year_is_named_with_it(palace_path: Path) -> None:
    keep(palace_path, date(2025, 12, 31), G=96)
    assert written(health_line(kept(palace_path), saying(Catalog("en")))).startswith("as of 2025-12-31  G")


def test_days_to_come_of_a_clock_set_back_are_passed_over(palace_path: Path) -> None:
    keep(palace_path, TODAY + timedelta(days=300), G=10)
    assert kept(palace_path).day is None
    keep(palace_path, TODAY - timedelta(days=1), G=90)
    assert kept(palace_path).scores[0] == 90


@pytest.mark.parametrize("score", [-1, 101, 1e9])
def test_a_damaged_score_is_not_told(palace_path: Path, score: float) -> None:
    keep(palace_path, TODAY, G=score, E=70)
    assert kept(palace_path).scores == (None, 70, None)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("days_ago", [0, 2, 400])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_page_before_the_app_tells_the_same(
    make_app: MakeApp, palace_path: Path, size: tuple[int, int], days_ago: int, language: str
) -> None:
    keep(palace_path, TODAY - timedelta(days=days_ago), G=96, E=71, M=12)
    app = make_app(language)
    around = app.doors.surroundings
    with open_small_palace(palace_path, around) as palace:
        plan = floor_plan(palace, around, TITLES_READ)
    page = home_page(plan, "alex", app.keymap, saying(app.catalog), *size)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        frame = [line.rstrip() for line in lines_of(app)]
    lines = [written(line).rstrip() for line in page]
    assert [*lines[:-2], lines[-1]] == [*frame[:-2], frame[-1]]
    assert size == (20, 8) or any("E ! 71  M ✗ 12" in line for line in frame)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_palace_that_was_looked_at_looks_so(
    make_app: MakeApp, palace_path: Path, size: tuple[int, int], language: str
) -> None:
    keep(palace_path, TODAY - timedelta(days=2), G=96, E=71, M=12)
    app = make_app(language)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert_golden(app, f"home-healthy-{size[0]}x{size[1]}-{language}")


async def test_looking_at_health_renews_what_the_plan_tells(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "G ·  E ·  M ·" in text_of(app)
        await pilot.press("h")
        await settled(pilot)
        told = lines_of(app)[0]
        await pilot.press("p")
        await settled(pilot)
        scores = health_line(kept(app.doors.palace_path), app.say)
        assert written(scores) in text_of(app)
        for layer, score in zip("GEM", kept(app.doors.palace_path).scores, strict=True):
            assert score is not None
            assert f"{layer} {score:.0f}" in told
