"""`palace undo`: take a decision back, with all others of the same act."""

from collections.abc import Sequence

from palace.cli.core_approval import change_lines, needed_json
from palace.cli.invocation import Invocation
from palace.cli.verbs.journal import decision_line
from palace.domain.journal import Decision
from palace.services.rendering import decision_json
from palace.services.undo import TakenBack, take_back, undo

MOST_LISTED = 20


def run(invocation: Invocation) -> int:
    """Undo; exit status 3 when there is nothing, 4 when its subject has moved on or a P0 needs its code."""
    arguments, code = invocation.arguments, invocation.arguments.code or ""
    with invocation.palace() as palace:
        taken = take_back(
            lambda leaving: undo(
                palace, invocation.actor, arguments.decision, typed_code=code, leaving_core=leaving
            )
        )
    return tell(invocation, taken, "undone")


def tell(invocation: Invocation, taken: TakenBack, what: str) -> int:
    """Say which decisions were `undone` or `redone`, and which wait for a code; returns the exit status."""
    needed = taken.held_back
    if invocation.wants_json:
        listed = {what: [decision_json(decision) for decision in taken.decisions]}
        invocation.output.json(listed if needed is None else {**listed, "held_back": needed_json(needed)})
    else:
        tell_decisions(invocation, taken.decisions, what)
    if needed is None:
        return 0
    if not invocation.wants_json:
        invocation.output.error_lines(change_lines(needed, invocation.catalog))
    invocation.output.error(invocation.catalog.error(needed))
    return needed.exit_status


def tell_decisions(invocation: Invocation, decisions: Sequence[Decision], what: str) -> None:
    """Say to a person which decisions were `undone` or `redone`; of a great many only the first."""
    invocation.output.line(invocation.say(f"cli.undo.{what}", count=len(decisions)))
    for decision in decisions[:MOST_LISTED]:
        invocation.output.line("  " + decision_line(invocation, decision))
