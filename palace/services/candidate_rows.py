"""The candidates as rows of a review queue: what waits, what was put off, what was decided."""

from collections.abc import Sequence
from datetime import datetime

from palace.domain.candidate import Verdict, count_evidence
from palace.domain.journal import Subject, Verb
from palace.services.candidate_queue import QueueEntry, candidate_queue, entry_of
from palace.services.ports import Palace
from palace.services.queue import Row
from palace.services.surroundings import Surroundings

CandidateRow = Row[QueueEntry]

_VERB_OF = {Verdict.APPROVED: Verb.APPROVE, Verdict.REJECTED: Verb.REJECT, Verdict.MERGED: Verb.MERGE}


def open_rows(palace: Palace, surroundings: Surroundings) -> list[CandidateRow]:
    """Return every open candidate in the order of review; what was skipped or put off says so."""
    now = surroundings.now
    return [_open_row(entry, now) for entry in candidate_queue(palace, surroundings)]


def rows_of(palace: Palace, candidate_ids: Sequence[int], surroundings: Surroundings) -> list[CandidateRow]:
    """Return some candidates as they stand now, decided ones with the journal row that decided last."""
    rows: list[CandidateRow] = []
    for candidate in palace.candidates(candidate_ids):
        evidences = count_evidence(palace.evidence_of(candidate.id), candidate.failed_at)
        entry = entry_of(candidate, evidences, surroundings)
        row = _open_row(entry, surroundings.now)
        if candidate.verdict is not Verdict.OPEN:
            row = Row(candidate.id, candidate.version, entry, verdict=_VERB_OF[candidate.verdict])
        if row.verdict is not None:
            newest = palace.decisions_about(Subject.CANDIDATE, candidate.id, 1)
            decision_id = newest[0].id if newest else None
            row = Row(row.id, row.version, entry, verdict=row.verdict, decision_id=decision_id)
        rows.append(row)
    return rows


def _open_row(entry: QueueEntry, now: datetime) -> CandidateRow:
    candidate = entry.candidate
    verdict = None
    if candidate.snoozed_until is not None and candidate.snoozed_until > now:
        verdict = Verb.SNOOZE
    elif entry.skipped:
        verdict = Verb.SKIP
    return Row(candidate.id, candidate.version, entry, verdict=verdict)
