"""The daily job: what the workspace says that was not read yet becomes sightings."""

from collections.abc import Iterator

from palace.domain.jobs import Job, JobOutcome, JobRun
from palace.domain.journal import Actor, Subject, Verb
from palace.services.job_plans import JobPlan, PlannedChange
from palace.services.jobs import Begun, record_run_of
from palace.services.ports import Palace
from palace.services.readings import Remark
from palace.services.remembering import Outcome
from palace.services.surroundings import Surroundings
from palace.services.sync_ports import Workspace
from palace.services.syncing import BAD, EDITED, MINOR, MOVED, SyncReport, plan_sync, sync
from palace.text.masking import summary_of

COUNTED = (*(outcome.value for outcome in Outcome), EDITED, MOVED, MINOR, BAD)
"""What can become of a statement that was not read before."""

_CHANGING = frozenset({Outcome.NEW.value, Outcome.SEEN_AGAIN.value, EDITED})


def plan_daily(palace: Palace, workspace: Workspace | None, surroundings: Surroundings) -> JobPlan:
    """Return what reading the workspace would bring; changes nothing. Raises NotFound where it is gone."""
    if workspace is None:
        return _nothing_to_read()
    report = plan_sync(palace, workspace, surroundings)
    return _told(report, tuple(_changes(report)))


def carry_daily_out(
    palace: Palace,
    workspace: Workspace | None,
    plan: JobPlan,
    begun: Begun,
    surroundings: Surroundings,
) -> tuple[JobPlan, JobRun]:
    """Read the workspace, and keep that it was done; returns what was done and its run."""
    if workspace is None:
        return plan, record_run_of(palace, plan, begun, surroundings, None)
    report = sync(palace, workspace, surroundings, Actor.JOB)
    done = _told(report, plan.changes)
    return done, record_run_of(palace, done, begun, surroundings, report.group or None, JobOutcome.DONE)


def _nothing_to_read() -> JobPlan:
    remark = Remark("this palace is tied to no folder, so there is nothing to read: palace workspace FOLDER")
    return JobPlan(Job.DAILY, (), {}, lambda work: 0, (remark,))


def _told(report: SyncReport, changes: tuple[PlannedChange, ...]) -> JobPlan:
    remarks = [
        Remark("{where} could not be read: {cause}", {"where": error.where, "cause": error.said.text})
        for error in report.errors
    ]
    remarks += [
        Remark("{where} could not be read: {reason}", {"where": file.path, "reason": file.reason})
        for file in report.faults
    ]
    counts = {name: report.count(name) for name in COUNTED} | {"files_read": report.files_read}
    return JobPlan(
        Job.DAILY,
        changes,
        counts,
        lambda work: 0,
        tuple(remarks),
        incomplete=bool(report.errors or report.faults),
    )


def _changes(report: SyncReport) -> Iterator[PlannedChange]:
    for plan in report.plans:
        for bullet in plan.new:
            if bullet.outcome in _CHANGING:
                text = f"{plan.file.path}:{bullet.found.line}  {summary_of(bullet.found.text)}"
                yield PlannedChange(
                    Verb.SEE, Subject.CANDIDATE, bullet.candidate_id, text, because=bullet.outcome
                )
