"""`palace redo`: bring back what was undone last."""

from palace.cli.invocation import Invocation
from palace.cli.verbs.undo import tell
from palace.services.undo import redo


def run(invocation: Invocation) -> int:
    """Redo; exit status 3 when there is nothing, 4 when its subject has moved on."""
    with invocation.palace() as palace:
        redone = redo(palace, invocation.actor)
    tell(invocation, redone, "redone")
    return 0
