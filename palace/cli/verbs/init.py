"""`palace init`: make a new, empty palace."""

from pathlib import Path

from palace import bootstrap
from palace.cli.invocation import Invocation


def run(invocation: Invocation) -> int:
    """Make the palace file where the person says, and say where it is."""
    named = invocation.arguments.file
    path = Path(named).expanduser() if named else invocation.palace_path
    bootstrap.create_palace(path, invocation.settings).close()
    invocation.output.line(invocation.say("cli.init.made", path=path))
    return 0
