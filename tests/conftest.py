"""What most tests stand on: a fixed time, uids in order, and an empty palace in a file of its own."""

import gc
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import settings

from palace import bootstrap
from palace.__main__ import OBJECTS_BETWEEN_LOOKS
from palace.config.settings import Settings
from palace.domain.identifiers import NewUid, uuid7
from palace.domain.rules import Rules
from palace.embedding.encoder import OnnxEncoder
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

SAMPLE_READER = Path(__file__).parents[1] / "scripts" / "sample_content.py"

NOW = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)
"""Noon in Shanghai."""


settings.register_profile("same every time", derandomize=True, database=None, deadline=None)
settings.register_profile("looking further", deadline=None)
# What a run finds it finds in every run; `make explore` looks where none has looked before.
settings.load_profile("looking further" if os.environ.get("PALACE_EXPLORE") else "same every time")

# What is collected stays: looking through it for what may go would take a fifth of the collecting.
gc.disable()


def pytest_collection_finish() -> None:
    """Look for what may go as seldom as the program does, and never among what was imported."""
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_LOOKS)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object | None:
    """Share the tests out as `sharing_out` says where xdist is asked to keep groups together."""
    if config.getvalue("dist") != "loadgroup":
        return None
    from tests.sharing_out import SharingOut

    return SharingOut(config, log)


def uids_in_order() -> NewUid:
    """Return a source of uids that are the same in every run."""
    numbers = count(1)
    return lambda: uuid7(NOW, next(numbers).to_bytes(10, "big"))


@pytest.fixture
def surroundings() -> Surroundings:
    """A clock that stands still at noon in Shanghai, the rules as they come, and uids in order."""
    return Surroundings(
        clock=lambda: NOW, zone=ZoneInfo("Asia/Shanghai"), rules=Rules(), new_uid=uids_in_order()
    )


@pytest.fixture
def later(surroundings: Surroundings) -> Callable[[timedelta], Surroundings]:
    """Gives the same surroundings some time later (or earlier)."""
    return lambda passed: replace(surroundings, clock=lambda: NOW + passed)


@pytest.fixture(scope="session")
def new_palace(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a palace that was just made, with the first of the uids: made once, most tests begin so."""
    path = tmp_path_factory.mktemp("new") / "palace.db"
    PalaceFile.create(
        path, clock=lambda: NOW, new_uid=uids_in_order(), rules=Rules(), zone=ZoneInfo("Asia/Shanghai")
    ).close()
    return path.read_bytes()


@pytest.fixture
def open_palace(
    tmp_path: Path, surroundings: Surroundings, new_palace: bytes
) -> Iterator[Callable[[], PalaceFile]]:
    """Opens the palace of the test once more, as another start of the program would; made if missing."""
    path = tmp_path / "palace.db"
    opened: list[PalaceFile] = []

    def open_once_more() -> PalaceFile:
        if not path.exists():
            path.write_bytes(new_palace)
            path.chmod(0o600)  # as it is made
            surroundings.new_uid()  # that of the palace itself
        opened.append(
            PalaceFile.open(
                path,
                clock=surroundings.clock,
                new_uid=surroundings.new_uid,
                rules=surroundings.rules,
                zone=surroundings.zone,
            )
        )
        return opened[-1]

    yield open_once_more
    for palace in opened:
        palace.close()


@pytest.fixture
def palace(open_palace: Callable[[], PalaceFile]) -> PalaceFile:
    """An empty palace."""
    return open_palace()


@pytest.fixture(scope="session")
def encoder() -> OnnxEncoder:
    """The model that ships, loaded once for this process: the program itself takes the same."""
    return bootstrap.load_encoder(Settings())


@pytest.fixture(scope="session")
def sample() -> object:
    """What scripts/sample tells, read as the build script reads it."""
    spec = importlib.util.spec_from_file_location("sample_content", SAMPLE_READER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["sample_content"] = module
    spec.loader.exec_module(module)
    return module.read_sample()
