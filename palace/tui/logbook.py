"""Where what nobody foresaw is written: a file, never the terminal on which the app is drawn."""

import faulthandler
import logging
from pathlib import Path

from palace.text.masking import masked

MOST_BYTES = 1_000_000
"""A log larger than this is begun anew at the next start; the one before is kept beside it."""


class _Masking(logging.Formatter):
    """Lets no secret of a memory into the log, whatever an error quotes."""

    def format(self, record: logging.LogRecord) -> str:
        """Return what is written, masked."""
        return masked(super().format(record))


def begin_log(directory: Path) -> Path | None:
    """Send all logging, warnings and fatal faults to `palace.log`; returns it, None if it cannot be written.

    Without a file they are dropped: nothing may be written over the screen.
    """
    root = logging.getLogger()
    logging.captureWarnings(True)
    logging.raiseExceptions = False
    file = directory / "palace.log"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if file.exists() and file.stat().st_size > MOST_BYTES:
            file.replace(file.with_suffix(".log.1"))
        stream = file.open("a", encoding="utf-8", errors="backslashreplace")
    except OSError:
        root.addHandler(logging.NullHandler())
        return None
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Masking("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    faulthandler.enable(stream)
    return file
