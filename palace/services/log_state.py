"""How far the daily logs of the workspace have arrived, for health and doctor."""

from dataclasses import dataclass
from datetime import date

from palace.services.importing import DAILY_LOG, day_of_name
from palace.services.ports import Palace
from palace.services.sync_plans import looks_as_read
from palace.services.sync_ports import LeftOutFile, Workspace
from palace.text.identity import identity_hash


@dataclass(frozen=True, slots=True)
class LogState:
    """How far the daily logs of the workspace have arrived.

    `unread` bullets never did, `read` ones did; `unread_files` names the logs with the former. `days` are
    those that have a log. `broken_files` are all files of the workspace, logs or not, that cannot be read.
    """

    unread: int = 0
    read: int = 0
    unread_files: tuple[str, ...] = ()
    days: frozenset[date] = frozenset()
    broken_files: tuple[str, ...] = ()

    @property
    def share_read(self) -> float:
        """The share of the bullets that was read, 0 to 1; 1 where there are none."""
        return self.read / (self.read + self.unread) if self.read + self.unread else 1.0


def look_at_logs(palace: Palace, workspace: Workspace) -> LogState:
    """Return which bullets of the daily logs were read and which never arrived. Nothing is changed.

    Only files that look otherwise than when they were read are opened.
    """
    marks, counts = palace.workspace.marks(), palace.workspace.counts()
    unread, read, unread_files, days, broken = 0, 0, [], set(), []
    for file in workspace.files():
        if isinstance(file, LeftOutFile):
            broken += [file.path] if file.is_fault else []
            continue
        day = day_of_name(file.path)
        if looks_as_read(file, marks.get(file.path)):
            read += counts.get(file.path, 0) if day else 0
            days |= {day} if day else set()
            continue
        reading = workspace.read(file)
        if reading.is_fault if isinstance(reading, LeftOutFile) else reading.errors:
            broken.append(file.path)
        if isinstance(reading, LeftOutFile) or reading.format != DAILY_LOG:
            continue
        says = {identity_hash(found.text, found.heading) for found in reading.memories}
        known = {bullet.content_hash for bullet in palace.workspace.of_file(file.path)}
        read += len(says & known)
        unread += len(says - known)
        if says - known:
            unread_files.append(file.path)
        days |= {found.date for found in reading.memories if found.date and not day} | (
            {day} if day else set()
        )
    return LogState(unread, read, tuple(unread_files), frozenset(days), tuple(broken))
