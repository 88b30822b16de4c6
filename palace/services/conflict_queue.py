"""The pairs that wait for a person: in the order of review, and each with what speaks for either side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from palace.domain.candidate import Candidate, Evidence
from palace.domain.conflict import Conflict, Resolution, is_contradiction
from palace.domain.errors import NotFound, Refused, StaleItem
from palace.domain.journal import Subject
from palace.domain.memory import Memory
from palace.domain.recommendation import Recommendation, Standing, recommend
from palace.domain.vocabulary import LinkKind, Status
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pair: a memory or a candidate, with the sightings behind it."""

    item: Memory | Candidate
    evidence: tuple[Evidence, ...]

    @property
    def memory(self) -> Memory | None:
        """The memory, where this side is one."""
        return self.item if isinstance(self.item, Memory) else None

    @property
    def candidate(self) -> Candidate | None:
        """The candidate, where this side is one."""
        return self.item if isinstance(self.item, Candidate) else None

    @property
    def standing(self) -> Standing:
        """What speaks for it; what was recorded without a sighting was seen once, then."""
        item = self.item
        first = item.recorded_at if isinstance(item, Memory) else item.first_seen_at
        return Standing(
            source_quality=item.source.quality,
            evidences=max(1, len({(seen.source, seen.day) for seen in self.evidence})),
            seen_at=max([first, *(seen.seen_at for seen in self.evidence)]),
            calibrated_at=item.calibrated_at if isinstance(item, Memory) else None,
        )


@dataclass(frozen=True, slots=True)
class SeenPair:
    """The versions of a conflict and of its two sides as a person saw them: what a decision is about."""

    conflict_id: int
    version: int
    left_version: int
    right_version: int


@dataclass(frozen=True, slots=True)
class ConflictEntry:
    """One pair in the queue: enough to order, count and list it."""

    conflict: Conflict
    left: Memory
    right: Memory | Candidate

    @property
    def contradiction(self) -> bool:
        """Whether its older side is P0, so that only a person's typed code lets that side change."""
        return is_contradiction(self.left.priority)

    @property
    def changed(self) -> bool:
        """Whether a text is another than the one that was judged."""
        judged = (self.conflict.left_hash, self.conflict.right_hash)
        return judged != (self.left.content_hash, self.right.content_hash)

    @property
    def skipped(self) -> bool:
        """Whether a person skipped these very texts."""
        return self.conflict.skipped and not self.changed

    @property
    def seen(self) -> SeenPair:
        """The versions as they are now."""
        return SeenPair(self.conflict.id, self.conflict.version, self.left.version, self.right.version)


@dataclass(frozen=True, slots=True)
class ConflictView:
    """One pair with all that a person needs to decide it."""

    entry: ConflictEntry
    left: Side
    right: Side
    recommendation: Recommendation


@dataclass(frozen=True, slots=True)
class Dependents:
    """What depends on a memory: those that cite it, its scenes, and how many memories share them."""

    citing: tuple[Memory, ...]
    superseded: tuple[Memory, ...]
    scenes: tuple[str, ...]
    hot_line: bool


def conflict_queue(
    palace: Palace, surroundings: Surroundings, *, contradictions: bool
) -> list[ConflictEntry]:
    """Return the pairs that wait, the contradictions or all others, in the order of review.

    The oldest come first; what was skipped or put off comes last.
    """
    now = surroundings.now
    entries = [entry for entry in conflict_entries(palace) if entry.contradiction is contradictions]

    def place(entry: ConflictEntry) -> tuple[bool, bool, float, int]:
        until = entry.conflict.snoozed_until
        put_off = until is not None and until > now
        return put_off, entry.skipped, entry.conflict.found_at.timestamp(), entry.conflict.id

    return sorted(entries, key=place)


def conflict_entries(palace: Palace) -> list[ConflictEntry]:
    """Return every pair that waits, the oldest first."""
    return _entries(palace, palace.open_conflicts())


def entries_of_candidate(palace: Palace, candidate_id: int) -> tuple[ConflictEntry, ...]:
    """Return the pairs that wait and in which a candidate is the newer side, contradictions first."""
    found = palace.conflicts_about(Subject.CANDIDATE, candidate_id)
    entries = _entries(palace, [each for each in found if each.resolution is Resolution.OPEN])
    return contradictions_first(entry for entry in entries if entry.left.searchable)


def contradictions_first(entries: Iterable[ConflictEntry]) -> tuple[ConflictEntry, ...]:
    """Return pairs, those of which the older side is P0 first, each sort by id."""
    return tuple(sorted(entries, key=lambda entry: (not entry.contradiction, entry.conflict.id)))


def _entries(palace: Palace, conflicts: Sequence[Conflict]) -> list[ConflictEntry]:
    memory_ids = {each.left_memory_id for each in conflicts}
    memory_ids |= {each.right_memory_id for each in conflicts if each.right_memory_id is not None}
    candidate_ids = [each.right_candidate_id for each in conflicts if each.right_candidate_id is not None]
    memories = {memory.id: memory for memory in palace.memories(sorted(memory_ids))}
    candidates = {candidate.id: candidate for candidate in palace.candidates(candidate_ids)}
    entries: list[ConflictEntry] = []
    for conflict in conflicts:
        left = memories.get(conflict.left_memory_id)
        right: Memory | Candidate | None = (
            memories.get(conflict.right_memory_id)
            if conflict.right_memory_id is not None
            else candidates.get(conflict.right_candidate_id or 0)
        )
        if left is not None and right is not None:
            entries.append(ConflictEntry(conflict, left, right))
    return entries


def conflict_entry(palace: Palace, conflict_id: int) -> ConflictEntry:
    """Return one waiting pair; raises NotFound, also for one that waits no longer."""
    found = [each for each in palace.open_conflicts() if each.id == conflict_id]
    entries = _entries(palace, found)
    if not entries:
        raise NotFound(
            "there is no open conflict #{id}", next_step="palace conflicts lists them", id=conflict_id
        )
    return entries[0]


def entry_to_settle(palace: Palace, conflict_id: int) -> ConflictEntry:
    """Return one waiting pair; raises StaleItem or Refused saying why another does not wait, or NotFound."""
    try:
        return conflict_entry(palace, conflict_id)
    except NotFound:
        known = palace.conflict_with_id(conflict_id)
        if known is None:
            raise
        if known.resolution is not Resolution.OPEN:
            raise settled_already(conflict_id) from None
        ids = [each for each in (known.left_memory_id, known.right_memory_id) if each is not None]
        gone = [memory for memory in palace.memories(ids) if not memory.searchable]
        if gone:
            raise out_of_use(gone[0]) from None
        raise


def settled_already(conflict_id: int) -> StaleItem:
    """Return the error that a pair was decided before."""
    return StaleItem(
        "conflict #{id} is settled already",
        next_step="look at it again, or undo that decision first",
        id=conflict_id,
    )


def out_of_use(memory: Memory) -> Refused:
    """Return the error that a verdict from a memory which is out of use has no force."""
    return Refused(
        "memory #{id} is out of use: what was found about it has no force any more",
        next_step="restore it first, or leave the conflict",
        id=memory.id,
    )


def conflict_view(palace: Palace, conflict_id: int, surroundings: Surroundings) -> ConflictView:
    """Return one waiting pair with all that belongs to it; raises NotFound."""
    entry = conflict_entry(palace, conflict_id)
    left = Side(entry.left, palace.evidence_behind(entry.left.id))
    right_is_memory = isinstance(entry.right, Memory)
    evidence = palace.evidence_behind if right_is_memory else palace.evidence_of
    right = Side(entry.right, evidence(entry.right.id))
    weighed = recommend(left.standing, right.standing, surroundings.now, surroundings.rules.conflicts)
    return ConflictView(entry, left, right, weighed)


def dependents(palace: Palace, memory: Memory) -> Dependents:
    """Return what depends on a memory and would have to be looked at if it changed."""
    links = palace.links_of(memory.id)
    citing = [link.from_id for link in links if link.kind is LinkKind.CITES and link.to_id == memory.id]
    older = [link.to_id for link in links if link.kind is LinkKind.SUPERSEDES and link.from_id == memory.id]
    return Dependents(
        citing=tuple(palace.memories(citing)),
        superseded=tuple(palace.memories(older)),
        scenes=memory.scenes,
        hot_line=memory.status is Status.ACTIVE,
    )
