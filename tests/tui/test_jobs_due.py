"""What is overdue is announced when the app opens, shown before it is done, and done when agreed."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot

from palace.domain.jobs import Job, JobOutcome, JobRun
from palace.domain.journal import Actor
from palace.tui.app import PalaceApp
from palace.tui.jobs_due import DueTold
from palace.tui.screens.due_dialog import DueDialog
from tests.tui.conftest import MakeApp, doors_to
from tests.tui.frames import notes_of, settled, text_of
from tests.tui.small_palace import NOW, open_small_palace, surroundings

WIDE = (100, 30)


async def press(pilot: Pilot[object], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def ran(path: Path, days_ago: int) -> None:
    """Let every scheduled job have been done so many days ago."""
    began = NOW - timedelta(days=days_ago)
    with (
        open_small_palace(path, surroundings(first_uid=5_000)) as palace,
        palace.unit_of_work(Actor.JOB) as work,
    ):
        for job in Job:
            work.jobs.record_run(JobRun(job, began, began, began, JobOutcome.DONE))


@pytest.fixture
def calls() -> list[bool]:
    return []


@pytest.fixture
def app(palace_path: Path, calls: list[bool]) -> PalaceApp:
    """An app whose jobs are three days late, and that notes what it runs."""
    ran(palace_path, 3)

    def run_due(dry_run: bool, stop: Event) -> DueTold:
        calls.append(dry_run)
        return DueTold(0, "nightly would do: archived 1\narchive  #9  cold, forgotten")

    return PalaceApp(replace(doors_to(palace_path), run_due=run_due))


async def test_what_is_overdue_is_announced_with_the_key_that_does_it(app: PalaceApp):
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        assert "overdue: daily, nightly (missed: 3)" in notes_of(app)
        assert "F12" in notes_of(app)


async def test_a_palace_in_which_no_job_ever_ran_urges_nobody(make_app: MakeApp):
    app = make_app("en")
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        assert "overdue" not in notes_of(app)


async def test_nothing_runs_before_it_was_shown_and_agreed_to(app: PalaceApp, calls: list[bool]):
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "f12")
        await reached_dialog(pilot)
        assert "archive  #9  cold, forgotten" in text_of(app)
        assert calls == [True]
        await press(pilot, "escape")
        assert calls == [True]
        await press(pilot, "f12")
        await reached_dialog(pilot)
        await press(pilot, "enter")
        await app.workers.wait_for_complete()
        await settled(pilot)
        assert calls == [True, True, False]
        assert "the jobs are done" in text_of(app)


async def test_where_nothing_is_due_that_is_said_and_nothing_runs(palace_path: Path, calls: list[bool]):
    ran(palace_path, 0)

    def run_due(dry_run: bool, stop: Event) -> DueTold:
        calls.append(dry_run)
        return DueTold(0, "")

    app = PalaceApp(replace(doors_to(palace_path), run_due=run_due))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "f12")
        await app.workers.wait_for_complete()
        await settled(pilot)
        assert "no job is due" in text_of(app)
        assert calls == []


async def test_what_stopped_and_asked_is_told(palace_path: Path):
    ran(palace_path, 3)
    refused = DueTold(4, "nightly: 9 of 10 would be archived")
    app = PalaceApp(replace(doors_to(palace_path), run_due=lambda dry_run, stop: refused))
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await press(pilot, "f12")
        await app.workers.wait_for_complete()
        await settled(pilot)
        assert "9 of 10" in notes_of(app)
        assert not isinstance(app.screen, DueDialog)


async def test_one_job_that_cannot_be_done_keeps_none_of_the_others(palace_path: Path):
    ran(palace_path, 3)
    failing = DueTold(1, "daily: the workspace is not there\nnightly would do: archived 1")
    app = PalaceApp(replace(doors_to(palace_path), run_due=lambda dry_run, stop: failing))
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await press(pilot, "f12")
        await app.workers.wait_for_complete()
        await settled(pilot)
        assert isinstance(app.screen, DueDialog)
        assert "the workspace is not there" in text_of(app)
        assert "nightly would do" in text_of(app)


@pytest.fixture
def endless(palace_path: Path) -> tuple[PalaceApp, list[Event]]:
    """An app whose jobs end only when they are told to, and what tells them."""
    ran(palace_path, 3)
    stops: list[Event] = []

    def run_due(dry_run: bool, stop: Event) -> DueTold:
        stops.append(stop)
        return DueTold(143, "", stopped=stop.wait(60))

    return PalaceApp(replace(doors_to(palace_path), run_due=run_due)), stops


async def test_the_key_that_runs_the_jobs_stops_them(endless: tuple[PalaceApp, list[Event]]):
    app, stops = endless
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("f12")
        await until_begun(pilot, stops)
        await pilot.press("f12")
        await app.workers.wait_for_complete()
        await settled(pilot)
        assert len(stops) == 1
        assert "stopped: what was not done yet stays due" in text_of(app)


async def test_closing_the_app_stops_the_jobs_that_run(endless: tuple[PalaceApp, list[Event]]):
    app, stops = endless
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("f12")
        await until_begun(pilot, stops)
        assert not stops[0].is_set()
    assert stops[0].is_set()


async def until_begun(pilot: Pilot[object], stops: list[Event]) -> None:
    for _ in range(400):
        if stops:
            return
        await pilot.pause(0.01)
    raise AssertionError("no job began")


async def reached_dialog(pilot: Pilot[object]) -> None:
    """Wait until the window is there: what would be done is looked for on a thread of its own."""
    app = pilot.app
    for _ in range(400):
        if isinstance(app.screen, DueDialog):
            await settled(pilot)
            return
        await pilot.pause(0.01)
    raise AssertionError(f"no window came: {type(app.screen).__name__}")
