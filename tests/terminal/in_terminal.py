"""Runs the program in a pseudo-terminal and keeps every byte that it sends there."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

PATIENCE = 30.0
"""Seconds after which a test gives up waiting; no test passes by waiting so long."""

LEFT_OWN_SCREEN = b"\x1b[?1049l"
CURSOR_SHOWN = b"\x1b[?25h"
MOUSE_OFF = b"\x1b[?1003l"
BRACKETED_PASTE_OFF = b"\x1b[?2004l"


class Terminal:
    """A program in a terminal of 80 by 24; a context manager that ends what is still running."""

    def __init__(self, arguments: Sequence[str], environ: Mapping[str, str], size: tuple[int, int]) -> None:
        self.output = b""
        self.status: int | None = None
        self.modes_before: list[object] = []
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.execvpe(sys.executable, [sys.executable, "-m", "palace", *arguments], dict(environ))
        columns, lines = size
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.modes_before = termios.tcgetattr(self.terminal)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is None:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        os.close(self.terminal)

    def read_until(self, wanted: bytes, *, times: int = 1) -> None:
        """Read until the terminal was sent something so many times."""
        until = monotonic() + PATIENCE
        while self.output.count(wanted) < times:
            if not self._read(until):
                raise AssertionError(f"never sent {wanted!r}; the end was {self.output[-600:]!r}")

    def type(self, keys: str | bytes) -> None:
        os.write(self.terminal, keys.encode() if isinstance(keys, str) else keys)

    def send(self, number: signal.Signals) -> None:
        os.kill(self.child, number)

    def ended(self, within: float) -> bool:
        """Read until the program has ended, so many seconds at most; return whether it has."""
        until = monotonic() + within
        while self.status is None and monotonic() <= until:
            self._read(min(until, monotonic() + 0.05))
            found, status = os.waitpid(self.child, os.WNOHANG)
            if found:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def wait(self) -> int:
        """Wait for the program to end; returns its exit status, negative when a signal killed it."""
        if not self.ended(PATIENCE) or self.status is None:
            raise AssertionError(f"the program did not end; the last it sent was {self.output[-600:]!r}")
        while self._read(monotonic() + 0.05):
            pass
        return self.status

    @property
    def modes(self) -> list[object]:
        """The modes of the terminal now: as before the program, when it left it as it was."""
        return termios.tcgetattr(self.terminal)

    def assert_clean(self) -> None:
        """Check that the program gave everything back that it took from the terminal."""
        for left in (LEFT_OWN_SCREEN, CURSOR_SHOWN, MOUSE_OFF, BRACKETED_PASTE_OFF):
            assert left in self.output
        assert self.output.rindex(LEFT_OWN_SCREEN) > self.output.rindex(b"\x1b[?1049h")
        assert self.output.rindex(CURSOR_SHOWN) > self.output.rindex(b"\x1b[?25l")
        assert self.output.rindex(MOUSE_OFF) > self.output.rindex(b"\x1b[?1003h")
        assert self.modes[:4] == self.modes_before[:4]

    def _read(self, until: float) -> bool:
        if not select.select([self.terminal], [], [], max(0.0, until - monotonic()))[0]:
            return False
        try:
            piece = os.read(self.terminal, 65536)
        except OSError:
            return False
        self.output += piece
        return bool(piece)


def environ_in(folder: Path, **more: str) -> dict[str, str]:
    """Return an environment that leads to no file of the machine's own."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return {
        **kept,
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_STATE_HOME": str(folder / "state"),
        "LANG": "en_US.UTF-8",
        "PYTHONUTF8": "1",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        **more,
    }
