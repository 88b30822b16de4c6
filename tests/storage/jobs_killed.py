"""Runs a job in child processes that kill themselves at many points of it; told by a test what came out.

The point is the number of lines of Palace that were executed, so that a kill may fall between any two of
them: within a transaction, between two files, after a rename.
"""

import json
import os
import shutil
import signal
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FrameType
from typing import Any
from zoneinfo import ZoneInfo

import zstandard

from palace.domain.filters import Filters
from palace.domain.identifiers import uuid7
from palace.domain.jobs import Job
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.rules import Rules
from palace.domain.vocabulary import Priority, Status, Wing
from palace.exchange.reading import read_file
from palace.files.log_shelf import FolderOfLogs
from palace.services.doctor import Severity
from palace.services.job_plans import Meaning
from palace.services.jobs import begin_run, carry_out
from palace.services.nightly import plan_nightly
from palace.services.readings import FileReading
from palace.services.surroundings import Surroundings
from palace.services.weekly import let_all_go, look_at_logs, plan_weekly, shelve_all
from palace.storage.palace_file import PalaceFile

NOW = datetime(2026, 5, 15, 4, tzinfo=UTC)
AROUND = Surroundings(
    clock=lambda: NOW,
    zone=ZoneInfo("Asia/Shanghai"),
    rules=Rules(),
    new_uid=lambda: uuid7(NOW, os.urandom(10)),
)
OURS = ("/palace/files/log_shelf.py", "/palace/services/", "/palace/storage/")


def opened(folder: Path) -> PalaceFile:
    return PalaceFile.open(folder / "palace.db", clock=AROUND.clock, new_uid=AROUND.new_uid)


def make(folder: Path) -> None:
    """A palace of twelve memories, of which six expire, and a workspace with three old logs."""
    (folder / "memory").mkdir(parents=True)
    with PalaceFile.create(folder / "palace.db", clock=AROUND.clock, new_uid=AROUND.new_uid) as palace:
        for number in range(12):
            memory = Memory(
                id=0,
                uid=f"u{number}",
                text=f"statement {number}",
                wing=Wing.KNOWLEDGE,
                recorded_at=NOW - timedelta(days=40 if number % 2 else 1),
                priority=Priority.P2,
            )
            with palace.unit_of_work(Actor.PERSON) as work:
                saved = work.save_memory(memory)
                work.record(Verb.ADD, Subject.MEMORY, saved.id)
    for day in (1, 2, 3):
        log = folder / "memory" / f"2026-04-0{day}.md"
        log.write_text(
            f"# 2026-04-0{day}\n\n- decided to move backup {day} to three o'clock\n" * day, "utf-8"
        )
        os.utime(log, (1, 1))


def night(folder: Path) -> None:
    with opened(folder) as palace:
        plan = plan_nightly(palace, AROUND, Meaning())
        carry_out(palace, plan, begin_run(palace, Job.NIGHTLY, AROUND), AROUND, yes=True)


def week(folder: Path) -> None:
    def read(path: str) -> FileReading | None:
        return read_file(path, (folder / path).read_bytes(), neighbours=lambda name: False)

    rules = AROUND.rules.jobs
    shelf = FolderOfLogs(folder, NOW.date(), NOW, rules.logs_stay, rules.log_at_rest, read)
    with opened(folder) as palace:
        logs, left = look_at_logs(shelf)
        shelving = shelve_all(shelf, logs)
        plan = plan_weekly(palace, AROUND, None, logs, left, shelving)
        carry_out(palace, plan, begin_run(palace, Job.WEEKLY, AROUND), AROUND, yes=True)
        let_all_go(shelf, shelving)


JOBS = {"nightly": night, "weekly": week}


def executed(job: str, folder: Path, kill_at: int) -> int:
    """Run a job, killed at a line; returns how many lines were executed where it was not."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        if not any(part in frame.f_code.co_filename for part in OURS):
            return None
        if event == "line":
            count += 1
            if count == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)
    JOBS[job](folder)
    sys.settrace(None)
    return count


def logs_of(folder: Path) -> dict[str, str]:
    """Return every log that is whole somewhere: in its place or on the shelf."""
    found = {path.name: path.read_text("utf-8") for path in (folder / "memory").glob("*.md")}
    for path in (folder / "archive" / "daily").glob("*.zst"):
        text = zstandard.ZstdDecompressor().decompress(path.read_bytes()).decode()
        found.setdefault(path.name.removesuffix(".zst"), text)
    return found


def stands(folder: Path) -> dict[str, object]:
    with opened(folder) as palace:
        broken = [each for each in palace.examine_file() if each.severity is Severity.FAULT]
        assert not broken, broken
        every = palace.memories(palace.memory_ids(Filters(statuses=frozenset(Status))))
        return {
            "statuses": [memory.status.value for memory in every],
            "candidates": sorted(each.text for each in palace.open_candidates()),
            "runs": len(palace.jobs.runs()),
        }


def main(job: str, base: Path, points: int) -> None:
    """Kill the job at so many points, evenly spread; print what came out, one JSON object."""
    whole = base / "whole"
    make(whole)
    logs = logs_of(whole)
    before = stands(whole)
    template = base / "template"
    shutil.copytree(whole, template)
    total = executed(job, whole, 0)
    after = stands(whole)
    faults: list[str] = []
    killed = 0
    for point in range(points):
        at = 1 + point * (total - 1) // max(1, points - 1)
        folder = base / f"killed-{point}"
        shutil.copytree(template, folder)
        child = os.fork()
        if not child:
            executed(job, folder, at)
            os._exit(0)
        killed += os.WIFSIGNALED(os.waitpid(child, 0)[1])
        found = stands(folder)
        if found not in (before, after):
            faults.append(f"at line {at}: {found}")
        if logs_of(folder) != logs:
            faults.append(f"at line {at}: a log is lost")
        JOBS[job](folder)
        ended = stands(folder) | {"runs": 1}
        if ended != after | {"runs": 1} or logs_of(folder) != logs:
            faults.append(f"at line {at}: the next run did not finish it: {ended}")
        shutil.rmtree(folder)
    print(json.dumps({"killed": killed, "faults": faults, "before": before, "after": after, "lines": total}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
