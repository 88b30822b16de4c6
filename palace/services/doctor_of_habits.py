"""What the doctor finds in how a palace is used: jobs that do not run, and logs that are not read."""

from palace.domain.errors import PalaceError
from palace.services.doctor import Finding, Severity
from palace.services.job_calendar import due_jobs, job_calendar
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.services.sync_ports import Workspace
from palace.services.syncing import look_at_logs

FILES_NAMED = 3


def examine_jobs(palace: Palace, surroundings: Surroundings) -> list[Finding]:
    """Return the jobs that never ran, and those that should have run since: built is not yet running."""
    scheduled = [state for state in job_calendar(palace, surroundings) if state.next_at is not None]
    never = [state.job.value for state in scheduled if state.last_done is None]
    late = [f"{state.job} ({state.missed}×)" for state in due_jobs(palace, surroundings)]
    return [
        Finding(
            "jobs_never_ran",
            Severity.NOTICE if never else Severity.FINE,
            ", ".join(never) or "0",
            "palace schedule" if never else "",
        ),
        Finding(
            "jobs_due",
            Severity.NOTICE if late else Severity.FINE,
            ", ".join(late) or "0",
            "palace job run-due" if late else "",
        ),
    ]


def examine_logs(palace: Palace, workspace: Workspace | None) -> Finding:
    """Return how many bullets of the daily logs were not read; without a workspace there are none."""
    if workspace is None:
        return Finding("bullets", Severity.FINE, "0")
    try:
        logs = look_at_logs(palace, workspace)
    except PalaceError as error:
        return Finding("bullets", Severity.WARNING, error.message, "palace workspace FOLDER")
    if not logs.unread:
        return Finding("bullets", Severity.FINE, "0")
    named = ", ".join(logs.unread_files[:FILES_NAMED])
    return Finding("bullets", Severity.NOTICE, f"{logs.unread} ({named})", "palace sync")
