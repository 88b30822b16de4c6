"""When each job ran last, what is due, and what is next: for the command line, the app, health and doctor."""

from palace.domain.jobs import Job, JobRun, JobState, state_of
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings

RUNS_LOOKED_AT = 200
"""So many of the newest runs of a job are looked at; among them is the last that was done."""


def job_calendar(palace: Palace, surroundings: Surroundings) -> tuple[JobState, ...]:
    """Return where every job stands now, in the order in which they are done."""
    return tuple(job_state(palace, job, surroundings) for job in Job)


def job_state(palace: Palace, job: Job, surroundings: Surroundings) -> JobState:
    """Return where one job stands now: its last run, what of it is due, and when it is due next."""
    return state_of(
        job,
        palace.jobs.runs(job, RUNS_LOOKED_AT),
        palace.jobs.made_at(),
        surroundings.now,
        surroundings.zone,
        surroundings.rules.jobs,
    )


def due_jobs(palace: Palace, surroundings: Surroundings) -> tuple[JobState, ...]:
    """Return the jobs that should run now, in the order in which they are done."""
    return tuple(state for state in job_calendar(palace, surroundings) if state.is_due)


def job_runs(palace: Palace, job: Job | None = None, limit: int = 100) -> list[JobRun]:
    """Return the runs of one job, or of all, newest first."""
    return palace.jobs.runs(job, limit)
