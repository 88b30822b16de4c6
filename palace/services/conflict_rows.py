"""The pairs as rows of a review queue: what waits, what was put off, what was settled."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from palace.domain.conflict import Resolution
from palace.domain.journal import Subject, Verb
from palace.services.conflict_queue import ConflictEntry, conflict_queue
from palace.services.ports import Palace
from palace.services.queue import Row
from palace.services.surroundings import Surroundings

ConflictRow = Row[ConflictEntry]

VERB_OF = {
    Resolution.KEPT_LEFT: Verb.KEEP_LEFT,
    Resolution.KEPT_RIGHT: Verb.KEEP_RIGHT,
    Resolution.KEPT_BOTH: Verb.KEEP_BOTH,
    Resolution.MERGED: Verb.MERGE,
    Resolution.AMENDED: Verb.AMEND,
    Resolution.NOTED: Verb.NOTE,
    Resolution.NO_CONFLICT: Verb.NO_CONFLICT,
}
"""The verb that left a pair as it is resolved."""


def conflict_rows(palace: Palace, surroundings: Surroundings, *, contradictions: bool) -> list[ConflictRow]:
    """Return the pairs that wait in the order of review; what was skipped or put off says so."""
    entries = conflict_queue(palace, surroundings, contradictions=contradictions)
    return [row_of(entry, surroundings.now) for entry in entries]


def row_of(entry: ConflictEntry, now: datetime) -> ConflictRow:
    """Return a pair that waits as a row. Its version grows with every change of the pair or of a side."""
    until = entry.conflict.snoozed_until
    verdict = None
    if until is not None and until > now:
        verdict = Verb.SNOOZE
    elif entry.skipped:
        verdict = Verb.SKIP
    version = entry.conflict.version + entry.left.version + entry.right.version
    return Row(entry.conflict.id, version, entry, verdict=verdict)


def rows_again(
    palace: Palace, known: Iterable[ConflictEntry], conflict_ids: Iterable[int], surroundings: Surroundings
) -> list[ConflictRow]:
    """Return some pairs as they stand now: those that wait, and those of `known` that are settled.

    A pair that is neither (its sides are out of use) is left out.
    """
    asked = list(dict.fromkeys(conflict_ids))
    waiting = {
        entry.conflict.id: entry
        for contradictions in (False, True)
        for entry in conflict_queue(palace, surroundings, contradictions=contradictions)
    }
    before = {entry.conflict.id: entry for entry in known}
    rows: list[ConflictRow] = []
    for conflict_id in asked:
        if conflict_id in waiting:
            rows.append(row_of(waiting[conflict_id], surroundings.now))
        elif conflict_id in before:
            rows += _settled(palace, before[conflict_id])
    return [_with_decision(palace, row) for row in rows]


def _with_decision(palace: Palace, row: ConflictRow) -> ConflictRow:
    """Return a row with the journal row of its verdict."""
    if row.verdict is None:
        return row
    newest = palace.decisions_about(Subject.CONFLICT, row.id, 1)
    return replace(row, decision_id=newest[0].id if newest else None)


def _settled(palace: Palace, entry: ConflictEntry) -> list[ConflictRow]:
    found = entry.conflict
    among = palace.conflicts_between(found.left_memory_id, found.right_memory_id, found.right_candidate_id)
    now = next((each for each in among if each.id == found.id), found)
    if now.resolution not in VERB_OF:
        return []
    version = now.version + entry.left.version + entry.right.version
    return [Row(found.id, version, entry, verdict=VERB_OF[now.resolution])]
