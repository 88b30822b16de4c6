"""`palace rejected`: list what a tombstone keeps out."""

from palace.cli.invocation import Invocation
from palace.cli.output import first_line
from palace.cli.rendering import local_time
from palace.services.rendering import stamp
from palace.services.reviving import Barred, barred


def run(invocation: Invocation) -> int:
    """List it, newest first."""
    with invocation.palace() as palace:
        everything = barred(palace)
    if invocation.wants_json:
        invocation.output.json({"rejected": [_json(each) for each in everything]})
        return 0
    for each in everything:
        invocation.output.line(_line(invocation, each))
    if not everything:
        invocation.output.line(invocation.say("cli.rejected.empty"))
    return 0


def _json(each: Barred) -> dict[str, object]:
    return {
        "name": each.name,
        "text": each.text,
        "reason": each.tombstone.reason,
        "made_at": stamp(each.tombstone.made_at),
        "candidate_id": each.tombstone.candidate_id,
        "memory_id": each.tombstone.memory_id,
        "content_hash": each.tombstone.content_hash,
    }


def _line(invocation: Invocation, each: Barred) -> str:
    at = local_time(each.tombstone.made_at, invocation.surroundings.zone)
    reason = invocation.catalog.word(each.tombstone.reason)
    text = invocation.say("cli.rejected.gone") if each.text is None else first_line(each.text)
    return f"{at}  {reason}  {each.name}  {text}"
