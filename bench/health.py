"""How long the figures of health and the days of the timeline take beside one plain pass over all rows.

Both are done on the same generated palace, taking turns; half of its memories have a vector row, so that the
join that looks for it is paid for. Prints medians and ratios.

    python bench/health.py --memories 100000 --rounds 7
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
from time import perf_counter

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


def seconds_of(work: Callable[[], object]) -> float:
    """Return how long a piece of work takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def main() -> None:
    """Measure, and print one line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        generated_palace(path, asked.memories).close()
        add_vectors(path)
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
            times: dict[str, list[float]] = {name: [] for name in works}
            for _ in range(asked.rounds):
                for name, work in works.items():
                    times[name].append(seconds_of(work))
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    print(
        json.dumps(
            {
                "memories": asked.memories,
                "at": datetime.now(UTC).isoformat(timespec="minutes"),
                "median_ms": {name: round(taken * 1000, 1) for name, taken in medians.items()},
                "least_ms": {name: round(min(taken) * 1000, 1) for name, taken in times.items()},
                "beside_one_pass": {
                    name: round(taken / medians["one_pass"], 2) for name, taken in medians.items()
                },
            }
        )
    )


if __name__ == "__main__":
    main()
