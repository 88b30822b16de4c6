"""Reading what the jobs need: how memories stand, what was decided of them when, and past runs."""

import json
from collections.abc import Collection, Mapping
from datetime import datetime

from palace.domain.jobs import Job, JobOutcome, JobRun
from palace.domain.journal import Subject, Verb
from palace.domain.memory import Binding
from palace.domain.standing import Standing
from palace.domain.vocabulary import Status
from palace.storage.conflict_reading import WAITING_CONFLICTS
from palace.storage.database import Database, Fields
from palace.storage.instants import instant_of, instant_or_none, instant_text
from palace.storage.reading import in_parts
from palace.storage.rows import BANDS, KINDS, PRIORITIES, STATUSES, WINGS

ACTIVE_SCENE = "active_scene"
"""Under this key of `meta` stands the scene that is switched on."""

_PUT_AWAY = f"'{Status.ARCHIVED.value}', '{Status.TRASHED.value}'"
_BRINGING_BACK = ", ".join(f"'{verb}'" for verb in (Verb.RESTORE, Verb.REVIVE, Verb.UNDO, Verb.REDO))


class JobReading:
    """See `job_ports.JobReading`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def runs(self, job: Job | None = None, limit: int = 100) -> list[JobRun]:
        """Return runs of one job or of all, newest first; what no job is called by now is left out."""
        rows = self._database.rows(
            "SELECT id, job, due_at, started_at, finished_at, outcome, summary, decision_group FROM job_run"
            " WHERE ?1 IS NULL OR job = ?1 ORDER BY started_at DESC, id DESC LIMIT ?2",
            (None if job is None else job.value, max(0, limit)),
        )
        known = {each.value for each in Job}, {each.value for each in JobOutcome}
        return [_run_of(row) for row in rows if row[1] in known[0] and row[5] in known[1]]

    def made_at(self) -> datetime | None:
        """Return when the palace was made; None where it does not say."""
        return instant_or_none(self._meta("made_at") or None)

    def standings(self) -> list[Standing]:
        """Return how every memory stands that nothing newer took the place of, by id."""
        rows = self._database.rows(
            "SELECT id, version, wing, band, priority, kind, status, pinned, binding_when, binding_do,"
            " binding_unless, importance, hits, recorded_at, last_hit_at FROM memory"
            " WHERE retired_at IS NULL ORDER BY id"
        )
        return [
            Standing(
                row[0],
                row[1],
                WINGS[row[2]],
                BANDS[row[3]],
                PRIORITIES[row[4]],
                KINDS[row[5]],
                STATUSES[row[6]],
                bool(row[7]),
                Binding(row[8], row[9], row[10]),
                row[11],
                row[12],
                instant_of(row[13]),
                instant_or_none(row[14]),
            )
            for row in rows
        ]

    def decided_at(self, memory_ids: Collection[int]) -> Mapping[int, datetime]:
        """Return since when memories are where they are, as far as the journal tells."""
        found: dict[int, datetime] = {}
        for marks, few in in_parts(sorted(memory_ids)):
            rows = self._database.rows(
                "SELECT decision.subject_id, max(decision.at) FROM decision"
                " JOIN memory ON memory.id = decision.subject_id"
                f" WHERE decision.subject = '{Subject.MEMORY.value}' AND decision.subject_id IN ({marks})"
                f" AND (memory.status IN ({_PUT_AWAY}) OR decision.verb IN ({_BRINGING_BACK}))"
                " GROUP BY decision.subject_id",
                few,
            )
            found.update((row[0], instant_of(row[1])) for row in rows)
        return found

    def in_open_conflicts(self) -> frozenset[int]:
        """Return the memories that stand in an open conflict."""
        rows = self._database.rows(
            f"SELECT conflict.left_memory_id, conflict.right_memory_id FROM {WAITING_CONFLICTS}"
        )
        return frozenset(side for row in rows for side in row if side is not None)

    def hits_between(self, since: datetime, until: datetime) -> Mapping[int, int]:
        """Return how often each memory was hit from one instant to another; those never hit are left out."""
        return dict(
            self._database.rows(
                "SELECT memory_id, count(*) FROM usage WHERE event = 'hit' AND at BETWEEN ? AND ?"
                " AND memory_id IS NOT NULL GROUP BY memory_id",
                (instant_text(since), instant_text(until)),
            )
        )

    def active_scene(self) -> str:
        """Return the scene that is switched on; empty where none is."""
        return self._meta(ACTIVE_SCENE)

    def _meta(self, key: str) -> str:
        found = self._database.row("SELECT value FROM meta WHERE key = ?", (key,))
        return "" if found is None else str(found[0])


def _run_of(row: Fields) -> JobRun:
    try:
        told = json.loads(row[6])
    except ValueError:
        told = {}
    told = told if isinstance(told, dict) else {}
    return JobRun(
        id=row[0],
        job=Job(row[1]),
        due_at=instant_of(row[2]),
        started_at=instant_of(row[3]),
        finished_at=instant_or_none(row[4]),
        outcome=JobOutcome(row[5]),
        counts=told.get("counts", {}),
        seconds=float(told.get("seconds", 0.0)),
        group=row[7],
        report=told.get("report", {}),
        reason=str(told.get("reason", "")),
    )
