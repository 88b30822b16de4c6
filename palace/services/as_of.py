"""What the palace believed at an earlier instant: transaction time, not the time of which it speaks."""

from datetime import datetime, timedelta, tzinfo

from palace.domain.clock import day_start, local_day
from palace.domain.errors import InvalidInput, NotFound
from palace.domain.filters import Filters, Query, day_of
from palace.domain.memory import Memory
from palace.services.ports import Palace
from palace.text.highlight import matches
from palace.text.query_terms import query_terms


def end_of_day(text: str, zone: tzinfo) -> datetime:
    """Return the last instant of the local day that `2026-03-01` names; raises InvalidInput."""
    return day_start(day_of(text, key="as-of") + timedelta(days=1), zone) - timedelta(microseconds=1)


def believed(palace: Palace, instant: datetime, query: Query, zone: tzinfo) -> list[Memory]:
    """Return the memories of an instant that fit the filters, those with most of the words first.

    Where words are asked for, memories with none of them are left out. Raises InvalidInput for a filter
    that cannot be answered for the past.
    """
    if query.filters.in_conflict:
        raise InvalidInput(
            "which conflicts were open at that time is not kept", next_step="leave is:conflict or --as-of out"
        )
    fitting = [each for each in palace.memories_as_of(instant) if _fits(each, query.filters, zone)]
    if not query.words:
        return fitting
    terms = query_terms(query.words).terms
    counted = [(len(matches(memory.text, terms)), memory) for memory in fitting]
    found = [(count, memory) for count, memory in counted if count]
    return [memory for _, memory in sorted(found, key=lambda each: (-each[0], each[1].id))]


def believed_memory(palace: Palace, instant: datetime, memory_id: int) -> Memory:
    """Return one memory as it was; raises NotFound where the palace did not believe it then."""
    for memory in palace.memories_as_of(instant):
        if memory.id == memory_id:
            return memory
    raise NotFound(
        "the palace did not believe memory #{id} at that time",
        next_step="palace show {id} tells when it was recorded and retired",
        id=memory_id,
    )


def _fits(memory: Memory, filters: Filters, zone: tzinfo) -> bool:
    wanted = (
        (memory.wing, filters.wings),
        (memory.band, filters.bands),
        (memory.layer, filters.layers),
        (memory.priority, filters.priorities),
        (memory.kind, filters.kinds),
        (memory.status, filters.statuses),
    )
    if any(words and word not in words for word, words in wanted):
        return False
    if filters.scenes and filters.scenes.isdisjoint(memory.scenes):
        return False
    holds_since = local_day(memory.valid_from or memory.recorded_at, zone)
    if (filters.since and holds_since < filters.since) or (filters.before and holds_since >= filters.before):
        return False
    return memory.pinned or not filters.pinned
