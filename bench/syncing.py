"""How long a sync of a folder takes the first time, and with nothing new: one run, and the ratio.

python bench/syncing.py [LOGS] [BULLETS]
"""

import os
import resource
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

from palace import bootstrap
from palace.cli.workspace_folder import WorkspaceFolder
from palace.config.settings import Settings
from palace.domain.journal import Actor
from palace.services.sync_plans import changed_files
from palace.services.syncing import look_at_logs, sync, tie_workspace

LONG_AGO = 1_700_000_000
TIMES = 3


def write_logs(folder: Path, logs: int, bullets: int) -> int:
    """Write daily logs that are long at rest; returns their bytes."""
    size = 0
    for number in range(logs):
        day = date(2000, 1, 1) + timedelta(days=number)
        lines = (
            f"- Moved server {number * bullets + each} of hall {each} to the cellar in {each + 3} minutes\n"
            for each in range(bullets)
        )
        path = folder / f"{day}.md"
        size += path.write_text(f"# {day}\n\n" + "".join(lines), encoding="utf-8")
        os.utime(path, (LONG_AGO, LONG_AGO))
    return size


def main() -> None:
    """Measure and print."""
    logs = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    bullets = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "logs"
        folder.mkdir()
        size = write_logs(folder, logs, bullets)
        settings = Settings()
        around = bootstrap.surroundings(settings)
        with bootstrap.create_palace(Path(place) / "palace.db", settings) as palace:
            tie_workspace(palace, str(folder), Actor.PERSON)
            workspace = WorkspaceFolder(folder)
            began, used = time.perf_counter(), time.process_time()
            for file in changed_files(workspace, {}):
                workspace.read(file)
            parsed = time.process_time() - used
            used = time.process_time()
            first = sync(palace, workspace, around, Actor.JOB)
            written = time.process_time() - used
            again = []
            for _ in range(TIMES):
                used = time.process_time()
                assert sync(palace, workspace, around, Actor.JOB).read == 0
                again.append(time.process_time() - used)
            used = time.process_time()
            look_at_logs(palace, workspace)
            looked = time.process_time() - used
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{logs:,} logs, {first.read:,} bullets, {size / 1e6:.1f} MB, {time.perf_counter() - began:.0f} s")
    print(f"reading alone      {parsed:8.2f} s of one core  {first.read / parsed:10,.0f} bullets a second")
    print(f"first sync         {written:8.2f} s              {first.read / written:10,.0f} bullets a second")
    print(f"nothing new        {min(again):8.3f} s              {written / min(again):10,.0f} times as fast")
    print(f"bullets not read   {looked:8.3f} s")
    print(f"peak memory        {peak:8.0f} MB")


if __name__ == "__main__":
    main()
