"""Writing what only jobs write: their runs, the active scene, and the end of what was thrown away."""

import json
from collections.abc import Collection, Iterator
from dataclasses import replace

from palace.domain.jobs import JobRun
from palace.domain.vocabulary import Priority, Status
from palace.storage.database import Database, bindable
from palace.storage.instants import instant_text, instant_text_or_none
from palace.storage.job_reading import ACTIVE_SCENE
from palace.storage.purging import remove_texts
from palace.storage.reading import in_parts


class JobWriting:
    """See `job_ports.JobWriting`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record_run(self, run: JobRun) -> JobRun:
        """Keep that a job ran; returns it with its number."""
        told = {
            "counts": dict(run.counts),
            "seconds": round(run.seconds, 3),
            "report": dict(run.report),
            "reason": run.reason,
        }
        number = self._database.execute(
            "INSERT INTO job_run (job, due_at, started_at, finished_at, outcome, summary, decision_group)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                run.job.value,
                instant_text(run.due_at),
                instant_text(run.started_at),
                instant_text_or_none(run.finished_at),
                run.outcome.value,
                json.dumps(told, ensure_ascii=True),
                run.group,
            ),
        )
        return replace(run, id=number)

    def switch_scene(self, scene: str) -> None:
        """Let a scene be the active one; an empty text switches it off."""
        if not scene:
            self._database.execute("DELETE FROM meta WHERE key = ?", (ACTIVE_SCENE,))
            return
        value = bindable(scene)
        self._database.execute(
            "INSERT INTO meta (key, value) VALUES (?, CAST(? AS TEXT))"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (ACTIVE_SCENE, value),
        )

    def purge(self, memory_ids: Collection[int]) -> tuple[int, ...]:
        """Remove trashed memories and their texts wherever they are kept, the journal's too."""
        purged = tuple(sorted(self._may_go(memory_ids)))
        remove_texts(self._database, purged)
        return purged

    def _may_go(self, memory_ids: Collection[int]) -> Iterator[int]:
        for marks, few in in_parts(sorted(memory_ids)):
            rows = self._database.rows(
                f"SELECT id FROM memory WHERE id IN ({marks}) AND status = '{Status.TRASHED.value}'"
                f" AND priority <> '{Priority.P0.value}' AND pinned = 0",
                few,
            )
            yield from (row[0] for row in rows)
