"""Proposing what was met three times: rules out of repeated failures, skills out of repeated successes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from palace.domain.candidate import Candidate, Evidence
from palace.domain.clock import local_day
from palace.domain.deepening import CASE_KINDS, KIND_OF_LESSON, Case, CaseKey, Depth, Lesson, lessons
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Source
from palace.domain.vocabulary import WING_OF_KIND, LinkKind, SourceKind
from palace.services.meaning_ports import Neighbours
from palace.services.ports import Known, Palace, UnitOfWork
from palace.services.surroundings import Surroundings
from palace.text.binding_phrases import read_binding
from palace.text.identity import identity_hash
from palace.text.masking import summary_of
from palace.text.normalise import content_hash
from palace.text.same_case import tells_the_same_case

NEIGHBOURS_ASKED_FOR = 20
"""So many of the nearest memories of each case are looked at."""

BLOCK = 256
"""So many memories are read, or compared with all others, at once."""

ORIGIN = "palace deepen"
"""Where a lesson says that it comes from."""


@dataclass(frozen=True, slots=True)
class Deepened:
    """One lesson that was put before the review queue."""

    lesson: Lesson
    candidate_id: int
    decision_id: int


def plan_deepening(
    palace: Palace, surroundings: Surroundings, neighbours: Neighbours | None, *, every_case: bool = False
) -> list[Lesson]:
    """Return the lessons that wait to be drawn, rules before skills; changes nothing.

    Cases that a lesson cites already, whatever became of it, are not drawn together again; neither is
    anything proposed that stands in the palace or that a tombstone bars. Without `neighbours` only equal
    texts, linked cases and candidates with enough evidence are found.

    For the newest cases of each depth, as many as the rules say, their neighbours among all cases are looked
    for, since a pattern is complete when its last case comes; with `every_case` for all of them.
    """
    taken = _taken(palace)
    needed = surroundings.rules.pipeline.cases_to_deepen
    found: list[Lesson] = []
    for depth in Depth:
        ids = palace.memory_ids(Filters(kinds=CASE_KINDS[depth]))
        waiting = _candidates(palace, depth)
        near = _near(palace, ids, waiting)
        if neighbours is not None:
            asked = ids if every_case else ids[-surroundings.rules.pipeline.cases_looked_at :]
            _join_alike(near, neighbours, asked, depth, surroundings)
        cases = [*_memories(palace, [number for number in ids if (Subject.MEMORY, number) in near]), *waiting]
        found += lessons(depth, cases, near, taken, needed, tells_the_same_case)
    return [_bound(lesson) for lesson in found if _is_new(palace, lesson)]


def cases_not_looked_at(palace: Palace, surroundings: Surroundings) -> int:
    """Return for how many older cases no neighbours are looked for unless every case is asked for."""
    most = surroundings.rules.pipeline.cases_looked_at
    return sum(max(0, len(palace.memory_ids(Filters(kinds=kinds))) - most) for kinds in CASE_KINDS.values())


def apply_deepening(palace: Palace, planned: Iterable[Lesson], surroundings: Surroundings) -> list[Deepened]:
    """Put lessons before the review queue as ordinary candidates, as one act of a job with one undo.

    A lesson that became known, or was barred, since it was planned is left out.
    """
    with palace.unit_of_work(Actor.JOB) as work:
        return propose(work, palace, planned, surroundings)


def propose(
    work: UnitOfWork, palace: Palace, planned: Iterable[Lesson], surroundings: Surroundings
) -> list[Deepened]:
    """Do what `apply_deepening` does within a unit of work."""
    done: list[Deepened] = []
    for lesson in planned:
        if not _is_new(work, lesson):
            continue
        candidate = work.save_candidate(_candidate_of(lesson, surroundings))
        for evidence in _evidence(work, palace, candidate.id, lesson, surroundings):
            work.add_evidence(evidence)
        decision = work.record(Verb.SEE, Subject.CANDIDATE, candidate.id, summary=summary_of(candidate.text))
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


def _memories(palace: Palace, ids: Sequence[int]) -> list[Case]:
    return [
        Case(Subject.MEMORY, memory.id, memory.text, memory.binding)
        for block in _blocks(ids)
        for memory in palace.memories(block)
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
            candidate.binding,
            counts.get(candidate.id, 0),
        )
        for candidate in palace.open_candidates()
        if candidate.kind in CASE_KINDS[depth] and not candidate.cites
    ]


def _bound(lesson: Lesson) -> Lesson:
    """Return a lesson with the first complete binding that a case has or says, where none was noted."""
    if lesson.binding.complete:
        return lesson
    read = next(filter(None, (read_binding(case.text) for case in lesson.cases)), None)
    return lesson if read is None else replace(lesson, binding=read)


_Near = defaultdict[CaseKey, set[CaseKey]]


def _join(near: _Near, one: CaseKey, other: CaseKey) -> None:
    near[one].add(other)
    near[other].add(one)


def _near(palace: Palace, ids: Sequence[int], waiting: Sequence[Case]) -> _Near:
    """Return which cases have equal texts or cite one another; texts are read in blocks and not kept."""
    near: _Near = defaultdict(set)
    same: dict[str, CaseKey] = {}

    def meet(key: CaseKey, of_content: str) -> None:
        first = same.setdefault(of_content, key)
        if first != key:
            _join(near, first, key)

    for block in _blocks(ids):
        for memory in palace.memories(block):
            meet((Subject.MEMORY, memory.id), content_hash(memory.text))
    for case in waiting:
        meet(case.key, content_hash(case.text))
    for link in palace.links_among(ids):
        if link.kind is LinkKind.CITES:
            _join(near, (Subject.MEMORY, link.from_id), (Subject.MEMORY, link.to_id))
    return near


def _join_alike(
    near: _Near, neighbours: Neighbours, ids: Sequence[int], depth: Depth, surroundings: Surroundings
) -> None:
    """Join memories with those that say the same in other words, block by block."""
    least = surroundings.rules.similarity.propose_merge
    filters = Filters(kinds=CASE_KINDS[depth])
    for block in _blocks(ids):
        for memory_id, hits in neighbours.alike(block, filters, NEIGHBOURS_ASKED_FOR).items():
            for hit in hits:
                if hit.similarity >= least:
                    _join(near, (Subject.MEMORY, memory_id), (Subject.MEMORY, hit.memory_id))


def _blocks(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    return (ids[start : start + BLOCK] for start in range(0, len(ids), BLOCK))


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
