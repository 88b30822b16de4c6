"""The timeline as the file tells it: the counts of a day are those of its entries, in any zone."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from palace.config.paths import bundled
from palace.domain.clock import local_day
from palace.services.timeline_ports import By, Happening
from palace.storage.palace_file import PalaceFile

ZONES = ["UTC", "Asia/Shanghai", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Europe/Berlin"]
STEP = timedelta(minutes=47)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A palace whose memories are spread over days on which clocks are set back and forth."""
    path = tmp_path / "spread.db"
    shutil.copy(bundled("sample_palace.db"), path)
    path.chmod(0o600)
    with closing(sqlite3.connect(path)) as database, database:
        ids = [row[0] for row in database.execute("SELECT id FROM memory ORDER BY id")]
        for place, memory_id in enumerate(ids):
            start = datetime(2026, 3 if place % 2 else 10, 24, tzinfo=UTC) + place * STEP
            instant = f"{start:%Y-%m-%dT%H:%M:%S}.000000Z"
            database.execute("UPDATE memory SET recorded_at = ? WHERE id = ?", (instant, memory_id))
    return path


def opened(path: Path, zone: tzinfo) -> PalaceFile:
    return PalaceFile.open(
        path, clock=lambda: datetime(2026, 11, 1, tzinfo=UTC), new_uid=lambda: "u", zone=zone
    )


@pytest.mark.parametrize("by", By)
@pytest.mark.parametrize("name", ZONES)
def test_the_counts_of_a_day_are_those_of_its_entries(path: Path, name: str, by: By) -> None:
    zone = ZoneInfo(name)
    with opened(path, zone) as palace:
        counts = palace.timeline.counts(by)
        assert sum(counts[day].get(Happening.BORN, 0) for day in counts) == (250 if by is By.RECORDED else 0)
        for day, told in counts.items():
            entries = palace.timeline.entries(by, day)
            found = dict.fromkeys(told, 0)
            for entry in entries:
                found[entry.happening] += 1
                assert entry.at is None or local_day(entry.at, zone) == day
            assert found == dict(told)


def test_pages_of_a_day_join_to_the_whole(path: Path) -> None:
    with opened(path, UTC) as palace:
        day = max(palace.timeline.counts(By.VALID))
        for some_day in [*[*palace.timeline.counts(By.VALID)][:10], day]:
            whole = palace.timeline.entries(By.VALID, some_day)
            parts = [
                entry
                for offset in range(0, len(whole) + 1, 3)
                for entry in palace.timeline.entries(By.VALID, some_day, offset, 3)
            ]
            assert parts == whole


def test_instants_that_are_none_are_left_out(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE memory SET valid_to = 'soon' WHERE id = 1")
    with opened(path, UTC) as palace:
        assert palace.timeline.counts(By.VALID)


@pytest.mark.parametrize("name", ZONES)
def test_the_ends_of_the_calendar_are_days_too(path: Path, name: str) -> None:
    instants = ("0001-01-01T00:10:00.000000Z", "9999-12-31T23:50:00.000000Z")
    with closing(sqlite3.connect(path)) as database, database:
        for memory_id, instant in enumerate(instants, 1):
            database.execute("UPDATE memory SET valid_from = ? WHERE id = ?", (instant, memory_id))
    with opened(path, ZoneInfo(name)) as palace:
        counts = palace.timeline.counts(By.VALID)
        for day in (min(counts), max(counts)):
            entries = palace.timeline.entries(By.VALID, day)
            assert len(entries) == sum(counts[day].values()) == 1
