"""Bringing an older file up to the newest schema: after a copy, all steps or none, and never twice."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
import sqlite_utils

from palace.domain.candidate import Candidate, Verdict
from palace.domain.errors import PalaceUnavailable
from palace.domain.filters import Filters
from palace.domain.identifiers import NewUid
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.services.review import decide, rejecting
from palace.services.surroundings import Surroundings
from palace.services.undo import redo, undo
from palace.storage import creation
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
    (copy,) = (older.parent / "backups").glob("*.db")
    assert copy.name == f"before-schema-{len(STEPS) + 1}-20260515T040000Z.db"
    with closing(sqlite3.connect(copy)) as stored:
        assert stored.execute("PRAGMA user_version").fetchone() == (len(STEPS),)
        assert stored.execute("SELECT text FROM memory").fetchall() == [("tea",)]
    with PalaceFile.open(older, clock=ticking, new_uid=new_uid):
        assert len(list((older.parent / "backups").glob("*.db"))) == 1


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


def test_the_first_schema_stays_as_it_was_released(tmp_path: Path) -> None:
    """A change of a released step would leave two sorts of files with one number."""
    (tmp_path / "first.db").touch()
    with closing(connect(tmp_path / "first.db", "mode=rw", Patience())) as database:
        bring_up_to_date(database, STEPS[:1])
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


@pytest.fixture
def of_the_first_schema(
    open_palace: Callable[[], PalaceFile], path: Path, surroundings: Surroundings, new_uid: NewUid
) -> Path:
    """A palace as the first schema left it: a candidate was seen and rejected."""
    palace = open_palace()
    with palace.unit_of_work(Actor.PERSON) as work:
        seen = work.save_candidate(Candidate(0, new_uid(), "tea", surroundings.now))
        work.record(Verb.SEE, Subject.CANDIDATE, seen.id)
    decide(palace, Actor.PERSON, seen.id, seen.version, rejecting(surroundings))
    palace.close()
    with closing(sqlite3.connect(path)) as raw:
        images = [
            (re.sub(r',\s*"cited_(?:memories|candidates)":\s*"\[\]"', "", changes), number)
            for number, changes in raw.execute("SELECT id, changes FROM decision")
        ]
        assert not any("cited" in changes for changes, _ in images)
        raw.executemany("UPDATE decision SET changes = ? WHERE id = ?", images)
        raw.execute("DROP INDEX candidate_that_cites")
        for column in ("cited_memories", "cited_candidates"):
            raw.execute(f"ALTER TABLE candidate DROP COLUMN {column}")
        for column in ("relation", "newer", "skipped_hash", "snoozed_until"):
            raw.execute(f"ALTER TABLE conflict DROP COLUMN {column}")
        raw.execute("ALTER TABLE link DROP COLUMN note")
        raw.execute("DROP TABLE compared")
        for table in ("saved_search", "read_bullet", "health_day"):
            raw.execute(f"DROP TABLE {table}")
        raw.execute("ALTER TABLE decision DROP COLUMN approved")
        raw.execute("PRAGMA user_version = 1")
        raw.commit()
    return path


def test_candidates_of_the_first_schema_cite_nothing_after_a_copy_was_made(
    of_the_first_schema: Path, ticking: Callable[[], datetime], new_uid: NewUid
) -> None:
    with PalaceFile.open(of_the_first_schema, clock=ticking, new_uid=new_uid) as palace:
        [candidate] = palace.candidates([1])
        assert (candidate.text, candidate.cited_memories, candidate.cited_candidates) == ("tea", (), ())
    [copy] = (of_the_first_schema.parent / "backups").glob("*.db")
    with closing(sqlite3.connect(copy)) as stored:
        assert stored.execute("PRAGMA user_version").fetchone() == (1,)
        assert stored.execute("SELECT text, verdict FROM candidate").fetchall() == [("tea", "rejected")]


def test_decisions_of_the_first_schema_are_undone_and_redone(
    of_the_first_schema: Path, ticking: Callable[[], datetime], new_uid: NewUid
) -> None:
    with PalaceFile.open(of_the_first_schema, clock=ticking, new_uid=new_uid) as palace:
        undo(palace, Actor.PERSON)
        assert palace.candidates([1])[0].verdict is Verdict.OPEN
        undo(palace, Actor.PERSON)
        assert palace.candidates([1]) == []
        redo(palace, Actor.PERSON)
        assert palace.candidates([1])[0].cited_memories == ()


def test_a_decision_for_which_a_code_was_typed_is_known_as_such_after_the_step(
    of_the_first_schema: Path, ticking: Callable[[], datetime], new_uid: NewUid
) -> None:
    typed = '[{"table":"approval","key":"u","before":null,"after":{"uid":"u","version":1,"code":"k3"}}'
    with closing(sqlite3.connect(of_the_first_schema)) as raw:
        raw.execute("UPDATE decision SET changes = ? || ',' || substr(changes, 2) WHERE id = 2", (typed,))
        raw.commit()
    with PalaceFile.open(of_the_first_schema, clock=ticking, new_uid=new_uid) as palace:
        assert [(each.id, each.approved) for each in palace.decisions()] == [(2, True), (1, False)]


def test_every_journalled_table_has_the_columns_that_the_program_names(raw: Callable[[], Database]) -> None:
    with closing(raw()) as database:
        for table in JOURNALLED.values():
            assert columns(database, table.name) == list(table.columns)
