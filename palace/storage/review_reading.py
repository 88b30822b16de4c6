"""Reading what waits for the person: candidates with their sightings, and conflicts."""

from collections.abc import Mapping, Sequence

from palace.domain.candidate import Candidate, Evidence, Verdict
from palace.domain.conflict import Conflict, Resolution
from palace.domain.vocabulary import Priority
from palace.services.ports import Waiting
from palace.storage.database import Database
from palace.storage.instants import instant_or_none
from palace.storage.reading import in_parts
from palace.storage.rows import candidate_of, conflict_of, evidence_of
from palace.storage.tables import CANDIDATE, CONFLICT, EVIDENCE

_OPEN_CANDIDATE = f"candidate.verdict = '{Verdict.OPEN.value}'"
_OPEN_CONFLICT = f"conflict.resolution = '{Resolution.OPEN.value}'"


def waiting(database: Database) -> Waiting:
    """Return how much waits; conflicts whose older side is P0 count as contradictions only."""
    candidates = database.row(f"SELECT count(*), min(first_seen_at) FROM candidate WHERE {_OPEN_CANDIDATE}")
    conflicts = database.row(
        f"SELECT count(*), coalesce(sum(memory.priority = '{Priority.P0.value}'), 0) FROM conflict"
        f" JOIN memory ON memory.id = conflict.left_memory_id WHERE {_OPEN_CONFLICT}"
    )
    count, oldest = candidates or (0, None)
    altogether, contradictions = conflicts or (0, 0)
    return Waiting(count, altogether - contradictions, contradictions, instant_or_none(oldest))


def candidate(database: Database, candidate_id: int) -> Candidate | None:
    """Return a candidate, decided or not."""
    found = database.row(f"SELECT {CANDIDATE.listed} FROM candidate WHERE id = ?", (candidate_id,))
    return None if found is None else candidate_of(found)


def candidates(database: Database, candidate_ids: Sequence[int]) -> list[Candidate]:
    """Return candidates in the order of the ids; ids that are gone are left out."""
    found: dict[int, Candidate] = {}
    for marks, few in in_parts(candidate_ids):
        rows = database.rows(f"SELECT {CANDIDATE.listed} FROM candidate WHERE id IN ({marks})", few)
        found.update((row[0], candidate_of(row)) for row in rows)
    return [found[candidate_id] for candidate_id in candidate_ids if candidate_id in found]


def open_candidates(database: Database) -> list[Candidate]:
    """Return every open candidate, oldest first."""
    rows = database.rows(
        f"SELECT {CANDIDATE.listed} FROM candidate WHERE {_OPEN_CANDIDATE} ORDER BY first_seen_at, id"
    )
    return [candidate_of(row) for row in rows]


def citing_candidates(database: Database) -> list[Candidate]:
    """Return every candidate, decided or not, that was drawn from cases, oldest first."""
    rows = database.rows(
        f"SELECT {CANDIDATE.listed} FROM candidate"
        " WHERE cited_memories <> '[]' OR cited_candidates <> '[]' ORDER BY id"
    )
    return [candidate_of(row) for row in rows]


def candidate_with_hash(database: Database, content_hash: str) -> Candidate | None:
    """Return the newest candidate of a hash, open ones first."""
    found = database.row(
        f"SELECT {CANDIDATE.listed} FROM candidate WHERE content_hash = ?"
        f" ORDER BY {_OPEN_CANDIDATE} DESC, id DESC LIMIT 1",
        (content_hash,),
    )
    return None if found is None else candidate_of(found)


def evidence(database: Database, candidate_id: int) -> tuple[Evidence, ...]:
    """Return the sightings of a candidate, oldest first."""
    rows = database.rows(
        f"SELECT {EVIDENCE.listed} FROM evidence WHERE candidate_id = ? ORDER BY seen_at, source, day",
        (candidate_id,),
    )
    return tuple(evidence_of(row) for row in rows)


def evidence_counts(database: Database) -> Mapping[int, int]:
    """Return the number of sightings of each open candidate that has any, since its failed check if any."""
    return dict(
        database.rows(
            "SELECT evidence.candidate_id, count(*) FROM evidence"
            " JOIN candidate ON candidate.id = evidence.candidate_id"
            f" WHERE {_OPEN_CANDIDATE}"
            " AND (candidate.failed_at IS NULL OR evidence.seen_at > candidate.failed_at)"
            " GROUP BY evidence.candidate_id"
        )
    )


def conflict(database: Database, conflict_id: int) -> Conflict | None:
    """Return a conflict, decided or not."""
    found = database.row(f"SELECT {CONFLICT.listed} FROM conflict WHERE id = ?", (conflict_id,))
    return None if found is None else conflict_of(found)


def open_conflicts(database: Database) -> list[Conflict]:
    """Return every open conflict, oldest first."""
    rows = database.rows(
        f"SELECT {CONFLICT.listed} FROM conflict WHERE {_OPEN_CONFLICT} ORDER BY found_at, id"
    )
    return [conflict_of(row) for row in rows]


def conflicts_of(database: Database, memory_id: int) -> list[Conflict]:
    """Return the open conflicts that a memory stands in, oldest first."""
    rows = database.rows(
        f"SELECT {CONFLICT.listed} FROM conflict WHERE {_OPEN_CONFLICT} AND left_memory_id = ?1"
        f" UNION SELECT {CONFLICT.listed} FROM conflict WHERE {_OPEN_CONFLICT} AND right_memory_id = ?1"
        " ORDER BY found_at, id",
        (memory_id,),
    )
    return [conflict_of(row) for row in rows]
