"""`palace undo`: take a decision back, with all others of the same act."""

from palace.cli.invocation import Invocation
from palace.cli.verbs.journal import decision_line
from palace.domain.journal import Decision
from palace.services.rendering import decision_json
from palace.services.undo import undo

MOST_LISTED = 20


def run(invocation: Invocation) -> int:
    """Undo; exit status 3 when there is nothing, 4 when its subject has moved on."""
    with invocation.palace() as palace:
        undone = undo(palace, invocation.actor, invocation.arguments.decision)
    tell(invocation, undone, "undone")
    return 0


def tell(invocation: Invocation, decisions: list[Decision], what: str) -> None:
    """Say which decisions were `undone` or `redone`, to whoever asked."""
    if invocation.wants_json:
        invocation.output.json({what: [decision_json(decision) for decision in decisions]})
    else:
        tell_decisions(invocation, decisions, what)


def tell_decisions(invocation: Invocation, decisions: list[Decision], what: str) -> None:
    """Say to a person which decisions were `undone` or `redone`; of a great many only the first."""
    invocation.output.line(invocation.say(f"cli.undo.{what}", count=len(decisions)))
    for decision in decisions[:MOST_LISTED]:
        invocation.output.line("  " + decision_line(invocation, decision))
