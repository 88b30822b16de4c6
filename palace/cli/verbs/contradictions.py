"""`palace contradictions`: what contradicts a P0 and waits for a person, listed or shown."""

from palace.cli.invocation import Invocation
from palace.cli.verbs.conflicts import list_pairs, show_pair


def run(invocation: Invocation) -> int:
    """List what waits, or show one contradiction."""
    with invocation.palace() as palace:
        if invocation.arguments.id is not None:
            show_pair(invocation, palace, invocation.arguments.id)
        else:
            list_pairs(invocation, palace, contradictions=True)
    return 0
