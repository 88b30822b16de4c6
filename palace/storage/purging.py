"""Taking what memories said out of a file for good: rows, vectors, words, candidates, journal, job reports.

Not even a decision may keep a text that is gone. Ids, uids and hashes stay, so that the file remains of one
piece, and so that what was purged is known again in copies.
"""

import json
import re
from collections.abc import Collection
from typing import Any

from palace.domain.candidate import Verdict
from palace.domain.journal import Subject
from palace.storage import full_text, vectors
from palace.storage.database import Database, Value
from palace.storage.reading import in_parts
from palace.storage.tables import CANDIDATE, CONFLICT, MEMORY, MEMORY_VERSION
from palace.text.identity import identity_hash

_ROW_OF_JOURNAL = re.compile(r'"table":"(memory|memory_version|candidate|conflict)","key":"(\d+)')
"""How a changed row that may hold a text is named in the journal."""

_EMPTIED = {
    "text": "",
    "note": "",
    "reason": "",
    "origin": "",
    "heading": "[]",
    "binding_when": "",
    "binding_do": "",
    "binding_unless": "",
}
"""The columns that say something, and what is left in them."""

_JOURNAL_AT_ONCE = 500


def remove_texts(
    database: Database, memory_ids: Collection[int], candidate_ids: Collection[int] = ()
) -> None:
    """Remove memories, and all that they and candidates said, within the transaction that is open.

    The candidates that became these memories lose their texts too; the rows of candidates stay. Nothing asks
    here whether they may go.
    """
    purged = tuple(sorted(set(memory_ids)))
    candidates = frozenset(candidate_ids) | _candidates_of(database, purged)
    if not purged and not candidates:
        return
    _empty_journal(database, frozenset(purged), candidates, _conflicts_of(database, purged, candidates))
    _empty_reports(database, frozenset(purged))
    _empty_candidates(database, candidates)
    for marks, few in in_parts(purged):
        database.execute(f"UPDATE candidate SET memory_id = NULL WHERE memory_id IN ({marks})", few)
    for memory_id in purged:
        vectors.forget(database, memory_id)
        for statement in (
            f"DELETE FROM {full_text.MEMORY_TEXT.name} WHERE rowid = ?",
            "DELETE FROM memory_version WHERE memory_id = ?",
            "DELETE FROM link WHERE ?1 IN (from_id, to_id)",
            "DELETE FROM conflict WHERE left_memory_id = ?1 OR right_memory_id = ?1",
            "DELETE FROM compared WHERE subject = 'memory' AND subject_id = ?",
            "DELETE FROM memory WHERE id = ?",
        ):
            database.execute(statement, (memory_id,))
    for index in (full_text.MEMORY_TEXT, full_text.CANDIDATE_TEXT):
        full_text.drop_deleted(database, index)


def _candidates_of(database: Database, memory_ids: Collection[int]) -> frozenset[int]:
    return frozenset(
        row[0]
        for marks, few in in_parts(sorted(memory_ids))
        for row in database.rows(f"SELECT id FROM candidate WHERE memory_id IN ({marks})", few)
    )


def _conflicts_of(
    database: Database, memory_ids: Collection[int], candidate_ids: Collection[int]
) -> frozenset[int]:
    return frozenset(
        row[0]
        for side, ids in (
            ("left_memory_id", memory_ids),
            ("right_memory_id", memory_ids),
            ("right_candidate_id", candidate_ids),
        )
        for marks, few in in_parts(sorted(ids))
        for row in database.rows(f"SELECT id FROM conflict WHERE {side} IN ({marks})", few)
    )


def _empty_candidates(database: Database, candidate_ids: Collection[int]) -> None:
    """Take what candidates said out of their rows; one that waited waits no more."""
    emptied = {column: value for column, value in _EMPTIED.items() if column in CANDIDATE.columns}
    # The hash is that of its text by now; the tombstone keeps the old one.
    emptied["content_hash"] = identity_hash("", ())
    columns = ", ".join(f"{column} = ?" for column in emptied)
    waits = f"verdict = '{Verdict.OPEN.value}'"
    for candidate_id in sorted(candidate_ids):
        database.execute("DELETE FROM conflict WHERE right_candidate_id = ?", (candidate_id,))
        database.execute(f"DELETE FROM {full_text.CANDIDATE_TEXT.name} WHERE rowid = ?", (candidate_id,))
        database.execute(
            f"UPDATE candidate SET decided_at = first_seen_at, verdict = ? WHERE id = ? AND {waits}",
            (Verdict.REJECTED.value, candidate_id),
        )
        database.execute(f"UPDATE candidate SET {columns} WHERE id = ?", (*emptied.values(), candidate_id))


def _empty_reports(database: Database, memory_ids: Collection[int]) -> None:
    """Take what these memories said out of the lists of P0 that monthly runs left behind."""
    for run_id, summary in database.rows(
        "SELECT id, summary FROM job_run WHERE summary LIKE '%\"p0_review\"%'"
    ):
        told = json.loads(summary)
        listed = [each for each in told["report"]["p0_review"] if each["id"] in memory_ids and each["text"]]
        for each in listed:
            each["text"] = ""
        if listed:
            database.execute("UPDATE job_run SET summary = ? WHERE id = ?", (json.dumps(told), run_id))


def _empty_journal(
    database: Database,
    memory_ids: frozenset[int],
    candidate_ids: frozenset[int],
    conflict_ids: frozenset[int],
) -> None:
    """Take what these memories, candidates and pairs said out of every decision."""
    gone = {
        MEMORY.name: memory_ids,
        MEMORY_VERSION.name: memory_ids,
        CANDIDATE.name: candidate_ids,
        CONFLICT.name: conflict_ids,
    }
    about = {
        Subject.MEMORY.value: memory_ids,
        Subject.CANDIDATE.value: candidate_ids,
        Subject.CONFLICT.value: conflict_ids,
    }
    last = 0
    while rows := database.rows(
        "SELECT id, subject, subject_id, changes FROM decision WHERE id > ? ORDER BY id LIMIT ?",
        (last, _JOURNAL_AT_ONCE),
    ):
        last = rows[-1][0]
        for decision_id, subject, subject_id, changes in rows:
            named = _ROW_OF_JOURNAL.findall(changes)
            if any(int(key) in gone[table] for table, key in named):
                emptied = _emptied(changes, gone)
                database.execute(
                    "UPDATE decision SET summary = '', changes = ? WHERE id = ?", (emptied, decision_id)
                )
            elif subject_id in about.get(subject, frozenset()):
                database.execute("UPDATE decision SET summary = '' WHERE id = ?", (decision_id,))


def _emptied(changes: str, gone: dict[str, frozenset[int]]) -> Value:
    listed: list[dict[str, Any]] = json.loads(changes)
    for change in listed:
        key = str(change["key"]).partition(" ")[0]
        if not key.isdecimal() or int(key) not in gone.get(change["table"], frozenset()):
            continue
        for image in (change["before"], change["after"]):
            if image is not None:
                image.update({column: value for column, value in _EMPTIED.items() if column in image})
    return json.dumps(listed, ensure_ascii=True, separators=(",", ":"))
