"""What health tells of things beside the palace file: the model, the logs of the workspace, jobs, copies."""

from contextlib import suppress
from pathlib import Path

from palace import bootstrap
from palace.cli.workspace_folder import WorkspaceFolder
from palace.config.settings import Settings
from palace.domain.errors import PalaceError
from palace.services.health_figure import Beside
from palace.services.job_calendar import job_calendar
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.services.syncing import LogState, look_at_logs


def look_beside(palace: Palace, path: Path, settings: Settings, surroundings: Surroundings) -> Beside:
    """Return what there is beside a palace; what cannot be read is left out."""
    from palace.storage.backups import copies_beside

    copies = None
    with suppress(PalaceError):
        copies = tuple(copies_beside(path))
    return Beside(
        model_id=bootstrap.model_id(settings),
        logs=_logs(palace),
        jobs=job_calendar(palace, surroundings),
        copies=copies,
    )


def keep_figures_of_today(palace: Palace, path: Path, settings: Settings, surroundings: Surroundings) -> None:
    """Keep the figures of health as they are after a job; a palace that cannot be counted now is let be."""
    from palace.services.health_snapshots import take_snapshot

    with suppress(PalaceError):
        beside = look_beside(palace, path, settings, surroundings)
        take_snapshot(palace, surroundings, beside.model_id, beside.logs)


def _logs(palace: Palace) -> LogState | None:
    folder = palace.workspace.folder()
    if not folder:
        return None
    with suppress(PalaceError):
        return look_at_logs(palace, WorkspaceFolder(Path(folder)))
    return None
