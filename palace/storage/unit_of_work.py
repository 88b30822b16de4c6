"""One transaction: entities in, row images kept, one decision for each `record`, all or nothing."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from palace.domain.candidate import Candidate, Evidence
from palace.domain.changes import Changed, ChangeSet
from palace.domain.clock import Clock
from palace.domain.conflict import Conflict
from palace.domain.core_memory import CodedItem, CoreChange
from palace.domain.errors import NotFound, Refused, StaleItem
from palace.domain.journal import Actor, Decision, Row, RowChange, Subject, Verb
from palace.domain.memory import Link, Memory, MemoryVersion, Tombstone
from palace.domain.saved_search import SavedSearch
from palace.services.meaning_ports import Embedding
from palace.storage import conflict_reading, journal_reading, usage, vectors
from palace.storage.change_notes import note
from palace.storage.core_gate import CoreGate
from palace.storage.database import Database, bindable, mark
from palace.storage.health_days import HealthDays
from palace.storage.instants import instant_text
from palace.storage.job_writing import JobWriting
from palace.storage.journal_rows import changes_text
from palace.storage.row_store import RowStore
from palace.storage.rows import (
    candidate_of,
    candidate_row,
    check_shares,
    conflict_of,
    conflict_row,
    evidence_row,
    fields_of,
    link_row,
    memory_of,
    memory_row,
    saved_search_of,
    saved_search_row,
    tombstone_row,
    version_row,
)
from palace.storage.tables import (
    CANDIDATE,
    CONFLICT,
    EVIDENCE,
    LINK,
    MEMORY,
    MEMORY_VERSION,
    SAVED_SEARCH,
    TOMBSTONE,
    USE_COLUMNS,
    Table,
)
from palace.storage.work_reading import WorkReading
from palace.storage.workspace_rows import WorkspaceKeeper
from palace.text.identity import identity_hash


class Work(WorkReading):
    """A unit of work on an open transaction; the palace that began it commits it. See `ports.UnitOfWork`."""

    def __init__(self, database: Database, actor: Actor, group: str, clock: Clock) -> None:
        self._database = database
        self._actor = actor
        self._group = group
        self._clock = clock
        self._gate = CoreGate(database, actor)
        self._rows = RowStore(database, self._gate)
        self._sorts: set[Changed] = set()
        self._memory_ids: set[int] = set()
        self._candidate_ids: set[int] = set()
        self._decision_ids: list[int] = []

    @property
    def actor(self) -> Actor:
        """Who decides here."""
        return self._actor

    def approve(self, items: Sequence[CodedItem], typed_code: str) -> bool:
        """Let P0 memories change whose code a person typed; returns whether it is that code.

        Raises StaleItem where an item changed since its code was shown.
        """
        return self._gate.approve(items, typed_code)

    def admit_new(self, uid: str) -> None:
        """Let a P0 of a new uid be made without a code: a person said it outright or named its file."""
        self._gate.admit_new(uid)

    def core_changes(self, changes: Iterable[RowChange]) -> tuple[CoreChange, ...]:
        """Return what applying these changes would do to P0 memories, one for each."""
        return self._gate.core_changes(changes)

    def save_memory(self, memory: Memory) -> Memory:
        """Make or change a memory; an earlier text is kept as a version.

        The hash is made from the text, and the counted use of a stored memory stays as it is. Raises
        StaleItem when the memory changed since it was read, NotFound, InvalidInput for impossible values,
        NeedsApproval when it makes or changes a P0 whose code nobody typed.
        """
        check_shares(memory.importance, memory.confidence, memory.source.quality)
        row = memory_row(replace(memory, content_hash=identity_hash(memory.text, memory.heading)))
        if not memory.id:
            self._check_new_uid(MEMORY, memory.uid)
            return memory_of(fields_of(MEMORY, self._rows.make(MEMORY, row | {"version": 1})))
        before = self._stored(MEMORY, memory.id, memory.version)
        row |= {column: before[column] for column in USE_COLUMNS}
        after = self._changed(MEMORY, before, row)
        if before["text"] != after["text"]:
            earlier = MemoryVersion(memory.id, memory.version, str(before["text"]), self._clock())
            self._rows.make(MEMORY_VERSION, version_row(earlier))
        return memory_of(fields_of(MEMORY, after))

    def save_candidate(self, candidate: Candidate) -> Candidate:
        """Make or change a candidate; raises StaleItem, NotFound, InvalidInput as `save_memory` does."""
        check_shares(candidate.importance, candidate.source.quality)
        row = candidate_row(replace(candidate, content_hash=identity_hash(candidate.text, candidate.heading)))
        if not candidate.id:
            self._check_new_uid(CANDIDATE, candidate.uid)
            return candidate_of(fields_of(CANDIDATE, self._rows.make(CANDIDATE, row | {"version": 1})))
        before = self._stored(CANDIDATE, candidate.id, candidate.version)
        return candidate_of(fields_of(CANDIDATE, self._changed(CANDIDATE, before, row)))

    def save_conflict(self, conflict: Conflict) -> Conflict:
        """Make or change a conflict; raises StaleItem, NotFound as `save_memory` does."""
        row = conflict_row(conflict)
        if not conflict.id:
            with self._explaining_references("conflict"):
                return conflict_of(fields_of(CONFLICT, self._rows.make(CONFLICT, row | {"version": 1})))
        before = self._stored(CONFLICT, conflict.id, conflict.version)
        return conflict_of(fields_of(CONFLICT, self._changed(CONFLICT, before, row)))

    def save_search(self, search: SavedSearch) -> SavedSearch:
        """Name a search or change what is asked under its name; raises StaleItem, NotFound."""
        row = saved_search_row(search)
        if not search.id:
            return saved_search_of(
                fields_of(SAVED_SEARCH, self._rows.make(SAVED_SEARCH, row | {"version": 1}))
            )
        before = self._stored(SAVED_SEARCH, search.id, search.version)
        return saved_search_of(fields_of(SAVED_SEARCH, self._changed(SAVED_SEARCH, before, row)))

    def remove_search(self, search: SavedSearch) -> None:
        """Remove a saved search; raises StaleItem, NotFound."""
        self._rows.remove(SAVED_SEARCH, self._stored(SAVED_SEARCH, search.id, search.version))

    def add_evidence(self, evidence: Evidence) -> bool:
        """Add a sighting; False when this source was seen on this day already. Raises NotFound."""
        row = evidence_row(evidence)
        if self._rows.find(EVIDENCE, *(row[column] for column in EVIDENCE.key)) is not None:
            return False
        with self._explaining_references("sighting"):
            self._rows.make(EVIDENCE, row)
        return True

    def add_link(self, link: Link) -> None:
        """Link two memories; a link that is there already stays. Raises NotFound."""
        row = link_row(link)
        if self._rows.find(LINK, *(row[column] for column in LINK.key)) is None:
            with self._explaining_references("link"):
                self._rows.make(LINK, row)

    def add_tombstone(self, tombstone: Tombstone) -> None:
        """Put a tombstone on a hash; one that stands there already gets the new reason."""
        row = tombstone_row(tombstone)
        before = self._rows.find(TOMBSTONE, tombstone.content_hash)
        if before is None:
            self._rows.make(TOMBSTONE, row)
        else:
            self._rows.change(TOMBSTONE, before, row)

    def remove_tombstone(self, content_hash: str) -> None:
        """Take the tombstone of a hash away, where there is one."""
        before = self._rows.find(TOMBSTONE, content_hash)
        if before is not None:
            self._rows.remove(TOMBSTONE, before)

    def apply(self, changes: Iterable[RowChange]) -> None:
        """Put rows back as a decision had them; raises Refused naming the row that has moved on.

        Raises NeedsApproval for a P0 whose code nobody typed: see `core_changes`.
        """
        for change in changes:
            with self._explaining_references(change.table):
                self._rows.put_back(change)

    def record(
        self,
        verb: Verb,
        subject: Subject,
        subject_id: int,
        *,
        summary: str = "",
        override: bool = False,
        undoes: int | None = None,
    ) -> int:
        """Write the journal row for all changed since the last one; returns its id. Its summary is masked.

        With `undoes` that decision is marked as taken back; where it was an undo itself, what it had taken
        back stands again. Raises NotFound, Refused when it was taken back already.
        """
        undone = None if undoes is None else journal_reading.light_decision(self._database, undoes)
        pending = tuple(self._rows.pending)
        # Here and not above: a palace that is only read needs none of the many patterns.
        from palace.text.masking import masked

        # What an undo is called was masked when it was decided.
        shown = bindable(summary if undone is not None and summary == undone.summary else masked(summary))
        approvals = self._gate.approvals_of(pending)
        decision_id = self._database.execute(
            "INSERT INTO decision (decision_group, at, actor, verb, subject, subject_id, summary, override,"
            f" undoes, changes, approved) VALUES (?, ?, ?, ?, ?, ?, {mark(shown)}, ?, ?, ?, ?)",
            (
                self._group,
                instant_text(self._clock()),
                self._actor.value,
                verb.value,
                subject.value,
                subject_id,
                shown,
                int(override),
                undoes,
                changes_text(pending, approvals),
                int(bool(approvals)),
            ),
        )
        if undone is not None:
            self._mark_undone(undone, decision_id)
        self._rows.pending.clear()
        note(pending, self._sorts, self._memory_ids, self._candidate_ids)
        self._sorts.add(Changed.JOURNAL)
        self._decision_ids.append(decision_id)
        return decision_id

    def save_embedding(self, memory_id: int, model_id: str, embedding: Embedding, text_hash: str) -> None:
        """Keep a vector beside its memory; left out where the text is another by now, or the memory gone."""
        row = self._rows.find(MEMORY, memory_id)
        if row is not None and vectors.save(self._database, row, model_id, embedding, text_hash):
            self._sorts.add(Changed.EMBEDDING)

    def mark_compared(self, subject: Subject, sides: Sequence[tuple[int, str]], model_id: str) -> None:
        """Remember that sides (id, hash of the text) were compared with the others."""
        conflict_reading.mark_compared(self._database, subject.value, sides, model_id)

    def count_use(self, memory_id: int, *, hit: bool, at: datetime) -> None:
        """Count a hit or a load of a memory; raises NotFound."""
        usage.count_use(self._database, memory_id, hit=hit, at=at)
        self._sorts.add(Changed.USAGE)
        self._memory_ids.add(memory_id)

    def count_search(self, question: str, mode: str, hits: int, took_ms: float, at: datetime) -> None:
        """Keep that a search was made."""
        usage.count_search(self._database, question, mode, hits, took_ms, at)
        self._sorts.add(Changed.USAGE)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Take back what is changed within the block, and only that, if it is left by an error."""
        earlier, decisions = tuple(self._rows.pending), len(self._decision_ids)
        self._database.execute("SAVEPOINT attempt")
        try:
            yield
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK TO attempt")
                self._database.execute("RELEASE attempt")
            self._rows.pending[:] = earlier
            del self._decision_ids[decisions:]
            raise
        else:
            self._database.execute("RELEASE attempt")

    @property
    def health(self) -> HealthDays:
        """What is kept of health."""
        return HealthDays(self._database, lambda: self._sorts.add(Changed.HEALTH))

    @property
    def jobs(self) -> JobWriting:
        """What only jobs write."""
        return JobWriting(self._database)

    @property
    def workspace(self) -> WorkspaceKeeper:
        """What is noted of the workspace."""
        return WorkspaceKeeper(self._database, self._rows)

    @property
    def group(self) -> str:
        """The name that all decisions of this unit of work share."""
        return self._group

    @property
    def changes(self) -> ChangeSet:
        """What this unit of work has changed so far."""
        return ChangeSet(
            frozenset(self._sorts),
            frozenset(self._memory_ids),
            tuple(self._decision_ids),
            frozenset(self._candidate_ids),
        )

    def check_recorded(self) -> None:
        """Raise RuntimeError when rows changed that no decision holds: a fault of the program."""
        if self._rows.pending:
            changed = ", ".join(sorted({change.table for change in self._rows.pending}))
            raise RuntimeError(f"rows of {changed} changed, but no decision was recorded")

    def _mark_undone(self, undone: Decision, decision_id: int) -> None:
        if undone.undone_by is not None:
            raise Refused(
                "decision {id} is undone already, by decision {undone_by}",
                id=undone.id,
                undone_by=undone.undone_by,
            )
        self._database.execute("UPDATE decision SET undone_by = ? WHERE id = ?", (decision_id, undone.id))
        if undone.verb is Verb.UNDO:
            self._database.execute("UPDATE decision SET undone_by = NULL WHERE id = ?", (undone.undoes,))

    def _stored(self, table: Table, number: int, version: int) -> Row:
        before = self._rows.find(table, number)
        if before is None:
            raise NotFound("there is no {what} #{id}", what=table.name, id=number)
        if before["version"] != version:
            raise StaleItem(
                "{what} #{id} changed since you looked at it: it has version {found} now, you saw {seen}",
                next_step="look at it again",
                what=table.name,
                id=number,
                found=before["version"],
                seen=version,
            )
        return before

    def _changed(self, table: Table, before: Row, row: dict[str, str | int | float | None]) -> Row:
        """Store a row with the next version, unless it says what is stored already."""
        if all(before[column] == row[column] for column in table.columns if column != "version"):
            return before
        version = before["version"]
        if not isinstance(version, int):
            raise TypeError(f"a version is a number, not {version!r}")
        with self._explaining_references(table.name):
            return self._rows.change(table, before, row | {"version": version + 1})

    def _check_new_uid(self, table: Table, uid: str) -> None:
        value = bindable(uid)
        found = self._database.row(f"SELECT id FROM {table.name} WHERE uid = {mark(value)}", (value,))
        if found is not None:
            raise Refused("{what} #{id} has the uid {uid} already", what=table.name, id=found[0], uid=uid)

    @contextmanager
    def _explaining_references(self, what: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
                raise
            raise NotFound("a {what} refers to something that is not there", what=what) from None
