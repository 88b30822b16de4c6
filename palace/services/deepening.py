"""Proposing what was met three times: rules out of repeated failures, skills out of repeated successes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from palace.domain.candidate import Candidate, Evidence
from palace.domain.clock import local_day
from palace.domain.deepening import CASE_KINDS, KIND_OF_LESSON, Case, CaseKey, Depth, Lesson, lessons
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Binding, Source
from palace.domain.vocabulary import WING_OF_KIND, LinkKind, SourceKind
from palace.services.ports import Known, Neighbours, Palace, UnitOfWork
from palace.services.surroundings import Surroundings
from palace.text.binding_phrases import read_binding
from palace.text.identity import identity_hash
from palace.text.normalise import content_hash

NEIGHBOURS_ASKED_FOR = 20
"""So many of the nearest memories of each case are looked at."""

ORIGIN = "palace deepen"
"""Where a lesson says that it comes from."""


@dataclass(frozen=True, slots=True)
class Deepened:
    """One lesson that was put before the review queue."""

    lesson: Lesson
    candidate_id: int
    decision_id: int


def plan_deepening(palace: Palace, surroundings: Surroundings, neighbours: Neighbours | None) -> list[Lesson]:
    """Return the lessons that wait to be drawn, rules before skills; changes nothing.

    Cases that a lesson cites already, whatever became of it, are not drawn together again; neither is
    anything proposed that stands in the palace or that a tombstone bars. Without `neighbours` only equal
    texts, linked cases and candidates with enough evidence are found.
    """
    taken = _taken(palace)
    needed = surroundings.rules.pipeline.cases_to_deepen
    found: list[Lesson] = []
    for depth in Depth:
        cases = [*_memories(palace, depth), *_candidates(palace, depth)]
        near = _near(palace, cases, depth, surroundings, neighbours)
        found += lessons(depth, cases, near, taken, needed)
    return [lesson for lesson in found if _is_new(palace, lesson)]


def apply_deepening(palace: Palace, planned: Iterable[Lesson], surroundings: Surroundings) -> list[Deepened]:
    """Put lessons before the review queue as ordinary candidates, as one act of a job with one undo.

    A lesson that became known, or was barred, since it was planned is left out.
    """
    done: list[Deepened] = []
    with palace.unit_of_work(Actor.JOB) as work:
        for lesson in planned:
            if not _is_new(work, lesson):
                continue
            candidate = work.save_candidate(_candidate_of(lesson, surroundings))
            for evidence in _evidence(work, palace, candidate.id, lesson, surroundings):
                work.add_evidence(evidence)
            decision = work.record(Verb.SEE, Subject.CANDIDATE, candidate.id, summary=candidate.text[:200])
            done.append(Deepened(lesson, candidate.id, decision))
    return done


def _taken(palace: Palace) -> set[CaseKey]:
    """Return every case that was drawn from already, and the memories that such lessons became."""
    taken: set[CaseKey] = set()
    drawn = (each for each in palace.citing_candidates() if each.source.origin == ORIGIN)
    for lesson in drawn:
        drawn_from = palace.candidates(lesson.cited_candidates)
        became = [each.memory_id for each in (lesson, *drawn_from) if each.memory_id is not None]
        taken |= {(Subject.MEMORY, memory_id) for memory_id in (*lesson.cited_memories, *became)}
        taken |= {(Subject.CANDIDATE, number) for number in (lesson.id, *lesson.cited_candidates)}
    return taken


def _memories(palace: Palace, depth: Depth) -> list[Case]:
    ids = palace.memory_ids(Filters(kinds=CASE_KINDS[depth]))
    return [
        Case(Subject.MEMORY, memory.id, memory.text, _binding(memory.text, memory.binding))
        for memory in palace.memories(ids)
    ]


def _candidates(palace: Palace, depth: Depth) -> list[Case]:
    """Return the open candidates that tell of failures; a way is a success only once it was approved."""
    if depth is not Depth.RULE:
        return []
    counts = palace.evidence_counts()
    return [
        Case(
            Subject.CANDIDATE,
            candidate.id,
            candidate.text,
            _binding(candidate.text, candidate.binding),
            counts.get(candidate.id, 0),
        )
        for candidate in palace.open_candidates()
        if candidate.kind in CASE_KINDS[depth] and not candidate.cites
    ]


def _binding(text: str, binding: Binding) -> Binding:
    return binding if binding.complete else read_binding(text) or binding


def _near(
    palace: Palace,
    cases: list[Case],
    depth: Depth,
    surroundings: Surroundings,
    neighbours: Neighbours | None,
) -> Mapping[CaseKey, set[CaseKey]]:
    near: defaultdict[CaseKey, set[CaseKey]] = defaultdict(set)

    def join(one: CaseKey, other: CaseKey) -> None:
        near[one].add(other)
        near[other].add(one)

    same: dict[str, CaseKey] = {}
    for case in cases:
        first = same.setdefault(content_hash(case.text), case.key)
        if first != case.key:
            join(first, case.key)
    memory_ids = [case.id for case in cases if case.subject is Subject.MEMORY]
    for link in palace.links_among(memory_ids):
        if link.kind is LinkKind.CITES:
            join((Subject.MEMORY, link.from_id), (Subject.MEMORY, link.to_id))
    if neighbours is not None:
        least = surroundings.rules.similarity.propose_merge
        filters = Filters(kinds=CASE_KINDS[depth])
        for memory_id, hits in neighbours.alike(memory_ids, filters, NEIGHBOURS_ASKED_FOR).items():
            for hit in hits:
                if hit.similarity >= least:
                    join((Subject.MEMORY, memory_id), (Subject.MEMORY, hit.memory_id))
    return near


def _is_new(known: Known, lesson: Lesson) -> bool:
    key = identity_hash(lesson.text)
    return (
        known.tombstone(key) is None
        and known.memory_with_hash(key) is None
        and known.candidate_with_hash(key) is None
    )


def _candidate_of(lesson: Lesson, surroundings: Surroundings) -> Candidate:
    kind = KIND_OF_LESSON[lesson.depth]
    quality = surroundings.rules.importance.source_quality[SourceKind.AGENT]
    return Candidate(
        id=0,
        uid=surroundings.new_uid(),
        text=lesson.text,
        first_seen_at=surroundings.now,
        wing=WING_OF_KIND[kind],
        kind=kind,
        binding=lesson.binding,
        importance=surroundings.rules.importance.base,
        source=Source(SourceKind.AGENT, quality, origin=ORIGIN),
        cited_memories=tuple(case.id for case in lesson.cases if case.subject is Subject.MEMORY),
        cited_candidates=tuple(case.id for case in lesson.cases if case.subject is Subject.CANDIDATE),
    )


def _evidence(
    work: UnitOfWork, palace: Palace, candidate_id: int, lesson: Lesson, surroundings: Surroundings
) -> list[Evidence]:
    """Return the sightings of a lesson: those of its cases."""
    sightings: list[Evidence] = []
    for case in lesson.cases:
        if case.subject is Subject.CANDIDATE:
            sightings += [
                Evidence(candidate_id, seen.source, seen.day, seen.seen_at, seen.origin, seen.session)
                for seen in work.evidence(case.id)
            ]
            continue
        for memory in palace.memories([case.id]):
            day = local_day(memory.recorded_at, surroundings.zone)
            origin = memory.source.origin
            sightings.append(Evidence(candidate_id, f"memory #{memory.id}", day, memory.recorded_at, origin))
    return sightings
