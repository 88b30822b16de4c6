"""The copy of the day, made before the jobs that are due: it undoes what befalls the file itself."""

from palace import bootstrap
from palace.cli.invocation import Invocation
from palace.domain.errors import PalaceError
from palace.storage.copying import megabytes
from palace.storage.palace_file import PalaceFile


def make_copy_of_today(invocation: Invocation, palace: PalaceFile) -> int:
    """Make today's copy if there is none; returns an exit status. One that fails is told, and jobs go on."""
    try:
        done = palace.backups.back_up_once_a_day(bootstrap.now())
    except PalaceError as error:
        invocation.output.error(invocation.catalog.error(error))
        return error.exit_status
    if done is not None and not invocation.wants_json:
        size = megabytes(done.copy.size)
        memories = done.copy.memories or 0
        told = invocation.say("cli.backup.made", file=done.copy.path, memories=memories, size=size)
        invocation.output.line(told)
    return 0
