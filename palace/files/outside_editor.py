"""Editing a text in the person's own editor. A failed, emptied or unchanged file changes nothing."""

import os
import shlex
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from palace.domain.errors import PalaceError, Refused


def edited_in_editor(text: str, configured: str) -> str:
    """Return the text as the editor left it.

    The editor is the configured one, else VISUAL, else EDITOR, else vi. Raises Refused when the text is
    unchanged or empty afterwards, PalaceError when the editor fails.
    """
    command = configured or os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with tempfile.TemporaryDirectory(prefix="palace-edit-") as folder:
        file = Path(folder) / "memory.md"
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            status = _status_of([*shlex.split(command), str(file)])
            edited = file.read_bytes().decode("utf-8", "surrogatepass")
        except (OSError, UnicodeDecodeError, ValueError) as error:
            raise PalaceError(
                "the editor “{command}” did not work: {cause}; nothing was changed",
                next_step="set EDITOR to an editor that is installed",
                command=command,
                cause=error,
            ) from None
    if status != 0:
        raise PalaceError(
            "the editor “{command}” ended with status {status}; nothing was changed",
            command=command,
            status=status,
        )
    edited = edited.removesuffix("\n") if not text.endswith("\n") else edited
    if not edited.strip():
        raise Refused("the text came back empty; nothing was changed")
    if edited == text:
        raise Refused("the text came back unchanged; nothing was changed")
    return edited


def _status_of(command: list[str]) -> int:
    with _interrupts_left_to_the_editor():
        return subprocess.run(command, check=False).returncode


@contextmanager
def _interrupts_left_to_the_editor() -> Iterator[None]:
    """Let Ctrl-C, which reaches every program in the terminal, mean what it means in the editor.

    A function is set as the handler rather than "ignore", which the editor would inherit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    earlier = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, earlier)
