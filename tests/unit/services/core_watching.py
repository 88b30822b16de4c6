"""What a P0 is in the file itself, and whether each change of one has its approval in the journal."""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

GUARDED = (
    "id, uid, CAST(text AS BLOB), heading, binding_when, binding_do, binding_unless, priority, status,"
    " valid_from, valid_to, retired_at"
)


def guarded(path: Path) -> dict[int, tuple[object, ...]]:
    """The guarded columns of every P0 by its id, read from the file itself, texts as bytes."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(f"SELECT {GUARDED} FROM memory WHERE priority = 'P0'").fetchall()
    return {row[0]: row for row in rows}


def newest_decision(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT coalesce(max(id), 0) FROM decision").fetchone()[0])


def unexplained(path: Path, before: Mapping[int, tuple[object, ...]], since: int) -> list[int]:
    """Return the P0 memories that changed, came or went since a decision without an approval in the journal.

    A new P0 that was said outright (verb `add`) needs none.
    """
    after = guarded(path)
    changed = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
    if not changed:
        return []
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT verb, changes FROM decision WHERE id > ?", (since,)).fetchall()
    explained: set[int] = set()
    for verb, text in rows:
        entries = json.loads(text)
        approved = {entry["key"] for entry in entries if entry["table"] == "approval"}
        for entry in entries:
            if entry["table"] != "memory":
                continue
            uid = (entry["before"] or entry["after"])["uid"]
            outright = verb == "add" and entry["before"] is None
            if uid in approved or outright:
                explained.add(int(entry["key"]))
    return [key for key in changed if key not in explained]
