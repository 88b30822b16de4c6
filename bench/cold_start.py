"""How long the command line takes from nothing, beside a bare interpreter and beside the model's libraries.

    python bench/cold_start.py [--rounds N] [--palace FILE]

Every figure is a new process, from its start to its end; the files are in the disk cache. Rounds are
interleaved and ratios taken within each round. Bytecode is kept aside and warm, as after an installation.
Besides the wall clock the processor's time is told, which busy neighbours disturb less.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "sample_palace.db"


@dataclass(frozen=True, slots=True)
class Case:
    """One command line, the case it is held against, and at most how many times that it may take."""

    name: str
    command: tuple[str, ...]
    beside: str
    goal: float | None = None


PYTHON = sys.executable
PALACE = str(Path(PYTHON).with_name("palace"))

BARE = Case("python -c pass", (PYTHON, "-c", "pass"), "python -c pass")
LIBRARIES = Case(
    "python -c 'import onnxruntime, tokenizers'", (PYTHON, "-c", "import onnxruntime, tokenizers"), BARE.name
)
CASES = (
    BARE,
    LIBRARIES,
    Case("palace --help", (PALACE, "--help"), BARE.name),
    Case("palace list", (PALACE, "list"), BARE.name),
    Case("palace search --words-only 体检", (PALACE, "search", "--words-only", "体检"), BARE.name),
    Case("palace search 用户的作息习惯", (PALACE, "search", "用户的作息习惯"), LIBRARIES.name, goal=3.0),
)


@dataclass(frozen=True, slots=True)
class Taken:
    """What a process took, in milliseconds: from start to end, and of the processors."""

    wall: float
    processor: float


def run(case: Case, environment: Mapping[str, str]) -> Taken:
    """Run a case once; raises SystemExit with what it said when it fails."""
    started = perf_counter()
    process = subprocess.Popen(
        case.command,
        env=dict(environment),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = perf_counter() - started
    process.stderr.close()
    if status:
        sys.exit(f"{case.name} failed with {os.waitstatus_to_exitcode(status)}: {said.decode()}")
    return Taken(wall * 1000, (used.ru_utime + used.ru_stime) * 1000)


def measured(environment: Mapping[str, str], rounds: int) -> dict[str, list[Taken]]:
    """Return what every case took in every round, after a first round that only fills the caches."""
    for case in CASES:
        run(case, environment)
    taken: dict[str, list[Taken]] = {case.name: [] for case in CASES}
    for _ in range(rounds):
        for case in CASES:
            taken[case.name].append(run(case, environment))
    return taken


def ratio(mine: Sequence[float], other: Sequence[float]) -> float:
    return statistics.median(each / reference for each, reference in zip(mine, other, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--palace", type=Path, default=SAMPLE, help="the palace to ask (a copy is opened)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "palace.db"
        shutil.copy(asked.palace, copy)
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"PALACE": str(copy), "PYTHONPYCACHEPREFIX": folder, "XDG_CONFIG_HOME": folder}
        taken = measured(environment, asked.rounds)
    for case in CASES:
        walls, processors = ([getattr(one, kind) for one in taken[case.name]] for kind in Taken.__slots__)
        beside_walls, beside_processors = (
            [getattr(one, kind) for one in taken[case.beside]] for kind in Taken.__slots__
        )
        goal = f"   (goal {case.goal:.1f})" if case.goal else ""
        print(
            f"{case.name}\n"
            f"    {statistics.median(walls):7.1f} ms, best {min(walls):7.1f},"
            f" processor {statistics.median(processors):7.1f}"
            f"   {ratio(walls, beside_walls):5.2f} x {case.beside}{goal},"
            f" processor {ratio(processors, beside_processors):5.2f} x"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
