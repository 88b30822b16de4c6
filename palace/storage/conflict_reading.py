"""Reading the pairs that wait for the person, and what was compared already."""

import json
from collections.abc import Collection, Sequence

from palace.domain.candidate import Evidence, Verdict
from palace.domain.conflict import STANDING_VERDICTS, Conflict, Relation, Resolution
from palace.domain.journal import Subject
from palace.domain.vocabulary import LinkKind, Priority, Status
from palace.storage.database import Database
from palace.storage.rows import conflict_of, evidence_of
from palace.storage.tables import CONFLICT, EVIDENCE


def _is_live(memory: str) -> str:
    return f"({memory}.status <> '{Status.TRASHED.value}' AND {memory}.retired_at IS NULL)"


WAITING_CONFLICTS = (
    "conflict JOIN memory AS older ON older.id = conflict.left_memory_id"
    " LEFT JOIN memory AS newer_memory ON newer_memory.id = conflict.right_memory_id"
    " LEFT JOIN candidate AS newer_candidate ON newer_candidate.id = conflict.right_candidate_id"
    f" WHERE conflict.resolution = '{Resolution.OPEN.value}' AND {_is_live('older')} AND"
    f" (newer_candidate.verdict = '{Verdict.OPEN.value}'"
    f" OR (newer_memory.id IS NOT NULL AND {_is_live('newer_memory')}))"
)
"""The open conflicts of which both sides still are in the palace: nothing else waits for anybody."""

_LISTED = ", ".join(f"conflict.{column}" for column in CONFLICT.columns)

_WAITS = {Subject.MEMORY: _is_live("listed"), Subject.CANDIDATE: f"listed.verdict = '{Verdict.OPEN.value}'"}
"""Of which memories and candidates pairs are looked for."""


def count_waiting(database: Database) -> tuple[int, int]:
    """Return how many conflicts wait, and how many of them are contradictions: their older side is P0."""
    found = database.row(
        f"SELECT count(*), coalesce(sum(older.priority = '{Priority.P0.value}'), 0) FROM {WAITING_CONFLICTS}"
    )
    return (0, 0) if found is None else (found[0], found[1])


def count_conflicting_memories(database: Database) -> int:
    """Return how many memories stand in a waiting conflict: what the density is counted from."""
    sides = f"FROM {WAITING_CONFLICTS} AND conflict.relation = '{Relation.CONFLICT.value}'"
    return database.number(
        f"SELECT count(*) FROM (SELECT conflict.left_memory_id AS id {sides}"
        f" UNION SELECT conflict.right_memory_id {sides} AND conflict.right_memory_id IS NOT NULL)"
    )


def conflict(database: Database, conflict_id: int) -> Conflict | None:
    """Return a conflict, decided or not."""
    found = database.row(f"SELECT {CONFLICT.listed} FROM conflict WHERE id = ?", (conflict_id,))
    return None if found is None else conflict_of(found)


def open_conflicts(database: Database) -> list[Conflict]:
    """Return every conflict that waits, oldest first."""
    rows = database.rows(f"SELECT {_LISTED} FROM {WAITING_CONFLICTS} ORDER BY conflict.found_at, conflict.id")
    return [conflict_of(row) for row in rows]


def conflicts_of(database: Database, memory_id: int) -> list[Conflict]:
    """Return the waiting conflicts that a memory stands in, oldest first."""
    rows = database.rows(
        f"SELECT {_LISTED} FROM {WAITING_CONFLICTS}"
        " AND ?1 IN (conflict.left_memory_id, coalesce(conflict.right_memory_id, 0))"
        " ORDER BY conflict.found_at, conflict.id",
        (memory_id,),
    )
    return [conflict_of(row) for row in rows]


def conflicts_about(database: Database, subject: Subject, subject_id: int) -> list[Conflict]:
    """Return every conflict, decided or not, that names a memory or a candidate as one of its sides."""
    sides = "left_memory_id, coalesce(right_memory_id, 0)"
    where = "right_candidate_id = ?" if subject is Subject.CANDIDATE else f"? IN ({sides})"
    rows = database.rows(f"SELECT {CONFLICT.listed} FROM conflict WHERE {where} ORDER BY id", (subject_id,))
    return [conflict_of(row) for row in rows]


def conflicts_between(
    database: Database, left_memory_id: int, right_memory_id: int | None, right_candidate_id: int | None
) -> list[Conflict]:
    """Return what was ever found between two sides, in either order, newest first."""
    if right_candidate_id is not None:
        where = "left_memory_id = ? AND right_candidate_id = ?"
        values: tuple[int | None, ...] = (left_memory_id, right_candidate_id)
    else:
        where = (
            "(left_memory_id = ?1 AND right_memory_id = ?2) OR (left_memory_id = ?2 AND right_memory_id = ?1)"
        )
        values = (left_memory_id, right_memory_id)
    rows = database.rows(f"SELECT {CONFLICT.listed} FROM conflict WHERE {where} ORDER BY id DESC", values)
    return [conflict_of(row) for row in rows]


def reconciled_texts(database: Database) -> set[tuple[str, str]]:
    """Return the pairs of texts (by hash, older first) that a verdict left both in the palace."""
    verdicts = sorted(STANDING_VERDICTS)
    marks = ", ".join("?" for _ in verdicts)
    return set(
        database.rows(
            f"SELECT left_hash, right_hash FROM conflict WHERE resolution IN ({marks})",
            [verdict.value for verdict in verdicts],
        )
    )


def evidence_behind(database: Database, memory_id: int) -> tuple[Evidence, ...]:
    """Return the sightings of the candidates that became a memory, oldest first."""
    rows = database.rows(
        f"SELECT {', '.join(f'evidence.{column}' for column in EVIDENCE.columns)} FROM evidence"
        " JOIN candidate ON candidate.id = evidence.candidate_id WHERE candidate.memory_id = ?"
        " ORDER BY evidence.seen_at, evidence.source, evidence.day",
        (memory_id,),
    )
    return tuple(evidence_of(row) for row in rows)


def merged_from_deleted(database: Database) -> list[int]:
    """Return the live memories that were merged from one that was deleted since, by id."""
    rows = database.rows(
        "SELECT DISTINCT memory.id FROM memory JOIN link ON link.from_id = memory.id AND link.kind = ?"
        " JOIN memory AS source ON source.id = link.to_id"
        f" WHERE {_is_live('memory')} AND source.status = ? ORDER BY memory.id",
        (LinkKind.MERGED_FROM.value, Status.TRASHED.value),
    )
    return [row[0] for row in rows]


def not_compared(
    database: Database,
    subject: Subject,
    model_id: str,
    after: int,
    limit: int,
    among: Collection[int] | None = None,
) -> list[int]:
    """Return what waits to be compared above an id, by id; with `among` only some of those."""
    wanted = "" if among is None else " AND listed.id IN (SELECT value FROM json_each(?4))"
    values = (model_id, after, limit) if among is None else (model_id, after, limit, json.dumps([*among]))
    rows = database.rows(
        f"SELECT listed.id FROM {subject.value} AS listed LEFT JOIN compared"
        f" ON compared.subject = '{subject.value}' AND compared.subject_id = listed.id"
        " AND compared.model_id = ?1 AND compared.content_hash = listed.content_hash"
        f" WHERE compared.subject_id IS NULL AND {_WAITS[subject]} AND listed.id > ?2{wanted}"
        " ORDER BY listed.id LIMIT ?3",
        values,
    )
    return [row[0] for row in rows]


def count_not_compared(database: Database, model_id: str) -> int:
    """Return how many live memories and open candidates were not compared yet."""
    return database.number(
        "SELECT (SELECT count(*) FROM memory LEFT JOIN compared"
        " ON compared.subject = 'memory' AND compared.subject_id = memory.id"
        " AND compared.model_id = ?1 AND compared.content_hash = memory.content_hash"
        f" WHERE compared.subject_id IS NULL AND {_is_live('memory')})"
        " + (SELECT count(*) FROM candidate LEFT JOIN compared"
        " ON compared.subject = 'candidate' AND compared.subject_id = candidate.id"
        " AND compared.model_id = ?1 AND compared.content_hash = candidate.content_hash"
        f" WHERE compared.subject_id IS NULL AND candidate.verdict = '{Verdict.OPEN.value}')",
        (model_id,),
    )


def mark_compared(database: Database, subject: str, sides: Sequence[tuple[int, str]], model_id: str) -> None:
    """Remember that sides (id, hash of the text) were compared. Not journalled: it can be done again."""
    for subject_id, content_hash in sides:
        database.execute(
            "INSERT INTO compared (subject, subject_id, model_id, content_hash) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (subject, subject_id) DO UPDATE"
            " SET model_id = excluded.model_id, content_hash = excluded.content_hash",
            (subject, subject_id, model_id, content_hash),
        )


def forget_compared(database: Database) -> None:
    """Forget what was compared, so that every pair is looked at again."""
    database.execute("DELETE FROM compared")
