"""`palace list`: the memories that fit some filters, in order."""

from dataclasses import replace

from palace.cli.invocation import Invocation, text_of_words
from palace.cli.rendering import memory_line
from palace.domain.errors import InvalidInput
from palace.domain.filters import Filters, Query, word_of
from palace.domain.vocabulary import Status
from palace.services.as_of import believed, end_of_day
from palace.services.asking import check_scenes, read_question
from palace.services.browsing import IN_A_ROOM, Order, listing
from palace.services.rendering import memory_json, stamp

NOTHING_FOUND = 3


def run(invocation: Invocation) -> int:
    """List them; what a limit leaves out is said. Exit status 3 when no memory fits the filters."""
    arguments = invocation.arguments
    filters = _filters(invocation)
    order = word_of(Order, arguments.order)
    if arguments.as_of:
        return list_believed(invocation, Query("", filters), arguments.limit)
    with invocation.palace() as palace:
        # Days such as 7d are told from the clock of the palace, which is known only now.
        filters = _filters(invocation)
        ids = listing(palace, filters, order, invocation.surroundings)
        shown = ids[: arguments.limit] if arguments.limit else ids
        memories = palace.memories(shown)
        if not ids:
            check_scenes(palace, filters.scenes)
    if invocation.wants_json:
        invocation.output.json({"count": len(ids), "memories": [memory_json(memory) for memory in memories]})
    else:
        for memory in memories:
            invocation.output.line(memory_line(memory, invocation.catalog))
        if len(ids) > len(shown):
            invocation.output.line(invocation.say("cli.list.more", shown=len(shown), count=len(ids)))
        if not ids:
            invocation.output.error(invocation.say("cli.list.none"))
    nothing_fits = not ids and filters != IN_A_ROOM
    return NOTHING_FOUND if nothing_fits else 0


def list_believed(invocation: Invocation, query: Query, limit: int) -> int:
    """List what the palace believed at the end of the day --as-of; exit status 3 when nothing fits."""
    instant = end_of_day(invocation.arguments.as_of, invocation.surroundings.zone)
    with invocation.palace() as palace:
        memories = believed(palace, instant, query, invocation.surroundings.zone)
    shown = memories[:limit] if limit else memories
    if invocation.wants_json:
        told = [memory_json(memory) for memory in shown]
        invocation.output.json({"as_of": stamp(instant), "count": len(memories), "memories": told})
    else:
        for memory in shown:
            invocation.output.line(memory_line(memory, invocation.catalog))
        if len(memories) > len(shown):
            invocation.output.line(invocation.say("cli.list.more", shown=len(shown), count=len(memories)))
        if not memories:
            invocation.output.error(invocation.say("cli.list.none"))
    return 0 if memories else NOTHING_FOUND


def _filters(invocation: Invocation) -> Filters:
    query = read_question(text_of_words(invocation.arguments.filters), invocation.surroundings)
    if query.words:
        raise InvalidInput(
            "“{words}” is not a filter",
            next_step="to search for words: palace search {words}",
            words=query.words,
        )
    if invocation.arguments.trashed:
        return replace(query.filters, statuses=frozenset({Status.TRASHED}))
    if query.filters.statuses:
        return query.filters
    return replace(query.filters, statuses=IN_A_ROOM.statuses, current=IN_A_ROOM.current)
