"""Keeping a palace in step with its folder: what is new in the files becomes sightings, by content.

First a plan that changes nothing, then the plan is carried out. What was read once is not read again: a file
that looks as it did is not opened, a statement that moved is the same sighting, and one that was edited stays
the same candidate.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import StrEnum

from palace.domain.candidate import Candidate, Evidence, Verdict
from palace.domain.clock import local_day
from palace.domain.errors import NotFound, PalaceError, Suppressed
from palace.domain.importance import log_score
from palace.domain.journal import Actor, Subject, Verb
from palace.services.importing import (
    DAILY_LOG,
    BadStatement,
    Foreseen,
    day_of_name,
    foretold,
    statement_for,
    with_warning_of_future,
)
from palace.services.ports import Palace, UnitOfWork
from palace.services.readings import FileReading, FoundMemory, Remark
from palace.services.remembering import Outcome, Statement, check_statement, sight
from palace.services.surroundings import Surroundings
from palace.services.sync_ports import (
    LeftOutFile,
    ReadBullet,
    ReadFileMark,
    Workspace,
    WorkspaceFile,
)
from palace.text.classification import classify
from palace.text.identity import identity_hash
from palace.text.masking import summary_of

STILL_THE_SAME = 60
"""So alike, 0 to 100 as rapidfuzz measures it, is a line to what stood there before it was edited."""

MOST_AT_ONCE = 20_000
"""So many new statements are written in one transaction; further ones follow in the next, of the same act."""

SETTLED_AFTER = timedelta(seconds=2)
"""A file written later than this before it was read may have changed since without looking different."""


class Step(StrEnum):
    """What happens with a statement that was not read before."""

    SIGHT = "sight"
    EDIT = "edit"
    MOVE = "move"
    PASS_OVER = "pass_over"


EDITED, MOVED, MINOR, BAD = "edited", "moved", "minor", "bad"
"""Outcomes of a read bullet beside those of `Outcome`: the same candidate with a new text, the same statement
in another place, one that says too little to be a sighting, one that cannot be taken in."""


@dataclass(frozen=True, slots=True)
class PlannedBullet:
    """A statement that was not read before, and what would happen with it.

    `outcome` is what would become of it, `instead_of` what stood there before it was edited or moved.
    """

    found: FoundMemory
    statement: Statement
    content_hash: str
    step: Step
    outcome: str
    instead_of: ReadBullet | None = None
    candidate_id: int | None = None


@dataclass(frozen=True, slots=True)
class FilePlan:
    """What a file says that was not read before, and which read statements it says no longer."""

    file: WorkspaceFile
    format: str
    new: tuple[PlannedBullet, ...]
    shifted: tuple[ReadBullet, ...]
    gone: tuple[str, ...]
    known: int
    bad: tuple[BadStatement, ...] = ()
    errors: tuple[Remark, ...] = ()

    @property
    def bullets(self) -> int:
        """How many of its new statements are bullets of a daily log."""
        return len(self.new) if self.format == DAILY_LOG else 0


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong in one place of the workspace: a path, with a line where there is one."""

    where: str
    said: Remark

    @property
    def text(self) -> str:
        """The sentence in English."""
        return f"{self.where}: {self.said.text}"


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync does, or would do. `plans` holds the files of a plan, none of what was done already."""

    folder: str
    plans: tuple[FilePlan, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    flagged: int = 0
    files_read: int = 0
    files_unchanged: int = 0
    left_out: tuple[LeftOutFile, ...] = ()
    errors: tuple[Trouble, ...] = ()
    warnings: tuple[Trouble, ...] = ()
    forgotten: tuple[str, ...] = ()
    applied: bool = False
    group: str = ""
    candidate_ids: tuple[int, ...] = ()

    def count(self, outcome: str) -> int:
        """Return how many statements that were not read before have an outcome."""
        return self.counts.get(str(outcome), 0)

    @property
    def read(self) -> int:
        """How many statements were not read before."""
        return sum(self.counts.values())


def workspace_of(palace: Palace) -> str:
    """Return the folder that the palace is tied to; raises NotFound when to none."""
    folder = palace.workspace.folder()
    if not folder:
        raise NotFound("this palace is tied to no folder", next_step="tie it to one: palace workspace FOLDER")
    return folder


def tie_workspace(palace: Palace, folder: str, actor: Actor) -> bool:
    """Tie the palace to a folder, or to none (empty), as one decision; returns whether anything changed."""
    before = palace.workspace.folder()
    if before == folder:
        return False
    with palace.unit_of_work(actor) as work:
        work.workspace.tie(folder)
        work.record(Verb.TIE, Subject.PALACE, 0, summary=f"{before or '—'} → {folder or '—'}")
    return True


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

    With `everything` files are read again although they look as they did. What was read is noted in the same
    transaction. Raises PalaceBusy, ReadOnlyPalace; a file that cannot be read is named and stops nothing.
    """
    run = _Run(palace, workspace, surroundings, everything=everything)
    group = ""
    for plans in run.portions():
        with palace.unit_of_work(actor, group=group) as work:
            run.apply(work, plans)
            group = work.group
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
        self._standing: dict[str, frozenset[str]] = {}
        self._unchanged = 0
        self._read = 0
        self._left_out: list[LeftOutFile] = []
        self._errors: list[Trouble] = []
        self._warnings: list[Trouble] = []
        self._today = local_day(surroundings.now, surroundings.zone)
        self._counts: dict[str, int] = {}
        self._flagged = 0
        self._candidates: list[int] = []
        self._look()

    def _look(self) -> None:
        for each in self._workspace.files():
            self._present.add(each.path)
            if isinstance(each, LeftOutFile):
                self._left_out.append(each)
            elif self._everything or not _looks_as_read(each, self._marks.get(each.path)):
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
            warned = with_warning_of_future(reading, self._today)
            self._warnings += [Trouble(file.path, note) for note in warned.notes[len(reading.notes) :]]
            plan = self._planned(file, reading)
            self._errors += [Trouble(file.path, error) for error in plan.errors]
            self._errors += [_trouble(f"{file.path}:{bad.line}", bad.error) for bad in plan.bad]
            self._flagged += sum(bool(bullet.found.flags) for bullet in plan.new)
            yield plan

    def portions(self) -> Iterator[list[FilePlan]]:
        """Yield the plans in one portion a transaction; none where there is nothing to do."""
        waiting: list[FilePlan] = []
        statements = 0
        for plan in self.plans():
            waiting.append(plan)
            statements += len(plan.new)
            if statements >= MOST_AT_ONCE:
                yield waiting
                waiting, statements = [], 0
        if waiting or self.gone_files:
            yield waiting

    def _planned(self, file: WorkspaceFile, reading: FileReading) -> FilePlan:
        before = {bullet.content_hash: bullet for bullet in self._palace.workspace.of_file(file.path)}
        says: dict[str, FoundMemory] = {}
        bad: list[BadStatement] = []
        for found in reading.memories:
            says.setdefault(identity_hash(found.text, found.heading), found)
        self._standing[file.path] = frozenset(says)
        vanished = [bullet for bullet in before.values() if bullet.content_hash not in says]
        new: list[PlannedBullet] = []
        shifted: list[ReadBullet] = []
        for content_hash, found in says.items():
            seen = before.get(content_hash)
            if seen is not None and not self._everything:
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
        return FilePlan(
            file=file,
            format=reading.format,
            new=tuple(new),
            shifted=tuple(shifted),
            gone=tuple(before.keys() - says.keys()),
            known=len(says) - len(new) - len(bad),
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
        moved = self._moved_from(path, content_hash)
        if moved is not None:
            return PlannedBullet(found, statement, content_hash, Step.MOVE, MOVED, moved)
        kind = classify(statement.text, statement.kind).kind.kind
        rules = self._surroundings.rules.importance
        if format_name == DAILY_LOG and log_score(kind) < rules.log_score_to_sight:
            return PlannedBullet(found, statement, content_hash, Step.PASS_OVER, MINOR)
        edited = self._edited_from(statement, content_hash, found.line, vanished)
        if edited is not None:
            bullet, candidate = edited
            self._edited.add(candidate.id)
            return PlannedBullet(found, statement, content_hash, Step.EDIT, EDITED, bullet, candidate.id)
        outcome = foretold(self._palace, statement, self._foreseen, self._surroundings, express=False)
        return PlannedBullet(found, statement, content_hash, Step.SIGHT, outcome.value)

    def _moved_from(self, path: str, content_hash: str) -> ReadBullet | None:
        """Return where the same statement stood before, if it stands there no longer."""
        for bullet in self._palace.workspace.with_hash(content_hash):
            if bullet.path != path and not self._still_says(bullet):
                return bullet
        return None

    def _still_says(self, bullet: ReadBullet) -> bool:
        if bullet.path not in self._present:
            return False
        changed = self._changed.get(bullet.path)
        if changed is None:
            return True
        if bullet.path not in self._standing:
            reading = self._workspace.read(changed)
            said = () if isinstance(reading, LeftOutFile) else reading.memories
            self._standing[bullet.path] = frozenset(identity_hash(each.text, each.heading) for each in said)
        return bullet.content_hash in self._standing[bullet.path]

    def _edited_from(
        self, statement: Statement, content_hash: str, line: int, vanished: list[ReadBullet]
    ) -> tuple[ReadBullet, Candidate] | None:
        """Return the line that this one was before, with the candidate that it led to and leads to still.

        Only an open candidate that nothing else speaks for follows its line; of several the one most alike.
        """
        if not vanished or self._is_known(content_hash):
            return None
        from rapidfuzz import fuzz

        best: tuple[float, int, ReadBullet, Candidate] | None = None
        for bullet in vanished:
            candidate = self._palace.candidate_with_hash(bullet.content_hash)
            if candidate is None or candidate.verdict is not Verdict.OPEN or candidate.id in self._edited:
                continue
            likeness = fuzz.ratio(candidate.text, statement.text, score_cutoff=STILL_THE_SAME)
            rank = (likeness, -abs(bullet.line - line))
            if likeness < STILL_THE_SAME or (best is not None and rank <= best[:2]):
                continue
            if _speaks_only(statement, self._palace.evidence_of(candidate.id)):
                best = (*rank, bullet, candidate)
        return None if best is None else best[2:]

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

    def _apply(self, work: UnitOfWork, plan: FilePlan) -> None:
        now, path = self._surroundings.now, plan.file.path
        kept = list(plan.shifted)
        for bullet in plan.new:
            outcome = self._take(work, bullet)
            kept.append(ReadBullet(path, bullet.content_hash, bullet.found.line, now, outcome))
            if bullet.step is Step.MOVE and bullet.instead_of is not None:
                work.workspace.forget(bullet.instead_of.path, (bullet.content_hash,))
        work.workspace.forget(path, plan.gone)
        work.workspace.keep(kept, (ReadFileMark(path, plan.file.stamp, now),))

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
            self._errors.append(_trouble(bullet.statement.source.origin, error))
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


def _trouble(where: str, error: PalaceError) -> Trouble:
    return Trouble(where, Remark(error.template, error.values))


def _looks_as_read(file: WorkspaceFile, read: ReadFileMark | None) -> bool:
    """Whether a file looks as it did when it was read, and was at rest then."""
    if read is None or read.stamp != file.stamp:
        return False
    written = file.stamp.modified_ns / 1e9
    return written <= (read.read_at - SETTLED_AFTER).timestamp()


def _speaks_only(statement: Statement, evidence: Iterable[Evidence]) -> bool:
    """Whether every sighting comes from the file that a statement stands in."""
    origin = statement.source.origin.rsplit(":", 1)[0]
    places = {statement.seen_in, origin} - {""}
    return all(seen.source in places for seen in evidence)


@dataclass(frozen=True, slots=True)
class LogState:
    """How far the daily logs of the workspace have arrived.

    `unread` bullets never did, `read` ones did; `unread_files` names the logs with the former. `days` are
    those that have a log.
    """

    unread: int = 0
    read: int = 0
    unread_files: tuple[str, ...] = ()
    days: frozenset[date] = frozenset()

    @property
    def share_read(self) -> float:
        """The share of the bullets that was read, 0 to 1; 1 where there are none."""
        return self.read / (self.read + self.unread) if self.read + self.unread else 1.0


def look_at_logs(palace: Palace, workspace: Workspace) -> LogState:
    """Return which bullets of the daily logs were read and which never arrived. Nothing is changed.

    Only files that look otherwise than when they were read are opened.
    """
    marks, counts = palace.workspace.marks(), palace.workspace.counts()
    unread, read, unread_files, days = 0, 0, [], set()
    for file in workspace.files():
        if isinstance(file, LeftOutFile):
            continue
        day = day_of_name(file.path)
        if _looks_as_read(file, marks.get(file.path)):
            read += counts.get(file.path, 0) if day else 0
            days |= {day} if day else set()
            continue
        reading = workspace.read(file)
        if isinstance(reading, LeftOutFile) or reading.format != DAILY_LOG:
            continue
        says = {identity_hash(found.text, found.heading) for found in reading.memories}
        known = {bullet.content_hash for bullet in palace.workspace.of_file(file.path)}
        read += len(says & known)
        unread += len(says - known)
        if says - known:
            unread_files.append(file.path)
        days |= {found.date for found in reading.memories if found.date and not day} | (
            {day} if day else set()
        )
    return LogState(unread, read, tuple(unread_files), frozenset(days))
