"""A lock among the state of the program: of two runs of the same job on one palace, one goes on."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from palace.domain.errors import Refused
from palace.files.state_files import name_of_palace


def lock_path(state_directory: Path, palace_path: Path, what: str) -> Path:
    """Return the file that is locked while a job of this name runs on a palace."""
    return state_directory / "locks" / f"{what}-{name_of_palace(palace_path, '')}.lock"


@contextmanager
def held(path: Path, what: str) -> Iterator[None]:
    """Hold a lock for the length of a block; it ends with the process, whatever ends that.

    Where the file cannot be made, the palace's own lock is all there is: two runs then do the same twice,
    which adds nothing. Raises Refused at once where another run holds it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        yield
        return
    try:
        if not _locked(descriptor):
            raise Refused(
                "another run of palace {what} is at work on this palace; nothing was done",
                next_step="it will be done by that one; try again when it has ended",
                what=what,
            )
        yield
    finally:
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    """Lock a file without waiting; where the system knows no such lock, SQLite's own is all there is."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True
