"""What the review costs at full size: the next item, and a batch of approvals, beside their bare parts.

    python bench/review.py [--memories 100000] [--candidates 10000] [--batch 1000] [--rounds 5] [--json]

Each figure is the median of the rounds in milliseconds. “next item” is what a screen waits for after a key:
the decision is written, and the candidate after it is read with its evidence, without the model. “whole
queue” is what opening the review reads, beside reading the bare rows with sqlite3. A batch is one transaction
and is undone before the next round; it stands beside inserting as many bare rows. “key to paint” is the app
itself: from a key to the next item on the screen, beside the same in a palace of a few dozen candidates.
Approved memories are found by their words at once; their vectors follow in the background, and are no part
of these figures.
"""

import argparse
import json
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, timedelta
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter

from generated import START, generated_palace, sentence, vocabulary
from review_keys import key_to_paint_ms

from palace.domain.candidate import Candidate, Evidence
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.rules import Rules
from palace.domain.vocabulary import Kind, Wing
from palace.services.candidate_queue import candidate_queue, candidate_view
from palace.services.candidate_rows import rows_of
from palace.services.review import BatchReport, approving, decide, decide_all, rejecting
from palace.services.surroundings import Surroundings
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile

NOW = START + timedelta(days=400)
KEYS = 15
"""How many keys are pressed for “key to paint”."""

FEW = 60
"""How many memories and candidates the small palace holds."""


def put_candidates(palace: PalaceFile, how_many: int) -> None:
    """Put so many candidates before the queue, of one to four sightings each, in one transaction."""
    dice = Random(3)
    words = vocabulary(dice, chinese=True)
    wings, kinds = list(Wing), list(Kind)
    with palace.unit_of_work(Actor.JOB) as work:
        for number in range(how_many):
            seen_at = START + timedelta(minutes=number)
            candidate = work.save_candidate(
                Candidate(
                    id=0,
                    uid=f"candidate-{number}",
                    text=sentence(dice, number, words) + " pending",
                    first_seen_at=seen_at,
                    wing=wings[number % len(wings)],
                    kind=kinds[number % len(kinds)],
                )
            )
            for day in range(1 + number % 4):
                at = seen_at + timedelta(days=day)
                work.add_evidence(Evidence(candidate.id, "log", at.date(), at))
        work.record(Verb.IMPORT, Subject.PALACE, 0)


def median_ms(act: Callable[[], object], rounds: int, between: Callable[[], object] | None = None) -> float:
    """Return the median time of an act; what is done between the rounds is not counted."""
    taken: list[float] = []
    for _ in range(rounds):
        begun = perf_counter()
        act()
        taken.append((perf_counter() - begun) * 1000)
        if between is not None:
            between()
    return statistics.median(taken)


def bare_read(path: Path) -> Callable[[], object]:
    """Return reading the open rows and counting their sightings with sqlite3 and nothing else."""
    connection = sqlite3.connect(path)

    def read() -> object:
        rows = connection.execute("SELECT * FROM candidate WHERE verdict = 'open'").fetchall()
        counts = connection.execute("SELECT candidate_id, count(*) FROM evidence GROUP BY candidate_id")
        return rows, counts.fetchall()

    return read


def bare_insert(folder: Path, texts: list[str]) -> Callable[[], object]:
    """Return inserting these texts into a table of their own in one commit."""

    def insert() -> None:
        with closing(sqlite3.connect(folder / "bare.db")) as connection, connection:
            connection.execute("DROP TABLE IF EXISTS bare")
            connection.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, text TEXT)")
            connection.executemany("INSERT INTO bare (text) VALUES (?)", [(text,) for text in texts])

    return insert


def measure(folder: Path, sizes: argparse.Namespace) -> dict[str, float]:
    """Return each figure under its name, in milliseconds."""
    path = folder / "palace.db"
    palace = generated_palace(path, sizes.memories)
    put_candidates(palace, sizes.candidates)
    numbers = count()
    surroundings = Surroundings(lambda: NOW, UTC, Rules(), lambda: f"made-{next(numbers)}")
    queue = candidate_queue(palace, surroundings)
    batch = [(entry.candidate.id, entry.candidate.version) for entry in queue[: sizes.batch]]
    reports: list[BatchReport] = []

    following = iter(queue)

    def next_item() -> object:
        entry, after = next(following).candidate, next(following).candidate
        decide(palace, Actor.PERSON, entry.id, entry.version, rejecting(surroundings))
        return rows_of(palace, [after.id], surroundings), candidate_view(palace, after.id, surroundings, None)

    def approve() -> None:
        seen = [(each.id, each.version) for each in palace.candidates([number for number, _ in batch])]
        reports.append(decide_all(palace, Actor.PERSON, seen, approving(surroundings)))

    def take_back() -> None:
        if len(reports[-1].done) != len(batch):
            raise RuntimeError(f"only {len(reports[-1].done)} of {len(batch)} were approved")
        undo(palace, Actor.PERSON)

    figures = {
        "next item": median_ms(next_item, sizes.rounds, lambda: undo(palace, Actor.PERSON)),
        "whole queue": median_ms(lambda: candidate_queue(palace, surroundings), sizes.rounds),
        "one candidate": median_ms(
            lambda: candidate_view(palace, batch[0][0], surroundings, None), sizes.rounds
        ),
        "bare rows": median_ms(bare_read(path), sizes.rounds),
        "batch of approvals": median_ms(approve, sizes.rounds, take_back),
        "bare inserts": median_ms(
            bare_insert(folder, [entry.candidate.text for entry in queue[: sizes.batch]]), sizes.rounds
        ),
    }
    palace.close()
    small = folder / "small.db"
    few = generated_palace(small, FEW)
    put_candidates(few, FEW)
    few.close()
    figures["key to paint"] = key_to_paint_ms(path, NOW, KEYS)
    figures["key to paint, few"] = key_to_paint_ms(small, NOW, KEYS)
    return figures


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name, default in (("memories", 100_000), ("candidates", 10_000), ("batch", 1_000), ("rounds", 5)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--json", action="store_true")
    sizes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder), sizes)
    if sizes.json:
        print(json.dumps(figures))
        return 0
    for name, taken in figures.items():
        print(f"{name:20} {taken:10.1f} ms")
    print(f"{'whole queue':20} {figures['whole queue'] / figures['bare rows']:10.1f} × bare rows")
    ratio = figures["batch of approvals"] / figures["bare inserts"]
    print(f"{'batch of approvals':20} {ratio:10.1f} × bare inserts")
    ratio = figures["key to paint"] / figures["key to paint, few"]
    print(f"{'key to paint':20} {ratio:10.2f} × with a few candidates")
    return 0


if __name__ == "__main__":
    sys.exit(main())
