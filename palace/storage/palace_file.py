"""An open palace: one file, one connection, used by the thread that opened it. See `ports.Palace`."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Self

from palace.domain.clock import Clock
from palace.domain.errors import PalaceUnavailable, ReadOnlyPalace
from palace.domain.identifiers import NewUid
from palace.domain.journal import Actor
from palace.domain.rules import Rules
from palace.storage import (
    conflict_reading,
    creation,
    vectors,
)
from palace.storage.connection import Identity, Opened, open_file
from palace.storage.database import Patience
from palace.storage.palace_reading import PalaceReading
from palace.storage.search_reading import SearchReading

if TYPE_CHECKING:
    from palace.services.doctor import Finding
    from palace.storage.backups import BackupFolder
    from palace.storage.doctor_of_file import DoctorOfFile
    from palace.storage.health_reading import HealthReading
    from palace.storage.job_reading import JobReading
    from palace.storage.timeline_reading import TimelineReading
    from palace.storage.unit_of_work import Work
    from palace.storage.vector_mending import ScansOf
    from palace.storage.whole_palace import WholePalace
    from palace.storage.workspace_rows import WorkspaceRows

PATIENCE = Patience()


class PalaceFile(PalaceReading):
    """A palace as its file; a context manager that closes it. Reads never write.

    What opening and asking it do not need is imported where it is used, so that the first answer comes soon.
    """

    def __init__(self, opened: Opened, *, clock: Clock, new_uid: NewUid, rules: Rules, zone: tzinfo) -> None:
        super().__init__(opened, rules=rules, zone=zone)
        self._clock = clock
        self._new_uid = new_uid
        self._commits, self._jumped = 0, 0  # jumped: by our own switching to a log, nobody else's change

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        clock: Clock,
        new_uid: NewUid,
        rules: Rules | None = None,
        zone: tzinfo = UTC,
        read_only: bool = False,
        patience: Patience = PATIENCE,
    ) -> Self:
        """Open an existing palace, brought to the newest schema after a copy was made.

        Days in filters are those of `zone`. Raises NotFound, PalaceUnavailable saying why, PalaceBusy.
        A palace that cannot be written, or that a newer Palace made, is read: `read_only_because` says why.
        """
        opened = creation.open_up_to_date(path, clock=clock, read_only=read_only, patience=patience)
        return cls(opened, clock=clock, new_uid=new_uid, rules=rules or Rules(), zone=zone)

    @classmethod
    def create(
        cls,
        path: Path,
        *,
        clock: Clock,
        new_uid: NewUid,
        rules: Rules | None = None,
        zone: tzinfo = UTC,
        patience: Patience = PATIENCE,
    ) -> Self:
        """Make a new, empty palace and open it; raises Refused when something is there already."""
        creation.create_file(path, clock=clock, new_uid=new_uid, patience=patience)
        return cls.open(path, clock=clock, new_uid=new_uid, rules=rules, zone=zone, patience=patience)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        self._database.close()

    @property
    def path(self) -> Path:
        """The file that was opened, links resolved."""
        return self._database.path

    @property
    def read_only_because(self) -> str:
        """Why nothing can be written, in words; empty when it can."""
        return self._opened.read_only_because

    @contextmanager
    def unit_of_work(self, actor: Actor, *, group: str = "") -> "Iterator[Work]":
        """Begin to write; `group` names an act that this goes on with. Raises PalaceBusy, ReadOnlyPalace."""
        from palace.storage.unit_of_work import Work

        with self._transaction():
            work = Work(self._database, actor, group or self._new_uid(), self._clock)
            yield work
            work.check_recorded()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self._opened.read_only_because:
            raise ReadOnlyPalace(
                "the palace {path} can only be read: {reason}",
                path=self.path,
                reason=self._opened.read_only_because,
            )
        self._check_still_there()
        if not self._commits:
            before = self._file_version()
            creation.keep_log(self._database)
            self._jumped += self._file_version() - before
        self._database.begin()
        try:
            # Looked at again under the lock: it may have taken a while to get it.
            self._check_still_there()
            yield
            self._database.commit()
        except BaseException:
            self._database.roll_back()
            raise
        self._commits += 1

    @property
    def searches(self) -> SearchReading:
        """What helps to search: scenes, saved searches, what was asked."""
        return SearchReading(self._database)

    @property
    def backups(self) -> "BackupFolder":
        """The copies beside the file."""
        from palace.storage.backups import BackupFolder

        return BackupFolder(self._database, self._zone, self._rules.backups)

    @property
    def workspace(self) -> "WorkspaceRows":
        """What the palace knows of its workspace."""
        from palace.storage.workspace_rows import WorkspaceRows

        return WorkspaceRows(self._database)

    @property
    def health(self) -> "HealthReading":
        """The counts behind the figures of health, and the days that were kept."""
        from palace.storage.health_reading import HealthReading

        return HealthReading(self._database, self._rules)

    @property
    def timeline(self) -> "TimelineReading":
        """What happened day by day."""
        from palace.storage.timeline_reading import TimelineReading

        return TimelineReading(self._database, self._zone)

    @property
    def whole(self) -> "WholePalace":
        """All its rows that are truth, out and in, and what it remembers of files outside it."""
        from palace.storage.whole_palace import WholePalace

        return WholePalace(self._database, self._transaction)

    @property
    def jobs(self) -> "JobReading":
        """How memories stand, and the runs of jobs there were."""
        from palace.storage.job_reading import JobReading

        return JobReading(self._database)

    def data_version(self) -> int:
        """Return a number that changes whenever anyone commits a change to the file.

        Raises PalaceUnavailable when another file stands at its path by now.
        """
        found = self._check_still_there()
        if self._opened.frozen and found.stamp != self._opened.identity.stamp:
            self._database.close()
            because = self._opened.read_only_because
            opened = open_file(self.path, patience=PATIENCE, read_only=True)
            self._opened = replace(opened, read_only_because=because)
            self._commits += 1
        return (self._file_version() - self._jumped << 32) + self._commits

    def _file_version(self) -> int:
        return self._database.number("PRAGMA data_version")

    def _check_still_there(self) -> Identity:
        found = Identity.of(self.path)
        if found is None or found != self._opened.identity:
            raise PalaceUnavailable(
                "the file {path} was moved, removed or replaced while it was open; nothing was written to it",
                next_step="leave Palace and open the file anew",
                path=self.path,
            )
        return found

    def forget_compared(self) -> None:
        """Forget what was compared, so that every pair is looked at again. Raises as `unit_of_work`."""
        with self._transaction():
            conflict_reading.forget_compared(self._database)

    def examine_file(self) -> "list[Finding]":
        """Return whether the file is whole and what is derived agrees with its rows; changes nothing."""
        from palace.storage import doctor_checks

        return doctor_checks.examine(self._database, self._opened.read_only_because)

    @property
    def doctor(self) -> "DoctorOfFile":
        """What the doctor sees around the file, and makes right."""
        from palace.storage.doctor_of_file import DoctorOfFile

        return DoctorOfFile(self._database, self._transaction, self._rules.backups)

    def rebuild_full_text(self) -> int:
        """Make the full text anew from the rows; returns how many rows it holds. Raises as `unit_of_work`."""
        from palace.storage.full_text import CANDIDATE_TEXT, MEMORY_TEXT, rebuild

        with self._transaction():
            return sum(rebuild(self._database, index) for index in (MEMORY_TEXT, CANDIDATE_TEXT))

    def forget_vectors(self) -> None:
        """Remove the vectors of every model, so that they are made anew. Raises as `unit_of_work`."""
        with self._transaction():
            vectors.forget_all(self._database)

    def mend_vectors(self, model_id: str, dimension: int, scans_of: "ScansOf") -> int:
        """Make a model's chunks anew from its vectors; returns how many of those were none and are gone."""
        from palace.storage import vector_mending

        with self._transaction():
            return vector_mending.mend(self._database, model_id, dimension, scans_of)
