"""`palace init`: make a new, empty palace."""

from palace import bootstrap
from palace.cli.invocation import Invocation
from palace.config.paths import path_named


def run(invocation: Invocation) -> int:
    """Make the palace file where the person says, and say where it is."""
    named = invocation.arguments.file
    path = path_named(named) if named else invocation.palace_path
    bootstrap.create_palace(path, invocation.settings).close()
    invocation.output.line(invocation.say("cli.init.made", path=path))
    return 0
