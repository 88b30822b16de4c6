"""`palace workspace`: tie the palace to the folder that an agent writes, or say to which it is tied."""

from pathlib import Path

from palace.cli.invocation import Invocation
from palace.config.paths import path_named
from palace.domain.errors import InvalidInput, NotFound, Refused
from palace.files.wide_folders import NEVER, TooWide, too_wide
from palace.services.syncing import tie_workspace

NOTHING_FOUND = 3
SHOW = "show"

WHY_TOO_WIDE = {
    TooWide.EVERYTHING: "{folder} holds every file of this computer; it was not tied to the palace",
    TooWide.HOMES: "{folder} holds more than one person's files; it was not tied to the palace",
    TooWide.HOME: "{folder} is your home folder: every text in it would come before the queue",
    TooWide.PALACE: "{folder} holds the palace itself: its copies and exports would be read as memories",
}
NARROWER = "name the folder that your agent writes to: palace workspace FOLDER"
OR_INSIST = "name the folder that your agent writes to, or insist: palace workspace {folder} --yes"


def run(invocation: Invocation) -> int:
    """Tie, untie or show; exit status 3 when there is no such folder, or none to show."""
    arguments = invocation.arguments
    if arguments.none and arguments.folder != SHOW:
        raise InvalidInput("a palace is tied to a folder or to none, not both", next_step="give one of them")
    folder = "" if arguments.none else _folder(arguments.folder)
    with invocation.palace() as palace:
        if folder and folder != palace.workspace.folder():
            _check_not_too_wide(Path(folder), palace.path, insists=arguments.yes)
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


def _check_not_too_wide(folder: Path, palace: Path, *, insists: bool) -> None:
    """Raise Refused for a folder that holds much more than what an agent keeps, unless a person insists."""
    why = too_wide(folder, palace, path_named("~").resolve())
    if why is None or (insists and why not in NEVER):
        return
    raise Refused(WHY_TOO_WIDE[why], next_step=NARROWER if why in NEVER else OR_INSIST, folder=folder)
