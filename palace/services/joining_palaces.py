"""Joining another palace to this one: by uid, then by content. What differs waits in the queue for a person.

Nothing that is here changes: a memory that both have stays as it is here, and where the other palace says
something else under the same uid, that comes in as a candidate and the pair waits as a conflict.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from palace.domain.candidate import Candidate, Verdict
from palace.domain.conflict import Conflict, Relation
from palace.domain.errors import PalaceError
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Axis, LinkKind, Priority, Status
from palace.services.ports import Known, Palace, UnitOfWork
from palace.services.surroundings import Surroundings
from palace.text.identity import identity_hash
from palace.text.masking import flags_in, summary_of

DIFFERS = "the other palace has another text under the same uid"
"""The reason of a pair that joining found."""

_EVERY_STATUS = frozenset(Status)
_BRINGS_ITS_TARGET = frozenset({LinkKind.SUPERSEDES, LinkKind.MERGED_FROM})
"""Links that say that the other side is over: they are taken only where both sides came in now."""


class Fate(StrEnum):
    """What becomes of one thing of the other palace."""

    NEW = "new"
    QUEUE = "queue"
    KNOWN = "known"
    EARLIER = "earlier"
    CONFLICT = "conflict"
    SUPPRESSED = "suppressed"
    TRASHED = "trashed"
    BAD = "bad"


class Sort(StrEnum):
    """What a palace is joined of."""

    MEMORY = "memory"
    CANDIDATE = "candidate"
    TOMBSTONE = "tombstone"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Joined:
    """One thing of the other palace, what became of it, and what it met or made here."""

    sort: Sort
    their_id: int
    text: str
    fate: Fate
    memory_id: int | None = None
    candidate_id: int | None = None
    flagged: bool = False
    error: PalaceError | None = None


@dataclass(frozen=True, slots=True)
class JoinReport:
    """What joining does, or would do: `items` holds all memories, open candidates and tombstones."""

    items: tuple[Joined, ...]
    applied: bool
    group: str = ""

    def counts(self, sort: Sort) -> Counter[Fate]:
        """Return how many of a sort met each fate."""
        return Counter(item.fate for item in self.items if item.sort is sort)

    def of(self, *fates: Fate) -> list[Joined]:
        """Return what met one of these fates."""
        return [item for item in self.items if item.fate in fates]

    @property
    def flagged(self) -> int:
        """How many hold a secret or an instruction aimed at an agent."""
        return sum(item.flagged for item in self.items)


def plan_joining(palace: Palace, other: Palace, actor: Actor) -> JoinReport:
    """Return what `join_palace` would do. Nothing is changed."""
    coming: set[str] = set()
    items: list[Joined] = []
    for memory in _memories_of(other):
        fate, own = _fate(palace, palace, memory, actor)
        key = _key(memory)
        if fate in {Fate.NEW, Fate.QUEUE} and _is_live(memory):
            fate = Fate.KNOWN if key in coming else fate
            coming.add(key)
        items.append(_item(memory, fate, own))
    for candidate in other.open_candidates():
        key = identity_hash(candidate.text, candidate.heading)
        fate = Fate.KNOWN if key in coming else _fate_of_candidate(palace, key)
        items.append(_candidate_item(candidate, fate))
    for tombstone in other.tombstones():
        known = palace.tombstone(tombstone.content_hash) or palace.memory_with_hash(tombstone.content_hash)
        fate = Fate.KNOWN if known or tombstone.content_hash in coming else Fate.NEW
        items.append(Joined(Sort.TOMBSTONE, 0, "", fate))
    return JoinReport(tuple(items), applied=False)


def join_palace(palace: Palace, other: Palace, surroundings: Surroundings, actor: Actor) -> JoinReport:
    """Take in what another palace has and this one has not, in one journal group with one undo.

    Raises PalaceBusy, ReadOnlyPalace; what cannot be taken is named in the report and stops nothing.
    """
    items: list[Joined] = []
    here: dict[int, tuple[int, bool]] = {}
    with palace.unit_of_work(actor) as work:
        for memory in _memories_of(other):
            item = _join_memory(work, palace, memory, surroundings)
            items.append(item)
            if item.memory_id is not None:
                here[memory.id] = (item.memory_id, item.fate is Fate.NEW)
        items += [_join_candidate(work, other, each, surroundings) for each in other.open_candidates()]
        items += _join_links(work, other, here)
        items += _join_tombstones(work, other)
        group = work.group
    return JoinReport(tuple(items), applied=True, group=group)


def _memories_of(other: Palace) -> Iterator[Memory]:
    """Yield every memory of a palace, the trashed ones too: each is accounted for."""
    ids = other.memory_ids(Filters(statuses=_EVERY_STATUS))
    for start in range(0, len(ids), 1000):
        yield from other.memories(ids[start : start + 1000])


def _key(memory: Memory) -> str:
    return identity_hash(memory.text, memory.heading)


def _is_live(memory: Memory) -> bool:
    return memory.status is not Status.TRASHED and memory.retired_at is None


def _fate(known: Known, palace: Palace, memory: Memory, actor: Actor) -> tuple[Fate, Memory | None]:
    """Return what becomes of a memory of the other palace, and the own memory that it meets."""
    if memory.status is Status.TRASHED:
        return Fate.TRASHED, None
    own = known.memory_with_uid(memory.uid)
    if own is not None:
        if _key(own) == _key(memory):
            return Fate.KNOWN, own
        earlier = {identity_hash(each.text, own.heading) for each in palace.versions_of(own.id)}
        if _key(memory) in earlier or not (_is_live(own) and _is_live(memory)):
            return Fate.EARLIER, own
        waiting = known.candidate_with_hash(_key(memory))
        if waiting is not None or known.memory_with_hash(_key(memory)) is not None:
            return Fate.KNOWN, own
        if known.tombstone(_key(memory)) is not None:
            return Fate.SUPPRESSED, own
        return Fate.CONFLICT, own
    own = known.memory_with_hash(_key(memory))
    if own is not None:
        return Fate.KNOWN, own
    if known.tombstone(_key(memory)) is not None:
        return Fate.SUPPRESSED, None
    if memory.priority is Priority.P0 and actor is not Actor.PERSON:
        return (Fate.QUEUE if _fate_of_candidate(known, _key(memory)) is Fate.NEW else Fate.KNOWN), None
    return Fate.NEW, None


def _fate_of_candidate(known: Known, key: str) -> Fate:
    waiting = known.candidate_with_hash(key)
    if known.memory_with_hash(key) is not None or (waiting is not None and waiting.verdict is Verdict.OPEN):
        return Fate.KNOWN
    return Fate.NEW if known.tombstone(key) is None else Fate.SUPPRESSED


def _item(memory: Memory, fate: Fate, own: Memory | None) -> Joined:
    return Joined(
        Sort.MEMORY,
        memory.id,
        memory.text,
        fate,
        None if own is None else own.id,
        flagged=bool(flags_in(memory.text)),
    )


def _candidate_item(candidate: Candidate, fate: Fate) -> Joined:
    return Joined(Sort.CANDIDATE, candidate.id, candidate.text, fate, flagged=bool(candidate.flags))


def _join_memory(work: UnitOfWork, palace: Palace, memory: Memory, surroundings: Surroundings) -> Joined:
    fate, own = _fate(work, palace, memory, work.actor)
    item = _item(memory, fate, own)
    try:
        with work.attempt():
            if fate is Fate.NEW:
                work.admit_new(memory.uid)
                stored = work.save_memory(replace(memory, id=0, version=1))
                work.record(Verb.ADD, Subject.MEMORY, stored.id, summary=summary_of(stored.text))
                return replace(item, memory_id=stored.id)
            if fate in {Fate.QUEUE, Fate.CONFLICT}:
                candidate = _as_candidate(work, memory, surroundings)
                if own is not None:
                    _let_wait(work, own, candidate, surroundings)
                return replace(item, candidate_id=candidate.id)
    except PalaceError as error:
        return replace(item, fate=Fate.BAD, error=error)
    return item


def _as_candidate(work: UnitOfWork, memory: Memory, surroundings: Surroundings) -> Candidate:
    """Put what the other palace says before the review queue, first in it: a person decided it there."""
    candidate = work.save_candidate(
        Candidate(
            id=0,
            uid=surroundings.new_uid(),
            text=memory.text,
            first_seen_at=surroundings.now,
            wing=memory.wing,
            band=memory.band,
            priority=memory.priority,
            kind=memory.kind,
            scenes=memory.scenes,
            binding=memory.binding,
            importance=memory.importance,
            source=memory.source,
            valid_from=memory.valid_from,
            valid_to=memory.valid_to,
            express=True,
            flags=flags_in(memory.text),
            heading=memory.heading,
        )
    )
    work.record(Verb.SEE, Subject.CANDIDATE, candidate.id, summary=summary_of(candidate.text))
    return candidate


def _let_wait(work: UnitOfWork, own: Memory, candidate: Candidate, surroundings: Surroundings) -> None:
    """Let the own memory and what the other palace says instead wait for a person as a pair."""
    conflict = work.save_conflict(
        Conflict(
            id=0,
            left_memory_id=own.id,
            right_memory_id=None,
            right_candidate_id=candidate.id,
            found_at=surroundings.now,
            axis=Axis.STATE,
            reason=DIFFERS,
            similarity=1.0,
            left_hash=own.content_hash,
            right_hash=candidate.content_hash,
            relation=Relation.CONFLICT,
        )
    )
    work.record(Verb.FIND_CONFLICT, Subject.CONFLICT, conflict.id, summary=DIFFERS)


def _join_candidate(
    work: UnitOfWork, other: Palace, candidate: Candidate, surroundings: Surroundings
) -> Joined:
    key = identity_hash(candidate.text, candidate.heading)
    fate = _fate_of_candidate(work, key)
    item = _candidate_item(candidate, fate)
    if fate is Fate.SUPPRESSED:
        return item
    try:
        with work.attempt():
            own = work.candidate_with_hash(key) if fate is Fate.KNOWN else None
            if fate is Fate.NEW:
                own = work.save_candidate(
                    replace(
                        candidate,
                        id=0,
                        uid=surroundings.new_uid(),
                        version=1,
                        memory_id=None,
                        cited_memories=(),
                        cited_candidates=(),
                    )
                )
            if own is None or own.verdict is not Verdict.OPEN:
                return item
            added = [
                work.add_evidence(replace(seen, candidate_id=own.id))
                for seen in other.evidence_of(candidate.id)
            ]
            if fate is Fate.NEW or any(added):
                work.record(Verb.SEE, Subject.CANDIDATE, own.id, summary=summary_of(own.text))
            return replace(item, candidate_id=own.id)
    except PalaceError as error:
        return replace(item, fate=Fate.BAD, error=error)


def _join_links(work: UnitOfWork, other: Palace, here: dict[int, tuple[int, bool]]) -> list[Joined]:
    """Take the links between what came in, and from it to what was here already."""
    joined: list[Joined] = []
    for link in other.links_among(sorted(here)):
        (source, source_is_new), (target, target_is_new) = here[link.from_id], here[link.to_id]
        wanted = source_is_new and (target_is_new or link.kind not in _BRINGS_ITS_TARGET)
        if not wanted or source == target:
            joined.append(Joined(Sort.LINK, 0, "", Fate.KNOWN))
            continue
        try:
            with work.attempt():
                work.add_link(replace(link, from_id=source, to_id=target))
                work.record(Verb.IMPORT, Subject.MEMORY, source, summary=link.kind.value)
        except PalaceError as error:
            joined.append(Joined(Sort.LINK, 0, "", Fate.BAD, error=error))
        else:
            joined.append(Joined(Sort.LINK, 0, "", Fate.NEW))
    return joined


def _join_tombstones(work: UnitOfWork, other: Palace) -> list[Joined]:
    """Take the tombstones of what is neither here nor barred here."""
    joined: list[Joined] = []
    for tombstone in other.tombstones():
        key = tombstone.content_hash
        if work.tombstone(key) is not None or work.memory_with_hash(key) is not None:
            joined.append(Joined(Sort.TOMBSTONE, 0, "", Fate.KNOWN))
            continue
        waiting = work.candidate_with_hash(key)
        if waiting is not None and waiting.verdict is Verdict.OPEN:
            joined.append(Joined(Sort.TOMBSTONE, 0, "", Fate.KNOWN))
            continue
        work.add_tombstone(replace(tombstone, memory_id=None, candidate_id=None))
        work.record(Verb.IMPORT, Subject.PALACE, 0, summary=tombstone.reason)
        joined.append(Joined(Sort.TOMBSTONE, 0, "", Fate.NEW))
    return joined
