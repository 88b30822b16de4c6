"""`palace list`: the memories that fit some filters, in order."""

from dataclasses import replace

from palace.cli.invocation import Invocation, text_of_words
from palace.cli.rendering import memory_line
from palace.domain.errors import InvalidInput
from palace.domain.filters import Filters, parse_query, word_of
from palace.domain.vocabulary import Status
from palace.services.browsing import LIVE, Order, listing
from palace.services.rendering import memory_json

NOTHING_FOUND = 3


def run(invocation: Invocation) -> int:
    """List them; what a limit leaves out is said. Exit status 3 when no memory fits the filters."""
    arguments = invocation.arguments
    filters = _filters(invocation)
    order = word_of(Order, arguments.order)
    with invocation.palace() as palace:
        ids = listing(palace, filters, order, invocation.surroundings)
        shown = ids[: arguments.limit] if arguments.limit else ids
        memories = palace.memories(shown)
    if invocation.wants_json:
        invocation.output.json({"count": len(ids), "memories": [memory_json(memory) for memory in memories]})
    else:
        for memory in memories:
            invocation.output.line(memory_line(memory, invocation.catalog))
        if len(ids) > len(shown):
            invocation.output.line(invocation.say("cli.list.more", shown=len(shown), count=len(ids)))
        if not ids:
            invocation.output.error(invocation.say("cli.list.none"))
    nothing_fits = not ids and filters != Filters(statuses=LIVE)
    return NOTHING_FOUND if nothing_fits else 0


def _filters(invocation: Invocation) -> Filters:
    query = parse_query(text_of_words(invocation.arguments.filters))
    if query.words:
        raise InvalidInput(
            "“{words}” is not a filter",
            next_step="to search for words: palace search {words}",
            words=query.words,
        )
    if invocation.arguments.trashed:
        return replace(query.filters, statuses=frozenset({Status.TRASHED}))
    return query.filters if query.filters.statuses else replace(query.filters, statuses=LIVE)
