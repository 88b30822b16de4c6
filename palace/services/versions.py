"""The earlier texts of a memory: listed, compared with each other, and gone back to. None is ever lost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from palace.domain.errors import NotFound, Refused
from palace.domain.memory import Memory, MemoryVersion
from palace.domain.vocabulary import Priority
from palace.services.hot_band import NO_ROOM, Room
from palace.services.ports import UnitOfWork
from palace.services.surroundings import Surroundings
from palace.services.tending import Tend, Tended, as_form, editing_memory
from palace.text.comparison.losses import Loss, losses


@dataclass(frozen=True, slots=True)
class TextVersion:
    """One text that a memory had, by the version in which it had it last; None: it has it still."""

    number: int
    text: str
    replaced_at: datetime | None


class WouldForget(Refused):
    """An earlier text leaves out what the present one says; `losses` tells what, before it comes back."""

    def __init__(self, found: Sequence[Loss]) -> None:
        self.losses = tuple(found)
        super().__init__(
            "going back to the earlier text would lose: {lost}",
            next_step="edit the memory instead, or go back all the same (--drop)",
            lost="; ".join(loss.words for loss in found),
        )


def text_versions(memory: Memory, kept: Sequence[MemoryVersion]) -> tuple[TextVersion, ...]:
    """Return every text of a memory, the present one first; `kept` are the earlier ones, newest first."""
    earlier = (TextVersion(version.version, version.text, version.replaced_at) for version in kept)
    return TextVersion(memory.version, memory.text, None), *earlier


def text_version(versions: Sequence[TextVersion], number: int) -> TextVersion:
    """Return the text that a memory had in a version; raises NotFound naming those that were kept."""
    for version in versions:
        if version.number == number:
            return version
    raise NotFound(
        "there is no text of version {number}",
        next_step="the texts that were kept are {known}",
        number=number,
        known=", ".join(str(version.number) for version in reversed(versions)),
    )


def going_back(
    version: TextVersion, surroundings: Surroundings, *, dropping: bool = False, room: Room = NO_ROOM
) -> Tend:
    """Return the act that lets a memory say again what it said in an earlier version.

    Only the text goes back; where the memory stands and its binding stay. Raises WouldForget, unless
    `dropping`, where that text leaves out what must not be lost unseen (a P0 shows it beside its code);
    Refused where it says that already or another memory does; Suppressed and HotBandFull as editing does.
    """

    def go_back(work: UnitOfWork, memory: Memory) -> Tended:
        if memory.text == version.text:
            raise Refused("memory #{id} is as it was: nothing was changed", id=memory.id)
        if not dropping and memory.priority is not Priority.P0:
            found = losses((memory.text,), version.text)
            if found:
                raise WouldForget(found)
        form = replace(as_form(memory), text=version.text)
        return editing_memory(form, surroundings, room)(work, memory)

    return go_back
