"""Bringing back by hand what was turned away, deleted or superseded, with the history that it had."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from palace.domain.candidate import Candidate, Evidence, Verdict
from palace.domain.clock import local_day
from palace.domain.errors import InvalidInput, NotFound, Refused, StaleItem
from palace.domain.identifiers import id_number, typed_id
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory, Source, Tombstone
from palace.domain.vocabulary import Band, SourceKind
from palace.services.hot_band import NO_ROOM, HotBandFull, Room
from palace.services.ports import Palace, UnitOfWork
from palace.services.surroundings import Surroundings
from palace.services.tending import Tended, restoring, tend
from palace.text.identity import identity_hash
from palace.text.masking import summary_of
from palace.text.normalise import content_hash


@dataclass(frozen=True, slots=True)
class Barred:
    """A text that a tombstone keeps out, and who holds it: a candidate, a memory, or an earlier version.

    `text` is None where nothing holds it any more.
    """

    tombstone: Tombstone
    text: str | None = None
    candidate: Candidate | None = None
    memory: Memory | None = None

    @property
    def name(self) -> str:
        """What it is called on the command line: `candidate:12`, `memory:7`, or the hash of its text."""
        if self.candidate is not None:
            return f"candidate:{self.candidate.id}"
        if self.memory is not None:
            return f"memory:{self.memory.id}"
        return self.tombstone.content_hash

    @property
    def earlier(self) -> bool:
        """Whether the memory goes on with a newer text, so that this one is a version of it."""
        return self.memory is not None and self.memory.content_hash != self.tombstone.content_hash


@dataclass(frozen=True, slots=True)
class Revived:
    """What came back: a reopened or new candidate, or a memory."""

    decision_id: int
    subject: Subject
    id: int
    text: str


def barred(palace: Palace) -> list[Barred]:
    """Return everything that a tombstone keeps out, newest first."""
    tombstones = palace.tombstones()
    candidates = {
        each.id: each for each in palace.candidates(_numbers(stone.candidate_id for stone in tombstones))
    }
    memories = {each.id: each for each in palace.memories(_numbers(stone.memory_id for stone in tombstones))}
    return [
        _held(palace, stone, candidates.get(stone.candidate_id or 0), memories.get(stone.memory_id or 0))
        for stone in tombstones
    ]


def _numbers(numbers: Iterable[int | None]) -> list[int]:
    return [number for number in dict.fromkeys(numbers) if number is not None]


def _held(palace: Palace, stone: Tombstone, candidate: Candidate | None, memory: Memory | None) -> Barred:
    if candidate is not None and candidate.content_hash == stone.content_hash:
        return Barred(stone, candidate.text, candidate=candidate)
    if memory is None:
        return Barred(stone)
    if memory.content_hash == stone.content_hash:
        return Barred(stone, memory.text, memory=memory)
    texts = (version.text for version in palace.versions_of(memory.id))
    text = next((text for text in texts if identity_hash(text, memory.heading) == stone.content_hash), None)
    return Barred(stone, text, memory=memory)


def barred_as(palace: Palace, named: str) -> Barred:
    """Return what is kept out under an id (`12`, `candidate:12`, `memory:7`), a hash, or its very text.

    Raises NotFound, and InvalidInput where the id means several.
    """
    everything = barred(palace)
    stone = palace.tombstone(content_hash(named))
    if stone is not None:
        found = next(each for each in everything if each.tombstone.content_hash == stone.content_hash)
        return found if found.text is not None else replace(found, text=named)
    found_by_name = [each for each in everything if _is_called(each, named)]
    if not found_by_name:
        raise NotFound(
            "nothing is barred under “{named}”", next_step="palace rejected lists what is", named=named[:80]
        )
    if len(found_by_name) > 1:
        raise InvalidInput(
            "“{named}” means several: {names}",
            next_step="name one of them, or give its text",
            named=named[:80],
            names=", ".join(dict.fromkeys(each.name for each in found_by_name)),
        )
    return found_by_name[0]


def _is_called(each: Barred, named: str) -> bool:
    number = id_number(named)
    if number is not None:
        return number in {
            each.candidate.id if each.candidate else 0,
            each.memory.id if each.memory else 0,
        }
    if each.text is not None and content_hash(each.text) == content_hash(named):
        return True
    return typed_id(named).lower() in {each.name, each.tombstone.content_hash}


def _restored(
    palace: Palace, actor: Actor, memory: Memory, surroundings: Surroundings, typed_code: str
) -> Tended:
    """Bring a memory back to its band, or where the hot one is full to the warm one."""

    def back(room: Room) -> Tended:
        how = restoring(surroundings, Verb.REVIVE, room)
        return tend(palace, actor, memory.id, memory.version, how, typed_code=typed_code)

    try:
        return back(NO_ROOM)
    except HotBandFull:
        return back(Room(band=Band.WARM))


def revive(
    palace: Palace, actor: Actor, target: Barred, surroundings: Surroundings, *, typed_code: str = ""
) -> Revived:
    """Bring something back, in one transaction with one undo; its tombstone goes.

    A candidate waits again with its evidence; a memory is in use again, warm where it was hot and finds no
    room there; an earlier text of a memory, or one
    that nothing holds any more, becomes an express candidate. Raises Refused for anyone but a person, for a
    P0 without its code, where something says the same by now and where the text is gone, StaleItem when it
    was revived meanwhile.
    """
    if actor is not Actor.PERSON:
        raise Refused("only a person brings back what was turned away")
    if target.memory is not None and not target.earlier:
        memory = target.memory
        tended = _restored(palace, actor, memory, surroundings, typed_code)
        return Revived(tended.decision_id, Subject.MEMORY, memory.id, memory.text)
    with palace.unit_of_work(actor) as work:
        _take_tombstone(work, target)
        if target.candidate is not None:
            return _reopened(work, target.candidate)
        return _as_candidate(work, target, surroundings)


def _take_tombstone(work: UnitOfWork, target: Barred) -> None:
    key = target.tombstone.content_hash
    if work.tombstone(key) is None:
        raise StaleItem("“{named}” is not barred any more", next_step="look at it again", named=target.name)
    known = work.memory_with_hash(key)
    if known is not None:
        raise Refused("memory #{id} says the same already", next_step="look at it first", id=known.id)
    waiting = work.candidate_with_hash(key)
    if waiting is not None and waiting.verdict is Verdict.OPEN:
        raise Refused("candidate #{id} says the same already", next_step="look at it first", id=waiting.id)
    work.remove_tombstone(key)


def _reopened(work: UnitOfWork, seen: Candidate) -> Revived:
    candidate = work.candidate(seen.id)
    if candidate.version != seen.version or candidate.verdict is Verdict.OPEN:
        raise StaleItem(
            "candidate #{id} changed since you looked at it", next_step="look at it again", id=seen.id
        )
    work.save_candidate(
        replace(candidate, verdict=Verdict.OPEN, decided_at=None, skipped_hash="", snoozed_until=None)
    )
    decision = work.record(Verb.REVIVE, Subject.CANDIDATE, candidate.id, summary=summary_of(candidate.text))
    return Revived(decision, Subject.CANDIDATE, candidate.id, candidate.text)


def _as_candidate(work: UnitOfWork, target: Barred, surroundings: Surroundings) -> Revived:
    if target.text is None:
        raise Refused(
            "the text of “{named}” is gone; only its hash was kept",
            next_step="give the text itself: palace revive TEXT",
            named=target.name,
        )
    now = surroundings.now
    candidate = work.save_candidate(_candidate_of(target.text, target.memory, now, surroundings))
    day = local_day(now, surroundings.zone)
    work.add_evidence(Evidence(candidate.id, str(SourceKind.USER), day, now))
    decision = work.record(Verb.REVIVE, Subject.CANDIDATE, candidate.id, summary=summary_of(candidate.text))
    return Revived(decision, Subject.CANDIDATE, candidate.id, candidate.text)


def _candidate_of(text: str, memory: Memory | None, now: datetime, surroundings: Surroundings) -> Candidate:
    quality = surroundings.rules.importance.source_quality[SourceKind.USER]
    candidate = Candidate(
        id=0,
        uid=surroundings.new_uid(),
        text=text,
        first_seen_at=now,
        source=Source(SourceKind.USER, quality),
        express=True,
    )
    if memory is None:
        return candidate
    return replace(
        candidate,
        wing=memory.wing,
        kind=memory.kind,
        scenes=memory.scenes,
        heading=memory.heading,
        binding=memory.binding,
        importance=memory.importance,
        cited_memories=(memory.id,),
    )
