"""Room in the hot band for the newer side of a pair, where settling the pair makes it a memory."""

from collections.abc import Collection
from dataclasses import replace

from palace.domain.errors import Refused
from palace.domain.memory import Memory
from palace.domain.vocabulary import Band, Priority
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
    where something is to be demoted although nothing comes in, and what `in_its_band` raises.
    """
    chosen = in_its_band(pair, form, room)
    if chosen is None or isinstance(pair.right, Memory):
        return None
    if chosen.priority is Priority.P0:
        demote(work, room.demoting)
    else:
        made = memory_from(pair.right, chosen, surroundings)
        make_room(work, made, surroundings, demoting=room.demoting, leaving=leaving)
    return chosen


def in_its_band(pair: Pair, form: Approval | None, room: Room) -> Approval | None:
    """Return what a candidate becomes as `form` (or itself) says, in the band that was chosen, if any.

    None where the newer side is a memory. Raises Refused where room or a band is chosen for one that is
    there already, or a band for a P0 other than the hot one.
    """
    if isinstance(pair.right, Memory):
        if room.demoting:
            raise Refused(
                "memory #{id} is there already, and needs no room",
                next_step="leave --demote out",
                id=pair.right.id,
            )
        if room.band is not None:
            raise Refused(
                "memory #{id} is there already, in the {band} band",
                next_step="leave --band out",
                id=pair.right.id,
                band=pair.right.band,
            )
        return None
    said = form or prefilled(pair.right)
    if room.band is None:
        return said
    if said.priority is Priority.P0 and room.band is not Band.HOT:
        raise Refused("a P0 is always hot", next_step="leave --band out")
    return replace(said, band=room.band)
