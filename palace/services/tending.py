"""Tending a memory: editing, pinning, moving, archiving, trashing, restoring. Each act is journalled.

A P0 is tended only by a person, and in what `domain.core_memory` guards only with its short code typed.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from palace.domain.core_memory import coded
from palace.domain.errors import Refused, StaleItem
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory, Tombstone, check_text
from palace.domain.vocabulary import Band, Priority, Status, layer_for
from palace.services.hot_band import NO_ROOM, Room, keep_within
from palace.services.ports import Palace, UnitOfWork
from palace.services.remembering import Statement, refuse_suppressed
from palace.services.review import Approval
from palace.services.surroundings import Surroundings
from palace.text.identity import identity_hash
from palace.text.masking import summary_of


@dataclass(frozen=True, slots=True)
class Tended:
    """What an act left behind: its journal row, its verb, and the memory as it is stored now."""

    decision_id: int
    verb: Verb
    memory: Memory


Tend = Callable[[UnitOfWork, Memory], Tended]
"""Changes one memory, as it is stored now, within a unit of work."""


def as_form(memory: Memory) -> Approval:
    """Return what of a memory can be edited, as it is now."""
    return Approval(
        text=memory.text,
        wing=memory.wing,
        band=memory.band,
        priority=memory.priority,
        kind=memory.kind,
        scenes=memory.scenes,
        binding=memory.binding,
    )


def tend(
    palace: Palace, actor: Actor, memory_id: int, version: int, how: Tend, *, typed_code: str = ""
) -> Tended:
    """Change one memory in a transaction of its own.

    Raises StaleItem when it changed since `version` was seen, Refused when the act does not fit,
    NeedsApproval when it changes a P0 (or makes it one) and `typed_code` is not the memory's short code,
    NotFound when it is gone.
    """
    with palace.unit_of_work(actor) as work:
        memory = work.memory(memory_id)
        if memory.version != version:
            raise StaleItem(
                "memory #{id} changed since you looked at it", next_step="look at it again", id=memory_id
            )
        if memory.priority is Priority.P0 and actor is not Actor.PERSON:
            raise Refused("memory #{id} is P0: only a person changes it", id=memory.id)
        work.approve([coded(memory)], typed_code)
        return how(work, memory)


def editing_memory(form: Approval, surroundings: Surroundings, room: Room = NO_ROOM) -> Tend:
    """Return the act that changes what a memory says and where it stands.

    The earlier text is kept as a version and barred from coming back by itself, as a superseded one.
    Raises Refused when nothing would change or another memory says the same, Suppressed where a tombstone
    stands against the new text, InvalidInput for an empty or endless one; HotBandFull where it takes more
    room in the hot band than there is beside what `room` demotes.
    """

    def edit(work: UnitOfWork, memory: Memory) -> Tended:
        check_text(form.text)
        if form == as_form(memory):
            raise Refused("memory #{id} is as it was: nothing was changed", id=memory.id)
        key = identity_hash(form.text, memory.heading)
        if key != memory.content_hash:
            _admit(work, memory, form.text)
            if work.tombstone(memory.content_hash) is None:
                work.add_tombstone(
                    Tombstone(memory.content_hash, "superseded", surroundings.now, memory_id=memory.id)
                )
        changed = replace(
            memory,
            text=form.text,
            wing=form.wing,
            band=room.band or form.band,
            priority=form.priority,
            kind=form.kind,
            layer=layer_for(form.wing, form.kind),
            scenes=form.scenes,
            binding=form.binding,
            calibrated_at=surroundings.now,
        )
        keep_within(work, memory, changed, surroundings, room)
        return _saved(work, changed, Verb.EDIT)

    return edit


def pinning(pinned: bool) -> Tend:
    """Return the act that pins a memory, so that it neither fades nor expires, or takes the pin away."""

    def pin(work: UnitOfWork, memory: Memory) -> Tended:
        if memory.pinned is pinned:
            words = "is pinned already" if pinned else "is not pinned"
            raise Refused(f"memory #{{id}} {words}", id=memory.id)
        return _saved(work, replace(memory, pinned=pinned), Verb.PIN)

    return pin


def moving(band: Band, surroundings: Surroundings, room: Room = NO_ROOM) -> Tend:
    """Return the act that moves a memory to another band, or to the one that `room` names instead.

    Raises HotBandFull where there is no room in the hot band beside what `room` demotes.
    """
    band = room.band or band

    def move(work: UnitOfWork, memory: Memory) -> Tended:
        if memory.band is band:
            raise Refused("memory #{id} is {band} already", id=memory.id, band=band)
        if memory.priority is Priority.P0 and band is not Band.HOT:
            raise Refused(
                "memory #{id} is P0, and a P0 is always hot",
                next_step="lower its priority first, by editing it",
                id=memory.id,
            )
        moved = replace(memory, band=band)
        keep_within(work, memory, moved, surroundings, room)
        return _saved(work, moved, Verb.MOVE)

    return move


def archiving() -> Tend:
    """Return the act that puts a memory away: still found, and cold."""

    def archive(work: UnitOfWork, memory: Memory) -> Tended:
        if memory.status in {Status.ARCHIVED, Status.TRASHED}:
            raise Refused("memory #{id} is {status} already", id=memory.id, status=memory.status)
        return _saved(work, replace(memory, status=Status.ARCHIVED, band=Band.COLD), Verb.ARCHIVE)

    return archive


def trashing(surroundings: Surroundings) -> Tend:
    """Return the act that takes a memory out of search; its text does not come back by itself."""

    def trash(work: UnitOfWork, memory: Memory) -> Tended:
        if memory.status is Status.TRASHED:
            raise Refused("memory #{id} is {status} already", id=memory.id, status=memory.status)
        if work.tombstone(memory.content_hash) is None:
            work.add_tombstone(
                Tombstone(memory.content_hash, "deleted", surroundings.now, memory_id=memory.id)
            )
        return _saved(work, replace(memory, status=Status.TRASHED), Verb.TRASH)

    return trash


def restoring(surroundings: Surroundings, verb: Verb = Verb.RESTORE, room: Room = NO_ROOM) -> Tend:
    """Return the act, told as `verb`, that brings a memory back from archive, trash or retirement.

    Its own tombstone goes with it. Raises Suppressed where its text was turned away for another reason,
    Refused when another memory says the same by now, HotBandFull where it was hot and finds no room there
    beside what `room` demotes.
    """

    def restore(work: UnitOfWork, memory: Memory) -> Tended:
        if memory.status not in {Status.ARCHIVED, Status.TRASHED} and memory.retired_at is None:
            raise Refused("memory #{id} is in use: there is nothing to restore", id=memory.id)
        _admit(work, memory, memory.text)
        band = _band_of_restored(memory)
        if room.band is not None and memory.priority is not Priority.P0:
            band = room.band
        back = replace(memory, status=Status.ACTIVE, retired_at=None, band=band)
        before = None if memory.retired_at is not None else memory
        keep_within(work, before, back, surroundings, room)
        return _saved(work, back, verb)

    return restore


def _band_of_restored(memory: Memory) -> Band:
    if memory.priority is Priority.P0:
        return Band.HOT
    return Band.WARM if memory.band is Band.COLD else memory.band


def _admit(work: UnitOfWork, memory: Memory, text: str) -> None:
    """Let a memory say a text (again): its own tombstone on it goes, anything else against it refuses."""
    key = identity_hash(text, memory.heading)
    other = work.memory_with_hash(key)
    if other is not None and other.id != memory.id:
        raise Refused("memory #{id} says the same already", next_step="look at it first", id=other.id)
    tombstone = work.tombstone(key)
    if tombstone is not None and tombstone.memory_id == memory.id:
        work.remove_tombstone(key)
    else:
        refuse_suppressed(work, Statement(text, heading=memory.heading))


def _saved(work: UnitOfWork, memory: Memory, verb: Verb) -> Tended:
    saved = work.save_memory(memory)
    decision = work.record(verb, Subject.MEMORY, saved.id, summary=summary_of(saved.text))
    return Tended(decision, verb, saved)
