"""`palace revive`: bring back by hand what was rejected, deleted or superseded."""

from palace.cli.comparing_on_the_way import OnTheWay, follow_up, follow_up_and_tell, on_the_way_json
from palace.cli.invocation import Invocation, text_of_words
from palace.domain.journal import Subject
from palace.services.comparing_arrivals import Arrivals
from palace.services.reviving import Revived, barred_as, revive


def run(invocation: Invocation) -> int:
    """Bring it back; exit status 3 when nothing is barred by that name, 4 when it is refused."""
    named = text_of_words(invocation.arguments.named)
    with invocation.palace() as palace:
        target = barred_as(palace, named)
        code = invocation.arguments.code or ""
        revived = revive(palace, invocation.actor, target, invocation.surroundings, typed_code=code)
        is_memory = revived.subject is Subject.MEMORY
        arrivals = Arrivals(memory_ids=(revived.id,)) if is_memory else Arrivals((revived.id,))
        if invocation.wants_json:
            _tell_program(invocation, revived, follow_up(invocation, palace, arrivals))
        else:
            invocation.output.line(invocation.say(f"cli.revive.{revived.subject}", id=revived.id))
            follow_up_and_tell(invocation, palace, arrivals)
    return 0


def _tell_program(invocation: Invocation, revived: Revived, found: OnTheWay) -> None:
    invocation.output.json(
        {
            "subject": revived.subject,
            "id": revived.id,
            "text": revived.text,
            "decision_id": revived.decision_id,
            **on_the_way_json(found),
        }
    )
