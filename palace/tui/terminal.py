"""The terminal itself: signals must leave it clean, no bytes crash it, its colours are its own affair."""

from __future__ import annotations

import codecs
import re
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, TextIO, cast

from palace.domain.errors import InvalidInput

if TYPE_CHECKING:
    import asyncio

DIED_OF = 128
"""An exit status above this names the signal that ended the program, as shells have it."""

ENDING_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")

_FEW_COLOURS = re.compile(r"(linux|screen|xterm|vt\d+|ansi|cygwin)$")
_OLD_MOUSE_REPORT = re.compile(rb"\x1b\[M.{3}", re.DOTALL)
_BEGUN_MOUSE_REPORT = re.compile(rb"\x1b\[M.{0,2}\Z", re.DOTALL)


def end_on_signals(loop: asyncio.AbstractEventLoop, leave: Callable[[int], None]) -> None:
    """Call `leave(exit status)` in the loop when the program is told to end, instead of dying at once."""
    for name in ENDING_SIGNALS:
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, leave, DIED_OF + number)
        except (NotImplementedError, RuntimeError, ValueError):
            # Windows, or a loop outside the main thread: there the default ending stays.
            return


@dataclass(frozen=True, slots=True)
class Colours:
    """What the terminal is to be given: `mono` has no colour of ours, `none` no colour code at all."""

    mono: bool
    none: bool


def colours_wanted(environ: Mapping[str, str]) -> Colours:
    """Return which colours an environment allows.

    NO_COLOR counts when it is not empty, as its convention says; a dumb terminal has none either. Terminals
    of sixteen colours get the theme that leaves the choice of colours to them.
    """
    none = bool(environ.get("NO_COLOR")) or environ.get("TERM") == "dumb"
    few = not environ.get("COLORTERM") and bool(_FEW_COLOURS.match(environ.get("TERM", "")))
    return Colours(mono=none or few, none=none)


class TerminalDecoder:
    """Turns what a terminal sends into text, whatever it sends.

    A terminal that was attached anew can fall back to the oldest mouse report, three raw bytes that are no
    UTF-8 and would be read as typed letters: such reports are dropped. Other invalid bytes become U+FFFD.
    `on_end` is called once when the terminal is gone.
    """

    def __init__(self, on_end: Callable[[], None] | None = None) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._held = b""
        self._on_end = on_end

    def decode(self, data: bytes, final: bool = False) -> str:
        """Return the text of some bytes; the beginning of a mouse report is held back for the rest."""
        if not data and not final and self._on_end is not None:
            on_end, self._on_end = self._on_end, None
            on_end()
        data = _OLD_MOUSE_REPORT.sub(b"", self._held + data)
        begun = None if final else _BEGUN_MOUSE_REPORT.search(data)
        self._held = data[begun.start() :] if begun else b""
        return self._decoder.decode(data[: begun.start()] if begun else data, final)


def decode_terminal_safely(on_end: Callable[[], None]) -> None:
    """Let Textual's Unix driver decode with `TerminalDecoder`; on other systems it does nothing."""
    try:
        from textual.drivers import linux_driver
    except ImportError:
        return

    def decoder(encoding: str) -> Callable[[], TerminalDecoder]:
        return lambda: TerminalDecoder(on_end)

    vars(linux_driver)["getincrementaldecoder"] = decoder


class LastingFile:
    """A terminal to write to that takes what it is given also after it is gone: then it goes nowhere.

    Textual writes in a thread of its own, which ends at the first error; whoever hands it something after
    that waits for ever, the program's own ending too.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write a text; returns its length, also where nobody is left to read it."""
        with suppress(OSError, ValueError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        """Hand what was written on, if there is somebody to take it."""
        with suppress(OSError, ValueError):
            self._file.flush()

    def fileno(self) -> int:
        """Return the number of the file written to; raises OSError where it has none."""
        return self._file.fileno()


def write_to_a_lasting_terminal() -> None:
    """Let Textual's Unix driver write to a `LastingFile`; on other systems it does nothing."""
    try:
        from textual.drivers import linux_driver
    except ImportError:
        return
    from textual.drivers._writer_thread import WriterThread

    def writer(file: IO[str]) -> WriterThread:
        return WriterThread(cast(IO[str], LastingFile(file)))

    vars(linux_driver)["WriterThread"] = writer


def check_encoding(stream: TextIO | None) -> None:
    """Raise InvalidInput when what is drawn cannot be written to a terminal's stream: it must be UTF-8."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    if encoding.lower().replace("-", "").replace("_", "") != "utf8":
        raise InvalidInput(
            "the app draws in UTF-8, and this terminal is set to {encoding}",
            next_step="set a UTF-8 locale, or PYTHONIOENCODING=utf-8; palace review --plain works as it is",
            encoding=encoding,
        )
