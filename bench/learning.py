"""Searching in the app while it gives many memories their vectors, and how fast those are made meanwhile.

    python bench/learning.py [--memories 50000] [--rounds 5] [--seconds 8]

The app's own gateway is used, with the real model: questions are asked as one types, by words, then by
words and meaning, a few times a second, in a palace in which no memory has a vector at first. In each round
they are asked while nothing is embedded, then while it is; ratios are taken within each round.
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
        f"  {name:22} p50 {statistics.median(ordered):6.1f} ms  p95 {at(ordered, 0.95):6.1f}"
        f"  worst {ordered[-1]:6.1f}  of {len(ordered)}"
    )


Asked = tuple[list[float], list[float], list[float]]


async def embedding_begins(gateway: Gateway) -> "asyncio.Task[None]":
    """Let vectors be given, and return when some were."""
    before = gateway.meaning.done
    going_on = asyncio.create_task(gateway.go_on_embedding())
    while gateway.meaning.done <= before:
        await asyncio.sleep(0.02)
    return going_on


async def measured(path: Path, seconds: float, rounds: int) -> bool:
    settings = Settings()
    handed = doors(path, settings, Catalog("en"), lambda: datetime.now(UTC), "bench")
    handed = replace(handed, compare=lambda palace, semantic, arrivals: 0)
    news: list[News] = []
    gateway = Gateway(handed, news.append)
    gateway.learning.pause()
    await gateway.opened()
    await gateway.load_meaning()
    assert gateway.meaning.meaning is Meaning.READY
    await asked(gateway, seconds / 4)
    rest: list[Asked] = []
    busy: list[Asked] = []
    rates: list[tuple[float, float]] = []
    for _ in range(rounds):
        rest.append(await asked(gateway, seconds))
        going_on = await embedding_begins(gateway)
        done, began = gateway.meaning.done, perf_counter()
        busy.append(await asked(gateway, seconds))
        beside = (gateway.meaning.done - done) / (perf_counter() - began)
        done, began = gateway.meaning.done, perf_counter()
        await asyncio.sleep(seconds / 3)
        rates.append((beside, (gateway.meaning.done - done) / (perf_counter() - began)))
        gateway.learning.pause()
        await going_on
    await gateway.close()
    beside, alone = (statistics.median(kind) for kind in zip(*rates, strict=True))
    print(f"{beside:.0f} memories a second while questions are asked, {alone:.0f} without")
    for place, name in enumerate(("by words", "by words and meaning", "the event loop is late")):
        print(name)
        for title, sides in (("at rest", rest), ("while embedding", busy)):
            print(told(title, [each for side in sides for each in side[place]]))
        for title, share in (("p50", 0.5), ("p95", 0.95)):
            ratios = [
                at(one[place], share) / at(other[place], share) for one, other in zip(busy, rest, strict=True)
            ]
            print(f"  {title} of a round while embedding: {statistics.median(ratios):.2f} x at rest")
    while_embedding = [each for side in busy for each in side[1]]
    late = at(while_embedding, 0.95)
    print(f"demanded: under 300 ms; p95 {late:.0f}, worst {max(while_embedding):.0f}")
    return late < 300


def at(times: list[float], share: float) -> float:
    return sorted(times)[int(share * len(times))]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=50_000)
    parser.add_argument("--seconds", type=float, default=8, help="of each half of a round")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "palace.db"
        with closing(generated_palace(path, chosen.memories)):
            pass
        return 0 if asyncio.run(measured(path, chosen.seconds, chosen.rounds)) else 1


if __name__ == "__main__":
    sys.exit(main())
