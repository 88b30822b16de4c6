"""The jobs by which a palace looks after itself, the times at which they fall due, and their runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from types import MappingProxyType

from palace.domain.clock import local_day
from palace.domain.rules import JobRules

SUNDAY = 6
"""Monday is 0, as `date.weekday` counts."""


class Job(StrEnum):
    """What is done by itself, in the order in which jobs that are due together are done.

    The nightly one comes after those that bring something in, so that it compares what they brought.
    """

    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"
    NIGHTLY = "nightly"
    REINDEX = "reindex"


SCHEDULED = (Job.DAILY, Job.WEEKLY, Job.MONTHLY, Job.NIGHTLY)
"""The jobs that the calendar asks for; the others are run when somebody wants them."""


class JobOutcome(StrEnum):
    """How a run ended: `asked` where it stopped because it would have retired too much."""

    DONE = "done"
    ASKED = "asked"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class JobRun:
    """One run of a job. `due_at` is the slot that it served; all instants are UTC.

    `counts` says what it did by name, `seconds` how long it took, `group` the journal group of its changes
    (None where it changed nothing that is journalled), `report` what it found besides, as plain JSON, and
    `reason` why it stopped or failed.
    """

    job: Job
    due_at: datetime
    started_at: datetime
    finished_at: datetime | None
    outcome: JobOutcome
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    seconds: float = 0.0
    group: str | None = None
    report: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    reason: str = ""
    id: int = 0


@dataclass(frozen=True, slots=True)
class JobState:
    """Where one job stands at an instant.

    `last` is its newest run whatever its outcome, `last_done` the newest that was done. `due_at` is the slot
    that nobody served yet, None where nothing is due; `missed` counts such slots, `next_at` is the next one.
    The three are None and 0 for a job that no calendar asks for.
    """

    job: Job
    last: JobRun | None
    last_done: JobRun | None
    due_at: datetime | None
    missed: int
    next_at: datetime | None

    @property
    def is_due(self) -> bool:
        """Whether it should run now."""
        return self.due_at is not None


def state_of(
    job: Job, runs: Sequence[JobRun], since: datetime | None, now: datetime, zone: tzinfo, rules: JobRules
) -> JobState:
    """Return where a job stands, told from its runs, in any order.

    Runs from the future (further off than clocks err) count for nothing: a clock that was set back must not
    keep a job waiting until the world has caught up. A job that never ran is asked for from its first slot
    after `since` on, which is when the palace was made (None: unknown, any slot counts).
    """
    latest = now + rules.clock_may_err
    known = sorted(
        (run for run in runs if run.started_at <= latest), key=lambda run: (run.started_at, run.id)
    )
    last = known[-1] if known else None
    last_done = next((run for run in reversed(known) if run.outcome is JobOutcome.DONE), None)
    if job not in SCHEDULED:
        return JobState(job, last, last_done, None, 0, None)
    slot = slot_before(job, now, zone, rules)
    done_at = since if last_done is None else last_done.started_at
    missed = 1 if done_at is None else _slots_between(job, done_at, slot, zone, rules)
    return JobState(job, last, last_done, slot if missed else None, missed, slot_after(job, now, zone, rules))


def slot_before(job: Job, now: datetime, zone: tzinfo, rules: JobRules) -> datetime:
    """Return the newest instant, `now` at the latest, at which a scheduled job fell due."""
    day = local_day(now, zone)
    while True:
        day = _slot_day(job, day, rules, step=-1)
        slot = _instant(job, day, zone, rules)
        if slot <= now:
            return slot
        day -= timedelta(days=1)


def slot_after(job: Job, now: datetime, zone: tzinfo, rules: JobRules) -> datetime:
    """Return the first instant after `now` at which a scheduled job falls due."""
    day = local_day(now, zone)
    while True:
        day = _slot_day(job, day, rules, step=1)
        slot = _instant(job, day, zone, rules)
        if slot > now:
            return slot
        day += timedelta(days=1)


def time_of(job: Job, rules: JobRules) -> time:
    """Return the wall-clock time at which a scheduled job runs."""
    passed = {
        Job.DAILY: rules.daily_at,
        Job.WEEKLY: rules.weekly_at,
        Job.MONTHLY: rules.monthly_at,
        Job.NIGHTLY: rules.nightly_at,
    }[job]
    minutes = int(passed / timedelta(minutes=1)) % (24 * 60)
    return time(minutes // 60, minutes % 60)


def _slots_between(job: Job, done_at: datetime, slot: datetime, zone: tzinfo, rules: JobRules) -> int:
    """Return how many slots came after `done_at`, up to `slot`."""
    count = 0
    while slot > done_at and count < rules.most_missed_counted:
        count += 1
        slot = slot_before(job, slot - timedelta(seconds=1), zone, rules)
    return count


def _slot_day(job: Job, day: date, rules: JobRules, *, step: int) -> date:
    while (job is Job.WEEKLY and day.weekday() != SUNDAY) or (
        job is Job.MONTHLY and day.day != rules.monthly_day
    ):
        day += timedelta(days=step)
    return day


def _instant(job: Job, day: date, zone: tzinfo, rules: JobRules) -> datetime:
    return datetime.combine(day, time_of(job, rules), tzinfo=zone).astimezone(UTC)
