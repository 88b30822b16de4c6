"""How long the figures of health and the days of the timeline take beside one plain pass over all rows.

Both are done on the same generated palace, taking turns; half of its memories have a vector row, so that the
join that looks for it is paid for. With `--worn` it is a palace in use: every memory has a vector and a
scene, a third was hit, a tenth has a binding, a fifth is archived, some of it for something newer. Prints
medians and ratios of the time on the clock and of the processor, which others on the machine disturb less.

    python bench/health.py --memories 100000 --rounds 7 [--worn]
"""

import argparse
import json
import sqlite3
import statistics
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter, process_time

from generated import START, generated_palace

from palace.domain.rules import Rules
from palace.services.health import health
from palace.services.health_figure import Beside
from palace.services.health_figures import figures
from palace.services.surroundings import Surroundings
from palace.services.timeline_ports import By
from palace.storage.palace_file import PalaceFile

MODEL = "bench"


def add_vectors(path: Path) -> None:
    """Give every second memory a row of a vector, as far as health looks at it."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO embedding SELECT id, ?, 1, content_hash, '', id / 1024, id % 1024, x'00000000'"
            " FROM memory WHERE id % 2 = 0",
            (MODEL,),
        )


def wear(path: Path) -> None:
    """Let a palace look used: see the module."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT OR IGNORE INTO embedding SELECT id, ?, 1, content_hash, '', id / 1024, id % 1024,"
            " x'00000000' FROM memory",
            (MODEL,),
        )
        database.execute("""UPDATE memory SET scenes = '["scene ' || (id * 7 % 36) || '"]'""")
        database.execute(
            "UPDATE memory SET hits = 1, loads = 2, last_hit_at = recorded_at WHERE id * 11 % 31 < 10"
        )
        database.execute("UPDATE memory SET binding_when = 'x', binding_do = 'y' WHERE id * 13 % 10 = 0")
        database.execute("UPDATE memory SET status = 'archived' WHERE id * 17 % 10 < 2")
        database.execute(
            "UPDATE memory SET retired_at = recorded_at WHERE id * 17 % 50 = 1 AND status = 'archived'"
        )


def seconds_of(work: Callable[[], object]) -> tuple[float, float]:
    """Return how long a piece of work takes, on the clock and of the processor."""
    start, busy = perf_counter(), process_time()
    work()
    return perf_counter() - start, process_time() - busy


def main() -> None:
    """Measure, and print one line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--worn", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        generated_palace(path, asked.memories).close()
        add_vectors(path)
        if asked.worn:
            wear(path)
        now = START + timedelta(minutes=asked.memories)
        around = Surroundings(lambda: now, UTC, Rules(), lambda: "uid")
        with (
            PalaceFile.open(path, clock=lambda: now, new_uid=lambda: "uid") as palace,
            closing(sqlite3.connect(path)) as plain,
        ):
            works: dict[str, Callable[[], object]] = {
                "one_pass": lambda: plain.execute("SELECT sum(length(text)) FROM memory").fetchone(),
                "health": lambda: figures(health(palace, around, MODEL), Beside(), around),
                "timeline_days": lambda: palace.timeline.counts(By.VALID),
                "timeline_page": lambda: palace.timeline.entries(By.VALID, now.date(), 0, 60),
            }
            times: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
            for _ in range(asked.rounds):
                for name, work in works.items():
                    times[name].append(seconds_of(work))
    clock = {name: statistics.median(each for each, _ in taken) for name, taken in times.items()}
    processor = {name: statistics.median(each for _, each in taken) for name, taken in times.items()}
    print(
        json.dumps(
            {
                "memories": asked.memories,
                "at": datetime.now(UTC).isoformat(timespec="minutes"),
                "worn": asked.worn,
                "median_ms": {name: round(taken * 1000, 1) for name, taken in clock.items()},
                "processor_ms": {name: round(taken * 1000, 1) for name, taken in processor.items()},
                "beside_one_pass": {
                    name: round(taken / processor["one_pass"], 2) for name, taken in processor.items()
                },
            }
        )
    )


if __name__ == "__main__":
    main()
