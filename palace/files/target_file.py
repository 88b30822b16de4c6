"""A file outside the palace that an export replaces: at once or not at all, and only for the person's eyes.

What is written stands beside the file under another name until it is whole and on the disk; then it takes the
file's place in one step. A symbolic link stays one: the file that it leads to is replaced.
"""

import errno
import hashlib
import os
import secrets
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from palace.domain.errors import InvalidInput, NotFound, PalaceError, Refused
from palace.services.export_ports import Draft

FILE_MODE = 0o600
FOLDER_MODE = 0o700

BEGINNING = 256 * 1024
"""Bytes of a file that are looked at to show what changed."""

_CHUNK = 1024 * 1024
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class TargetFile:
    """See `export_ports.Target`."""

    def __init__(self, path: Path) -> None:
        """Look at where a path leads; raises PalaceError where no file can stand or be replaced there."""
        self._path = path
        self._place = _checked_place(path)
        self._unfinished: Path | None = None

    @property
    def place(self) -> str:
        """Where it really is, links resolved."""
        return str(self._place)

    def digest(self) -> str | None:
        """Return the SHA-256 of what it holds; None where it does not exist."""
        try:
            with self._place.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._unreadable(error) from None

    def beginning(self) -> str:
        """Return how its text begins; empty where it does not exist."""
        try:
            with self._place.open("rb") as file:
                return file.read(BEGINNING).decode("utf-8", "replace")
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise self._unreadable(error) from None

    @contextmanager
    def drafted(self, chunks: Iterable[bytes], *, dry_run: bool) -> Iterator[Draft]:
        """Write what shall stand there beside it, under another name; gone when the block is left."""
        if dry_run:
            yield _draft_of(chunks, None)
            return
        unfinished = self._place.with_name(f".{self._place.name}.{secrets.token_hex(4)}.new")
        try:
            try:
                descriptor = os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE)
                draft = _draft_of(chunks, descriptor)
            except OSError as error:
                raise self._unwritable(error) from None
            self._unfinished = unfinished
            yield draft
        finally:
            self._unfinished = None
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)

    def put(self, *, expected: str | None, keep_as: str) -> str:
        """Put the draft in its place at once; returns where the earlier file was kept, or an empty text."""
        if self._unfinished is None:
            raise RuntimeError("nothing was drafted that could be put in place")
        if self.digest() != expected:
            raise Refused(
                "{path} was changed by somebody else while it was being written",
                next_step="look at it, then export again",
                path=self._path,
            )
        try:
            kept = self._keep(keep_as) if keep_as and expected is not None else ""
            self._unfinished.replace(self._place)
            _sync_folder(self._place.parent)
        except OSError as error:
            raise self._unwritable(error) from None
        return kept

    def _keep(self, word: str) -> str:
        """Keep the present file under a name of its own beside it; returns that name."""
        number = 1
        while True:
            suffix = f"-{number}" if number > 1 else ""
            kept = self._place.with_name(f"{self._place.name}.{word}{suffix}")
            try:
                # The file itself stays what it is, with its permissions: only a second name is made.
                kept.hardlink_to(self._place)
            except FileExistsError:
                number += 1
                continue
            except OSError:  # some file systems know no hard links
                with kept.open("xb") as copy, self._place.open("rb") as source:
                    kept.chmod(FILE_MODE)
                    shutil.copyfileobj(source, copy)
                    os.fsync(copy.fileno())
            return str(kept)

    def _unreadable(self, error: OSError) -> PalaceError:
        return PalaceError(
            "{path} cannot be read: {cause}",
            next_step="check its permissions, or choose another file",
            path=self._path,
            cause=error.strerror or error,
        )

    def _unwritable(self, error: OSError) -> PalaceError:
        if error.errno in _NO_ROOM:
            return PalaceError(
                "there is no room to write {path}; it is as it was",
                next_step="make room on its disk, then export again",
                path=self._path,
            )
        return PalaceError(
            "{path} cannot be written: {cause}; it is as it was",
            next_step="check the permissions of its folder, or choose another place",
            path=self._path,
            cause=error.strerror or error,
        )


def make_folder(path: Path) -> None:
    """Make a folder for the files of an export where there is none; raises PalaceError, InvalidInput."""
    try:
        path.mkdir(mode=FOLDER_MODE, exist_ok=True)
    except FileExistsError:
        raise InvalidInput(
            "{path} is a file, not a folder", next_step="name a folder for the wings", path=path
        ) from None
    except FileNotFoundError:
        raise _no_folder(path.parent) from None
    except OSError as error:
        raise PalaceError(
            "{path} cannot be written: {cause}; it is as it was",
            next_step="check the permissions of its folder, or choose another place",
            path=path,
            cause=error.strerror or error,
        ) from None


def _checked_place(path: Path) -> Path:
    """Return where a path leads; raises PalaceError where no file can stand or be replaced there."""
    try:
        place = Path(os.path.realpath(path))
        if path.is_symlink() and not place.exists():
            raise Refused(
                "{path} is a link that leads nowhere",
                next_step="remove the link, or name the file itself",
                path=path,
            )
        if not place.parent.is_dir():
            raise _no_folder(place.parent)
        status = place.stat() if os.path.lexists(place) else None
    except OSError as error:
        raise PalaceError("{path} cannot be looked at: {cause}", path=path, cause=error.strerror) from None
    if status is not None and stat.S_ISDIR(status.st_mode):
        raise InvalidInput("{path} is a folder", next_step="name a file in it", path=path)
    if status is not None and not stat.S_ISREG(status.st_mode):
        raise Refused("{path} is no file that could be replaced", next_step="choose another place", path=path)
    return place


def _no_folder(path: Path) -> NotFound:
    return NotFound("there is no folder {path}", next_step="make it first: mkdir -p {path}", path=path)


def _draft_of(chunks: Iterable[bytes], descriptor: int | None) -> Draft:
    """Write chunks to a descriptor, if any, close it, and tell what they are."""
    digest, size, beginning = hashlib.sha256(), 0, bytearray()
    with nullcontext() if descriptor is None else os.fdopen(descriptor, "wb", buffering=_CHUNK) as file:
        for chunk in chunks:
            if file is not None:
                file.write(chunk)
            digest.update(chunk)
            size += len(chunk)
            if len(beginning) < BEGINNING:
                beginning += chunk[: BEGINNING - len(beginning)]
        if file is not None:
            file.flush()
            os.fsync(file.fileno())
    return Draft(digest.hexdigest(), size, beginning.decode("utf-8", "replace"))


def _sync_folder(folder: Path) -> None:
    """Let the new name itself be on the disk; where a system knows no such thing, there is nothing to do."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
