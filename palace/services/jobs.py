"""Carrying a job's plan out: in one transaction, as one act with one undo, and with its run recorded."""

from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from palace.domain.errors import PalaceError, Refused
from palace.domain.jobs import SCHEDULED, Job, JobOutcome, JobRun, slot_before
from palace.domain.journal import Actor
from palace.domain.retiring import retires_too_many
from palace.services.job_calendar import job_state
from palace.services.job_plans import JobPlan
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings


class WouldRetireTooMany(Refused):
    """A job would archive so many of the active memories that a person has to be asked first."""

    def __init__(self, plan: JobPlan, most_retired: float) -> None:
        self.plan = plan
        super().__init__(
            "the {job} job would archive {retiring} of {active} active memories, more than {share:.0%}",
            next_step="palace job {job} --dry-run shows it, palace job {job} --yes does it all the same",
            job=plan.job.value,
            retiring=plan.retiring,
            active=plan.active,
            share=most_retired,
        )


@dataclass(frozen=True, slots=True)
class Begun:
    """When a run began, which slot it serves, and the reading of a stopwatch at its beginning, in seconds."""

    due_at: datetime
    started_at: datetime
    watch: float


def begin_run(palace: Palace, job: Job, surroundings: Surroundings) -> Begun:
    """Return the beginning of a run: it serves the slot that is due, else the last one."""
    now = surroundings.now
    due = job_state(palace, job, surroundings).due_at
    if due is None and job in SCHEDULED:
        due = slot_before(job, now, surroundings.zone, surroundings.rules.jobs)
    return Begun(due or now, now, monotonic())


def carry_out(
    palace: Palace, plan: JobPlan, begun: Begun, surroundings: Surroundings, *, yes: bool = False
) -> JobRun:
    """Do what a plan says, all of it or nothing, and keep that it was done.

    What has changed since the plan was made is left as it is and counted. Raises WouldRetireTooMany (and
    keeps that it was asked) unless `yes`, PalaceBusy, ReadOnlyPalace.
    """
    most = surroundings.rules.jobs.most_retired
    if not yes and retires_too_many(plan.retiring, plan.active, most):
        refused = WouldRetireTooMany(plan, most)
        record_ending(palace, plan.job, begun, surroundings, refused, JobOutcome.ASKED)
        raise refused
    with palace.unit_of_work(Actor.JOB) as work:
        left = plan.write(work)
        counts = dict(plan.counts) | ({"left": left} if left else {})
        run = JobRun(
            job=plan.job,
            due_at=begun.due_at,
            started_at=begun.started_at,
            finished_at=surroundings.now,
            outcome=JobOutcome.DONE,
            counts=counts,
            seconds=round(monotonic() - begun.watch, 3),
            group=work.group if work.changes.decision_ids else None,
            report=plan.report,
        )
        return work.jobs.record_run(run)


def record_ending(
    palace: Palace,
    job: Job,
    begun: Begun,
    surroundings: Surroundings,
    error: PalaceError,
    outcome: JobOutcome = JobOutcome.FAILED,
) -> JobRun:
    """Keep that a run ended without doing anything, and why."""
    run = JobRun(
        job=job,
        due_at=begun.due_at,
        started_at=begun.started_at,
        finished_at=surroundings.now,
        outcome=outcome,
        seconds=round(monotonic() - begun.watch, 3),
        reason=error.message,
    )
    with palace.unit_of_work(Actor.JOB) as work:
        return work.jobs.record_run(run)


def record_run_of(
    palace: Palace,
    plan: JobPlan,
    begun: Begun,
    surroundings: Surroundings,
    group: str | None,
    outcome: JobOutcome = JobOutcome.DONE,
) -> JobRun:
    """Keep a run whose changes were made already, in transactions of their own."""
    run = JobRun(
        job=plan.job,
        due_at=begun.due_at,
        started_at=begun.started_at,
        finished_at=surroundings.now,
        outcome=outcome,
        counts=plan.counts,
        seconds=round(monotonic() - begun.watch, 3),
        group=group,
        report=plan.report,
    )
    with palace.unit_of_work(Actor.JOB) as work:
        return work.jobs.record_run(run)
