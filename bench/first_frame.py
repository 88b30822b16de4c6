"""How long until the first frame stands: the app on a palace beside an empty Textual app.

Each program is started in a pseudo-terminal; the frame counts when what it must show has been painted. The
programs take turns, so that a busy moment of the machine hits both. Prints medians and their ratios:
`frame` is the first page with every room, count and title; `live` is the app itself, listening to keys.

    python bench/first_frame.py --palace sample_palace.db --rounds 9
"""

import argparse
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

ROWS, COLUMNS = 24, 80
LONGEST = 30.0
EMPTY_APP = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("ready to go")
Empty().run()
"""


def seconds_to(
    command: Sequence[str], wanted: Sequence[tuple[bytes, int]], environ: dict[str, str]
) -> list[float]:
    """Start a program in a terminal; return when each wanted text was painted so many times, then end it."""
    started = perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(command[0], list(command), environ)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    painted = b""
    times: list[float] = []
    try:
        while len(times) < len(wanted):
            left = LONGEST - (perf_counter() - started)
            if left <= 0 or not select.select([terminal], [], [], left)[0]:
                raise TimeoutError(f"{command[0]} never painted {wanted[len(times)]!r}: {painted[-400:]!r}")
            painted += os.read(terminal, 65536)
            while len(times) < len(wanted) and painted.count(wanted[len(times)][0]) >= wanted[len(times)][1]:
                times.append(perf_counter() - started)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--palace", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    frames: dict[str, list[float]] = {"empty": [], "frame": [], "live": []}
    with tempfile.TemporaryDirectory() as folder:
        palace = Path(folder) / "palace.db"
        shutil.copy(arguments.palace, palace)
        environ = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "XDG_CONFIG_HOME": folder,
            "XDG_STATE_HOME": folder,
            "LANG": "en_US.UTF-8",
        }
        palace_command = [sys.executable, "-m", "palace", "--palace", str(palace), "--lang", "en"]
        empty_command = [sys.executable, "-c", EMPTY_APP]
        for turn in range(arguments.rounds + 1):
            empty = seconds_to(empty_command, [(b"ready to go", 1)], environ)
            frame, live = seconds_to(palace_command, [(b"memories", 1), (b"memories", 2)], environ)
            if turn:
                frames["empty"].append(empty[0])
                frames["frame"].append(frame)
                frames["live"].append(live)
    medians = {name: statistics.median(times) for name, times in frames.items()}
    ratios = {name: medians[name] / medians["empty"] for name in ("frame", "live")}
    if arguments.json:
        print(
            json.dumps({"medians_ms": {k: round(v * 1000, 1) for k, v in medians.items()}, "ratios": ratios})
        )
        return
    for name, seconds in medians.items():
        ratio = f"{ratios[name]:.2f}x" if name in ratios else "1"
        print(f"{name:8} {seconds * 1000:7.0f} ms   {ratio}")


if __name__ == "__main__":
    main()
