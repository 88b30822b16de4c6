"""Room in the hot band: what comes into a full one is refused, with what could be demoted instead."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from palace.domain.bands import always_hot, lines_of, rendered_lines
from palace.domain.errors import Refused, StaleItem
from palace.domain.journal import Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Band, Priority, Status
from palace.domain.weight import weigh
from palace.services.ports import UnitOfWork
from palace.services.surroundings import Surroundings
from palace.text.masking import summary_of

OFFERS = 5
"""How many ways to make room are offered at most."""

ROWS_READ = 4
"""How many times the budget of lines is read in memories: a band so overfull need not be known whole."""


@dataclass(frozen=True, slots=True)
class Demotion:
    """A hot memory that would go to the warm band, in the version in which it was offered (None: any)."""

    memory_id: int
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """Hot memories that would make room together if they were warm, lightest first, and their weights."""

    memories: tuple[Memory, ...]
    weights: tuple[float, ...]

    @property
    def demotions(self) -> tuple[Demotion, ...]:
        """What choosing this would do."""
        return tuple(Demotion(memory.id, memory.version) for memory in self.memories)


@dataclass(frozen=True, slots=True)
class Room:
    """What a person chose where the hot band is full: what leaves it, or another band for the newcomer."""

    demoting: tuple[Demotion, ...] = ()
    band: Band | None = None


NO_ROOM = Room()
"""Nothing was chosen: what finds no room is refused."""


class HotBandFull(Refused):
    """There is no room in the hot band for what would go there; `offers` are the ways to make some."""

    def __init__(self, used: int, budget: int, needed: int, offers: Sequence[Offer]) -> None:
        self.offers = tuple(offers)
        offered = " / ".join(
            " + ".join(f"#{memory.id}" for memory in offer.memories) for offer in self.offers
        )
        next_step = (
            "let one of these go to the warm band ({offered}), or keep it as warm"
            if offered
            else "keep it as warm: what is hot is P0 or pinned"
        )
        super().__init__(
            "the hot band is full: {used} of {budget} lines are used, and this takes {needed}",
            next_step=next_step,
            used=used,
            budget=budget,
            needed=needed,
            offered=offered,
        )


def make_room(
    work: UnitOfWork,
    memory: Memory,
    surroundings: Surroundings,
    *,
    demoting: Sequence[Demotion] = (),
    leaving: Collection[int] = (),
) -> None:
    """Demote what the person chose, and see that a new memory fits into the hot band where it goes there.

    `leaving` are the ids of the memories whose place it takes. Raises HotBandFull where there is no
    room; a P0 is hot in any case and comes in where nothing can be demoted for it. Raises what `demote`
    raises.
    """
    demote(work, demoting)
    if memory.band is not Band.HOT:
        return
    budget = surroundings.rules.bands.hot_lines
    hot = [each for each in work.hot_memories(budget * ROWS_READ) if each.id not in leaving]
    used, needed = rendered_lines(hot), lines_of(memory)
    if used + needed <= budget:
        return
    offers = _offers(work, hot, used + needed - budget, surroundings)
    if offers or memory.priority is not Priority.P0:
        raise HotBandFull(used, budget, needed, offers)


def keep_within(
    work: UnitOfWork, before: Memory | None, after: Memory, surroundings: Surroundings, room: Room = NO_ROOM
) -> None:
    """See that a memory which comes into the hot band, or takes more lines there than before, finds room.

    What takes no more lines than it did needs none, however full the band is; neither does a P0, which is hot
    in any case. Raises HotBandFull, and what `demote` raises.
    """
    was_hot = before is not None and before.band is Band.HOT and before.status is Status.ACTIVE
    taken = lines_of(before) if before is not None and was_hot else 0
    is_hot = after.band is Band.HOT and after.status is Status.ACTIVE
    if not is_hot or after.priority is Priority.P0 or lines_of(after) <= taken:
        demote(work, room.demoting)
        return
    make_room(work, after, surroundings, demoting=room.demoting, leaving=(after.id,))


def demote(work: UnitOfWork, demoting: Sequence[Demotion]) -> None:
    """Send hot memories to the warm band.

    Raises StaleItem where one of them is no longer what was offered, Refused where it is always hot.
    """
    for demotion in demoting:
        _demote(work, demotion)


def _demote(work: UnitOfWork, demotion: Demotion) -> None:
    memory = work.memory(demotion.memory_id)
    if demotion.version is not None and memory.version != demotion.version:
        raise StaleItem(
            "memory #{id} changed since you looked at it", next_step="look at it again", id=memory.id
        )
    if memory.band is not Band.HOT:
        raise Refused("memory #{id} is {band} already", id=memory.id, band=memory.band)
    if always_hot(memory):
        raise Refused("memory #{id} is P0 or pinned, and stays hot", id=memory.id)
    saved = work.save_memory(replace(memory, band=Band.WARM))
    work.record(Verb.MOVE, Subject.MEMORY, saved.id, summary=summary_of(saved.text))


def _offers(work: UnitOfWork, hot: Sequence[Memory], over: int, surroundings: Surroundings) -> list[Offer]:
    """Return single memories that free so many lines, lightest first; where none does, the lightest together.

    Empty where all that may leave the band is not enough.
    """
    free = [memory for memory in hot if not always_hot(memory)]
    cited = work.citations([memory.id for memory in free])
    now, rules = surroundings.now, surroundings.rules
    weights = {memory.id: weigh(memory, cited.get(memory.id, 0), now, rules).value for memory in free}
    free.sort(key=lambda memory: (weights[memory.id], memory.id))
    alone = [memory for memory in free if lines_of(memory) >= over][:OFFERS]
    if alone:
        return [Offer((memory,), (weights[memory.id],)) for memory in alone]
    together: list[Memory] = []
    for memory in free:
        together.append(memory)
        if rendered_lines(together) >= over:
            return [Offer(tuple(together), tuple(weights[each.id] for each in together))]
    return []
