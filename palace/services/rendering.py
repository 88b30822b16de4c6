"""How memories, candidates and decisions read in JSON; docs/json.md promises these shapes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from palace.domain.candidate import Candidate, Evidence
from palace.domain.journal import Decision
from palace.domain.memory import Memory
from palace.domain.saved_search import SavedSearch
from palace.domain.weight import Weight
from palace.services.explaining_hits import terms_of, why_of
from palace.services.search import Answer, Hit
from palace.text.query_terms import Term

if TYPE_CHECKING:
    from palace.services.candidate_queue import QueueEntry
    from palace.services.conflict_queue import ConflictEntry


def stamp(instant: datetime | None) -> str | None:
    """Return an instant as ISO 8601 in UTC, for programs."""
    return None if instant is None else instant.isoformat().replace("+00:00", "Z")


def memory_json(memory: Memory) -> dict[str, object]:
    """Return all that a memory carries, for programs."""
    return {
        "id": memory.id,
        "uid": memory.uid,
        "text": memory.text,
        "wing": memory.wing,
        "band": memory.band,
        "layer": memory.layer,
        "priority": memory.priority,
        "kind": memory.kind,
        "status": memory.status,
        "pinned": memory.pinned,
        "scenes": list(memory.scenes),
        "heading": list(memory.heading),
        "when": memory.binding.when,
        "do": memory.binding.do,
        "unless": memory.binding.unless,
        "importance": memory.importance,
        "confidence": memory.confidence,
        "source": {
            "kind": memory.source.kind,
            "quality": memory.source.quality,
            "origin": memory.source.origin,
            "session": memory.source.session,
            "agent": memory.source.agent,
        },
        "valid_from": stamp(memory.valid_from),
        "valid_to": stamp(memory.valid_to),
        "recorded_at": stamp(memory.recorded_at),
        "retired_at": stamp(memory.retired_at),
        "hits": memory.hits,
        "loads": memory.loads,
        "last_hit_at": stamp(memory.last_hit_at),
        "last_loaded_at": stamp(memory.last_loaded_at),
        "version": memory.version,
    }


def weight_json(weight: Weight) -> dict[str, object]:
    """Return a weight and its parts, for programs."""
    return {
        "value": round(weight.value, 4),
        "importance": round(weight.importance, 4),
        "decay": round(weight.decay, 4),
        "boost": round(weight.boost, 4),
        "stale": weight.stale,
        "floored": weight.floored,
    }


def why_json(hit: Hit, terms: Sequence[Term]) -> dict[str, object]:
    """Return why a memory was found by these terms, for programs."""
    ranked, why = hit.ranked, why_of(hit, terms)
    return {
        "words": list(hit.words),
        "coverage": round(ranked.found.coverage, 4),
        "exact": ranked.found.exact,
        "alike": list(ranked.found.alike),
        "reading": None if ranked.found.reading is None else round(ranked.found.reading, 4),
        "dated": ranked.found.dated,
        "marks": [list(mark) for mark in why.marks],
        "fields": list(why.fields),
        "similarity": None if hit.similarity is None else round(hit.similarity, 4),
        "lexical_rank": ranked.lexical_rank,
        "semantic_rank": ranked.semantic_rank,
        "weight": weight_json(hit.weight),
        "scenes": list(hit.memory.scenes),
        "in_scene": ranked.found.in_scene,
    }


def hits_json(answer: Answer) -> list[dict[str, object]]:
    """Return what was found, for programs."""
    terms = terms_of(answer.query.words)
    return [hit_json(hit, terms) for hit in answer.hits]


def hit_json(hit: Hit, terms: Sequence[Term]) -> dict[str, object]:
    """Return one search result, for programs."""
    memory = hit.memory
    return {
        "id": memory.id,
        "uid": memory.uid,
        "text": memory.text,
        "score": round(hit.ranked.score, 6),
        "similarity": None if hit.similarity is None else round(hit.similarity, 4),
        "weak": hit.weak,
        "wing": memory.wing,
        "band": memory.band,
        "priority": memory.priority,
        "kind": memory.kind,
        "why": why_json(hit, terms),
    }


def evidence_json(evidence: Evidence) -> dict[str, object]:
    """Return one sighting, for programs."""
    return {
        "source": evidence.source,
        "day": evidence.day.isoformat(),
        "seen_at": stamp(evidence.seen_at),
        "origin": evidence.origin,
    }


def clash_json(entry: ConflictEntry) -> dict[str, object]:
    """Return what a candidate clashes with, as its row in the queue names it, for programs."""
    return {
        "conflict_id": entry.conflict.id,
        "memory_id": entry.left.id,
        "relation": entry.conflict.relation,
        "axis": entry.conflict.axis,
        "contradiction": entry.contradiction,
        "reason": entry.conflict.reason,
    }


def candidate_json(
    entry: QueueEntry, candidate: Candidate, clashes: Sequence[ConflictEntry] = ()
) -> dict[str, object]:
    """Return one candidate of the queue with the pairs that wait in which it stands, for programs."""
    return {
        "id": candidate.id,
        "uid": candidate.uid,
        "version": candidate.version,
        "text": candidate.text,
        "stage": entry.stage,
        "express": candidate.express,
        "evidences": entry.evidences,
        "due_at": stamp(entry.due_at),
        "wing": candidate.wing,
        "band": candidate.band,
        "priority": candidate.priority,
        "kind": candidate.kind,
        "scenes": list(candidate.scenes),
        "when": candidate.binding.when,
        "do": candidate.binding.do,
        "unless": candidate.binding.unless,
        "flags": list(candidate.flags),
        "origin": candidate.source.origin,
        "first_seen_at": stamp(candidate.first_seen_at),
        "cited_memories": list(candidate.cited_memories),
        "cited_candidates": list(candidate.cited_candidates),
        "clashes": [clash_json(each) for each in clashes],
    }


def decision_json(decision: Decision) -> dict[str, object]:
    """Return one decision, for programs."""
    return {
        "id": decision.id,
        "group": decision.group,
        "at": stamp(decision.at),
        "actor": decision.actor,
        "verb": decision.verb,
        "subject": decision.subject,
        "subject_id": decision.subject_id,
        "summary": decision.summary,
        "override": decision.override,
        "approved": decision.approved,
        "undoes": decision.undoes,
        "undone_by": decision.undone_by,
    }


def saved_search_json(search: SavedSearch) -> dict[str, object]:
    """Return a saved search, for programs."""
    return {
        "id": search.id,
        "name": search.name,
        "query": search.question,
        "saved_at": stamp(search.saved_at),
        "version": search.version,
    }
