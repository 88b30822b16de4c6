"""Searching in the app while it gives many memories their vectors, and how fast those are made meanwhile.

    python bench/learning.py [--memories 50000] [--seconds 20]

The app's own gateway is used, with the real model: questions are asked as one types, by words, then by
words and meaning, a few times a second, in a palace in which no memory has a vector yet. Beside it stands the
same in the same palace while nothing is embedded.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from embedding import texts_of
from generated import generated_palace

from palace.cli.opening import doors
from palace.config.settings import Settings
from palace.domain.filters import parse_query
from palace.i18n.catalog import Catalog
from palace.tui.gateway import Gateway
from palace.tui.messages import Meaning, News

QUESTIONS = [*texts_of("queries.jsonl", "query")[:60], "user docker", "用户的体检和睡觉", "kernel rollback"]
PAUSE = 0.1


async def asked(gateway: Gateway, seconds: float) -> tuple[list[float], list[float], list[float]]:
    """Ask for some seconds; return milliseconds by words, by meaning, and how late the event loop was."""
    words: list[float] = []
    meaning: list[float] = []
    late: list[float] = []
    ends, place = perf_counter() + seconds, 0
    while perf_counter() < ends:
        query = parse_query(QUESTIONS[place % len(QUESTIONS)])
        place += 1
        started = perf_counter()
        await gateway.search(query, limit=20, words_only=True)
        words.append((perf_counter() - started) * 1000)
        started = perf_counter()
        await gateway.search(query, limit=20, closely=False)
        meaning.append((perf_counter() - started) * 1000)
        started = perf_counter()
        await asyncio.sleep(PAUSE)
        late.append((perf_counter() - started - PAUSE) * 1000)
    return words, meaning, late


def told(name: str, times: list[float]) -> str:
    ordered = sorted(times)
    return (
        f"  {name:22} p50 {statistics.median(ordered):6.1f} ms  p95 {ordered[int(0.95 * len(ordered))]:6.1f}"
        f"  worst {ordered[-1]:6.1f}  of {len(ordered)}"
    )


async def measured(path: Path, seconds: float) -> bool:
    settings = Settings()
    handed = doors(path, settings, Catalog("en"), lambda: datetime.now(UTC), "bench")
    handed = replace(handed, compare=lambda palace, semantic, arrivals: 0)
    news: list[News] = []
    gateway = Gateway(handed, news.append)
    await gateway.opened()
    loading = asyncio.ensure_future(gateway.load_meaning())
    while gateway.meaning.done == 0:
        await asyncio.sleep(0.05)
    done, began = gateway.meaning.done, perf_counter()
    busy = await asked(gateway, seconds)
    rate = (gateway.meaning.done - done) / (perf_counter() - began)
    done, began = gateway.meaning.done, perf_counter()
    await asyncio.sleep(seconds / 3)
    alone = (gateway.meaning.done - done) / (perf_counter() - began)
    gateway.learning.pause()
    while gateway.learning.going_on:
        await asyncio.sleep(0.05)
    quiet = await asked(gateway, seconds / 2)
    assert gateway.meaning.meaning is Meaning.READY
    loading.cancel()
    await gateway.close()
    print(f"{rate:.0f} memories a second while questions are asked, {alone:.0f} without")
    for title, (words, meaning, late) in (("while embedding", busy), ("at rest", quiet)):
        print(title)
        print(told("by words", words))
        print(told("by words and meaning", meaning))
        print(told("the event loop is late", late))
    worst = max(busy[1])
    ordered = sorted(busy[1])
    print(f"demanded: under 300 ms; p95 {ordered[int(0.95 * len(ordered))]:.0f}, worst {worst:.0f}")
    return ordered[int(0.95 * len(ordered))] < 300


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=50_000)
    parser.add_argument("--seconds", type=float, default=20)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "palace.db"
        with closing(generated_palace(path, chosen.memories)):
            pass
        return 0 if asyncio.run(measured(path, chosen.seconds)) else 1


if __name__ == "__main__":
    sys.exit(main())
