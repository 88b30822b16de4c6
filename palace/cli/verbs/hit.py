"""`palace hit`: memories were used; what is used stays, and what was cold warms up."""

from palace.cli.invocation import Invocation
from palace.cli.rendering import memory_line
from palace.domain.errors import InvalidInput
from palace.domain.identifiers import id_number


def run(invocation: Invocation) -> int:
    """Count the hits; exit status 3 when one of the memories is not there, the others are counted."""
    from palace.services.loading import record_hits

    ids = dict.fromkeys(_number(str(word)) for word in invocation.arguments.ids)
    with invocation.palace() as palace:
        used, failed = record_hits(palace, list(ids), invocation.surroundings, invocation.actor)
    if invocation.wants_json:
        invocation.output.json(
            {
                "hit": [
                    {"id": each.memory.id, "hits": each.memory.hits, "band": each.memory.band.value}
                    | {"warmed": each.warmed}
                    for each in used
                ],
                "failed": [
                    {"id": memory_id, "error": invocation.catalog.error(error)} for memory_id, error in failed
                ],
            }
        )
    else:
        for each in used:
            key = "cli.hit.warmed" if each.warmed else "cli.hit.counted"
            line = memory_line(each.memory, invocation.catalog)
            invocation.output.line(invocation.say(key, memory=line, hits=each.memory.hits))
        for _, error in failed:
            invocation.output.error(invocation.catalog.error(error))
    return max((error.exit_status for _, error in failed), default=0)


def _number(word: str) -> int:
    number = id_number(word)
    if number is None:
        raise InvalidInput(
            "“{word}” is no memory's number", next_step="palace list shows the ids", word=word[:40]
        )
    return number
