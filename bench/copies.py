"""What a backup and a restore of a large palace cost while another process writes, beside copying its bytes.

    python bench/copies.py [--megabytes 500] [--json]

The palace holds real memories and is filled up with counted searches. One process commits a memory every few
milliseconds without end; it tells how long its slowest commit took. Ratios are to reading and writing the
file's bytes with an fsync, in the same run.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, sleep

from generated import generated_palace

from palace.domain.identifiers import uuid7
from palace.domain.journal import Actor
from palace.domain.rules import Rules
from palace.services.surroundings import Surroundings
from palace.storage.backups import fault_of
from palace.storage.palace_file import PalaceFile
from palace.storage.restoring import Wanted, look_at_restore, restore

NOW = datetime(2026, 6, 1, tzinfo=UTC)
MEMORIES = 5_000
SURROUNDINGS = Surroundings(lambda: NOW, UTC, Rules(), lambda: uuid7(NOW, os.urandom(10)))
WRITER = """
import sys
from pathlib import Path
from time import perf_counter, sleep
from copies import SURROUNDINGS, NOW
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Wing
from palace.storage.palace_file import PalaceFile
slowest = 0.0
with PalaceFile.open(Path(sys.argv[1]), clock=SURROUNDINGS.clock, new_uid=SURROUNDINGS.new_uid) as palace:
    while True:
        began = perf_counter()
        with palace.unit_of_work(Actor.AGENT) as work:
            memory = Memory(0, SURROUNDINGS.new_uid(), "written meanwhile", Wing.HISTORY, NOW)
            memory = work.save_memory(memory)
            work.record(Verb.ADD, Subject.MEMORY, memory.id)
        slowest = max(slowest, perf_counter() - began)
        print(memory.id, slowest * 1000, flush=True)
        sleep(0.005)
"""


def filled(path: Path, megabytes: int) -> None:
    """Make a palace of so many megabytes."""
    generated_palace(path, MEMORIES).close()
    with PalaceFile.open(path, clock=SURROUNDINGS.clock, new_uid=SURROUNDINGS.new_uid) as palace:
        while path.stat().st_size + Path(f"{path}-wal").stat().st_size < megabytes * 1_000_000:
            with palace.unit_of_work(Actor.AGENT) as work:
                for number in range(4_000):
                    work.count_search(f"{number} " + "what was asked " * 300, "lexical", 6, 12.5, NOW)


def seconds(act: Callable[[], object]) -> float:
    """Return how long a call takes."""
    began = perf_counter()
    act()
    return perf_counter() - began


def copy_bytes(source: Path, target: Path) -> None:
    """Copy a file as its bytes, and let them reach the disk."""
    shutil.copyfile(source, target)
    with target.open("r+b") as file:
        os.fsync(file.fileno())


def measured(folder: Path, megabytes: int) -> dict[str, float]:
    """Return the figures, seconds and milliseconds."""
    path = folder / "palace.db"
    filled(path, megabytes)
    plain = seconds(lambda: copy_bytes(path, folder / "bytes"))
    (folder / "bytes").unlink()
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent,
    )
    assert writer.stdout is not None
    try:
        for _ in range(50):
            before = writer.stdout.readline()
        with PalaceFile.open(path, clock=SURROUNDINGS.clock, new_uid=SURROUNDINGS.new_uid) as palace:
            began = perf_counter()
            copy = palace.backups.back_up(NOW).copy
            backing_up = perf_counter() - began
        sleep(0.1)
    finally:
        writer.kill()
        rest = writer.stdout.read().splitlines()
        writer.wait()
    last = rest[-1].split()
    if fault_of(copy.path) or (copy.memories or 0) < int(before.split()[0]):
        raise SystemExit("the copy lost something")
    looking = seconds(lambda: look_at_restore(Wanted(path, copy.path)))
    restoring = seconds(lambda: restore(Wanted(path, copy.path), SURROUNDINGS, Actor.PERSON))
    return {
        "megabytes": copy.size / 1e6,
        "bytes_s": plain,
        "backup_s": backing_up,
        "backup_ratio": backing_up / plain,
        "look_s": looking,
        "restore_s": restoring,
        "restore_ratio": restoring / plain,
        "written_meanwhile": int(last[0]) - int(before.split()[0]),
        "slowest_commit_before_ms": float(before.split()[1]),
        "slowest_commit_ms": float(last[1]),
    }


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--megabytes", type=int, default=500)
    words.add_argument("--json", action="store_true")
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as place:
        figures = measured(Path(place), asked.megabytes)
    if asked.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:26} {figure:10.2f}")
