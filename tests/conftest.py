"""What most tests stand on: a fixed time, uids in order, and an empty palace in a file of its own."""

import importlib.util
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from palace.config.paths import bundled
from palace.domain.identifiers import NewUid, uuid7
from palace.domain.rules import Rules
from palace.embedding.encoder import OnnxEncoder
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

SAMPLE_READER = Path(__file__).parents[1] / "scripts" / "sample_content.py"

NOW = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)
"""Noon in Shanghai."""


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


@pytest.fixture
def open_palace(tmp_path: Path, surroundings: Surroundings) -> Iterator[Callable[[], PalaceFile]]:
    """Opens the palace of the test once more, as another start of the program would; made if missing."""
    path = tmp_path / "palace.db"
    opened: list[PalaceFile] = []

    def open_once_more() -> PalaceFile:
        begin = PalaceFile.open if path.exists() else PalaceFile.create
        opened.append(
            begin(
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
    """The model that ships, loaded once."""
    return OnnxEncoder.load(bundled("models/multilingual-e5-small"))


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
