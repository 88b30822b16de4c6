"""Watching the workspace while the app is open: what an agent writes comes in without anybody asking."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from palace.domain.errors import PalaceError
from palace.domain.journal import Actor
from palace.services.ports import Palace
from palace.services.remembering import Outcome
from palace.services.surroundings import Surroundings
from palace.services.sync_plans import EDITED, SyncReport, changed_files
from palace.services.sync_ports import ReadFileMark, Stamp, Workspace, WorkspaceFile
from palace.services.syncing import sync

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp

MOST_AT_ONCE = 50
"""So many changed files are read while the person works; more are left to `palace sync`."""

log = logging.getLogger("palace.tui")


class WorkspaceWatch:
    """Looks at the workspace every so many seconds; `going_on` says whether it does, `folder` where."""

    def __init__(self, app: PalaceApp) -> None:
        self._app = app
        self._told: str = ""
        self._troubled: dict[str, Stamp] = {}
        self.folder = ""

    @property
    def going_on(self) -> bool:
        """Whether the workspace is being watched."""
        return bool(self.folder)

    async def run(self) -> None:
        """Look again and again, if the settings say so, until the app ends; never raises."""
        seconds = self._app.doors.settings.watch_workspace
        while seconds and self._app.doors.workspace_at is not None:
            try:
                await self.look()
            except PalaceError as error:
                self._say_once(self._app.explain(error))
            except OSError:
                log.exception("the workspace could not be looked at")
            await asyncio.sleep(seconds)

    async def look(self) -> None:
        """Read what changed since it was read last, unless that is very much. Raises PalaceError, OSError."""
        app, workspace_at = self._app, self._app.doors.workspace_at
        folder, marks = await app.gateway.read(_what_was_read, caller="workspace")
        before, self.folder = self.folder, folder
        if before != folder and app.is_running:
            app.screen.refresh()
        if not folder or workspace_at is None or app.read_only_because:
            return
        workspace = workspace_at(folder)
        changed = await asyncio.to_thread(changed_files, workspace, marks)
        # What had trouble is told by every sync; here once is enough while it stays as it is.
        if all(self._troubled.get(file.path) == file.stamp for file in changed):
            return
        if len(changed) > MOST_AT_ONCE:
            self._say_once(app.say("tui.watch.much", count=len(changed)))
            return
        report = await app.gateway.write(_syncing(workspace))
        self._remember_trouble(report, changed)
        self._tell(report)

    def _remember_trouble(self, report: SyncReport, changed: Sequence[WorkspaceFile]) -> None:
        trouble = {error.where for error in report.errors} | {file.path for file in report.faults}
        lines = {where.rpartition(":")[0] for where in trouble}
        self._troubled = {file.path: file.stamp for file in changed if file.path in trouble | lines}

    def _tell(self, report: SyncReport) -> None:
        app = self._app
        came = sum(report.count(outcome) for outcome in (Outcome.NEW, Outcome.SEEN_AGAIN, EDITED))
        if came:
            new = report.count(Outcome.NEW)
            app.status(app.say("tui.watch.came", count=came, new=new), tone="done")
        for error in report.errors:
            told = app.catalog.sentence(error.said.template, error.said.values)
            self._say_once(f"{error.where}: {told}")
        for file in report.faults:
            self._say_once(f"{file.path}: {app.say(f'cli.import.unread.{file.reason}')}")

    def _say_once(self, text: str) -> None:
        if text != self._told:
            self._told = text
            self._app.toast(text, severity="warning")


def _what_was_read(palace: Palace, surroundings: Surroundings) -> tuple[str, Mapping[str, ReadFileMark]]:
    folder = palace.workspace.folder()
    return folder, palace.workspace.marks() if folder else {}


def _syncing(workspace: Workspace) -> Callable[[Palace, Surroundings], SyncReport]:
    return lambda palace, surroundings: sync(palace, workspace, surroundings, Actor.JOB)
