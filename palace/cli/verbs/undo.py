"""`palace undo`: take a decision back, with all others of the same act."""

from palace.cli.invocation import Invocation
from palace.cli.verbs.journal import decision_line
from palace.domain.journal import Decision
from palace.services.rendering import decision_json
from palace.services.undo import undo


def run(invocation: Invocation) -> int:
    """Undo; exit status 3 when there is nothing, 4 when its subject has moved on."""
    with invocation.palace() as palace:
        undone = undo(palace, invocation.actor, invocation.arguments.decision)
    tell(invocation, undone, "undone")
    return 0


def tell(invocation: Invocation, decisions: list[Decision], what: str) -> None:
    """Say which decisions were undone or redone."""
    if invocation.wants_json:
        invocation.output.json({what: [decision_json(decision) for decision in decisions]})
        return
    invocation.output.line(invocation.say(f"cli.undo.{what}", count=len(decisions)))
    for decision in decisions[:20]:
        invocation.output.line("  " + decision_line(invocation, decision))
