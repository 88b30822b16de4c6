"""Reading what waits for the person: candidates with their sightings."""

from collections.abc import Mapping, Sequence

from palace.domain.candidate import Candidate, Evidence, ListedCandidate, Verdict
from palace.services.read_values import Waiting
from palace.storage import conflict_reading
from palace.storage.database import Database
from palace.storage.instants import instant_or_none
from palace.storage.reading import in_parts
from palace.storage.rows import LISTED_COLUMNS, candidate_of, evidence_of, listed_candidate_of
from palace.storage.tables import CANDIDATE, EVIDENCE

_OPEN_CANDIDATE = f"candidate.verdict = '{Verdict.OPEN.value}'"

LISTED_CHARACTERS = 500
"""How much of a text is read for a list: more than a line holds on any screen."""

_BLANK = "char(9, 10, 11, 12, 13, 32)"
_LISTED = ", ".join(
    f"substr(ltrim(text, {_BLANK}), 1, ?1)" if column == "text" else column for column in LISTED_COLUMNS
)


def waiting(database: Database) -> Waiting:
    """Return how much waits; conflicts whose older side is P0 count as contradictions only."""
    candidates = database.row(f"SELECT count(*), min(first_seen_at) FROM candidate WHERE {_OPEN_CANDIDATE}")
    altogether, contradictions = conflict_reading.count_waiting(database)
    count, oldest = candidates or (0, None)
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


def listed_candidates(database: Database) -> list[ListedCandidate]:
    """Return every open candidate as a list needs it, oldest first."""
    rows = database.rows(
        f"SELECT {_LISTED} FROM candidate WHERE {_OPEN_CANDIDATE} ORDER BY first_seen_at, id",
        (LISTED_CHARACTERS,),
    )
    return [listed_candidate_of(row) for row in rows]


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
