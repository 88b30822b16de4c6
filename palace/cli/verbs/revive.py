"""`palace revive`: bring back by hand what was rejected, deleted or superseded."""

from palace.cli.embedding_on_the_way import embed_missing_quietly
from palace.cli.invocation import Invocation, text_of_words
from palace.domain.journal import Subject
from palace.services.reviving import Revived, barred_as, revive


def run(invocation: Invocation) -> int:
    """Bring it back; exit status 3 when nothing is barred by that name, 4 when it is refused."""
    named = text_of_words(invocation.arguments.named)
    with invocation.palace() as palace:
        target = barred_as(palace, named)
        code = invocation.arguments.code or ""
        revived = revive(palace, invocation.actor, target, invocation.surroundings, typed_code=code)
        _tell(invocation, revived)
        if revived.subject is Subject.MEMORY:
            embed_missing_quietly(invocation, palace)
    return 0


def _tell(invocation: Invocation, revived: Revived) -> None:
    if invocation.wants_json:
        invocation.output.json(
            {
                "subject": revived.subject,
                "id": revived.id,
                "text": revived.text,
                "decision_id": revived.decision_id,
            }
        )
        return
    invocation.output.line(invocation.say(f"cli.revive.{revived.subject}", id=revived.id))
