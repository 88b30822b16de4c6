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

FALLBACK = "vi"
"""The editor where none is set."""


def edited_in_editor(text: str, configured: str, state_directory: Path) -> str:
    """Return the text as the editor left it.

    The editor is the configured one, else VISUAL, else EDITOR, else vi; a blank one counts as not set.
    Raises Refused when the text is unchanged or empty afterwards, PalaceError when the editor fails or saved
    something else than UTF-8: what it saved is kept in `state_directory`, and the error says where.
    """
    named = (configured, os.environ.get("VISUAL", ""), os.environ.get("EDITOR", ""))
    command = next((each for each in named if each.strip()), FALLBACK)
    with tempfile.TemporaryDirectory(prefix="palace-edit-") as folder:
        file = Path(folder) / "memory.md"
        before = text.encode("utf-8", "surrogatepass")
        file.write_bytes(before)
        try:
            status = _status_of([*shlex.split(command), str(file)])
            saved = file.read_bytes()
        except (OSError, ValueError) as error:
            raise PalaceError(
                "the editor “{command}” did not work: {cause}; nothing was changed",
                next_step="set EDITOR to an editor that is installed",
                command=command,
                cause=error,
            ) from None
    if status != 0:
        raise _ended_badly(command, status, saved if saved != before else b"", state_directory)
    edited = _decoded(saved, command, state_directory)
    edited = edited.removesuffix("\n") if not text.endswith("\n") else edited
    if not edited.strip():
        raise Refused("the text came back empty; nothing was changed")
    if edited == text:
        raise Refused("the text came back unchanged; nothing was changed")
    return edited


def _ended_badly(command: str, status: int, saved: bytes, state_directory: Path) -> PalaceError:
    """Return the error that an editor failed; what it saved all the same (if anything) is kept."""
    if not saved.strip():
        return PalaceError(
            "the editor “{command}” ended with status {status}; nothing was changed",
            command=command,
            status=status,
        )
    try:
        kept = _kept(saved, state_directory)
    except OSError as trouble:
        return PalaceError(
            "the editor “{command}” ended with status {status}, and what it saved could not be kept in "
            "{folder}: {trouble}; nothing was changed",
            command=command,
            status=status,
            folder=state_directory,
            trouble=trouble,
        )
    return PalaceError(
        "the editor “{command}” ended with status {status}; what it saved is kept in {path}, and nothing was "
        "changed",
        next_step="edit again and take it from there",
        command=command,
        status=status,
        path=kept,
    )


def _decoded(saved: bytes, command: str, state_directory: Path) -> str:
    try:
        return saved.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        try:
            kept = _kept(saved, state_directory)
        except OSError as trouble:
            raise PalaceError(
                "the editor “{command}” did not save UTF-8 ({cause}), and what it saved could not be kept in "
                "{folder}: {trouble}; nothing was changed",
                next_step="let it save as UTF-8",
                command=command,
                cause=error,
                folder=state_directory,
                trouble=trouble,
            ) from None
        raise PalaceError(
            "the editor “{command}” did not save UTF-8 ({cause}); what it saved is kept in {path}, and "
            "nothing was changed",
            next_step="let it save as UTF-8",
            command=command,
            cause=error,
            path=kept,
        ) from None


def kept_text(text: str, state_directory: Path) -> Path:
    """Write a text that could not be saved in the palace into a file of its own; return its path.

    Raises OSError.
    """
    return _kept(text.encode("utf-8", "surrogatepass"), state_directory)


def _kept(saved: bytes, state_directory: Path) -> Path:
    """Write what an editor saved into a file of its own that only the person reads; return its path."""
    folder = state_directory / "edited"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    number, name = tempfile.mkstemp(dir=folder, prefix="memory-", suffix=".md")
    with os.fdopen(number, "wb") as file:
        file.write(saved)
    return Path(name)


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
