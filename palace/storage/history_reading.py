"""The memories as they once were: today's rows with all later decisions of the journal taken back."""

from datetime import datetime
from typing import Any

from palace.domain.memory import Memory
from palace.domain.vocabulary import Status
from palace.storage.database import Database
from palace.storage.instants import instant_text
from palace.storage.journal_rows import changes_in
from palace.storage.rows import fields_of, memory_of
from palace.storage.tables import MEMORY


def memories_as_of(database: Database, instant: datetime) -> list[Memory]:
    """Return the memories that the palace believed at an instant, as they were then, by id.

    Believed is what was recorded by then and not retired or trashed yet. Their use (hits, loads) is today's.
    """
    rows: dict[int, dict[str, Any]] = {
        row[0]: dict(zip(MEMORY.columns, row, strict=True))
        for row in database.rows(f"SELECT {MEMORY.listed} FROM memory")
    }
    then = instant_text(instant)
    later = database.rows(
        'SELECT changes FROM decision WHERE at > ? AND changes LIKE \'%"table":"memory"%\' ORDER BY id DESC',
        (then,),
    )
    for (changes,) in later:
        for change in reversed(changes_in(changes)):
            if change.table != MEMORY.name:
                continue
            memory_id = int(change.key)
            if change.before is not None:
                rows[memory_id] = {**MEMORY.later, **change.before}
            elif change.after is not None:
                # It was made later, though perhaps told as of an earlier instant: its first state counts.
                rows[memory_id] = {**MEMORY.later, **change.after}
    believed = (
        row
        for _, row in sorted(rows.items())
        if row["recorded_at"] <= then
        and (row["retired_at"] is None or row["retired_at"] > then)
        and row["status"] != Status.TRASHED.value
    )
    return [memory_of(fields_of(MEMORY, row)) for row in believed]
