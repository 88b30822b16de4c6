"""Counting use: hits and loads of memories, and searches. It is no decision, so no undo takes it back."""

from datetime import datetime

from palace.domain.errors import NotFound
from palace.storage.database import Database, bindable, mark
from palace.storage.instants import instant_text

LOOKED_BACK = 500
"""Searches among which the recent questions are looked for."""


def recent_questions(database: Database, limit: int) -> list[str]:
    """Return the questions of the newest searches, newest first, none twice."""
    rows = database.rows(
        "SELECT question, max(at) AS newest, max(id) FROM"
        " (SELECT id, at, question FROM usage WHERE event = 'search' ORDER BY at DESC, id DESC LIMIT ?)"
        " WHERE question <> '' GROUP BY question ORDER BY newest DESC, 3 DESC LIMIT ?",
        (LOOKED_BACK, max(0, limit)),
    )
    return [str(row[0]) for row in rows]


def count_use(database: Database, memory_id: int, *, hit: bool, at: datetime) -> None:
    """Count a hit or a load of a memory; raises NotFound."""
    number, last = ("hits", "last_hit_at") if hit else ("loads", "last_loaded_at")
    instant = instant_text(at)
    if database.row("SELECT 1 FROM memory WHERE id = ?", (memory_id,)) is None:
        raise NotFound("there is no memory #{id}", next_step="palace list shows the ids", id=memory_id)
    database.execute(
        f"UPDATE memory SET {number} = {number} + 1, {last} = max(coalesce({last}, ?1), ?1) WHERE id = ?2",
        (instant, memory_id),
    )
    database.execute(
        "INSERT INTO usage (at, event, memory_id) VALUES (?, ?, ?)",
        (instant, "hit" if hit else "load", memory_id),
    )


def count_search(
    database: Database, question: str, mode: str, hits: int, took_ms: float, at: datetime
) -> None:
    """Keep that a search was made, what it found and how long it took."""
    asked = bindable(question)
    database.execute(
        "INSERT INTO usage (at, event, question, mode, hits, took_ms)"
        f" VALUES (?, 'search', {mark(asked)}, ?, ?, ?)",
        (instant_text(at), asked, mode, hits, took_ms),
    )
