"""Counts of health from the rows: what is due, what left, and what agrees with its text."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from palace.config.paths import bundled
from palace.domain.health import PartName, Share
from palace.domain.journal import Actor
from palace.domain.rules import Rules
from palace.domain.vocabulary import Wing
from palace.services.health import Health, health, moments
from palace.services.health_ports import Behind, DayFigures, Moments, Steps
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

NOW = datetime(2026, 5, 20, 1, tzinfo=UTC)
MODEL = "multilingual-e5-small-int8-1"
AROUND = Surroundings(clock=lambda: NOW, zone=UTC, rules=Rules(), new_uid=lambda: "uid")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "sample.db"
    shutil.copy(bundled("sample_palace.db"), path)
    path.chmod(0o600)
    return path


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)


def opened(path: Path) -> PalaceFile:
    return PalaceFile.open(path, clock=lambda: NOW, new_uid=lambda: "u", zone=UTC)


def at() -> Moments:
    return moments(AROUND)


def listed(path: Path, behind: Behind) -> list[int]:
    with opened(path) as palace:
        return palace.health.listed(behind, at(), MODEL, None)


def left(palace: PalaceFile) -> dict[Wing, int]:
    """Return how many of each wing left of late."""
    return {known.wing: known.cleared for known in health(palace, AROUND, MODEL).wings}


def part_of(told: Health, name: PartName) -> Share:
    return next(part.share for layer in told.layers for part in layer.parts if part.name is name)


def warm_out_of_step(told: Health) -> int:
    share = part_of(told, PartName.IN_STEP)
    return share.of - share.counted


def plain_fact(path: Path) -> int:
    """Return an active fact of P2 that is in no conflict, last used long ago."""
    with closing(sqlite3.connect(path)) as database, database:
        (memory_id,) = database.execute(
            "SELECT id FROM memory WHERE status = 'active' AND kind = 'fact' AND priority = 'P2'"
            " AND NOT pinned"
            " AND id NOT IN (SELECT left_memory_id FROM conflict)"
            " AND id NOT IN (SELECT coalesce(right_memory_id, 0) FROM conflict) LIMIT 1"
        ).fetchone()
        database.execute(
            "UPDATE memory SET recorded_at = '2026-04-01T00:00:00.000000Z', last_hit_at = NULL WHERE id = ?",
            (memory_id,),
        )
    return int(memory_id)


def test_what_is_past_its_time_is_overdue(path: Path) -> None:
    assert plain_fact(path) in listed(path, Behind.OVERDUE)


@pytest.mark.parametrize(
    "change_to",
    [
        "pinned = 1",
        "priority = 'P0', band = 'hot'",
        "priority = 'P1'",
        "kind = 'failure'",
        "kind = 'skill'",
        "last_hit_at = '2026-05-01T00:00:00.000000Z'",
        "status = 'note'",
        "recorded_at = '2027-01-01T00:00:00.000000Z'",
    ],
)
def test_what_a_rule_protects_or_use_keeps_is_not_overdue(path: Path, change_to: str) -> None:
    memory_id = plain_fact(path)
    change(path, f"UPDATE memory SET {change_to} WHERE id = {memory_id}")
    assert memory_id not in listed(path, Behind.OVERDUE)


def test_what_stands_in_an_open_conflict_is_not_overdue(path: Path) -> None:
    memory_id = plain_fact(path)
    change(
        path,
        "UPDATE conflict SET relation = 'conflict', resolution = 'open', left_memory_id ="
        f" {memory_id} WHERE id = (SELECT id FROM conflict WHERE resolution = 'open' LIMIT 1)",
    )
    assert memory_id in listed(path, Behind.CONFLICTING)
    assert memory_id not in listed(path, Behind.OVERDUE)


def test_what_was_put_away_counts_as_left_until_that_is_taken_back(path: Path) -> None:
    with opened(path) as palace:
        before = left(palace)
    change(
        path,
        "UPDATE decision SET undone_by = id WHERE id ="
        " (SELECT id FROM decision WHERE verb = 'archive' AND at >= '2026-05-01' LIMIT 1)",
    )
    with opened(path) as palace:
        after = left(palace)
    assert sum(after.values()) == sum(before.values()) - 1


def test_a_memory_without_its_words_or_with_an_old_vector_is_out_of_step(path: Path) -> None:
    assert listed(path, Behind.OUT_OF_STEP) == []
    with closing(sqlite3.connect(path)) as database, database:
        first, second, third = (
            row[0]
            for row in database.execute(
                "SELECT id FROM memory WHERE band = 'warm' AND status = 'active' LIMIT 3"
            )
        )
        database.execute("DELETE FROM memory_text WHERE rowid = ?", (first,))
        database.execute("UPDATE embedding SET text_hash = 'old' WHERE memory_id = ?", (second,))
        database.execute("DELETE FROM embedding WHERE memory_id = ?", (third,))
    assert sorted(listed(path, Behind.OUT_OF_STEP)) == sorted([first, second, third])
    with opened(path) as palace:
        found = health(palace, AROUND, MODEL)
        words_only = health(palace, AROUND, None)
    assert found.indexed.of - found.indexed.counted == 3
    assert words_only.indexed.of - words_only.indexed.counted == 1
    assert (warm_out_of_step(found), warm_out_of_step(words_only)) == (3, 1)


def test_what_is_counted_without_reading_rows_is_what_the_rows_say(path: Path) -> None:
    with opened(path) as palace:
        told = health(palace, AROUND, MODEL)
        by_rows = palace.health.steps(MODEL, Steps(-1, -1))
    assert (told.indexed.counted, told.indexed.of) == (by_rows.in_step, by_rows.in_step)
    assert part_of(told, PartName.IN_STEP).counted == by_rows.warm_in_step


def test_scenes_that_differ_in_case_only_are_one_and_damaged_lists_are_none(path: Path) -> None:
    change(
        path,
        "UPDATE memory SET scenes = '[\"Deploy\"]' WHERE id = 14",
        "UPDATE memory SET scenes = 'not json' WHERE id = 15",
        "UPDATE memory SET scenes = '{\"a\": 1}' WHERE id = 2",
    )
    with opened(path) as palace:
        scenes = palace.health.ties(at()).scenes
        links = palace.health.scene_links()
    names = [scene.scene.casefold() for scene in scenes]
    assert len(names) == len(set(names))
    assert "deploy" in names
    assert sum(link.count for link in links) == sum(scene.count for scene in scenes)


def test_a_day_has_one_snapshot_and_those_before_it_stay(path: Path) -> None:
    later = NOW + timedelta(hours=1)
    with opened(path) as palace:
        for day, figures, kept_at in (
            (19, {"M": 92.0}, NOW),
            (20, {"M": 90.0}, NOW),
            (20, {"M": 85.0, "E": None}, later),
        ):
            with palace.unit_of_work(Actor.JOB) as work:
                work.health.keep_day(DayFigures(date(2026, 5, day), figures), kept_at)
        days = palace.health.days(date(2026, 5, 1))
    assert [(day.day.day, dict(day.figures)) for day in days] == [
        (19, {"M": 92.0}),
        (20, {"M": 85.0, "E": None}),
    ]
