"""`palace redo`: bring back what was undone last."""

from palace.cli.invocation import Invocation
from palace.cli.verbs.undo import tell
from palace.services.undo import redo, take_back


def run(invocation: Invocation) -> int:
    """Redo; exit status 3 when there is nothing, 4 when its subject has moved on or a P0 needs its code."""
    code = invocation.arguments.code or ""
    with invocation.palace() as palace:
        taken = take_back(
            lambda leaving: redo(palace, invocation.actor, typed_code=code, leaving_core=leaving)
        )
    return tell(invocation, taken, "redone")
