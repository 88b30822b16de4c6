"""Keeping a palace in step with its folder: what is new in the files becomes sightings, by content.

First a plan that changes nothing, then the plan is carried out. What was read once is not read again: a file
that looks as it did is not opened, a statement that moved is the same sighting, and one that was edited stays
the same candidate.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from palace.domain.candidate import Verdict
from palace.domain.clock import local_day
from palace.domain.errors import PalaceError, Suppressed
from palace.domain.importance import log_score
from palace.domain.journal import Actor, Subject, Verb
from palace.services.earlier_places import EarlierPlaces
from palace.services.importing import (
    DAILY_LOG,
    BadStatement,
    Foreseen,
    foretold,
    statement_for,
    with_warning_of_future,
)
from palace.services.log_state import LogState, look_at_logs
from palace.services.ports import Palace, UnitOfWork
from palace.services.readings import FileReading, FoundMemory
from palace.services.remembering import Outcome, Statement, check_statement, sight
from palace.services.surroundings import Surroundings
from palace.services.sync_plans import (
    BAD,
    EDITED,
    MINOR,
    MOVED,
    FilePlan,
    PlannedBullet,
    Step,
    SyncReport,
    Trouble,
    day_written,
    looks_as_read,
    trouble_of,
)
from palace.services.sync_ports import (
    LeftOutFile,
    ReadBullet,
    ReadFileMark,
    Workspace,
    WorkspaceFile,
)
from palace.services.tying import tie_workspace, workspace_of
from palace.text.classification import classify
from palace.text.identity import identity_hash
from palace.text.masking import summary_of

__all__ = [
    "BAD",
    "EDITED",
    "MINOR",
    "MOVED",
    "LogState",
    "SyncReport",
    "look_at_logs",
    "plan_sync",
    "sync",
    "tie_workspace",
    "workspace_of",
]

MOST_AT_ONCE = 20_000
"""So many new statements are written in one transaction; further ones follow in the next, of the same act."""


def plan_sync(
    palace: Palace, workspace: Workspace, surroundings: Surroundings, *, everything: bool = False
) -> SyncReport:
    """Return what `sync` would do. Nothing is changed."""
    run = _Run(palace, workspace, surroundings, everything=everything)
    plans = tuple(run.plans())
    return run.report(plans, applied=False)


def sync(
    palace: Palace,
    workspace: Workspace,
    surroundings: Surroundings,
    actor: Actor,
    *,
    everything: bool = False,
) -> SyncReport:
    """Take in what is new in the folder, in one journal group with one undo; twice adds nothing.

    With `everything` files are read again although they look as they did, and what was undone or passed over
    is looked at anew. What was read is noted in the same transaction; a file that had trouble is not, so that
    it is told of by every run until it has none. It stops nothing. Raises PalaceBusy, ReadOnlyPalace.
    """
    run = _Run(palace, workspace, surroundings, everything=everything)
    group = ""
    for plans in run.portions():
        with palace.unit_of_work(actor, group=group) as work:
            run.apply(work, plans)
            group = work.group
        run.settle()
    return run.report((), applied=True, group=group)


class _Run:
    """One run over the folder: what was there, what is there, and what was counted on the way."""

    def __init__(
        self, palace: Palace, workspace: Workspace, surroundings: Surroundings, *, everything: bool
    ) -> None:
        self._palace = palace
        self._workspace = workspace
        self._surroundings = surroundings
        self._everything = everything
        self._marks = palace.workspace.marks()
        self._foreseen: dict[str, Foreseen] = {}
        self._edited: set[int] = set()
        self._changed: dict[str, WorkspaceFile] = {}
        self._present: set[str] = set()
        self._unchanged = 0
        self._read = 0
        self._left_out: list[LeftOutFile] = []
        self._errors: list[Trouble] = []
        self._warnings: list[Trouble] = []
        self._today = local_day(surroundings.now, surroundings.zone)
        self._counts: dict[str, int] = {}
        self._flagged = 0
        self._candidates: list[int] = []
        self._places = EarlierPlaces(palace, workspace, self._present, self._changed)
        self._look()

    def _look(self) -> None:
        for each in self._workspace.files():
            self._present.add(each.path)
            if isinstance(each, LeftOutFile):
                self._left_out.append(each)
            elif self._everything or not looks_as_read(each, self._marks.get(each.path)):
                self._changed[each.path] = each
            else:
                self._unchanged += 1

    @property
    def gone_files(self) -> tuple[str, ...]:
        """The files that were read and are there no longer."""
        return tuple(sorted(self._marks.keys() - self._present))

    def plans(self) -> Iterator[FilePlan]:
        """Yield the plan of every file that may say something new."""
        for file in list(self._changed.values()):
            reading = self._workspace.read(file)
            if isinstance(reading, LeftOutFile):
                self._left_out.append(reading)
                continue
            self._read += 1
            warned = with_warning_of_future(reading, self._today, day_written(file, self._surroundings.zone))
            self._warnings += [Trouble(file.path, note) for note in warned.notes[len(reading.notes) :]]
            for plan in self._planned(file, reading):
                self._errors += [Trouble(file.path, error) for error in plan.errors]
                self._errors += [trouble_of(f"{file.path}:{bad.line}", bad.error) for bad in plan.bad]
                self._flagged += sum(bool(bullet.found.flags) for bullet in plan.new)
                yield plan

    def portions(self) -> Iterator[list[FilePlan]]:
        """Yield the plans in one portion a transaction; none where there is nothing to do."""
        waiting: list[FilePlan] = []
        statements = 0
        for plan in self.plans():
            if not plan.changes_something:
                continue
            waiting.append(plan)
            statements += len(plan.new)
            if statements >= MOST_AT_ONCE:
                yield waiting
                waiting, statements = [], 0
        if waiting or self.gone_files:
            yield waiting

    def _planned(self, file: WorkspaceFile, reading: FileReading) -> Iterator[FilePlan]:
        before = {bullet.content_hash: bullet for bullet in self._palace.workspace.of_file(file.path)}
        says: dict[str, FoundMemory] = {}
        bad: list[BadStatement] = []
        for found in reading.memories:
            says.setdefault(identity_hash(found.text, found.heading), found)
        earlier = before.values() or self._places.renamed_from(says)
        vanished = [bullet for bullet in earlier if bullet.content_hash not in says]
        new: list[PlannedBullet] = []
        shifted: list[ReadBullet] = []
        taken = 0
        for content_hash, found in says.items():
            seen = before.get(content_hash)
            if seen is not None and (not self._everything or self._left_a_trace(content_hash)):
                if seen.line != found.line:
                    shifted.append(replace(seen, line=found.line))
                continue
            statement = statement_for(found, reading, self._surroundings)
            try:
                check_statement(statement)
            except PalaceError as error:
                bad.append(BadStatement(found.line, error))
                continue
            planned = self._bullet(file.path, found, statement, content_hash, reading.format, vanished)
            if planned.step is Step.EDIT and planned.instead_of is not None:
                vanished.remove(planned.instead_of)
            self._counts[planned.outcome] = self._counts.get(planned.outcome, 0) + 1
            new.append(planned)
            if len(new) == MOST_AT_ONCE:
                taken += len(new)
                yield FilePlan(file, reading.format, tuple(new), (), (), 0, whole=False)
                new = []
        yield FilePlan(
            file=file,
            format=reading.format,
            new=tuple(new),
            shifted=tuple(shifted),
            # What cannot be understood today may be whole tomorrow: nothing of it counts as taken away.
            gone=() if reading.errors else tuple(before.keys() - says.keys()),
            known=len(says) - taken - len(new) - len(bad),
            bad=tuple(bad),
            errors=reading.errors,
        )

    def _bullet(
        self,
        path: str,
        found: FoundMemory,
        statement: Statement,
        content_hash: str,
        format_name: str,
        vanished: list[ReadBullet],
    ) -> PlannedBullet:
        """Return what would happen with a statement that was not read in this file before."""
        moved = self._places.moved_from(path, content_hash)
        if moved is not None:
            return PlannedBullet(found, statement, content_hash, Step.MOVE, MOVED, moved)
        kind = statement.kind or classify(statement.text).kind.kind
        rules = self._surroundings.rules.importance
        if format_name == DAILY_LOG and log_score(kind) < rules.log_score_to_sight:
            return PlannedBullet(found, statement, content_hash, Step.PASS_OVER, MINOR)
        edited = None
        if vanished and content_hash not in self._foreseen and not self._is_known(content_hash):
            edited = self._places.edited_from(statement, found.line, vanished, self._edited)
        if edited is not None:
            bullet, candidate = edited
            self._edited.add(candidate.id)
            self._foreseen[content_hash] = Foreseen(
                list(self._palace.evidence_of(candidate.id)), candidate.express
            )
            return PlannedBullet(found, statement, content_hash, Step.EDIT, EDITED, bullet, candidate.id)
        outcome = foretold(self._palace, statement, self._foreseen, self._surroundings, express=False)
        return PlannedBullet(found, statement, content_hash, Step.SIGHT, outcome.value)

    def _left_a_trace(self, content_hash: str) -> bool:
        """Whether anything came of a statement that was read: what was undone is gone without a trace."""
        return self._is_known(content_hash) or self._palace.candidate_with_hash(content_hash) is not None

    def _is_known(self, content_hash: str) -> bool:
        palace = self._palace
        waiting = palace.candidate_with_hash(content_hash)
        return (
            palace.memory_with_hash(content_hash) is not None
            or palace.tombstone(content_hash) is not None
            or (waiting is not None and waiting.verdict is Verdict.OPEN)
        )

    def apply(self, work: UnitOfWork, plans: Iterable[FilePlan]) -> None:
        """Carry out plans and note what was read."""
        for plan in plans:
            self._apply(work, plan)
        work.workspace.forget_files(self.gone_files)

    def settle(self) -> None:
        """Forget what was foreseen: the palace itself knows it now."""
        self._foreseen.clear()
        self._edited.clear()

    def _apply(self, work: UnitOfWork, plan: FilePlan) -> None:
        now, path = self._surroundings.now, plan.file.path
        kept, is_sound = list(plan.shifted), plan.is_sound
        for bullet in plan.new:
            outcome = self._take(work, bullet)
            if outcome == BAD:
                is_sound = False
                continue
            kept.append(ReadBullet(path, bullet.content_hash, bullet.found.line, now, outcome))
            if bullet.step is Step.MOVE and bullet.instead_of is not None:
                work.workspace.forget(bullet.instead_of.path, (bullet.content_hash,))
        work.workspace.forget(path, plan.gone)
        work.workspace.keep(kept, (ReadFileMark(path, plan.file.stamp, now),) if is_sound else ())

    def _take(self, work: UnitOfWork, bullet: PlannedBullet) -> str:
        if bullet.step in {Step.MOVE, Step.PASS_OVER}:
            return bullet.outcome
        if bullet.step is Step.EDIT and self._edit(work, bullet):
            return bullet.outcome
        try:
            with work.attempt():
                taken = sight(work, bullet.statement, self._surroundings, express=False)
        except Suppressed:
            outcome = Outcome.SUPPRESSED.value
        except PalaceError as error:
            self._errors.append(trouble_of(bullet.statement.source.origin, error))
            outcome = BAD
        else:
            outcome = taken.outcome.value
            if taken.outcome is Outcome.NEW and taken.candidate_id is not None:
                self._candidates.append(taken.candidate_id)
        if outcome != bullet.outcome:
            self._counts[bullet.outcome] -= 1
            self._counts[outcome] = self._counts.get(outcome, 0) + 1
        return outcome

    def _edit(self, work: UnitOfWork, bullet: PlannedBullet) -> bool:
        """Give a candidate the text that its line has now; False where it was decided meanwhile."""
        waiting = bullet.instead_of and work.candidate_with_hash(bullet.instead_of.content_hash)
        if not waiting or waiting.id != bullet.candidate_id or waiting.verdict is not Verdict.OPEN:
            return False
        says = bullet.statement
        candidate = work.save_candidate(
            replace(
                waiting,
                text=says.text,
                heading=says.heading,
                binding=says.binding,
                flags=says.flags,
                note=says.note,
                source=says.source,
                valid_from=says.valid_from,
                valid_to=says.valid_to,
            )
        )
        work.record(Verb.EDIT, Subject.CANDIDATE, candidate.id, summary=summary_of(candidate.text))
        self._candidates.append(candidate.id)
        return True

    def report(self, plans: tuple[FilePlan, ...], *, applied: bool, group: str = "") -> SyncReport:
        """Return what was counted."""
        return SyncReport(
            folder=self._workspace.folder,
            plans=plans,
            counts={outcome: count for outcome, count in self._counts.items() if count},
            flagged=self._flagged,
            files_read=self._read,
            files_unchanged=self._unchanged,
            left_out=tuple(self._left_out),
            errors=tuple(self._errors),
            warnings=tuple(self._warnings),
            forgotten=self.gone_files,
            applied=applied,
            group=group,
            candidate_ids=tuple(self._candidates),
        )
