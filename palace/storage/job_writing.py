"""Writing what only jobs write: their runs, the active scene, and the end of what was thrown away."""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from palace.domain.jobs import JobRun
from palace.domain.journal import Subject
from palace.domain.vocabulary import Priority, Status
from palace.storage import full_text, vectors
from palace.storage.database import Database, Value, bindable
from palace.storage.instants import instant_text, instant_text_or_none
from palace.storage.job_reading import ACTIVE_SCENE
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
        if not purged:
            return ()
        candidates = frozenset(
            row[0]
            for marks, few in in_parts(purged)
            for row in self._database.rows(f"SELECT id FROM candidate WHERE memory_id IN ({marks})", few)
        )
        self._empty_journal(frozenset(purged), candidates, self._conflicts_of(purged))
        emptied = {column: value for column, value in _EMPTIED.items() if column in CANDIDATE.columns}
        emptied["content_hash"] = identity_hash(
            "", ()
        )  # that of its text by now; the tombstone keeps the old one
        columns = ", ".join(f"{column} = ?" for column in emptied)
        for candidate_id in sorted(candidates):
            self._database.execute(
                f"UPDATE candidate SET {columns}, memory_id = NULL WHERE id = ?",
                (*emptied.values(), candidate_id),
            )
        for memory_id in purged:
            vectors.forget(self._database, memory_id)
            for statement in (
                "DELETE FROM memory_version WHERE memory_id = ?",
                "DELETE FROM link WHERE ?1 IN (from_id, to_id)",
                "DELETE FROM conflict WHERE left_memory_id = ?1 OR right_memory_id = ?1",
                "DELETE FROM compared WHERE subject = 'memory' AND subject_id = ?",
                "DELETE FROM memory WHERE id = ?",
            ):
                self._database.execute(statement, (memory_id,))
        for index in (full_text.MEMORY_TEXT, full_text.CANDIDATE_TEXT):
            full_text.drop_deleted(self._database, index)
        return purged

    def _may_go(self, memory_ids: Collection[int]) -> Iterator[int]:
        for marks, few in in_parts(sorted(memory_ids)):
            rows = self._database.rows(
                f"SELECT id FROM memory WHERE id IN ({marks}) AND status = '{Status.TRASHED.value}'"
                f" AND priority <> '{Priority.P0.value}' AND pinned = 0",
                few,
            )
            yield from (row[0] for row in rows)

    def _conflicts_of(self, memory_ids: Collection[int]) -> frozenset[int]:
        found: set[int] = set()
        for marks, few in in_parts(sorted(memory_ids)):
            for side in ("left_memory_id", "right_memory_id"):
                rows = self._database.rows(f"SELECT id FROM conflict WHERE {side} IN ({marks})", few)
                found.update(row[0] for row in rows)
        return frozenset(found)

    def _empty_journal(
        self, memory_ids: frozenset[int], candidate_ids: frozenset[int], conflict_ids: frozenset[int]
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
        while rows := self._database.rows(
            "SELECT id, subject, subject_id, changes FROM decision WHERE id > ? ORDER BY id LIMIT ?",
            (last, _JOURNAL_AT_ONCE),
        ):
            last = rows[-1][0]
            for decision_id, subject, subject_id, changes in rows:
                named = _ROW_OF_JOURNAL.findall(changes)
                if any(int(key) in gone[table] for table, key in named):
                    emptied = _emptied(changes, gone)
                    self._database.execute(
                        "UPDATE decision SET summary = '', changes = ? WHERE id = ?", (emptied, decision_id)
                    )
                elif subject_id in about.get(subject, frozenset()):
                    self._database.execute("UPDATE decision SET summary = '' WHERE id = ?", (decision_id,))


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
