"""`palace sync`: read what is new in the workspace. It asks nothing and says one line, and what clashes with
what is new: cron may run it.
"""

import os
from pathlib import Path

from palace.cli.comparing_on_the_way import follow_up, follow_up_and_tell, on_the_way_json
from palace.cli.cut_off import told_where_cut_off
from palace.cli.invocation import Invocation
from palace.cli.output import first_line
from palace.cli.workspace_folder import WorkspaceFolder
from palace.config.paths import state_directory
from palace.files.lock_file import held, lock_path
from palace.files.walking import WhyUnread
from palace.services.comparing_arrivals import Arrivals
from palace.services.remembering import Outcome
from palace.services.syncing import BAD, EDITED, MINOR, MOVED, SyncReport, plan_sync, sync, workspace_of

FAILED = 1


def run(invocation: Invocation) -> int:
    """Sync; exit status 1 when something could not be read, 3 without a workspace, 4 beside another run."""
    arguments = invocation.arguments
    with invocation.palace() as palace:
        workspace = WorkspaceFolder(Path(workspace_of(palace)))
        around = invocation.surroundings
        if arguments.dry_run:
            report = plan_sync(palace, workspace, around, everything=arguments.all)
        else:
            lock = lock_path(state_directory(os.environ), palace.path, "sync")
            with held(lock, "sync"), told_where_cut_off(invocation, palace):
                report = sync(palace, workspace, around, invocation.actor, everything=arguments.all)
        arrivals = Arrivals(report.candidate_ids if report.applied else ())
        if invocation.wants_json:
            compared = on_the_way_json(follow_up(invocation, palace, arrivals))
            invocation.output.json(report_json(report) | compared)
        else:
            _print(invocation, report)
            follow_up_and_tell(invocation, palace, arrivals)
    return FAILED if report.errors or report.faults else 0


def report_json(report: SyncReport) -> dict[str, object]:
    """Return a report for programs; docs/json.md describes it."""
    counted = (*(outcome.value for outcome in Outcome), EDITED, MOVED, MINOR, BAD)
    return {
        "workspace": report.folder,
        **{name: report.count(name) for name in counted},
        "flagged": report.flagged,
        "files_read": report.files_read,
        "files_unchanged": report.files_unchanged,
        "files_gone": list(report.forgotten),
        "left_out": [{"path": file.path, "reason": file.reason} for file in report.left_out],
        "warnings": [warning.text for warning in report.warnings],
        "errors": [error.text for error in report.errors],
        "applied": report.applied,
        "group": report.group or None,
    }


def _print(invocation: Invocation, report: SyncReport) -> None:
    say, output = invocation.say, invocation.output
    for plan in report.plans:
        for bullet in plan.new:
            mark = say(f"cli.sync.outcome.{bullet.outcome}")
            flags = "".join(f"[{flag}] " for flag in bullet.found.flags)
            output.line(
                f"{plan.file.path}:{bullet.found.line}  {mark}  {flags}{first_line(bullet.found.text)}"
            )
    for file in report.faults:
        why = say(f"cli.import.unread.{WhyUnread(file.reason)}")
        output.error(say("cli.import.error", path=file.path, error=why))
    for error in (*report.warnings, *report.errors):
        told = invocation.catalog.sentence(error.said.template, error.said.values)
        output.error(say("cli.import.error", path=error.where, error=told))
    if report.errors or report.faults:
        output.error(say("cli.sync.again"))
    output.line(
        say(
            "cli.sync.done" if report.applied else "cli.sync.planned",
            **{name: report.count(name) for name in (*Outcome, EDITED, MOVED, MINOR)},
            flagged=report.flagged,
            files=report.files_read,
            unchanged=report.files_unchanged,
        )
    )
