"""`palace job`: what the palace does by itself: shown before, done now, done when due, or brought back."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import TYPE_CHECKING

from palace.cli.copy_of_today import make_copy_of_today
from palace.cli.health_beside import keep_figures_of_today
from palace.cli.invocation import Invocation
from palace.cli.job_history import counts_told, tell_history
from palace.cli.output import first_line
from palace.cli.rendering import local_time
from palace.cli.running_jobs import change_json, change_line, ready, shelf_of
from palace.config.paths import state_directory
from palace.domain.errors import InvalidInput, NotFound, PalaceError, PalaceUnavailable
from palace.domain.jobs import Job, JobRun, JobState
from palace.domain.journal import Actor
from palace.files.lock_file import held, lock_path
from palace.services.job_calendar import due_jobs, job_calendar
from palace.services.job_plans import JobPlan
from palace.services.jobs import WouldRetireTooMany, begin_run, record_ending
from palace.services.readings import Remark
from palace.services.rendering import stamp

if TYPE_CHECKING:
    from palace.storage.palace_file import PalaceFile

MOST_LISTED = 200
"""So many changes are listed for people; --json lists all."""

MOST_CORE_LISTED = 20
"""So many P0 are listed to be read again."""

FAILED, REFUSED = 1, 4


class Way(StrEnum):
    """What can be asked for beside a job by its name."""

    LIST = "list"
    RUN_DUE = "run-due"
    BRING_BACK = "bring-back"


def run(invocation: Invocation) -> int:
    """List the jobs, run one or what is due, or bring shelved logs back."""
    arguments = invocation.arguments
    name = str(arguments.name).lower().replace("_", "-")
    known = [*(job.value for job in Job), *(way.value for way in Way)]
    if name not in known:
        raise InvalidInput(
            "there is no job “{name}”",
            next_step="use one of {known}",
            name=name[:40],
            known=", ".join(known),
        )
    if arguments.words and name != Way.BRING_BACK:
        raise InvalidInput("palace job {name} takes no further words", name=name)
    _check_history(invocation, name)
    with invocation.palace() as palace:
        if arguments.history:
            return tell_history(invocation, palace, None if name == Way.LIST else Job(name))
        if name == Way.LIST:
            return _list(invocation, palace)
        if name == Way.BRING_BACK:
            with _lock(palace):
                return _bring_back(invocation, palace, arguments.words)
        if name == Way.RUN_DUE:
            return _run_due(invocation, palace)
        return _run_one(invocation, palace, Job(name))


def _check_history(invocation: Invocation, name: str) -> None:
    """Raise InvalidInput for what asks for the runs there were and for something else at once."""
    arguments = invocation.arguments
    if arguments.limit is not None and not arguments.history:
        raise InvalidInput("--limit goes with --history", next_step="palace job NAME --history --limit N")
    if arguments.history and (name in {Way.RUN_DUE, Way.BRING_BACK} or arguments.dry_run or arguments.yes):
        raise InvalidInput(
            "--history only tells which runs there were", next_step="palace job [NAME] --history [--limit N]"
        )


def _lock(palace: PalaceFile) -> AbstractContextManager[None]:
    """Hold what keeps two runs of jobs on one palace apart; raises Refused where another one is at work."""
    return held(lock_path(state_directory(os.environ), palace.path, "job"), "job")


def _run_one(invocation: Invocation, palace: PalaceFile, job: Job) -> int:
    arguments = invocation.arguments
    if arguments.dry_run:
        plan = ready(invocation, palace, job, dry_run=True).plan
        _tell(invocation, plan, None)
        return 0
    _check_writable(palace)
    with _lock(palace):
        plan, run = _do(invocation, palace, job)
    _tell(invocation, plan, run, _way_back(palace, run))
    return FAILED if plan.incomplete else 0


def _check_writable(palace: PalaceFile) -> None:
    """Raise ReadOnlyPalace before any work is done for nothing."""
    if palace.read_only_because:
        with palace.unit_of_work(Actor.JOB):
            pass


def _do(invocation: Invocation, palace: PalaceFile, job: Job) -> tuple[JobPlan, JobRun]:
    """Run a job; where it fails that is recorded, and the error goes on."""
    begun = begin_run(palace, job, invocation.surroundings)
    try:
        prepared = ready(invocation, palace, job, dry_run=False)
        done = prepared.carry(begun, bool(invocation.arguments.yes))
    except (WouldRetireTooMany, PalaceUnavailable):
        raise  # the first is recorded already, the second cannot be
    except PalaceError as error:
        record_ending(palace, job, begun, invocation.surroundings, error)
        raise
    keep_figures_of_today(palace, invocation.palace_path, invocation.settings, invocation.surroundings)
    return done


def _run_due(invocation: Invocation, palace: PalaceFile) -> int:
    """Run what is due, each job once, however often it was missed; one that fails stops no other."""
    status, told = 0, list[dict[str, object]]()
    if invocation.arguments.dry_run:
        for state in due_jobs(palace, invocation.surroundings):
            _announce(invocation, state)
            try:
                plan = ready(invocation, palace, state.job, dry_run=True).plan
            except PalaceUnavailable:
                raise
            except PalaceError as error:
                status = FAILED
                told.append(_failed(invocation, state.job, error))
                continue
            told.append(_json(plan, None))
            if not invocation.wants_json:
                _print(invocation, plan, None)
        return _end_of_due(invocation, palace, told, status)
    _check_writable(palace)
    with _lock(palace):
        due = due_jobs(palace, invocation.surroundings)
        status = make_copy_of_today(invocation, palace) if due else 0
        for state in due:
            _announce(invocation, state)
            try:
                plan, run = _do(invocation, palace, state.job)
            except PalaceUnavailable:
                raise
            except PalaceError as error:
                status = max(status, error.exit_status if error.exit_status == REFUSED else FAILED)
                told.append(_failed(invocation, state.job, error))
            else:
                status = max(status, FAILED if plan.incomplete else 0)
                way_back = _way_back(palace, run)
                told.append(_json(plan, run, way_back))
                if not invocation.wants_json:
                    _print(invocation, plan, run, way_back, changes=False)
    return _end_of_due(invocation, palace, told, status)


def _failed(invocation: Invocation, job: Job, error: PalaceError) -> dict[str, object]:
    """Say that a job failed, and return it for programs."""
    why = invocation.catalog.error(error)
    invocation.output.error(invocation.say("cli.job.told", head=_name(invocation, job), what=why))
    return {"job": job.value, "error": why}


def _announce(invocation: Invocation, state: JobState) -> None:
    if invocation.wants_json or state.due_at is None:
        return
    due = local_time(state.due_at, invocation.surroundings.zone)
    key = "cli.job.catching_up" if state.missed > 1 else "cli.job.due"
    invocation.output.line(
        invocation.say(key, job=_name(invocation, state.job), due=due, missed=state.missed)
    )


def _end_of_due(
    invocation: Invocation, palace: PalaceFile, told: Sequence[dict[str, object]], status: int
) -> int:
    if invocation.wants_json:
        invocation.output.json({"jobs": list(told)})
    elif not told:
        nexts = [state.next_at for state in job_calendar(palace, invocation.surroundings) if state.next_at]
        at = local_time(min(nexts), invocation.surroundings.zone)
        invocation.output.line(invocation.say("cli.job.nothing_due", next=at))
    return status


def _list(invocation: Invocation, palace: PalaceFile) -> int:
    states = job_calendar(palace, invocation.surroundings)
    if invocation.wants_json:
        invocation.output.json({"jobs": [_state_json(state) for state in states]})
        return 0
    zone = invocation.surroundings.zone
    for state in states:
        last = state.last
        words = [
            _name(invocation, state.job),
            invocation.say("cli.job.never")
            if last is None
            else invocation.say(
                f"cli.job.last.{last.outcome}",
                at=local_time(last.started_at, zone),
                seconds=f"{last.seconds:.1f}",
            ),
        ]
        if state.due_at is not None:
            due = local_time(state.due_at, zone)
            words.append(invocation.say("cli.job.is_due", due=due, missed=state.missed))
        elif state.next_at is not None:
            words.append(invocation.say("cli.job.next", next=local_time(state.next_at, zone)))
        invocation.output.line("  ".join(words))
        if last is not None and last.reason:
            invocation.output.line("    " + first_line(last.reason))
    return 0


def _bring_back(invocation: Invocation, palace: PalaceFile, named: Sequence[str]) -> int:
    """Bring logs back from the shelf: those that are named, or all that the last weekly run put there."""
    from palace.services.log_ports import ShelvedLog
    from palace.services.shelved_logs import logs_to_bring_back

    shelf = shelf_of(invocation, palace)
    if shelf is None:
        raise NotFound("this palace is tied to no folder", next_step="tie it to one: palace workspace FOLDER")
    wanted = logs_to_bring_back(palace, shelf.shelved(), named)
    if not wanted:
        raise NotFound("there is no log on the shelf to bring back", next_step="palace job bring-back FILE")
    back, left = list[str](), list[dict[str, str]]()
    for packed, path in wanted:
        if invocation.arguments.dry_run:
            back.append(path)
            continue
        done = shelf.bring_back(packed, path)
        if isinstance(done, ShelvedLog):
            back.append(path)
        else:
            left.append({"path": done.path, "reason": done.reason})
    if invocation.wants_json:
        dry_run = bool(invocation.arguments.dry_run)
        invocation.output.json({"brought_back": back, "left": left, "applied": not dry_run})
    else:
        for path in back:
            key = "cli.job.would_come_back" if invocation.arguments.dry_run else "cli.job.brought_back"
            invocation.output.line(invocation.say(key, path=path))
        for each in left:
            invocation.output.error(invocation.say("cli.job.stays", **each))
    return FAILED if left else 0


def _way_back(palace: PalaceFile, run: JobRun) -> int | None:
    """Return the decision by which a run is taken back; None where it decided nothing."""
    newest = palace.decisions(limit=1)
    return newest[0].id if newest and newest[0].group == run.group else None


def _tell(invocation: Invocation, plan: JobPlan, run: JobRun | None, way_back: int | None = None) -> None:
    if invocation.wants_json:
        invocation.output.json(_json(plan, run, way_back))
    else:
        _print(invocation, plan, run, way_back)


def _json(plan: JobPlan, run: JobRun | None, way_back: int | None = None) -> dict[str, object]:
    return {
        "job": plan.job.value,
        "changes": [change_json(change) for change in plan.changes],
        "counts": dict(plan.counts if run is None else run.counts),
        "remarks": [remark.text for remark in plan.remarks],
        "report": dict(plan.report),
        "applied": run is not None,
        "group": None if run is None else run.group,
        "decision": way_back,
        "due_at": None if run is None else stamp(run.due_at),
        "started_at": None if run is None else stamp(run.started_at),
        "seconds": None if run is None else run.seconds,
    }


def _state_json(state: JobState) -> dict[str, object]:
    last, done = state.last, state.last_done
    return {
        "job": state.job.value,
        "last_started_at": None if last is None else stamp(last.started_at),
        "last_outcome": None if last is None else last.outcome.value,
        "last_reason": None if last is None else last.reason or None,
        "last_done_at": None if done is None else stamp(done.finished_at or done.started_at),
        "last_counts": None if done is None else dict(done.counts),
        "last_seconds": None if done is None else done.seconds,
        "due_at": stamp(state.due_at),
        "missed": state.missed,
        "next_at": stamp(state.next_at),
    }


def _print(
    invocation: Invocation,
    plan: JobPlan,
    run: JobRun | None,
    way_back: int | None = None,
    *,
    changes: bool = True,
) -> None:
    say, output = invocation.say, invocation.output
    for change in plan.changes[:MOST_LISTED] if changes else ():
        output.line(change_line(say, change))
    if changes and len(plan.changes) > MOST_LISTED:
        output.line(say("cli.job.more", count=len(plan.changes) - MOST_LISTED))
    for line in _core_lines(invocation, plan) if changes else ():
        output.line(line)
    counts = plan.counts if run is None else run.counts
    head = say("cli.job.planned" if run is None else "cli.job.done", job=_name(invocation, plan.job))
    output.line(say("cli.job.told", head=head, what=counts_told(invocation, counts)))
    for remark in plan.remarks:
        output.error(_sentence(invocation, remark))
    if way_back is not None:
        output.line(say("cli.job.undo", decision=way_back))


def _sentence(invocation: Invocation, remark: Remark) -> str:
    """Return a remark in the language of the person, with the reason why a file was left out in words."""
    values = dict(remark.values)
    key = f"cli.import.unread.{values.get('reason')}"
    if invocation.catalog.has(key):
        values["reason"] = invocation.say(key)
    return invocation.catalog.sentence(remark.template, values)


def _core_lines(invocation: Invocation, plan: JobPlan) -> Iterator[str]:
    """Yield the P0 that a person should read again, those that were confirmed longest ago first."""
    listed = plan.report.get("p0_review")
    core = listed if isinstance(listed, list) else []
    if core:
        yield invocation.say("cli.job.core")
    for each in core[:MOST_CORE_LISTED]:
        yield "  " + invocation.say(
            "cli.job.core_line", id=each["id"], text=each["text"], days=each["days_since_confirmed"]
        )
    if len(core) > MOST_CORE_LISTED:
        yield "  " + invocation.say("cli.job.more", count=len(core) - MOST_CORE_LISTED)


def _name(invocation: Invocation, job: Job) -> str:
    return invocation.say(f"cli.job.name.{job}")
