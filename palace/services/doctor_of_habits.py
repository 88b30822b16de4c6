"""What the doctor finds in how a palace is used: jobs that do not run, and logs that are not read."""

from collections.abc import Sequence

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


def examine_logs(palace: Palace, workspace: Workspace | None) -> list[Finding]:
    """Return how many bullets of the daily logs were not read, and which files of the workspace cannot be.

    Without a workspace there are none.
    """
    if workspace is None:
        return [Finding("bullets", Severity.FINE, "0")]
    try:
        logs = look_at_logs(palace, workspace)
    except PalaceError as error:
        return [Finding("bullets", Severity.WARNING, error.message, "palace workspace FOLDER", error)]
    return [
        _files("bullets", logs.unread, logs.unread_files, Severity.NOTICE),
        _files("unread_files", len(logs.broken_files), logs.broken_files, Severity.WARNING),
    ]


def _files(check: str, count: int, files: Sequence[str], severity: Severity) -> Finding:
    if not count:
        return Finding(check, Severity.FINE, "0")
    return Finding(check, severity, f"{count} ({', '.join(files[:FILES_NAMED])})", "palace sync")
