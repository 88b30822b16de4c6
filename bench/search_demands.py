"""What is demanded of searching, and whether what was measured is that."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

Taken = dict[str, list[float]]
"""The median milliseconds of each round, by the name of the case."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was demanded of one thing and what was measured. `holds` is None where nothing is demanded.

    `by_processor` tells whether it holds by the processor time of the thread that asks: what other
    processes take is not in it.
    """

    rows: int
    what: str
    measured: str
    demand: str = ""
    holds: bool | None = None
    by_processor: bool = False

    @property
    def mark(self) -> str:
        """Return how it came out."""
        if self.holds is None:
            return ""
        return "ok" if self.holds else "ok cpu" if self.by_processor else "MISS"


def middle(taken: Taken, name: str) -> float:
    return statistics.median(taken[name])


def ratio(taken: Taken, mine: str, other: str) -> float:
    return statistics.median(one / two for one, two in zip(taken[mine], taken[other], strict=True))


def judged(rows: int, taken: Taken, busy: Taken, recalls: tuple[float, float]) -> list[Result]:
    """Return what was demanded beside what was measured."""
    results: list[Result] = []

    def say(
        what: str, measured: str, demand: str = "", holds: bool | None = None, by_processor: bool = False
    ) -> None:
        results.append(Result(rows, what, measured, demand, holds, by_processor))

    def cpu(name: str) -> float:
        return middle(taken, f"cpu {name}")

    # Below 20,000 rows every engine takes a few milliseconds; nothing is demanded there but recall.
    at_scale = rows >= 100_000
    million = rows >= 1_000_000
    near, against = middle(taken, "nearest"), ratio(taken, "nearest", "numpy float32 @")
    most_ms, most = (50, 0.45) if million else (10, 0.6)
    say(
        "top-10, whole call",
        f"{near:.1f} ms (cpu {cpu('nearest'):.1f}), {against:.2f} x numpy float32 @"
        f" ({middle(taken, 'numpy float32 @'):.1f} ms)",
        f"< {most_ms} ms, <= {most} x" if at_scale else "",
        near < most_ms and against <= most if at_scale else None,
        cpu("nearest") < most_ms and against <= most,
    )
    say("recall@10", f"{recalls[0]:.4f}", ">= 0.99", recalls[0] >= 0.99)
    say("recall@10, 5.6 % pass a filter", f"{recalls[1]:.4f}", "1 (exact)", recalls[1] >= 0.999)
    filtered = ratio(taken, "nearest, filtered", "nearest")
    say(
        "top-10, 5.6 % pass a filter",
        f"{middle(taken, 'nearest, filtered'):.1f} ms, {filtered:.2f} x unfiltered",
        "<= 1 x unfiltered" if at_scale else "",
        filtered <= 1 if at_scale else None,
    )
    words, faster = (
        middle(taken, "words, common word"),
        ratio(taken, "FTS5 bm25, common word", "words, common word"),
    )
    say(
        "a word in half of all rows",
        f"{words:.1f} ms (cpu {cpu('words, common word'):.1f}), {faster:.1f} x faster than bm25 (cpu"
        f" {cpu('FTS5 bm25, common word') / cpu('words, common word'):.1f} x)",
        "<= 15 ms, >= 8 x faster" if rows == 100_000 else "",
        words <= 15 and faster >= 8 if rows == 100_000 else None,
        cpu("words, common word") <= 15 and cpu("FTS5 bm25, common word") / cpu("words, common word") >= 8,
    )
    say("words of a question, 200 hits", f"{middle(taken, 'words, question'):.1f} ms")
    hybrid, most_hybrid = middle(taken, "hybrid"), 120 if million else 40
    say(
        "whole hybrid query, embedding included",
        f"p50 {hybrid:.1f} ms (cpu {cpu('hybrid'):.1f}), {ratio(taken, 'hybrid', 'one embedding'):.1f} x"
        f" one embedding ({middle(taken, 'one embedding'):.1f} ms)",
        f"<= {most_hybrid} ms" if at_scale else "",
        hybrid <= most_hybrid if at_scale else None,
        cpu("hybrid") <= most_hybrid,
    )
    say(
        "the same, read closely (on a pause)",
        f"p50 {middle(taken, 'read closely'):.1f} ms (cpu {cpu('read closely'):.1f})",
    )
    commit = ratio(taken, "durable add", "plain commit")
    say(
        "one durable add, beside a row and a BLOB",
        f"{middle(taken, 'durable add'):.2f} ms, {commit:.1f} x a plain commit",
        "<= 4 x",
        commit <= 4,
    )
    same = ratio(taken, "durable add", "plain commit of the same rows")
    say("one durable add, beside the same rows", f"{same:.1f} x plain sqlite3", "<= 4 x", same <= 4)
    alone = ratio(taken, "vector alone", "plain commit")
    say("a vector for a memory, one commit", f"{alone:.1f} x a plain commit", "<= 4 x", alone <= 4)
    after_add = middle(taken, "add, then search") - middle(taken, "durable add")
    say(
        "search right after an add",
        f"{after_add:.1f} ms, {after_add / near:.2f} x one with nothing new",
        "<= 2 x (no rebuild)",
        after_add <= 2 * near,
    )
    for name in ("numpy float32 @", "nearest", "hybrid"):
        times = ratio_between(busy[name], taken[name])
        beside = times / ratio_between(busy["a plain loop"], taken["a plain loop"])
        demanded = not name.startswith("numpy")
        say(
            f"with one more core busy: {name}",
            f"{statistics.median(busy[name]):.1f} ms, {times:.2f} x, {beside:.2f} x what a loop loses",
            "<= 1.5 x what a loop loses" if demanded else "",
            beside <= 1.5 if demanded else None,
        )
    return results


def ratio_between(mine: Sequence[float], other: Sequence[float]) -> float:
    return statistics.median(one / two for one, two in zip(mine, other, strict=True))
