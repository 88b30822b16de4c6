"""Bringing an older file up to the newest schema: after a copy, all steps or none, and never twice."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
import sqlite_utils

from palace.domain.errors import PalaceUnavailable
from palace.domain.filters import Filters
from palace.domain.identifiers import NewUid
from palace.domain.memory import Memory
from palace.storage import creation, migrations
from palace.storage.connection import connect
from palace.storage.database import Database, Patience
from palace.storage.migrations import STEPS, bring_up_to_date, schema_of
from palace.storage.palace_file import PalaceFile
from palace.storage.tables import JOURNALLED

Saved = Callable[..., Memory]


def add_a_column(tables: sqlite_utils.Database) -> None:
    tables.table("meta").add_column("note", str)


def add_then_fail(tables: sqlite_utils.Database) -> None:
    tables.table("meta").add_column("other", str)
    raise ZeroDivisionError


def break_a_reference(tables: sqlite_utils.Database) -> None:
    tables.execute(
        "INSERT INTO link (from_id, to_id, kind, made_at)"
        " VALUES (1, 2, 'cites', '2026-01-01T00:00:00.000000Z')"
    )


@pytest.fixture
def older(open_palace: Callable[[], PalaceFile], path: Path, saved: Saved) -> Path:
    """A palace of today's schema, which is the older one once there is a further step."""
    palace = open_palace()
    saved(palace, "tea")
    palace.close()
    return path


@pytest.fixture
def raw(older: Path) -> Callable[[], Database]:
    return lambda: connect(older, "mode=rw", Patience())


def columns(database: Database, table: str) -> list[str]:
    return [row[1] for row in database.rows(f"PRAGMA table_info({table})")]


def test_a_step_is_taken_once_with_its_number(raw: Callable[[], Database]) -> None:
    for _ in range(2):
        with closing(raw()) as database:
            bring_up_to_date(database, (*STEPS, add_a_column))
            assert schema_of(database) == len(STEPS) + 1
            assert columns(database, "meta") == ["key", "value", "note"]


def test_a_step_that_fails_takes_back_those_before_it(raw: Callable[[], Database]) -> None:
    with closing(raw()) as database:
        with pytest.raises(ZeroDivisionError):
            bring_up_to_date(database, (*STEPS, add_a_column, add_then_fail))
        assert schema_of(database) == len(STEPS)
        assert columns(database, "meta") == ["key", "value"]
        assert not database.in_transaction
        assert database.number("PRAGMA foreign_keys") == 1


def test_a_step_that_breaks_references_is_not_taken(raw: Callable[[], Database]) -> None:
    with closing(raw()) as database:
        with pytest.raises(RuntimeError, match="references"):
            bring_up_to_date(database, (*STEPS, break_a_reference))
        assert schema_of(database) == len(STEPS)
        assert database.number("SELECT count(*) FROM link") == 0


@pytest.fixture
def one_step_further(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the program one that knows a further schema than that of the older palace."""
    monkeypatch.setattr(creation, "NEWEST_SCHEMA", len(STEPS) + 1)
    monkeypatch.setattr(
        creation, "bring_up_to_date", lambda database: bring_up_to_date(database, (*STEPS, add_a_column))
    )


@pytest.mark.usefixtures("one_step_further")
def test_an_older_palace_is_copied_before_it_is_brought_up_to_date(
    older: Path, ticking: Callable[[], datetime], new_uid: NewUid
) -> None:
    with PalaceFile.open(older, clock=ticking, new_uid=new_uid) as palace:
        assert palace.memories(palace.memory_ids(Filters()))[0].text == "tea"
        assert "note" in columns(palace._database, "meta")
    (copy,) = (older.parent / "backups").iterdir()
    assert copy.name == f"before-schema-{len(STEPS) + 1}-20260515T040000Z.db"
    with closing(sqlite3.connect(copy)) as stored:
        assert stored.execute("PRAGMA user_version").fetchone() == (len(STEPS),)
        assert stored.execute("SELECT text FROM memory").fetchall() == [("tea",)]
    with PalaceFile.open(older, clock=ticking, new_uid=new_uid):
        assert len(list((older.parent / "backups").iterdir())) == 1


@pytest.mark.usefixtures("one_step_further")
def test_an_older_palace_that_cannot_be_copied_is_left_as_it_is(
    older: Path, ticking: Callable[[], datetime], new_uid: NewUid
) -> None:
    (older.parent / "backups").write_text("in the way")
    with pytest.raises(PalaceUnavailable, match="no copy"):
        PalaceFile.open(older, clock=ticking, new_uid=new_uid)
    with closing(sqlite3.connect(older)) as stored:
        assert stored.execute("PRAGMA user_version").fetchone() == (len(STEPS),)


@pytest.mark.usefixtures("one_step_further")
def test_an_older_palace_opened_for_reading_only_is_not_brought_up_to_date(
    older: Path, ticking: Callable[[], datetime], new_uid: NewUid
) -> None:
    with pytest.raises(PalaceUnavailable, match="of an older schema"):
        PalaceFile.open(older, clock=ticking, new_uid=new_uid, read_only=True)


def test_the_first_schema_stays_as_it_was_released(raw: Callable[[], Database]) -> None:
    """A change of a released step would leave two sorts of files with one number."""
    with closing(raw()) as database:
        tables = {
            row[0]: columns(database, row[0])
            for row in database.rows(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%_text_%'"
                " AND name NOT LIKE 'sqlite_%' ORDER BY name"
            )
        }
    assert {name: len(found) for name, found in tables.items()} == {
        "candidate": 35,
        "candidate_text": 2,
        "conflict": 13,
        "decision": 12,
        "embedding": 8,
        "evidence": 6,
        "job_run": 8,
        "link": 4,
        "memory": 33,
        "memory_text": 2,
        "memory_version": 4,
        "meta": 2,
        "tombstone": 5,
        "usage": 8,
        "vector_chunk": 7,
        "vector_free_slot": 3,
        "vector_revision": 3,
    }
    assert migrations.NEWEST_SCHEMA == 1


def test_every_journalled_table_has_the_columns_that_the_program_names(raw: Callable[[], Database]) -> None:
    with closing(raw()) as database:
        for table in JOURNALLED.values():
            assert columns(database, table.name) == list(table.columns)
