"""Running one job for the command line: its plan, what carries it out, and how both are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from palace import bootstrap
from palace.cli.embedding_on_the_way import embed_missing_quietly
from palace.cli.forgetting_in_copies import remarks_on_copies
from palace.cli.invocation import Invocation
from palace.domain.clock import local_day
from palace.domain.errors import PalaceError
from palace.domain.jobs import Job, JobRun
from palace.services.job_plans import JobPlan, Meaning, PlannedChange
from palace.services.jobs import Begun, carry_out, record_run_of
from palace.services.readings import Remark

if TYPE_CHECKING:
    from palace.cli.workspace_folder import WorkspaceFolder
    from palace.embedding.semantic_index import SemanticMemories
    from palace.files.log_shelf import FolderOfLogs
    from palace.services.planning_pairs import Progress
    from palace.storage.palace_file import PalaceFile

Carry = Callable[[Begun, bool], tuple[JobPlan, JobRun]]
"""Carries a plan out (the second word: although it retires many); returns what was done and its run."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A job that was planned, and what carries it out."""

    plan: JobPlan
    carry: Carry


def ready(invocation: Invocation, palace: PalaceFile, job: Job, *, dry_run: bool) -> Ready:
    """Plan a job. With `dry_run` nothing at all is written; else what can be made again may be made first.

    Raises PalaceError where it cannot be planned, such as a workspace that is gone.
    """
    match job:
        case Job.DAILY:
            return _daily(invocation, palace)
        case Job.WEEKLY:
            return _weekly(invocation, palace, dry_run=dry_run)
        case Job.MONTHLY:
            return _monthly(invocation, palace, dry_run=dry_run)
        case Job.NIGHTLY:
            return _nightly(invocation, palace, dry_run=dry_run)
        case Job.REINDEX:
            return _reindex(invocation, palace)


def _daily(invocation: Invocation, palace: PalaceFile) -> Ready:
    from palace.services.daily import carry_daily_out, plan_daily

    around, workspace = invocation.surroundings, workspace_at(palace)
    plan = plan_daily(palace, workspace, around)
    return Ready(plan, lambda begun, yes: carry_daily_out(palace, workspace, plan, begun, around))


def _nightly(invocation: Invocation, palace: PalaceFile, *, dry_run: bool) -> Ready:
    from palace.services.nightly import plan_nightly

    meaning, _ = _meaning(invocation, palace, dry_run=dry_run)
    plan = plan_nightly(palace, invocation.surroundings, meaning, _progress(invocation))
    if dry_run:
        plan = _with_remarks(plan, remarks_on_copies(invocation, palace, plan, done=False))
    ready = _carried_out(invocation, palace, plan)

    def carry(begun: Begun, yes: bool) -> tuple[JobPlan, JobRun]:
        done, run = ready.carry(begun, yes)
        return _with_remarks(done, remarks_on_copies(invocation, palace, done, done=True)), run

    return Ready(plan, carry)


def _with_remarks(plan: JobPlan, remarks: tuple[Remark, ...]) -> JobPlan:
    return replace(plan, remarks=(*plan.remarks, *remarks)) if remarks else plan


def _monthly(invocation: Invocation, palace: PalaceFile, *, dry_run: bool) -> Ready:
    from palace.services.monthly import plan_monthly

    meaning, semantic = _meaning(invocation, palace, dry_run=dry_run)
    plan = plan_monthly(palace, invocation.surroundings, meaning, semantic, _progress(invocation))
    return _carried_out(invocation, palace, plan)


def _weekly(invocation: Invocation, palace: PalaceFile, *, dry_run: bool) -> Ready:
    from palace.services import weekly
    from palace.services.syncing import sync

    around = invocation.surroundings
    workspace, shelf = workspace_at(palace), shelf_of(invocation, palace)
    if workspace is not None and not dry_run:
        # What a log says is read before the log goes.
        from palace.domain.journal import Actor

        sync(palace, workspace, around, Actor.JOB)
    _, semantic = _meaning(invocation, palace, dry_run=dry_run)
    logs, left = weekly.look_at_logs(shelf)
    shelving = None if dry_run else weekly.shelve_all(shelf, logs)
    plan = weekly.plan_weekly(palace, around, semantic, logs, left, shelving)

    def carry(begun: Begun, yes: bool) -> tuple[JobPlan, JobRun]:
        run = carry_out(palace, plan, begun, around, yes=yes)
        stayed = weekly.let_all_go(shelf, shelving or weekly.Shelving())
        return replace(plan, remarks=(*plan.remarks, *weekly.remarks_of(stayed))), run

    return Ready(plan, carry)


def _reindex(invocation: Invocation, palace: PalaceFile) -> Ready:
    encoder = bootstrap.load_encoder(invocation.settings)
    current, total = palace.vector_coverage(encoder.model_id)
    plan = JobPlan(Job.REINDEX, (), {"memories": total, "without_vector": total - current}, lambda work: 0)

    def carry(begun: Begun, yes: bool) -> tuple[JobPlan, JobRun]:
        from palace.services.embedding import embed_missing

        rows = palace.rebuild_full_text()
        palace.mend_vectors(encoder.model_id, encoder.dimension, encoder.scans_of)
        embedded = embed_missing(palace, encoder, invocation.actor)
        done = replace(plan, counts={"memories": total, "full_text_rows": rows, "embedded": embedded})
        return done, record_run_of(palace, done, begun, invocation.surroundings, None)

    return Ready(plan, carry)


def _carried_out(invocation: Invocation, palace: PalaceFile, plan: JobPlan) -> Ready:
    around = invocation.surroundings
    return Ready(plan, lambda begun, yes: (plan, carry_out(palace, plan, begun, around, yes=yes)))


def workspace_at(palace: PalaceFile) -> WorkspaceFolder | None:
    """Return the folder that the palace is tied to; None where to none. Raises NotFound where it is gone."""
    from palace.cli.workspace_folder import WorkspaceFolder

    folder = palace.workspace.folder()
    if not folder:
        return None
    workspace = WorkspaceFolder(Path(folder))
    next(iter(workspace.files()), None)  # says at once that the folder is not there
    return workspace


def shelf_of(invocation: Invocation, palace: PalaceFile) -> FolderOfLogs | None:
    """Return the shelf of old logs in the workspace; None where there is no workspace."""
    from palace.exchange.daily_log import FORMAT
    from palace.files.log_shelf import FolderOfLogs
    from palace.services.readings import FileReading
    from palace.services.sync_ports import Stamp, WorkspaceFile

    workspace = workspace_at(palace)
    if workspace is None:
        return None
    folder, around = workspace, invocation.surroundings

    def read(path: str) -> FileReading | None:
        reading = folder.read(WorkspaceFile(path, Stamp(0, 0)))
        return reading if isinstance(reading, FileReading) and reading.format == FORMAT else None

    jobs, now = around.rules.jobs, bootstrap.now()
    today = local_day(around.now, around.zone)
    return FolderOfLogs(folder.root, today, now, jobs.logs_stay, jobs.log_at_rest, read)


def _meaning(
    invocation: Invocation, palace: PalaceFile, *, dry_run: bool
) -> tuple[Meaning, SemanticMemories | None]:
    """Return what finds and judges pairs, and the memories by meaning; both may be none, with the reason."""
    try:
        from palace.services.judging_pairs import judge_with

        semantic = bootstrap.load_semantic(palace, invocation.settings)
        reader = bootstrap.load_pair_reader(invocation.settings)
    except PalaceError as error:
        return Meaning(none_because=invocation.catalog.error(error)), None
    if not dry_run and not palace.read_only_because:
        embed_missing_quietly(invocation, palace)
    judge = judge_with(reader, invocation.surroundings.rules.similarity)
    return Meaning(semantic, judge), semantic


def _progress(invocation: Invocation) -> Progress | None:
    import sys

    if invocation.wants_json or not sys.stderr.isatty():
        return None

    def tell(done: int) -> bool:
        invocation.output.error(invocation.say("cli.job.progress", done=done))
        return True

    return tell


def change_line(say: Callable[..., str], change: PlannedChange) -> str:
    """Return one change as a line for people, in the words of `say`."""
    words = [say(f"vocabulary.verb.{change.verb}")]
    if change.id is not None:
        words.append(f"#{change.id}")
    if change.becomes:
        states = [say(f"cli.job.state.{state}") for state in (change.was, change.becomes) if state]
        words.append(" → ".join(states))
    sides = (say(f"cli.job.side.{side.subject}", id=side.id, text=side.text) for side in change.sides)
    words.append(" / ".join(sides) if change.sides else change.text)
    if change.because:
        words.append(f"({say(f'cli.job.because.{change.because}')})")
    return "  ".join(words)


def change_json(change: PlannedChange) -> dict[str, object]:
    """Return one change for programs; docs/json.md describes it."""
    return {
        "verb": change.verb.value,
        "subject": change.subject.value,
        "id": change.id,
        "from": change.was or None,
        "to": change.becomes or None,
        "because": change.because or None,
        "text": change.text,
    }
