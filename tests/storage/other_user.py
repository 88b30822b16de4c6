"""Opening a palace, also in the place of a user to whom it does not belong."""

import os
from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from pathlib import Path

import pytest

from palace.domain.filters import Filters
from palace.domain.identifiers import NewUid
from palace.domain.memory import Memory
from palace.storage.palace_file import PalaceFile

Saved = Callable[..., Memory]
Opening = Callable[..., PalaceFile]
NOBODY = 65534

as_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="takes another user's place")


@pytest.fixture
def opening(path: Path, ticking: Callable[[], datetime], new_uid: NewUid) -> Opening:
    """Opens the palace at `path`, or another."""

    def open_it(where: Path = path, **how: bool) -> PalaceFile:
        return PalaceFile.open(where, clock=ticking, new_uid=new_uid, **how)

    return open_it


def read_everything(palace: PalaceFile) -> None:
    palace.memories(palace.memory_ids(Filters()))
    palace.weighings(Filters(in_conflict=True, scenes=frozenset({"home"})))
    palace.room_counts()
    palace.waiting()
    palace.open_candidates()
    palace.find_words("green tea", Filters(), 10)
    palace.find_candidates("tea", 10)
    palace.decisions()
    palace.without_vector("m", 5)
    palace.scan_chunks("m")
    palace.data_version()


def in_place_of_nobody(act: Callable[[], None]) -> str:
    """Do something in a child process without root's rights; returns what went wrong, else nothing."""
    # The standard library loads these late, from a folder that may be open to root alone.
    for late in ("importlib.readers", "_strptime"):
        import_module(late)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        message = ""
        try:
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
            act()
        except BaseException as error:
            message = f"{type(error).__name__}: {error}"
        os.write(writing, message.encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        return pipe.read()


@pytest.fixture
def shown_to_all(open_palace: Callable[[], PalaceFile], path: Path, saved: Saved) -> Path:
    """A closed palace of root's in a folder that everybody may look into, but not write."""
    palace = open_palace()
    saved(palace, "likes green tea")
    palace.close()
    path.chmod(0o644)
    for folder in [path.parent, *path.parent.parents]:
        folder.chmod(folder.stat().st_mode | 0o055)
    return path
