"""Numbered steps that bring a palace file to the newest schema, each in one transaction with its number.

`sqlite_utils` is imported only here and only when there is a step to take: it costs more time to import
than a palace takes to open.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from palace.storage.connection import APPLICATION_ID
from palace.storage.database import Database
from palace.storage.faults import explaining
from palace.storage.journal_rows import BEGINS_APPROVED
from palace.storage.schema import INDEXES, PARTIAL_INDEXES, TABLES

if TYPE_CHECKING:
    import sqlite_utils

Step = Callable[["sqlite_utils.Database"], None]


def lay_the_ground(tables: "sqlite_utils.Database") -> None:
    """Make every table and index of the first schema."""
    for statement in TABLES:
        tables.execute(statement)
    for name, table, columns in INDEXES:
        tables.table(table).create_index(columns, index_name=name)
    for statement in PARTIAL_INDEXES:
        tables.execute(statement)
    tables.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def let_candidates_cite(tables: "sqlite_utils.Database") -> None:
    """Give candidates room for the memories and candidates that they were drawn from."""
    for column in ("cited_memories", "cited_candidates"):
        tables.execute(f"ALTER TABLE candidate ADD COLUMN {column} TEXT NOT NULL DEFAULT '[]'")
    tables.execute(
        "CREATE INDEX candidate_that_cites ON candidate (id)"
        " WHERE cited_memories <> '[]' OR cited_candidates <> '[]'"
    )


def let_pairs_be_settled(tables: "sqlite_utils.Database") -> None:
    """Give pairs their relation and what puts them off, links a scope, and remember what was compared.

    Whether a code was typed for a decision stands in a column, so that listing decisions reads no changes.
    """
    tables.execute("ALTER TABLE decision ADD COLUMN approved INTEGER NOT NULL DEFAULT 0")
    tables.execute(
        "UPDATE decision SET approved = 1 WHERE substr(changes, 1, ?) = ?",
        (len(BEGINS_APPROVED), BEGINS_APPROVED),
    )
    for column in (
        "relation TEXT NOT NULL DEFAULT 'conflict'",
        "newer TEXT NOT NULL DEFAULT ''",
        "skipped_hash TEXT NOT NULL DEFAULT ''",
        "snoozed_until TEXT",
    ):
        tables.execute(f"ALTER TABLE conflict ADD COLUMN {column}")
    tables.execute(
        """
        CREATE TABLE link_with_scope (
            from_id INTEGER NOT NULL REFERENCES memory (id),
            to_id INTEGER NOT NULL REFERENCES memory (id),
            kind TEXT NOT NULL CHECK (
                kind IN ('supersedes', 'merged_from', 'derived_from', 'cites', 'scoped')
            ),
            made_at TEXT NOT NULL,
            note TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (from_id, to_id, kind)
        )
        """
    )
    tables.execute(
        "INSERT INTO link_with_scope (from_id, to_id, kind, made_at)"
        " SELECT from_id, to_id, kind, made_at FROM link"
    )
    tables.execute("DROP TABLE link")
    tables.execute("ALTER TABLE link_with_scope RENAME TO link")
    tables.execute("CREATE INDEX link_by_target ON link (to_id, kind)")
    tables.execute(
        """
        CREATE TABLE compared (
            subject TEXT NOT NULL CHECK (subject IN ('memory', 'candidate')),
            subject_id INTEGER NOT NULL,
            model_id TEXT NOT NULL,
            content_hash TEXT NOT NULL,
            PRIMARY KEY (subject, subject_id)
        ) WITHOUT ROWID
        """
    )


def let_searches_be_saved(tables: "sqlite_utils.Database") -> None:
    """Make room for searches that were given a name."""
    tables.execute(
        """
        CREATE TABLE saved_search (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            question TEXT NOT NULL,
            saved_at TEXT NOT NULL,
            version INTEGER NOT NULL
        )
        """
    )


def let_readings_and_days_be_kept(tables: "sqlite_utils.Database") -> None:
    """Remember which bullets of the workspace were read, and how well the palace was on each day.

    A bullet is known by its file and its content, never by its line: logs are edited and appended to.
    """
    tables.execute(
        """
        CREATE TABLE read_bullet (
            path TEXT NOT NULL,
            content_hash TEXT NOT NULL,
            line INTEGER NOT NULL,
            read_at TEXT NOT NULL,
            outcome TEXT NOT NULL,
            PRIMARY KEY (path, content_hash)
        ) WITHOUT ROWID
        """
    )
    tables.execute("CREATE INDEX read_bullet_by_content ON read_bullet (content_hash)")
    tables.execute(
        "CREATE TABLE health_day"
        " (day TEXT NOT NULL PRIMARY KEY, taken_at TEXT NOT NULL, figures TEXT NOT NULL)"
    )


STEPS: tuple[Step, ...] = (
    lay_the_ground,
    let_candidates_cite,
    let_pairs_be_settled,
    let_searches_be_saved,
    let_readings_and_days_be_kept,
)
"""The step at place n leads from schema n to n + 1. A released step never changes."""

NEWEST_SCHEMA = len(STEPS)


def schema_of(database: Database) -> int:
    """Return the schema number of a file: 0 for an empty one."""
    return database.number("PRAGMA user_version")


def bring_up_to_date(database: Database, steps: tuple[Step, ...] = STEPS) -> None:
    """Take all steps that a file lacks, in one transaction: all of them or none.

    Another process may have taken them meanwhile, so the number is read again under the lock.
    Raises PalaceBusy, PalaceUnavailable.
    """
    import sqlite_utils

    with explaining(database.path):
        # References are checked once at the end: a step may rebuild a table that others refer to.
        database.execute("PRAGMA foreign_keys = OFF")
        try:
            database.begin()
            try:
                tables = sqlite_utils.Database(database.connection, execute_plugins=False)
                for number in range(schema_of(database), len(steps)):
                    steps[number](tables)
                    database.execute(f"PRAGMA user_version = {number + 1}")
                if broken := database.rows("PRAGMA foreign_key_check"):
                    raise RuntimeError(
                        f"a migration broke references of {sorted({row[0] for row in broken})}"
                    )
                database.commit()
            except BaseException:
                database.roll_back()
                raise
        finally:
            database.execute("PRAGMA foreign_keys = ON")


def name_of_copy(schema: int, now: datetime) -> str:
    """Return the name of the copy that is made before a file of an older schema is changed."""
    return f"before-schema-{schema + 1}-{now:%Y%m%dT%H%M%SZ}.db"
