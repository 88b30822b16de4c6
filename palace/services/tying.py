"""Tying a palace to the folder of files that an agent writes: its workspace."""

from palace.domain.errors import NotFound
from palace.domain.journal import Actor, Subject, Verb
from palace.services.ports import Palace


def workspace_of(palace: Palace) -> str:
    """Return the folder that the palace is tied to; raises NotFound when to none."""
    folder = palace.workspace.folder()
    if not folder:
        raise NotFound("this palace is tied to no folder", next_step="tie it to one: palace workspace FOLDER")
    return folder


def tie_workspace(palace: Palace, folder: str, actor: Actor) -> bool:
    """Tie the palace to a folder, or to none (empty), as one decision; returns whether anything changed."""
    before = palace.workspace.folder()
    if before == folder:
        return False
    with palace.unit_of_work(actor) as work:
        work.workspace.tie(folder)
        work.record(Verb.TIE, Subject.PALACE, 0, summary=f"{before or '—'} → {folder or '—'}")
    return True
