"""The runs of the jobs that the palace remembers: for people line by line, for programs whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from palace.cli.invocation import Invocation
from palace.cli.output import first_line
from palace.cli.rendering import local_time
from palace.domain.errors import InvalidInput, NotFound
from palace.domain.jobs import Job, JobRun
from palace.services.job_calendar import job_runs
from palace.services.rendering import stamp

if TYPE_CHECKING:
    from collections.abc import Mapping

    from palace.storage.palace_file import PalaceFile

LISTED = 20
"""So many runs are listed unless --limit says otherwise."""

MOST_LISTED = 100_000


def tell_history(invocation: Invocation, palace: PalaceFile, job: Job | None) -> int:
    """List the runs of one job, or of all, newest first; raises NotFound where there are none."""
    limit = _limit(invocation.arguments.limit)
    runs = job_runs(palace, job, limit + 1)
    if invocation.wants_json:
        told = [_json(run) for run in runs[:limit]]
        invocation.output.json({"runs": told, "more": len(runs) > limit})
        return 0
    if not runs:
        raise NotFound("no run of a job is remembered", next_step="palace job says when each is due")
    for run in runs[:limit]:
        for line in _lines(invocation, run):
            invocation.output.line(line)
    if len(runs) > limit:
        invocation.output.line(invocation.say("cli.job.history.more", limit=limit))
    return 0


def counts_told(invocation: Invocation, counts: Mapping[str, int]) -> str:
    """Return what a run did, as people read it: what it counted, or that it did nothing."""
    counted = ((name, count) for name, count in counts.items() if count)
    told = (
        invocation.say("cli.job.counted", what=_count_name(invocation, name), count=n) for name, n in counted
    )
    return invocation.say("cli.job.and").join(told) or invocation.say("cli.job.nothing")


def _count_name(invocation: Invocation, name: str) -> str:
    key = f"cli.job.count.{name}"
    # A run of a newer or older Palace may have counted what has no words here.
    return invocation.say(key) if invocation.catalog.has(key) else name


def _limit(text: str | None) -> int:
    if text is None:
        return LISTED
    number = int(text) if text.isdecimal() and text.isascii() and len(text) <= len(str(MOST_LISTED)) else 0
    if not 0 < number <= MOST_LISTED:
        raise InvalidInput(
            "“{text}” is no number of runs",
            next_step="write one from 1 to {most:,}",
            text=text[:40],
            most=MOST_LISTED,
        )
    return number


def _lines(invocation: Invocation, run: JobRun) -> list[str]:
    head = invocation.say(
        f"cli.job.history.{run.outcome}",
        at=local_time(run.started_at, invocation.surroundings.zone),
        job=invocation.say(f"cli.job.name.{run.job}"),
        seconds=f"{run.seconds:.1f}",
        what=counts_told(invocation, run.counts),
    )
    return [head, *([f"    {first_line(run.reason)}"] if run.reason else [])]


def _json(run: JobRun) -> dict[str, object]:
    return {
        "id": run.id,
        "job": run.job.value,
        "due_at": stamp(run.due_at),
        "started_at": stamp(run.started_at),
        "finished_at": stamp(run.finished_at),
        "outcome": run.outcome.value,
        "seconds": run.seconds,
        "counts": dict(run.counts),
        "group": run.group,
        "report": dict(run.report),
        "reason": run.reason or None,
    }
