"""Taking in what is said outright: as a candidate, as an express candidate, or as a memory at once."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum

from palace.domain.candidate import Candidate, Evidence, Verdict
from palace.domain.clock import local_day
from palace.domain.errors import InvalidInput, Refused, Suppressed
from palace.domain.identifiers import LONGEST_UID
from palace.domain.importance import importance
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Binding, Memory, Source, check_text
from palace.domain.vocabulary import WING_OF_KIND, Band, Kind, Priority, SourceKind, Wing, layer_for
from palace.services.hot_band import NO_ROOM, Room, keep_within
from palace.services.ports import Palace, UnitOfWork
from palace.services.surroundings import Surroundings
from palace.text.classification import classify
from palace.text.identity import identity_hash
from palace.text.masking import flags_in, summary_of


@dataclass(frozen=True, slots=True)
class Statement:
    """What somebody wants remembered. What is None is filled in by the rules.

    `seen_on` is the local day of the sighting where that is not today: a daily log's own day. `seen_in` is
    what counts as one source of sightings where that is not the session or the file of the origin.
    """

    text: str
    uid: str | None = None
    wing: Wing | None = None
    band: Band | None = None
    priority: Priority | None = None
    kind: Kind | None = None
    scenes: tuple[str, ...] = ()
    binding: Binding = field(default_factory=Binding)
    source: Source = field(default_factory=Source)
    importance: float | None = None
    confidence: float | None = None
    pinned: bool = False
    recorded_at: datetime | None = None
    seen_on: date | None = None
    seen_in: str = ""
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    flags: tuple[str, ...] = ()
    heading: tuple[str, ...] = ()
    note: str = ""


class Outcome(StrEnum):
    """What became of a statement."""

    NEW = "new"
    SEEN_AGAIN = "seen_again"
    KNOWN = "known"
    SUPPRESSED = "suppressed"


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one statement, and the candidate or memory it led to."""

    outcome: Outcome
    candidate_id: int | None = None
    memory_id: int | None = None
    decision_id: int | None = None


def check_statement(statement: Statement) -> None:
    """Raise InvalidInput for an empty or endless text, or a uid that is too long."""
    check_text(statement.text)
    if statement.uid is not None and not 0 < len(statement.uid) <= LONGEST_UID:
        raise InvalidInput(
            "a uid has 1 to {most} characters, this one {length}",
            most=LONGEST_UID,
            length=len(statement.uid),
        )


def add_memory(
    palace: Palace,
    statement: Statement,
    surroundings: Surroundings,
    actor: Actor,
    room: Room = NO_ROOM,
) -> Taken:
    """Keep a statement as an active memory at once; a person's own act.

    A text that is a live memory already is left as it is (KNOWN). Raises InvalidInput, Suppressed where a
    tombstone stands against the text, Refused for a P0 that no person says, HotBandFull where it finds no
    room in the hot band beside what `room` demotes.
    """
    if statement.priority is Priority.P0 and actor is not Actor.PERSON:
        raise Refused("only a person makes a P0", next_step="let it wait in the review queue as a candidate")
    with palace.unit_of_work(actor) as work:
        taken = memorise(work, _placed_at_once(statement), surroundings)
        if taken.memory_id is not None and taken.outcome is Outcome.NEW:
            keep_within(work, None, work.memory(taken.memory_id), surroundings, room)
        return taken


def _placed_at_once(statement: Statement) -> Statement:
    """Return a statement with the kind, wing and priority that its words suggest where it has none.

    Only a person makes a P0: one that is merely suggested waits as P1 until somebody says it.
    """
    suggested = classify(statement.text, statement.kind)
    priority = Priority.P1 if suggested.priority is Priority.P0 else suggested.priority
    return replace(
        statement,
        kind=suggested.kind.kind,
        wing=statement.wing or suggested.wing,
        priority=statement.priority or priority,
    )


def memorise(work: UnitOfWork, statement: Statement, surroundings: Surroundings) -> Taken:
    """Do what `add_memory` does within a unit of work; a statement with a uid is known by that alone.

    A P0 needs no code here: it is new, and whoever calls this says it in so many words.
    """
    check_statement(statement)
    if statement.uid:
        known = work.memory_with_uid(statement.uid)
    else:
        known = work.memory_with_hash(identity_hash(statement.text, statement.heading))
    if known is not None:
        return Taken(Outcome.KNOWN, memory_id=known.id)
    refuse_suppressed(work, statement)
    memory = _memory_of(statement, surroundings)
    work.admit_new(memory.uid)
    memory = work.save_memory(memory)
    decision = work.record(Verb.ADD, Subject.MEMORY, memory.id, summary=summary_of(memory.text))
    return Taken(Outcome.NEW, memory_id=memory.id, decision_id=decision)


def _memory_of(statement: Statement, surroundings: Surroundings) -> Memory:
    kind = statement.kind or Kind.FACT
    wing = statement.wing or WING_OF_KIND[kind]
    priority = statement.priority or Priority.P1
    band = statement.band or (Band.HOT if priority is Priority.P0 else Band.WARM)
    return Memory(
        id=0,
        uid=statement.uid or surroundings.new_uid(),
        text=statement.text,
        wing=wing,
        recorded_at=statement.recorded_at or surroundings.now,
        band=band,
        layer=layer_for(wing, kind),
        priority=priority,
        kind=kind,
        pinned=statement.pinned,
        scenes=statement.scenes,
        heading=statement.heading,
        binding=statement.binding,
        importance=_importance_of(statement, kind, surroundings),
        confidence=statement.source.quality if statement.confidence is None else statement.confidence,
        source=statement.source,
        valid_from=statement.valid_from,
        valid_to=statement.valid_to,
        calibrated_at=surroundings.now,
    )


def _importance_of(statement: Statement, kind: Kind, surroundings: Surroundings) -> float:
    if statement.importance is not None:
        return statement.importance
    return importance(
        statement.text,
        surroundings.rules.importance,
        said_by_user=statement.source.kind in {SourceKind.USER, SourceKind.CORRECTION},
        failed_tool=kind is Kind.TOOL_ERROR,
    )


def add_candidate(
    palace: Palace, statement: Statement, surroundings: Surroundings, actor: Actor, *, express: bool
) -> Taken:
    """Put a statement before the review queue; an express one does not cool and comes first.

    The same text seen again adds evidence to its candidate. Raises InvalidInput, Suppressed.
    """
    with palace.unit_of_work(actor) as work:
        return sight(work, statement, surroundings, express=express)


def sight(work: UnitOfWork, statement: Statement, surroundings: Surroundings, *, express: bool) -> Taken:
    """Do what `add_candidate` does within a unit of work."""
    check_statement(statement)
    content_hash = identity_hash(statement.text, statement.heading)
    known = work.memory_with_hash(content_hash)
    if known is not None:
        return Taken(Outcome.KNOWN, memory_id=known.id)
    refuse_suppressed(work, statement)
    waiting = work.candidate_with_hash(content_hash)
    if waiting is not None and waiting.verdict is Verdict.OPEN:
        return _see_again(work, waiting, statement, surroundings, express=express)
    candidate = work.save_candidate(_candidate_of(statement, surroundings, express=express))
    work.add_evidence(evidence_for(candidate.id, statement, surroundings))
    decision = work.record(Verb.SEE, Subject.CANDIDATE, candidate.id, summary=summary_of(candidate.text))
    return Taken(Outcome.NEW, candidate_id=candidate.id, decision_id=decision)


def _see_again(
    work: UnitOfWork, candidate: Candidate, statement: Statement, surroundings: Surroundings, *, express: bool
) -> Taken:
    evidence = evidence_for(candidate.id, statement, surroundings)
    is_new = is_new_sighting(evidence, statement, work.evidence(candidate.id))
    becomes_express = express and not candidate.express
    if not is_new and not becomes_express:
        return Taken(Outcome.KNOWN, candidate_id=candidate.id)
    if is_new:
        work.add_evidence(evidence)
    if becomes_express:
        # What was only noticed before is now said outright, with the priority that is said.
        priority = statement.priority or candidate.priority
        band = Band.HOT if priority is Priority.P0 else candidate.band
        candidate = work.save_candidate(replace(candidate, express=True, priority=priority, band=band))
    decision = work.record(Verb.SEE, Subject.CANDIDATE, candidate.id, summary=summary_of(candidate.text))
    return Taken(Outcome.SEEN_AGAIN, candidate_id=candidate.id, decision_id=decision)


def with_suggestions(statement: Statement) -> Statement:
    """Return a statement with the kind, wing and priority that its words suggest where it has none.

    It only reads the text, and takes a millisecond: where many are taken in it is done before anything is
    locked.
    """
    if statement.kind is not None and statement.wing is not None and statement.priority is not None:
        return statement
    suggested = classify(statement.text, statement.kind)
    return replace(
        statement,
        kind=suggested.kind.kind,
        wing=statement.wing or suggested.wing,
        priority=statement.priority or suggested.priority,
    )


def _candidate_of(statement: Statement, surroundings: Surroundings, *, express: bool) -> Candidate:
    statement = with_suggestions(statement)
    kind, wing = statement.kind or Kind.FACT, statement.wing or Wing.KNOWLEDGE
    priority = statement.priority or Priority.P1
    return Candidate(
        id=0,
        uid=statement.uid or surroundings.new_uid(),
        text=statement.text,
        first_seen_at=statement.recorded_at or surroundings.now,
        wing=wing,
        band=statement.band or (Band.HOT if priority is Priority.P0 else Band.WARM),
        priority=priority,
        kind=kind,
        scenes=statement.scenes,
        binding=statement.binding,
        importance=_importance_of(statement, kind, surroundings),
        source=statement.source,
        valid_from=statement.valid_from,
        valid_to=statement.valid_to,
        express=express,
        flags=tuple(dict.fromkeys((*statement.flags, *flags_in(statement.text)))),
        heading=statement.heading,
        note=statement.note,
    )


def is_new_sighting(evidence: Evidence, statement: Statement, earlier: Iterable[Evidence]) -> bool:
    """Whether a sighting adds to the earlier ones: it comes from another source or on another day.

    Reading one undated file again on another day is no new sighting, and neither is a copy of a file, which
    says the same on the same line.
    """
    undated_file = statement.source.kind is SourceKind.FILE and statement.seen_on is None
    line = _line_of(evidence.origin)
    return not any(
        (undated_file or seen.day == evidence.day)
        and (seen.source == evidence.source or (line and _line_of(seen.origin) == line))
        for seen in earlier
    )


def _line_of(origin: str) -> str:
    """Return the line that an origin such as `memory/2026-02-10.md:14` ends with; may be empty."""
    line = origin.rpartition(":")[2]
    return line if line.isdecimal() else ""


def evidence_for(candidate_id: int, statement: Statement, surroundings: Surroundings) -> Evidence:
    """Return the sighting that a statement is of a candidate, on its own or the present local day."""
    seen_at = statement.recorded_at or surroundings.now
    source = statement.source
    return Evidence(
        candidate_id=candidate_id,
        source=statement.seen_in or source.session or source.origin.rsplit(":", 1)[0] or str(source.kind),
        day=statement.seen_on or local_day(seen_at, surroundings.zone),
        seen_at=seen_at,
        origin=source.origin,
        session=source.session,
    )


def refuse_suppressed(work: UnitOfWork, statement: Statement) -> None:
    """Raise Suppressed where a tombstone stands against a statement."""
    tombstone = work.tombstone(identity_hash(statement.text, statement.heading))
    if tombstone is None:
        return
    raise Suppressed(
        "this text was {reason} on {day:%Y-%m-%d} and does not come back by itself",
        next_step="to bring it back, undo that decision: palace journal",
        reason=tombstone.reason,
        day=tombstone.made_at,
    )
