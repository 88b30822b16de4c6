"""How long a whole palace takes out and back, beside SQLite's own dump of the same file, and how much memory.

python bench/exporting.py [--memories 20000]
"""

import argparse
import resource
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter

from palace import bootstrap
from palace.cli.export_door import export
from palace.config.settings import Settings
from palace.domain.journal import Actor
from palace.exchange.palace_lines import read_lines
from palace.services.exporting import ExportRequest
from palace.services.records import import_records
from palace.services.restoring import restore_whole

WORDS = (
    *("deploy", "backup", "备份", "日志", "index", "睡眠", "printer"),
    *("invoice", "合同", "latency", "museum", "提醒", "ferry", "账单"),
)


def text_of(number: int) -> str:
    """Return a memory's text, no two the same."""
    chosen = [WORDS[(number * step) % len(WORDS)] for step in (1, 3, 5, 7, 11, 13)]
    return f"Note {number}: {' '.join(chosen)} 第 {number} 条，共 {number * 7 % 1000} 次。"


def filled(path: Path, memories: int) -> None:
    """Make a palace of so many memories."""
    settings = Settings()
    with closing(bootstrap.create_palace(path, settings)) as palace:
        import_records(
            palace,
            ({"text": text_of(number), "scenes": [WORDS[number % len(WORDS)]]} for number in range(memories)),
            bootstrap.surroundings(settings),
            Actor.PERSON,
        )


def go(what: str, folder: Path) -> None:
    """Do one way in this process and print its seconds and its greatest memory in MiB."""
    settings = Settings()
    around = bootstrap.surroundings(settings)
    began = perf_counter()
    if what == "dump":
        with closing(sqlite3.connect(folder / "full.db")) as file, (folder / "dump.sql").open("w") as out:
            for statement in file.iterdump():
                out.write(statement + "\n")
    elif what == "back":
        bootstrap.create_palace(folder / "back.db", settings).close()
        with (
            closing(bootstrap.open_palace(folder / "back.db", settings)) as palace,
            (folder / "all.jsonl").open() as lines,
        ):
            restore_whole(palace.whole, *read_lines(lines), Actor.PERSON, apply=True)
    else:
        with closing(bootstrap.open_palace(folder / "full.db", settings)) as palace:
            export(palace, ExportRequest(str(folder / what)), around)
    took = perf_counter() - began
    print(f"{took:.3f} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f}")


def main() -> None:
    """Measure each way in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=20_000)
    parser.add_argument("--go", nargs=2)
    arguments = parser.parse_args()
    if arguments.go:
        go(arguments.go[0], Path(arguments.go[1]))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        filled(folder / "full.db", arguments.memories)
        dump = 0.0
        for what in ("dump", "all.jsonl", "back", "all.csv", "MEMORY.md"):
            ended = subprocess.run(
                [sys.executable, __file__, "--go", what, name], capture_output=True, text=True, check=True
            )
            took, most = ended.stdout.split()
            dump = dump or float(took)
            size = (folder / what).stat().st_size if (folder / what).exists() else 0
            ratio = float(took) / dump
            written = f"{size / 2**20:7.1f} MiB written"
            print(f"{what:10} {took:>8} s  {ratio:5.2f} of a dump  {most:>5} MiB  {written}")
        if (folder / "all.jsonl").stat().st_size == 0:
            raise SystemExit("nothing was exported")


if __name__ == "__main__":
    main()
