"""The verbs of settling: what each way of deciding a pair does to its two sides.

A P0 changes here like anywhere: only past the gate of its typed code (`domain.core_memory`).
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from palace.domain.candidate import Candidate, Verdict
from palace.domain.conflict import Resolution
from palace.domain.core_memory import CoreChange, change_of, made_from
from palace.domain.errors import InvalidInput, Refused
from palace.domain.journal import Subject, Verb
from palace.domain.memory import Binding, Link, Memory, Tombstone, check_text
from palace.domain.recommendation import Advice
from palace.domain.vocabulary import Band, LinkKind, Priority, Status, layer_for
from palace.services.core_approval import require_code
from palace.services.hot_band import NO_ROOM, Room, keep_within, make_room
from palace.services.ports import UnitOfWork
from palace.services.review import (
    Approval,
    check_cooled,
    link_cases,
    memory_from,
    open_candidate,
    prefilled,
    retire,
    retired,
)
from palace.services.room_for_newcomers import in_its_band, let_in
from palace.services.settling import Pair, Settle, Settled
from palace.services.surroundings import Surroundings
from palace.text.comparison.losses import Loss, losses
from palace.text.display import one_line
from palace.text.identity import identity_hash
from palace.text.masking import summary_of

LONGEST_SIDE = 90
"""How many characters of either side name a settled pair in the journal."""


def keeping_left(surroundings: Surroundings) -> Settle:
    """Return the decision that the older side holds; the newer one becomes history."""

    def keep(work: UnitOfWork, pair: Pair, typed_code: str) -> Settled:
        if isinstance(pair.right, Memory):
            require_code(work, _retiring(pair.right, surroundings.now), typed_code)
        left = _confirm(work, pair.left, surroundings.now)
        if isinstance(pair.right, Memory):
            retire(work, pair.right, left, LinkKind.SUPERSEDES, surroundings.now)
        else:
            _turn_away(work, pair.right, surroundings.now)
        return _close(work, pair, Resolution.KEPT_LEFT, Verb.KEEP_LEFT, surroundings.now, left.id)

    return keep


def keeping_right(surroundings: Surroundings, form: Approval | None = None, room: Room = NO_ROOM) -> Settle:
    """Return the decision that the newer side holds and supersedes the older one.

    A candidate becomes a memory as `form` says, or as it proposes itself; into a full hot band it comes only
    as `room` says (else HotBandFull).
    """

    def keep(work: UnitOfWork, pair: Pair, typed_code: str) -> Settled:
        retiring = _retiring(pair.left, surroundings.now)
        said = let_in(work, pair, form or successor_form(pair), surroundings, room, {pair.left.id})
        right = _admitted(work, pair, said, surroundings, typed_code, retiring)
        retire(work, pair.left, right, LinkKind.SUPERSEDES, surroundings.now)
        return _close(work, pair, Resolution.KEPT_RIGHT, Verb.KEEP_RIGHT, surroundings.now, right.id)

    return keep


def keeping_both(
    surroundings: Surroundings, left_scope: str = "", right_scope: str = "", room: Room = NO_ROOM
) -> Settle:
    """Return the decision that both hold, each in its scope (where one is said); they stay linked.

    A candidate comes into a full hot band only as `room` says (else HotBandFull). Raises InvalidInput where
    both scopes are the same: then nothing would tell the two apart.
    """
    older, newer = (" ".join(scope.split()) for scope in (left_scope, right_scope))

    def keep(work: UnitOfWork, pair: Pair, typed_code: str) -> Settled:
        now = surroundings.now
        if older and older == newer:
            raise InvalidInput(
                "both sides have the same scope “{scope}”",
                next_step="name for each where it holds, or leave both empty",
                scope=one_line(older, LONGEST_SIDE),
            )
        said = let_in(work, pair, None, surroundings, room)
        right = _admitted(work, pair, said, surroundings, typed_code)
        work.add_link(Link(pair.left.id, right.id, LinkKind.SCOPED, now, older))
        work.add_link(Link(right.id, pair.left.id, LinkKind.SCOPED, now, newer))
        return _close(work, pair, Resolution.KEPT_BOTH, Verb.KEEP_BOTH, now, right.id)

    return keep


class WouldLose(Refused):
    """A merged text leaves out what its sources say; `losses` tells what, before it is kept."""

    def __init__(self, losses: Sequence[Loss]) -> None:
        self.losses = tuple(losses)
        super().__init__(
            "the merged text would lose: {lost}",
            next_step="write it so that nothing is lost, or keep it as it is all the same (--drop)",
            lost="; ".join(loss.words for loss in losses),
        )


def merging(
    surroundings: Surroundings, form: Approval, *, dropping: bool = False, room: Room = NO_ROOM
) -> Settle:
    """Return the decision that one new memory, as `form` says, stands for both; both stay as its sources.

    A P0 is amended instead, so that it stays the memory it is. Raises WouldLose, unless `dropping`, where
    the text leaves out what must not be lost unseen; HotBandFull where it finds no room there beside what
    `room` demotes; Refused, InvalidInput.
    """

    def merge(work: UnitOfWork, pair: Pair, typed_code: str) -> Settled:
        now = surroundings.now
        for side in (pair.left, pair.right):
            if _is_core(side):
                raise Refused(
                    "memory #{id} is P0 and is merged with nothing", next_step="amend it instead", id=side.id
                )
        _check_form(work, form, pair)
        if not dropping:
            check_losses((pair.left.text, pair.right.text), form.text)
        made = _merged(pair, replace(form, band=room.band or form.band), surroundings)
        leaving = [side.id for side in (pair.left, pair.right) if isinstance(side, Memory)]
        make_room(work, made, surroundings, demoting=room.demoting, leaving=leaving)
        merged = work.save_memory(made)
        retire(work, pair.left, merged, LinkKind.MERGED_FROM, now)
        if isinstance(pair.right, Memory):
            retire(work, pair.right, merged, LinkKind.MERGED_FROM, now)
        else:
            _absorb(work, pair.right, merged, now)
        return _close(work, pair, Resolution.MERGED, Verb.MERGE, now, merged.id)

    return merge


def check_losses(sources: Sequence[str], merged: str) -> None:
    """Raise WouldLose where a text leaves out what its sources say and must not be lost unseen."""
    found = losses(sources, merged)
    if found:
        raise WouldLose(found)


def amending(
    surroundings: Surroundings,
    text: str,
    binding: Binding | None = None,
    *,
    dropping: bool = False,
    room: Room = NO_ROOM,
) -> Settle:
    """Return the decision that the older side stays and says `text` from now on, with the newer taken in.

    Raises WouldLose, unless `dropping`, where the text leaves out what must not be lost unseen; a P0 shows
    that beside its code instead. Raises HotBandFull where it takes more room in the hot band than there is
    beside what `room` demotes; NeedsApproval, Refused, InvalidInput.
    """

    def amend(work: UnitOfWork, pair: Pair, typed_code: str) -> Settled:
        check_text(text)
        now = surroundings.now
        if text == pair.left.text and binding in (None, pair.left.binding):
            raise Refused("memory #{id} is as it was: nothing was changed", id=pair.left.id)
        _check_unsaid(work, identity_hash(text, pair.left.heading), pair)
        if not dropping and not _is_core(pair.left):
            check_losses((pair.left.text, pair.right.text), text)
        changed = replace(pair.left, text=text, binding=binding or pair.left.binding, calibrated_at=now)
        core = [change_of(pair.left, changed)] if _is_core(pair.left) else []
        if isinstance(pair.right, Memory):
            core += _retiring(pair.right, now)
        require_code(work, core, typed_code)
        left = work.save_memory(changed)
        if isinstance(pair.right, Memory):
            retire(work, pair.right, left, LinkKind.MERGED_FROM, now)
        else:
            _absorb(work, pair.right, left, now)
        keep_within(work, pair.left, left, surroundings, room)
        return _close(work, pair, Resolution.AMENDED, Verb.AMEND, now, left.id)

    return amend


def noting(surroundings: Surroundings, room: Room = NO_ROOM) -> Settle:
    """Return the decision that the older side holds and the newer one is kept as a note beside it.

    A note takes no room in the hot band; a candidate goes to the band that `room` says.
    """

    def note(work: UnitOfWork, pair: Pair, typed_code: str) -> Settled:
        if isinstance(pair.right, Memory) and _is_core(pair.right):
            noted = replace(pair.right, status=Status.NOTE)
            require_code(work, [change_of(pair.right, noted)], typed_code)
        said = in_its_band(pair, None, room)
        right = _admitted(work, pair, said, surroundings, typed_code)
        right = work.save_memory(replace(right, status=Status.NOTE))
        return _close(work, pair, Resolution.NOTED, Verb.NOTE, surroundings.now, right.id)

    return note


def following(advice: Advice, surroundings: Surroundings, room: Room = NO_ROOM) -> Settle:
    """Return the decision that follows a recommendation as it was shown; a note needs no room."""
    if advice is Advice.SUPERSEDE:
        return keeping_right(surroundings, room=room)
    if advice is Advice.KEEP_BOTH:
        return keeping_both(surroundings, room=room)
    return noting(surroundings, room)


def dismissing(surroundings: Surroundings) -> Settle:
    """Return the decision that these two texts are no conflict; remembered until one of them changes."""

    def dismiss(work: UnitOfWork, pair: Pair, typed_code: str) -> Settled:
        return _close(work, pair, Resolution.NO_CONFLICT, Verb.NO_CONFLICT, surroundings.now, None)

    return dismiss


def skipping_pair() -> Settle:
    """Return the decision to leave a pair undecided until one of its texts changes."""

    def skip(work: UnitOfWork, pair: Pair, typed_code: str) -> Settled:
        judged = replace(pair.conflict, left_hash=pair.left.content_hash, right_hash=pair.right.content_hash)
        work.save_conflict(replace(judged, skipped_hash=judged.texts_hash))
        return _recorded(work, pair, Verb.SKIP, None)

    return skip


def snoozing_pair(until: datetime) -> Settle:
    """Return the decision to see a pair again from an instant on."""

    def snooze(work: UnitOfWork, pair: Pair, typed_code: str) -> Settled:
        work.save_conflict(replace(pair.conflict, snoozed_until=until))
        return _recorded(work, pair, Verb.SNOOZE, None)

    return snooze


def _is_core(side: Memory | Candidate) -> bool:
    return isinstance(side, Memory) and side.priority is Priority.P0


def _confirm(work: UnitOfWork, memory: Memory, now: datetime) -> Memory:
    return work.save_memory(replace(memory, calibrated_at=now))


def _retiring(memory: Memory, now: datetime) -> list[CoreChange]:
    """Return what retiring a memory does to a P0; nothing for any other memory."""
    return [change_of(memory, retired(memory, now))] if _is_core(memory) else []


def _admitted(
    work: UnitOfWork,
    pair: Pair,
    form: Approval | None,
    surroundings: Surroundings,
    typed_code: str,
    also: Sequence[CoreChange] = (),
) -> Memory:
    """Return the newer side as a memory that a person has just confirmed.

    One code lets it be a P0 and lets `also` happen. Raises NeedsApproval.
    """
    if isinstance(pair.right, Memory):
        require_code(work, also, typed_code)
        return _confirm(work, pair.right, surroundings.now)
    candidate = open_candidate(work, pair.right.id, pair.right.version)
    approval = form or prefilled(candidate)
    check_text(approval.text)
    check_cooled(candidate, surroundings)
    _check_unsaid(work, identity_hash(approval.text, candidate.heading), pair)
    memory = memory_from(candidate, approval, surroundings)
    made = [made_from(candidate, memory)] if _is_core(memory) else []
    require_code(work, [*also, *made], typed_code)
    memory = work.save_memory(memory)
    link_cases(work, candidate, memory.id, surroundings.now)
    closed = replace(candidate, verdict=Verdict.APPROVED, decided_at=surroundings.now, memory_id=memory.id)
    work.save_candidate(closed)
    return memory


def successor_form(pair: Pair) -> Approval | None:
    """Return what a candidate becomes that takes the place of the older side: a P0 is followed by a P0."""
    if isinstance(pair.right, Memory):
        return None
    form = prefilled(pair.right)
    if not _is_core(pair.left):
        return form
    return replace(form, priority=Priority.P0, band=Band.HOT, wing=pair.left.wing)


def _turn_away(work: UnitOfWork, candidate: Candidate, now: datetime) -> None:
    work.save_candidate(replace(candidate, verdict=Verdict.REJECTED, decided_at=now))
    if work.tombstone(candidate.content_hash) is None:
        work.add_tombstone(Tombstone(candidate.content_hash, "rejected", now, candidate_id=candidate.id))


def _absorb(work: UnitOfWork, candidate: Candidate, memory: Memory, now: datetime) -> None:
    """Close a candidate whose content went into a memory; its own wording does not come back."""
    work.save_candidate(replace(candidate, verdict=Verdict.MERGED, decided_at=now, memory_id=memory.id))
    barred = candidate.content_hash != memory.content_hash and work.tombstone(candidate.content_hash) is None
    if barred:
        work.add_tombstone(Tombstone(candidate.content_hash, "merged", now, candidate_id=candidate.id))


def _check_form(work: UnitOfWork, form: Approval, pair: Pair) -> None:
    check_text(form.text)
    _check_unsaid(work, identity_hash(form.text, pair.left.heading), pair)


def _check_unsaid(work: UnitOfWork, content_hash: str, pair: Pair) -> None:
    """Raise Refused where a memory outside the pair says it already."""
    known = work.memory_with_hash(content_hash)
    sides = {side.id for side in (pair.left, pair.right) if isinstance(side, Memory)}
    if known is not None and known.id not in sides:
        raise Refused("memory #{id} says the same already", next_step="look at it first", id=known.id)


def _merged(pair: Pair, form: Approval, surroundings: Surroundings) -> Memory:
    left, right = pair.left, pair.right
    best = max(left.source, right.source, key=lambda source: source.quality)
    return Memory(
        id=0,
        uid=surroundings.new_uid(),
        text=form.text,
        wing=form.wing,
        recorded_at=surroundings.now,
        band=form.band,
        layer=layer_for(form.wing, form.kind),
        priority=form.priority,
        kind=form.kind,
        pinned=left.pinned or (isinstance(right, Memory) and right.pinned),
        scenes=form.scenes,
        heading=left.heading,
        binding=form.binding,
        importance=max(left.importance, right.importance),
        confidence=best.quality,
        source=best,
        valid_from=right.valid_from or left.valid_from,
        valid_to=right.valid_to or left.valid_to,
        calibrated_at=surroundings.now,
    )


def merge_form(left: Memory, right: Memory | Candidate, text: str) -> Approval:
    """Return what merging a pair into `text` fills in: the older side's places, both sides' scenes.

    Merging makes no P0, so that a candidate which asks to be one is proposed as P1.
    """
    return Approval(
        text=text,
        wing=left.wing,
        band=left.band,
        priority=max(Priority.P1, min(left.priority, right.priority)),
        kind=left.kind,
        scenes=tuple(dict.fromkeys((*left.scenes, *right.scenes))),
        binding=left.binding if left.binding.complete else right.binding,
    )


def _close(
    work: UnitOfWork, pair: Pair, resolution: Resolution, verb: Verb, now: datetime, memory_id: int | None
) -> Settled:
    work.save_conflict(
        replace(
            pair.conflict,
            resolution=resolution,
            decided_at=now,
            left_hash=pair.left.content_hash,
            right_hash=pair.right.content_hash,
        )
    )
    return _recorded(work, pair, verb, memory_id, resolution)


def _recorded(
    work: UnitOfWork,
    pair: Pair,
    verb: Verb,
    memory_id: int | None,
    resolution: Resolution = Resolution.OPEN,
) -> Settled:
    summary = " | ".join(summary_of(side.text, LONGEST_SIDE) for side in (pair.left, pair.right))
    decision = work.record(verb, Subject.CONFLICT, pair.conflict.id, summary=summary)
    return Settled(decision, pair.conflict.id, resolution, memory_id)
