"""How fast files are read, and whether the time grows in proportion to their size.

    python bench/importing.py             bullets a second on daily logs, one large log, one long line
    python bench/importing.py --hostile   the growth of the time when a hostile input doubles, worst first

A growth of 2 is proportional, 4 is quadratic. Every figure is the best of several runs, in processor time.
"""

import argparse
import gc
import time
import tracemalloc
from collections.abc import Callable

from palace.exchange.reading import read_file

LOGS = 300
BULLETS = 40
LARGE_LOG_BYTES = 50_000_000
LONG_LINE_BYTES = 1_000_000
HOSTILE_BYTES = 60_000
PROPORTIONAL = 2.5
RUNS = 3

PREFIXES = ("", "- ", "# ", "> ", "| a | b |\n|---|---|\n| ", "**", "  - ", "[P0] ", "**Key:** ")
REPEATED_ON_ONE_LINE = (
    *"([{<（【)]}>（）*_`~#-+.,:：|>=!→✅中1aP ",
    "**",
    "__",
    "``",
    "<!--",
    "-->",
    "- ",
    "a|",
    "a ",
    "2026-03-05 ",
    "(2026-03-05",
    "March ",
    "P0 ",
    "[P0]",
    "[P1|expire:",
    "sk-",
    "ghp_",
    "password: ",
    "Bearer ",
    "://a:",
    "ignore all ",
    "忽略之前的",
    "→ a.md ",
    "[a](b) ",
    "[a](",
    "#a ",
    "{{",
    "}}",
    "\t",
    "\u3000",
    "\u200b",
    "when a then ",
    "never ",
    "updated ",
    "1、",
    "14:40 ",
    "🔥\ufe0f",
    "\\|",
)
REPEATED_LINES = (
    "```\n",
    "```a\n",
    "~~~\n",
    "<!--\n",
    "<!-- a -->\n",
    "- a:\n",
    "  - x\n",
    "- a:\n  - b\n",
    "**a:**\n",
    "**a**\n",
    "a:\n\n",
    "1. TBD\n",
    "1. a\n",
    "| a |\n",
    "|---|\n",
    "---\n",
    "§\n",
    "> q\n",
    ">\n",
    "# a\n",
    "###### a\n",
    "a\n",
    "a\n\n",
    "中\n",
    "    a\n",
    "- \n",
    "<!-- openclaw:dreaming:x:start -->\n",
    "<!-- openclaw:dreaming:x:end -->\n",
    '{"a":1}\n',
    "{\n",
    "[\n",
    "-\n  ```\n",
    "Key: \n",
    "**a:**\n\n<!-- -->\n",
    "**a:**\n```\n```\n",
    "# steps\n1. TBD\n",
    "- a\n\n  b\n",
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hostile", action="store_true", help="measure growth on hostile inputs")
    parser.add_argument("--bytes", type=int, default=HOSTILE_BYTES, help="size of the smaller hostile input")
    arguments = parser.parse_args()
    if arguments.hostile:
        measure_growth(arguments.bytes)
    else:
        measure_speed()


def seconds(action: Callable[[], object], runs: int) -> float:
    """Return the shortest time of several runs."""
    best = float("inf")
    for _ in range(runs):
        gc.collect()
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best


def reading(name: str, text: str) -> Callable[[], object]:
    data = text.encode("utf-8", "replace")
    return lambda: read_file(name, data, neighbours=lambda target: False)


def daily_log(number: int, bullets: int) -> str:
    lines = [f"# 2026-03-{number % 28 + 1:02} 日志", ""]
    for bullet in range(bullets):
        if bullet % 8 == 0:
            lines += ["", f"## {bullet % 24:02}:15 - 第 {bullet} 段"]
        lines.append(
            f"- 第 {number} 天第 {bullet} 条：把湿度传感器 {bullet * 7 % 13} 的读数记进表格，"
            "checked by hand (see #log)"
        )
        if bullet % 5 == 0:
            lines.append("  - 读数比昨天高一点，原因还没有查清")
    return "\n".join(lines) + "\n"


def measure_speed() -> None:
    logs = [(f"2026-03-{number % 28 + 1:02}.md", daily_log(number, BULLETS)) for number in range(LOGS)]
    readings = [reading(*log) for log in logs]
    took = seconds(lambda: [read() for read in readings], 3)
    print(f"{LOGS} daily logs of {BULLETS} bullets: {LOGS * BULLETS / took:,.0f} bullets a second")

    block = daily_log(1, 4000)
    large = block * (LARGE_LOG_BYTES // len(block.encode()))
    small = large[: len(large) // 10]
    small_took, large_took = (
        seconds(reading("2026-03-01.md", small), 1),
        seconds(reading("2026-03-01.md", large), 1),
    )
    growth = large_took / small_took
    print(f"a log ten times as large takes {growth:.1f} times as long ({large_took:.1f} s for 50 MB)")
    tracemalloc.start()
    reading("2026-03-01.md", small)()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(f"peak memory is {peak / len(small.encode()):.1f} times the size of the file")

    line = "- " + "这一行没有尽头 and goes on, " * (LONG_LINE_BYTES // 40)
    print(f"one line of 1 MB takes {seconds(reading('MEMORY.md', line), 3) * 1000:.0f} ms")


def measure_growth(size: int) -> None:
    grown: list[tuple[float, float, str]] = []
    shapes = [(prefix, text, "\n") for prefix in PREFIXES for text in REPEATED_ON_ONE_LINE]
    shapes += [("", text, "") for text in REPEATED_LINES]
    shapes += [("---\nname: a\ndescription: b\n---\n", text, "") for text in REPEATED_LINES]
    for prefix, text, end in shapes:
        times = size // max(1, len(text.encode()))
        once = seconds(reading("MEMORY.md", prefix + text * times + end), RUNS)
        twice = seconds(reading("MEMORY.md", prefix + text * (2 * times) + end), RUNS)
        grown.append((twice / once, twice, f"{prefix!r} + {text!r} repeated"))
    worst = [entry for entry in sorted(grown, reverse=True) if entry[1] > 0.02]
    for growth, took, shape in worst[:15]:
        print(f"{growth:4.1f}  {took * 1000:7.0f} ms  {shape}")
    slow = sorted(grown, key=lambda entry: -entry[1])[:8]
    print("slowest:")
    for growth, took, shape in slow:
        print(f"{growth:4.1f}  {took * 1000:7.0f} ms  {shape}")
    failed = [entry for entry in worst if entry[0] > PROPORTIONAL]
    print(f"{len(failed)} of {len(grown)} shapes take over 20 ms and grow beyond {PROPORTIONAL} when doubled")


if __name__ == "__main__":
    main()
