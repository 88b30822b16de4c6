"""`palace journal`: the decisions, newest first."""

from palace.cli.invocation import Invocation
from palace.cli.output import first_line
from palace.cli.rendering import local_time
from palace.domain.journal import Decision
from palace.services.rendering import decision_json

EVERYTHING = 1_000_000_000


def run(invocation: Invocation) -> int:
    """List them; those that were taken back are marked."""
    with invocation.palace() as palace:
        decisions = palace.decisions(limit=invocation.arguments.limit or EVERYTHING)
    if invocation.wants_json:
        invocation.output.json({"decisions": [decision_json(decision) for decision in decisions]})
        return 0
    for decision in decisions:
        invocation.output.line(decision_line(invocation, decision))
    if not decisions:
        invocation.output.error(invocation.say("cli.journal.empty"))
    return 0


def decision_line(invocation: Invocation, decision: Decision) -> str:
    """Return a decision on one line: number, time, verb, subject, and whether it stands."""
    at = local_time(decision.at, invocation.surroundings.zone)
    verb = invocation.say(f"vocabulary.verb.{decision.verb}")
    subject = invocation.say(f"vocabulary.subject.{decision.subject}")
    line = f"{decision.id}  {at}  {verb}  {subject} #{decision.subject_id}  {first_line(decision.summary)}"
    notes = [("approved", decision.approved), ("undone", decision.undone_by is not None)]
    said = [invocation.say(f"cli.journal.{name}") for name, holds in notes if holds]
    return f"{line}  ({', '.join(said)})" if said else line
