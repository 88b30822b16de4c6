"""Deciding candidates: each decision is one function, done alone or in a batch with one undo."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from palace.domain.candidate import Candidate, Verdict, count_evidence
from palace.domain.errors import NotFound, PalaceError, Refused, StaleItem
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Binding, Link, Memory, Tombstone, check_text
from palace.domain.pipeline import (
    Stage,
    cooled_at,
    is_override,
    may_be_approved,
    stage_of,
)
from palace.domain.vocabulary import Band, Kind, LinkKind, Priority, Status, Wing, layer_for
from palace.services.core_approval import save_made
from palace.services.hot_band import Demotion, make_room
from palace.services.ports import Palace, UnitOfWork
from palace.services.surroundings import Surroundings
from palace.text.identity import identity_hash
from palace.text.masking import flags_in, summary_of


@dataclass(frozen=True, slots=True)
class Approval:
    """What approving fills in; made from the candidate and changed by the person."""

    text: str
    wing: Wing
    band: Band
    priority: Priority
    kind: Kind
    scenes: tuple[str, ...]
    binding: Binding


@dataclass(frozen=True, slots=True)
class Decided:
    """What a decision left behind: its journal row, and the memory where one was made."""

    decision_id: int
    candidate_id: int
    memory_id: int | None = None


@dataclass(frozen=True, slots=True)
class BatchReport:
    """What became of each candidate of a batch; the whole batch is one undo."""

    done: tuple[Decided, ...]
    failed: tuple[tuple[int, PalaceError], ...]


def prefilled(candidate: Candidate) -> Approval:
    """Return the approval that a candidate itself proposes."""
    return Approval(
        text=candidate.text,
        wing=candidate.wing,
        band=candidate.band,
        priority=candidate.priority,
        kind=candidate.kind,
        scenes=candidate.scenes,
        binding=candidate.binding,
    )


TRIED_TOGETHER = 50
"""How many of a batch share one point to go back to: making one for each costs a seventh of all."""

Decide = Callable[[UnitOfWork, int, int], Decided]
"""Decides one candidate (id, version as it was seen) within a unit of work."""


def decide(palace: Palace, actor: Actor, candidate_id: int, version: int, how: Decide) -> Decided:
    """Decide one candidate in a transaction of its own.

    Raises StaleItem when it changed since `version` was seen, Refused when the verb does not fit,
    NotFound when it is gone.
    """
    with palace.unit_of_work(actor) as work:
        return how(work, candidate_id, version)


def decide_all(
    palace: Palace, actor: Actor, candidates: Sequence[tuple[int, int]], how: Decide
) -> BatchReport:
    """Decide many candidates (id, version) in one transaction: each failure is told, the rest is done.

    Some are tried together; where one of them fails, the same are tried one by one.
    """
    done: list[Decided] = []
    failed: list[tuple[int, PalaceError]] = []
    with palace.unit_of_work(actor) as work:
        for start in range(0, len(candidates), TRIED_TOGETHER):
            some = candidates[start : start + TRIED_TOGETHER]
            try:
                with work.attempt():
                    done += [how(work, candidate_id, version) for candidate_id, version in some]
            except PalaceError:
                _decide_each(work, some, how, done, failed)
    return BatchReport(tuple(done), tuple(failed))


def _decide_each(
    work: UnitOfWork,
    candidates: Sequence[tuple[int, int]],
    how: Decide,
    done: list[Decided],
    failed: list[tuple[int, PalaceError]],
) -> None:
    for candidate_id, version in candidates:
        try:
            with work.attempt():
                done.append(how(work, candidate_id, version))
        except PalaceError as error:
            failed.append((candidate_id, error))


def open_candidate(work: UnitOfWork, candidate_id: int, version: int) -> Candidate:
    """Return a candidate that waits in the version that was seen; raises StaleItem, NotFound."""
    candidate = work.candidate(candidate_id)
    if candidate.verdict is not Verdict.OPEN:
        raise StaleItem(
            "candidate #{id} is {verdict} already",
            next_step="look at it again, or undo that decision first",
            id=candidate_id,
            verdict=candidate.verdict,
        )
    if candidate.version != version:
        raise StaleItem(
            "candidate #{id} changed since you looked at it", next_step="look at it again", id=candidate_id
        )
    return candidate


def approving(
    surroundings: Surroundings,
    approval: Approval | None = None,
    *,
    replacing: int | None = None,
    replaced_version: int | None = None,
    demoting: Sequence[Demotion] = (),
    typed_code: str = "",
) -> Decide:
    """Return the decision that makes a memory of a candidate, as `approval` says or as prefilled.

    With `replacing` the memory of that id is retired and linked, and its text barred from coming back; with
    `replaced_version` only if it still is of that version, as it was seen (else StaleItem). A P0 is never
    replaced this way. Into a full hot band it comes only with hot memories in `demoting` that go to the warm
    one in the same act (else HotBandFull, which offers some). Raises Refused while it cools, and where a
    memory says the same already; NeedsApproval for a P0 unless `typed_code` is the candidate's short code.
    """

    def approve(work: UnitOfWork, candidate_id: int, version: int) -> Decided:
        candidate = open_candidate(work, candidate_id, version)
        form = approval or prefilled(candidate)
        now, rules = surroundings.now, surroundings.rules
        check_text(form.text)
        check_cooled(candidate, surroundings)
        evidences = count_evidence(work.evidence(candidate_id), candidate.failed_at)
        override = is_override(candidate, evidences, now, rules.pipeline)
        older = _replaced(work, replacing, replaced_version)
        _check_new(work, identity_hash(form.text, candidate.heading), replacing)
        made = memory_from(candidate, form, surroundings)
        make_room(work, made, surroundings, demoting=demoting, leaving=() if older is None else (older.id,))
        memory = save_made(work, candidate, made, typed_code)
        if older is not None:
            retire(work, older, memory, LinkKind.SUPERSEDES, now)
        link_cases(work, candidate, memory.id, now)
        work.save_candidate(replace(candidate, verdict=Verdict.APPROVED, decided_at=now, memory_id=memory.id))
        verb = Verb.APPROVE if older is None else Verb.REPLACE
        decision = work.record(
            verb, Subject.CANDIDATE, candidate_id, summary=summary_of(form.text), override=override
        )
        return Decided(decision, candidate_id, memory.id)

    return approve


def check_cooled(candidate: Candidate, surroundings: Surroundings) -> None:
    """Raise Refused while a candidate cools."""
    rules = surroundings.rules.pipeline
    if may_be_approved(candidate, surroundings.now, rules):
        return
    until = cooled_at(candidate, rules)
    if stage_of(candidate, 0, surroundings.now, rules) is not Stage.COOLING:
        raise Refused(
            "what candidate #{id} says is empty or too long to be kept",
            next_step="edit it first, or reject it",
            id=candidate.id,
        )
    raise Refused(
        "candidate #{id} is still cooling, until {until:%Y-%m-%d %H:%M}",
        next_step="decide it after that, or reject it now",
        id=candidate.id,
        until=until.astimezone(surroundings.zone),
    )


def retired(memory: Memory, now: datetime) -> Memory:
    """Return a memory as history keeps it."""
    return replace(memory, retired_at=now, status=Status.ARCHIVED)


def retire(work: UnitOfWork, older: Memory, newer: Memory, kind: LinkKind, now: datetime) -> None:
    """Make a memory history: linked with what stands in its place, out of search, its text barred."""
    work.save_memory(retired(older, now))
    work.add_link(Link(newer.id, older.id, kind, now))
    if older.content_hash != newer.content_hash and work.tombstone(older.content_hash) is None:
        reason = "merged" if kind is LinkKind.MERGED_FROM else "superseded"
        work.add_tombstone(Tombstone(older.content_hash, reason, now, memory_id=older.id))


def link_cases(work: UnitOfWork, candidate: Candidate, memory_id: int, now: datetime) -> None:
    """Let a memory cite the cases that it was drawn from, where they are memories that are still there."""
    if not candidate.cites:
        return
    cases = set(candidate.cited_memories)
    for case in candidate.cited_candidates:
        with suppress(NotFound):
            cases.add(work.candidate(case).memory_id or 0)
    for case in sorted(cases - {0, memory_id}):
        with suppress(NotFound):
            work.add_link(Link(memory_id, work.memory(case).id, LinkKind.CITES, now))


def _replaced(work: UnitOfWork, memory_id: int | None, version: int | None) -> Memory | None:
    if memory_id is None:
        return None
    older = work.memory(memory_id)
    if older.priority is Priority.P0:
        raise Refused(
            "memory #{id} is P0 and is not replaced in passing",
            next_step="decide it in the P0 queue",
            id=memory_id,
        )
    if version is not None and older.version != version:
        raise StaleItem(
            "memory #{id} changed since you looked at it", next_step="look at it again", id=memory_id
        )
    if not older.searchable:
        raise StaleItem("memory #{id} is retired already", next_step="look at it again", id=memory_id)
    return older


def _check_new(work: UnitOfWork, content_hash: str, replacing: int | None) -> None:
    known = work.memory_with_hash(content_hash)
    if known is not None and known.id != replacing:
        raise Refused(
            "memory #{id} says this already",
            next_step="reject the candidate, or change what it says",
            id=known.id,
        )


def memory_from(candidate: Candidate, form: Approval, surroundings: Surroundings) -> Memory:
    """Return the memory, not stored yet, that a candidate becomes as `form` says."""
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
        scenes=form.scenes,
        heading=candidate.heading,
        binding=form.binding,
        importance=candidate.importance,
        confidence=candidate.source.quality,
        source=candidate.source,
        valid_from=candidate.valid_from,
        valid_to=candidate.valid_to,
        calibrated_at=surroundings.now,
    )


def rejecting(surroundings: Surroundings, reason: str = "rejected") -> Decide:
    """Return the decision that turns a candidate away and bars its text from coming back."""

    def reject(work: UnitOfWork, candidate_id: int, version: int) -> Decided:
        candidate = open_candidate(work, candidate_id, version)
        now = surroundings.now
        work.save_candidate(replace(candidate, verdict=Verdict.REJECTED, decided_at=now))
        if work.tombstone(candidate.content_hash) is None:
            work.add_tombstone(Tombstone(candidate.content_hash, reason, now, candidate_id=candidate_id))
        decision = work.record(
            Verb.REJECT, Subject.CANDIDATE, candidate_id, summary=summary_of(candidate.text)
        )
        return Decided(decision, candidate_id)

    return reject


def skipping() -> Decide:
    """Return the decision to leave a candidate undecided until its text changes."""

    def skip(work: UnitOfWork, candidate_id: int, version: int) -> Decided:
        candidate = open_candidate(work, candidate_id, version)
        work.save_candidate(replace(candidate, skipped_hash=candidate.content_hash))
        decision = work.record(Verb.SKIP, Subject.CANDIDATE, candidate_id, summary=summary_of(candidate.text))
        return Decided(decision, candidate_id)

    return skip


def snoozing(until: datetime) -> Decide:
    """Return the decision to see a candidate again from an instant on."""

    def snooze(work: UnitOfWork, candidate_id: int, version: int) -> Decided:
        candidate = open_candidate(work, candidate_id, version)
        work.save_candidate(replace(candidate, snoozed_until=until))
        decision = work.record(
            Verb.SNOOZE, Subject.CANDIDATE, candidate_id, summary=summary_of(candidate.text)
        )
        return Decided(decision, candidate_id)

    return snooze


def editing(form: Approval) -> Decide:
    """Return the decision that changes what a candidate says or proposes; it stays open.

    Raises Refused when nothing would change, InvalidInput for an empty or endless text.
    """

    def edit(work: UnitOfWork, candidate_id: int, version: int) -> Decided:
        candidate = open_candidate(work, candidate_id, version)
        check_text(form.text)
        if prefilled(candidate) == form:
            raise Refused("candidate #{id} is as it was: nothing was changed", id=candidate_id)
        work.save_candidate(
            replace(
                candidate,
                text=form.text,
                flags=flags_in(form.text),
                wing=form.wing,
                band=form.band,
                priority=form.priority,
                kind=form.kind,
                scenes=form.scenes,
                binding=form.binding,
            )
        )
        decision = work.record(Verb.EDIT, Subject.CANDIDATE, candidate_id, summary=summary_of(form.text))
        return Decided(decision, candidate_id)

    return edit
