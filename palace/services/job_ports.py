"""What the jobs need of a palace: how its memories stand, what was decided when, and the runs there were."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Protocol

from palace.domain.jobs import Job, JobRun
from palace.domain.standing import Standing


class JobReading(Protocol):
    """What the jobs read."""

    def runs(self, job: Job | None = None, limit: int = 100) -> list[JobRun]:
        """Return runs of one job or of all, newest first."""
        ...

    def made_at(self) -> datetime | None:
        """Return when the palace was made; None where it does not say."""
        ...

    def standings(self) -> list[Standing]:
        """Return how every memory stands that nothing newer took the place of, by id."""
        ...

    def decided_at(self, memory_ids: Collection[int]) -> Mapping[int, datetime]:
        """Return since when memories are where they are, as far as the journal tells.

        For what is archived or trashed that is when something was last decided about it, for the others when
        one was last restored, or its leaving taken back; those of which nothing is told are left out.
        """
        ...

    def in_open_conflicts(self) -> frozenset[int]:
        """Return the memories that stand in an open conflict."""
        ...

    def hits_between(self, since: datetime, until: datetime) -> Mapping[int, int]:
        """Return how often each memory was hit from one instant to another; those never hit are left out."""
        ...

    def active_scene(self) -> str:
        """Return the scene that is switched on; empty where none is."""
        ...


class JobWriting(Protocol):
    """What the jobs write besides what everybody writes."""

    def record_run(self, run: JobRun) -> JobRun:
        """Keep that a job ran; returns it with its number (not journalled: it is no decision)."""
        ...

    def purge(self, memory_ids: Collection[int]) -> tuple[int, ...]:
        """Remove trashed memories and their texts wherever they are kept, the journal's too; no undo helps.

        Their tombstones stay. Returns those that were removed: what is not trashed, is P0 or pinned stays.
        """
        ...

    def switch_scene(self, scene: str) -> None:
        """Let a scene be the active one; an empty text switches it off (not journalled)."""
        ...


class HoldsJobs(Protocol):
    """A palace whose jobs can be read of."""

    @property
    def jobs(self) -> JobReading:
        """How memories stand, and the runs there were."""
        ...


class KeepsJobs(Protocol):
    """A unit of work in which jobs write."""

    @property
    def jobs(self) -> JobWriting:
        """What only jobs write."""
        ...
