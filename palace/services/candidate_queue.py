"""The candidates that wait: in the order of review, and each with what speaks for it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from palace.domain.candidate import Candidate, Evidence, Listed, count_evidence
from palace.domain.errors import NotFound
from palace.domain.memory import Memory
from palace.domain.pipeline import (
    Missing,
    Stage,
    cooled_at,
    is_override,
    may_be_approved,
    missing_of,
    next_check_at,
    stage_of,
)
from palace.domain.rules import PipelineRules
from palace.services.conflict_queue import ConflictEntry, entries_of_candidate
from palace.services.meaning_ports import SemanticHit, SemanticIndex
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.services.unbound import wants_binding
from palace.text.comparison.beginning import beginning


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """One candidate in the queue: enough to order, count and list it."""

    candidate: Listed
    stage: Stage
    evidences: int
    due_at: datetime | None

    @property
    def skipped(self) -> bool:
        """Whether the person skipped this very text; it comes back when the text changes."""
        skipped = self.candidate.skipped_hash
        return bool(skipped) and skipped == self.candidate.content_hash


@dataclass(frozen=True, slots=True)
class CandidateView:
    """One candidate with its sightings, what it still lacks, the memories it could replace, and the waiting
    pairs in which it stands.
    """

    entry: QueueEntry
    candidate: Candidate
    evidence: tuple[Evidence, ...]
    missing: tuple[Missing, ...]
    replaceable: tuple[tuple[Memory, float], ...]
    approvable: bool
    override: bool
    clashes: tuple[ConflictEntry, ...] = ()


def entry_of(candidate: Listed, evidences: int, surroundings: Surroundings) -> QueueEntry:
    """Return a candidate as the queue sees it now."""
    return _entry(candidate, evidences, surroundings.now, surroundings.rules.pipeline)


def _entry(candidate: Listed, evidences: int, now: datetime, rules: PipelineRules) -> QueueEntry:
    stage = stage_of(candidate, evidences, now, rules)
    if candidate.express:
        due = None
    elif stage is Stage.COOLING:
        due = cooled_at(candidate, rules)
    else:
        due = next_check_at(candidate, now, rules)
    return QueueEntry(candidate, stage, evidences, due)


_STAGES_FIRST = {
    Stage.VERIFIED: 0,
    Stage.CHECK_DUE: 1,
    Stage.CHECKING: 2,
    Stage.CANDIDATE: 3,
    Stage.COOLING: 4,
}


def candidate_queue(palace: Palace, surroundings: Surroundings) -> list[QueueEntry]:
    """Return the open candidates in the order of review.

    What was said outright comes first, then what is due, then by evidence and age; what was skipped or
    put off comes last.
    """
    counts = palace.evidence_counts()
    now, rules = surroundings.now, surroundings.rules.pipeline
    entries = [
        _entry(candidate, counts.get(candidate.id, 0), now, rules) for candidate in palace.listed_candidates()
    ]

    def place(entry: QueueEntry) -> tuple[bool, bool, bool, int, int, datetime, int]:
        candidate = entry.candidate
        put_off = candidate.snoozed_until is not None and candidate.snoozed_until > now
        stage = _STAGES_FIRST[entry.stage]
        return (
            put_off,
            entry.skipped,
            not candidate.express,
            stage,
            -entry.evidences,
            candidate.first_seen_at,
            candidate.id,
        )

    entries.sort(key=place)
    return entries


def candidate_view(
    palace: Palace, candidate_id: int, surroundings: Surroundings, similar: SemanticIndex | None
) -> CandidateView:
    """Return one candidate with all that the person needs to decide it; raises NotFound.

    Without a semantic index no replaceable memories are named.
    """
    found = palace.candidates([candidate_id])
    if not found:
        raise NotFound("there is no candidate #{id}", next_step="palace review lists them", id=candidate_id)
    candidate = found[0]
    rules, now = surroundings.rules, surroundings.now
    evidence = palace.evidence_of(candidate_id)
    evidences = count_evidence(evidence, candidate.failed_at)
    return CandidateView(
        entry=entry_of(candidate, evidences, surroundings),
        candidate=candidate,
        evidence=evidence,
        missing=missing_of(
            candidate,
            evidences,
            now,
            rules.pipeline,
            wants_binding=wants_binding(candidate.kind, candidate.text),
        ),
        replaceable=_replaceable(palace, candidate, surroundings, similar),
        approvable=may_be_approved(candidate, now, rules.pipeline),
        override=is_override(candidate, evidences, now, rules.pipeline),
        clashes=entries_of_candidate(palace, candidate_id),
    )


def _replaceable(
    palace: Palace, candidate: Candidate, surroundings: Surroundings, similar: SemanticIndex | None
) -> tuple[tuple[Memory, float], ...]:
    if similar is None:
        return ()
    rules = surroundings.rules
    hits: Iterable[SemanticHit] = similar.similar(
        beginning(candidate.text), rules.pipeline.replaceable_memories_shown
    )
    near = {hit.memory_id: hit.similarity for hit in hits if hit.similarity >= rules.similarity.worth_showing}
    return tuple((memory, near[memory.id]) for memory in palace.memories(list(near)))
