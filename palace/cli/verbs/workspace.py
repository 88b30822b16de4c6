"""`palace workspace`: tie the palace to the folder that an agent writes, or say to which it is tied."""

from pathlib import Path

from palace.cli.invocation import Invocation
from palace.config.paths import path_named
from palace.domain.errors import InvalidInput, NotFound
from palace.services.syncing import tie_workspace

NOTHING_FOUND = 3
SHOW = "show"


def run(invocation: Invocation) -> int:
    """Tie, untie or show; exit status 3 when there is no such folder, or none to show."""
    arguments = invocation.arguments
    if arguments.none and arguments.folder != SHOW:
        raise InvalidInput("a palace is tied to a folder or to none, not both", next_step="give one of them")
    folder = "" if arguments.none else _folder(arguments.folder)
    with invocation.palace() as palace:
        changed = False
        if arguments.none or arguments.folder != SHOW:
            changed = tie_workspace(palace, folder, invocation.actor)
        tied = palace.workspace.folder()
    there = bool(tied) and Path(tied).is_dir()
    if invocation.wants_json:
        invocation.output.json({"workspace": tied or None, "there": there, "changed": changed})
    elif not tied:
        invocation.output.line(invocation.say("cli.workspace.none"))
    else:
        invocation.output.line(invocation.say("cli.workspace.tied", folder=tied))
        if changed:
            invocation.output.line(invocation.say("cli.workspace.next"))
        if not there:
            invocation.output.error(invocation.say("cli.workspace.gone", folder=tied))
    asked = not changed and not arguments.none
    return NOTHING_FOUND if asked and not there else 0


def _folder(named: str) -> str:
    if named == SHOW:
        return ""
    path = path_named(named)
    if not path.exists():
        raise NotFound("there is no folder {folder}", next_step="make it first", folder=path)
    if not path.is_dir():
        raise InvalidInput(
            "{folder} is not a folder", next_step="name the folder that your agent writes to", folder=path
        )
    return str(path.resolve())
