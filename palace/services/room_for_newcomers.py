"""Room in the hot band for the newer side of a pair, where settling the pair makes it a memory."""

from collections.abc import Collection
from dataclasses import replace

from palace.domain.errors import Refused
from palace.domain.memory import Memory
from palace.domain.vocabulary import Priority
from palace.services.hot_band import Room, demote, make_room
from palace.services.ports import UnitOfWork
from palace.services.review import Approval, memory_from, prefilled
from palace.services.settling import Pair
from palace.services.surroundings import Surroundings


def let_in(
    work: UnitOfWork,
    pair: Pair,
    form: Approval | None,
    surroundings: Surroundings,
    room: Room,
    leaving: Collection[int] = (),
) -> Approval | None:
    """Make room for what a candidate becomes as `form` (or itself) says; return the form in the chosen band.

    None where the newer side is a memory: it is counted in its band already. `leaving` are the ids of the
    memories whose place it takes. A P0 is never refused for room. Raises HotBandFull, StaleItem; Refused
    where something is to be demoted although nothing comes in.
    """
    if isinstance(pair.right, Memory):
        if room.demoting:
            raise Refused(
                "memory #{id} is there already, and needs no room",
                next_step="leave --demote out",
                id=pair.right.id,
            )
        return None
    said = form or prefilled(pair.right)
    chosen = said if room.band is None else replace(said, band=room.band)
    if chosen.priority is Priority.P0:
        demote(work, room.demoting)
    else:
        made = memory_from(pair.right, chosen, surroundings)
        make_room(work, made, surroundings, demoting=room.demoting, leaving=leaving)
    return chosen
