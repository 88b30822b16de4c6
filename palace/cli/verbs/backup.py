"""`palace backup`: a checked copy beside the palace; the copies listed; what was purged taken out of them."""

from palace import bootstrap
from palace.cli.forgetting_in_copies import FORGET_PURGED, forget_purged
from palace.cli.invocation import Invocation
from palace.cli.rendering import local_time
from palace.domain.errors import InvalidInput, PalaceError
from palace.services.backup_ports import BackedUp, Copy
from palace.services.rendering import stamp
from palace.storage.backups import Checked, check_copy, copies_beside, folder_of
from palace.storage.connection import real_path
from palace.storage.copy_sums import BySum
from palace.storage.copying import megabytes


def run(invocation: Invocation) -> int:
    """Make a copy, list them, or let them forget what was purged.

    Exit status 3 where there is no copy to list, 1 where `--check` finds a bad one, or where one still holds
    what was purged.
    """
    arguments = invocation.arguments
    _check_options(invocation)
    if arguments.what == "list":
        return _list(invocation)
    if arguments.what == FORGET_PURGED:
        return forget_purged(invocation)
    with invocation.palace() as palace:
        done = palace.backups.back_up(bootstrap.now(), keep=arguments.keep)
    if invocation.wants_json:
        invocation.output.json({**copy_json(done.copy), "removed": [str(each) for each in done.removed]})
    else:
        _tell(invocation, done)
    return 0


def _check_options(invocation: Invocation) -> None:
    arguments = invocation.arguments
    if arguments.what == "make" and arguments.check:
        raise InvalidInput("a copy is always checked when it is made", next_step="palace backup list --check")
    takes = {"make": {"keep"}, "list": {"check"}, FORGET_PURGED: {"dry_run", "remove"}}[arguments.what]
    for name in ("keep", "check", "dry_run", "remove"):
        if getattr(arguments, name) and name not in takes:
            verb = "backup" if arguments.what == "make" else f"backup {arguments.what}"
            raise InvalidInput("{verb} has no use for --{name}", verb=verb, name=name.replace("_", "-"))


def _tell(invocation: Invocation, done: BackedUp) -> None:
    copy = done.copy
    told = invocation.say(
        "cli.backup.made", file=copy.path, memories=copy.memories or 0, size=megabytes(copy.size)
    )
    invocation.output.line(told)
    if done.removed:
        invocation.output.line(invocation.say("cli.backup.removed", count=len(done.removed)))


def _list(invocation: Invocation) -> int:
    # The palace itself is not opened: its copies are wanted most when it cannot be.
    path = real_path(invocation.palace_path)
    copies = copies_beside(path)
    checked = {copy.path: check_copy(copy.path) for copy in copies} if invocation.arguments.check else {}
    faults = {copy.path: checked[copy.path].error if checked else copy.error for copy in copies}
    if invocation.wants_json:
        listed = [
            {
                **copy_json(copy),
                "fault": "" if (error := faults[copy.path]) is None else error.message,
                "checked": bool(checked),
                "sum": checked[copy.path].by_sum.value if checked else None,
            }
            for copy in copies
        ]
        invocation.output.json({"folder": str(folder_of(path)), "copies": listed})
    else:
        for copy in copies:
            invocation.output.line(_line(invocation, copy, faults[copy.path], checked.get(copy.path)))
        if not copies:
            invocation.output.error(invocation.say("cli.backup.none", folder=folder_of(path)))
    if not copies:
        return 3
    return 1 if invocation.arguments.check and any(faults.values()) else 0


def _line(invocation: Invocation, copy: Copy, error: PalaceError | None, checked: Checked | None) -> str:
    if error is not None:
        state = invocation.say("cli.backup.bad", cause=invocation.catalog.error_message(error))
    elif checked is not None:
        unsummed = checked.by_sum is BySum.NONE
        state = invocation.say("cli.backup.no_sum" if unsummed else "cli.backup.good")
    else:
        state = ""
    line = invocation.say(
        "cli.backup.line",
        at=local_time(copy.made_at, invocation.surroundings.zone),
        sort=invocation.say(f"cli.backup.sort.{copy.sort}"),
        memories="?" if copy.memories is None else copy.memories,
        size=megabytes(copy.size),
        name=copy.path.name,
    )
    return f"{line}  {state}".rstrip()


def copy_json(copy: Copy) -> dict[str, object]:
    """Return a copy as programs are told of it."""
    return {
        "file": str(copy.path),
        "sort": copy.sort,
        "made_at": stamp(copy.made_at),
        "bytes": copy.size,
        "memories": copy.memories,
        "schema": copy.schema,
    }
