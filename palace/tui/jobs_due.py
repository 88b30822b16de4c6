"""What is overdue of the palace's own jobs: announced at opening, shown before, and run when agreed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, cast

from palace.domain.jobs import JobState
from palace.services.job_calendar import due_jobs, job_calendar
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.tui.acting import Acting
from palace.tui.actions import ACTIONS
from palace.tui.presenters.keys import key_word

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp


SOME_FAILED = 1
"""The exit status of the command line where a job failed; the others were done, or would be."""


@dataclass(frozen=True, slots=True)
class DueTold:
    """What the command line said of what is due, and its exit status: 4 where it stopped and asks.

    `stopped` where it was ended before it was done: what it had not written then stays as it was.
    """

    status: int
    text: str
    stopped: bool = False


RunDue = Callable[[bool, Event], DueTold]
"""Runs what is due in a process of its own; with True it only says what would be done.

Takes seconds, and hours where all pairs of a large palace are compared: once the event is set it ends soon.
"""


def run_nothing(dry_run: bool, stop: Event) -> DueTold:
    """Run nothing: there is no command line."""
    return DueTold(0, "")


def to_announce(palace: Palace, surroundings: Surroundings) -> Sequence[JobState]:
    """Return what is overdue in a palace that works by itself: a job ran before, or it is tied to a folder.

    Where nothing ever ran nobody is urged; the health of the palace and `palace doctor` tell of it.
    """
    calendar = job_calendar(palace, surroundings)
    uses_jobs = any(state.last is not None for state in calendar) or bool(palace.workspace.folder())
    return [state for state in calendar if state.is_due] if uses_jobs else []


class OffersJobs(Acting):
    """Mixed into the app."""

    _stops_jobs: Event | None = None

    async def announce_jobs(self) -> None:
        """Say what is overdue, and which key does it."""
        app = _app(self)
        overdue = await app.gateway.read(to_announce, caller="jobs")
        if overdue:
            names = ", ".join(app.say(f"cli.job.name.{state.job}") for state in overdue)
            missed = max(state.missed for state in overdue)
            app.toast(app.say("tui.jobs.overdue", jobs=names, missed=missed, press=_key(app)))

    def do_jobs_run_due(self) -> None:
        """Show what is due and what it would do; run it when the person agrees.

        Where that goes on already, stop it.
        """
        app = _app(self)
        if self._stops_jobs is not None:
            self._stops_jobs.set()
            app.status(app.say("tui.jobs.stopping"))
        else:
            app.run_worker(self._offer_jobs(), group="jobs", exclusive=True, exit_on_error=False)

    async def _offer_jobs(self) -> None:
        from palace.domain.errors import PalaceError
        from palace.tui.screens.due_dialog import DueDialog

        app = _app(self)
        try:
            due = await app.gateway.read(due_jobs, caller="jobs due")
        except PalaceError as error:
            app.report(error)
            return
        if not due:
            app.status(app.say("tui.jobs.nothing_due"))
            return
        app.status(app.say("tui.jobs.looking", press=_key(app)))
        told = await self._run_due(dry_run=True)
        if told.stopped:
            app.status(app.say("tui.jobs.stopped"))
            return
        # Where one of them cannot be done, the window says so, and the others can be all the same.
        if told.status not in {0, SOME_FAILED} or not told.text:
            app.toast(told.text or app.say("tui.jobs.failed"), severity="warning")
            return

        def answered(agreed: bool | None) -> None:
            if agreed:
                app.run_worker(self._run_jobs(), group="jobs", exit_on_error=False)

        app.push_screen(DueDialog(app.say("tui.jobs.title"), told.text), answered)

    async def _run_jobs(self) -> None:
        app = _app(self)
        app.status(app.say("tui.jobs.running", press=_key(app)))
        told = await self._run_due(dry_run=False)
        if told.stopped:
            app.status(app.say("tui.jobs.stopped"))
        elif told.status:
            app.toast(told.text or app.say("tui.jobs.failed"), severity="warning")
        else:
            app.status(app.say("tui.jobs.done"), tone="done")

    async def _run_due(self, *, dry_run: bool) -> DueTold:
        """Run what is due. It ends with this: also when the app is closed, which else waited for it."""
        stop = self._stops_jobs = Event()
        try:
            return await asyncio.to_thread(_app(self).doors.run_due, dry_run, stop)
        finally:
            stop.set()
            self._stops_jobs = None


def _key(app: PalaceApp) -> str:
    return key_word(app.first_key(ACTIONS["jobs.run_due"]))


def _app(node: OffersJobs) -> PalaceApp:
    return cast("PalaceApp", node)
